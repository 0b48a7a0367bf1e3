import { createHash } from 'node:crypto'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { hashPassword } from '@rumbo/server/identity/index'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildVehicle, usualRecord } from '@rumbo/server/vehicles/vehicles.factory'
import { manualCausesAfter } from '@rumbo/server/vehicles/vehicles.rules'
import { fillCommands } from './commands.ts'
import { contacts } from './contacts.ts'
import { demoPassword, fleets, people } from './demo-data.ts'
import { type Employer, fillColleagues, fillContacts, hoursAgo } from './fill-people.ts'
import { fillHistory } from './history.ts'
import { colleagues } from './staff.ts'
import { fillVehicleContacts } from './vehicle-contacts.ts'
import { expectedIdentifiers, vehiclesOf } from './vehicles.ts'

/** Fills the company of Mexico City: users, contacts, history, and vehicles in five fleets. */
export async function fillMexicoCity(tx: Transaction, secret: string, publicUrl: string) {
  const company = await buildCompany(hoursAgo(tx, 420 * 24), {
    name: 'Transportes Anáhuac',
    legalName: 'Transportes Anáhuac, S.A. de C.V.',
    taxId: 'TAN120315K42',
    email: 'contacto@anahuac.example',
    phone: '+52 55 5208 4400',
    addressLine1: 'Paseo de la Reforma 222, piso 6',
    addressLine2: 'Col. Juárez, 06600',
    city: 'Ciudad de México',
    country: 'México',
    tier: 'enterprise',
    verified: true,
    roadSpeedLimits: true,
  })
  const fleetIds = new Map<string, string>()
  let firstIndex = 0
  const vehicles: { vehicleId: string; fleetId: string; deviceIdentifier: string }[] = []
  for (const fleet of fleets) {
    const { id: fleetId } = await buildFleet(hoursAgo(tx, 419 * 24), {
      companyId: company.id,
      name: fleet.name,
      description: fleet.description,
      serviceTypes: [fleet.serviceType],
      switchedOff: [...fleet.switchedOff],
    })
    fleetIds.set(fleet.name, fleetId)
    for (const { simulated, kind: _, restedDays: __, ...vehicle } of vehiclesOf(fleet, firstIndex)) {
      const record = usualRecord(vehicle.type, vehicles.length, tx.now)
      const { id: vehicleId } = await buildVehicle(tx, {
        companyId: company.id,
        fleetId,
        ...record,
        ...vehicle,
        causes: ['silent', ...manualCausesAfter(vehicle.status, [])],
      })
      vehicles.push({ vehicleId, fleetId, deviceIdentifier: vehicle.imei })
      if (simulated.secret !== undefined) await saveSecret(tx, vehicleId, simulated.secret)
    }
    firstIndex += fleet.count
  }
  const employer = { id: company.id, domain: 'anahuac.example', fleets: fleetIds, secret }
  const users = await fillLogins(tx, employer)
  for (const [username, id] of await fillColleagues(tx, employer, colleagues.anahuac)) users.set(username, id)
  for (const { name, manager } of fleets)
    await tx.sql('update organisation.fleets set manager_id = $2 where id = $1', [
      fleetIds.get(name),
      users.get(manager),
    ])
  await fillContacts(tx, company.id, contacts, users)
  await fillVehicleContacts(tx, company.id)
  const userId = users.get('invitado')
  const [first] = vehicles
  if (userId && first) {
    const { vehicleId, fleetId } = first
    await buildGuestVehicle(tx, { userId, companyId: company.id, vehicleId, fleetId })
  }
  await fillExpected(tx, company.id, users.get('admin'))
  await fillCommands(tx, company.id, vehicles, users)
  await fillHistory(tx, {
    companyId: company.id,
    companyName: company.name,
    fleets: fleetIds,
    users,
    publicUrl,
  })
  return { companyId: company.id, vehicles: vehicles, users }
}

async function fillExpected(tx: Transaction, companyId: string, adminId: string | undefined): Promise<void> {
  await tx.sql(
    `insert into telemetry.expected_devices (identifier, company_id, added_at, added_by, added_by_name)
     select identifier, $2, $3::timestamptz - interval '2 days', $4,
       (select display_name from identity.people where id = $4)
     from unnest($1::text[]) as given(identifier)`,
    [expectedIdentifiers, companyId, tx.now, adminId ?? null],
  )
}

async function saveSecret(tx: Transaction, vehicleId: string, secret: string): Promise<void> {
  const hash = createHash('sha256').update(secret).digest('hex')
  await tx.sql('update vehicles.vehicles set device_secret_hash = $2 where id = $1', [vehicleId, hash])
}

/** Creates a login for each level, and for level user a dispatcher and a viewer. */
async function fillLogins(tx: Transaction, { id: companyId, domain, fleets }: Employer) {
  const joined = hoursAgo(tx, 400 * 24)
  const users = new Map<string, string>()
  const passwordHash = await hashPassword(demoPassword)
  for (const { role, level, ...person } of people) {
    const email = `${person.username}@${domain}`
    const user = await buildUser(joined, { ...person, level, email, passwordHash })
    users.set(person.username, user.id)
    if (role === null) continue
    const places = role === 'company_owner' ? [null] : [...fleets.values()]
    for (const [index, fleetId] of places.entries())
      await buildAssignment(joined, { userId: user.id, companyId, fleetId, role, isPrimary: index === 0 })
  }
  await tx.sql(
    `update identity.users set email_verified_at = created_at + interval '1 hour' where username = any($1::text[])`,
    [['super', 'admin', 'gerente']],
  )
  return users
}

/** Fills a small company of the lowest tier, whose higher features are locked. */
export async function fillGuadalajara(tx: Transaction, secret: string): Promise<void> {
  const company = await buildCompany(hoursAgo(tx, 200 * 24), {
    name: 'Veloz Tapatía',
    legalName: 'Veloz Tapatía, S. de R.L. de C.V.',
    taxId: 'VTA180907QJ5',
    email: 'hola@veloztapatia.example',
    phone: '+52 33 3615 1100',
    type: 'delivery',
    addressLine1: 'Avenida Chapultepec Sur 120',
    addressLine2: 'Col. Americana, 44160',
    city: 'Guadalajara',
    country: 'México',
    tier: 'starter',
  })
  const companyId = company.id
  const { id: fleetId } = await buildFleet(hoursAgo(tx, 199 * 24), {
    companyId,
    name: 'Motos',
    description: 'Paquetes pequeños el mismo día',
    serviceTypes: ['package'],
  })
  for (const number of ['M-1', 'M-2', 'M-3'])
    await buildVehicle(tx, {
      companyId,
      fleetId,
      vehicleNumber: number,
      plateNumber: `JAL-${number}`,
      make: 'Italika',
      model: 'DS150',
      type: 'motorcycle',
      ...usualRecord('motorcycle', 4, tx.now),
    })
  const employer = { id: companyId, domain: 'veloztapatia.example', secret }
  await fillColleagues(tx, { ...employer, fleets: new Map([['Motos', fleetId]]) }, colleagues.tapatia)
  const client = { companyId, firstName: 'Lucía', lastName: 'Navarro', primaryPhone: '+52 33 3615 2201' }
  await buildContact(tx, { ...client, role: 'client' })
}

/** Fills a new company that is not verified yet. */
export async function fillCuautitlan(tx: Transaction, secret: string): Promise<void> {
  const company = await buildCompany(hoursAgo(tx, 4 * 24), {
    name: 'Logística Cuautitlán',
    taxId: 'LCU240611T80',
    email: 'alta@cuautitlan.example',
    phone: '+52 55 5872 1100',
    city: 'Cuautitlán Izcalli',
    country: 'México',
    type: 'logistics',
    addressLine1: 'Avenida Primero de Mayo 15',
    addressLine2: 'Centro Urbano, 54700',
    status: 'pending',
    tier: 'professional',
    verified: false,
  })
  const companyId = company.id
  const { id: fleetId } = await buildFleet(tx, {
    companyId,
    name: 'Última Milla',
    serviceTypes: ['delivery'],
  })
  await buildFleet(tx, { companyId, name: 'Refrigerados', serviceTypes: ['package'], isActive: false })
  for (const number of ['C-1', 'C-2'])
    await buildVehicle(tx, {
      companyId,
      fleetId,
      vehicleNumber: number,
      plateNumber: `MEX-${number}`,
      make: 'Ford',
      model: 'Transit',
      type: 'van',
    })
  const employer = { id: companyId, domain: 'cuautitlan.example', secret }
  await fillColleagues(
    tx,
    { ...employer, fleets: new Map([['Última Milla', fleetId]]) },
    colleagues.cuautitlan,
  )
}
