import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '@rumbo/server/organisation/organisation.factory'
import { asSystem } from '@rumbo/server/platform/access'
import { systemClock } from '@rumbo/server/platform/clock'
import { createDatabase } from '@rumbo/server/platform/database/database'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { projectRoot } from '@rumbo/server/platform/project-root'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { colors, customers, demoPassword, fleets, people } from './cast.ts'

export interface DemoLogin {
  level: string
  username: string
  password: string
}
export interface Demo {
  logins: readonly DemoLogin[]
  /** One line for the login page. */
  loginNotice: string
  fleetFile: string
  regionFile: string
}

export interface DemoOptions {
  databaseUrl: string
  dataDir: string
  tell(sentence: string): void
}

interface SimulatedVehicle {
  deviceIdentifier: string
  protocol: 'gt06' | 'osmand'
  kind: string
  home: { latitude: number; longitude: number }
}

/** Every fourth vehicle reports by phone (OsmAnd), the others by a GT06 tracker. */
const protocolOf = (index: number) => (index % 4 === 3 ? 'osmand' : 'gt06')
const identifierOf = (index: number) =>
  protocolOf(index) === 'gt06'
    ? `8657600${String(10_000_000 + index * 7_919).slice(0, 8)}`
    : `telefono-${String(index + 1).padStart(3, '0')}`

function vehiclesOf(fleet: (typeof fleets)[number], firstIndex: number) {
  return Array.from({ length: fleet.count }, (_, position) => {
    const index = firstIndex + position
    const model = fleet.models[position % fleet.models.length] ?? fleet.models[0]
    const [latitude, longitude] = fleet.home
    return {
      vehicleNumber: String(fleet.first + position),
      plateNumber: `${'ABCDEFGH'[index % 8]}-${String(100 + ((index * 37) % 900))}-${'KJMNPRTX'[(index * 3) % 8]}${'DLMQSVWZ'[(index * 5) % 8]}${'ACFGHKTY'[(index * 7) % 8]}`,
      year: 2018 + (index % 8),
      color: colors[index % colors.length] ?? 'white',
      mileage: 18_000 + ((index * 4_211) % 160_000),
      imei: identifierOf(index),
      gpsModel: protocolOf(index) === 'gt06' ? 'Concox GT06N' : 'OsmAnd Tracker',
      installationResponsible: 'Taller Rumbo Centro',
      ...model,
      simulated: {
        deviceIdentifier: identifierOf(index),
        protocol: protocolOf(index),
        kind: model.kind,
        home: {
          latitude: latitude + ((index % 5) - 2) * 0.004,
          longitude: longitude + ((index % 7) - 3) * 0.004,
        },
      } satisfies SimulatedVehicle,
    }
  })
}

async function fillMexicoCity(tx: Transaction): Promise<void> {
  const company = await buildCompany(tx, {
    name: 'Transportes Anáhuac',
    city: 'Ciudad de México',
    country: 'México',
    tier: 'enterprise',
    verified: true,
  })
  const fleetIds: string[] = []
  let firstIndex = 0
  let guestVehicle: { id: string; fleetId: string } | null = null
  for (const fleet of fleets) {
    const { id: fleetId } = await buildFleet(tx, {
      companyId: company.id,
      name: fleet.name,
      serviceTypes: [fleet.serviceType],
    })
    fleetIds.push(fleetId)
    for (const { simulated: _, kind: __, ...vehicle } of vehiclesOf(fleet, firstIndex)) {
      const { id } = await buildVehicle(tx, { companyId: company.id, fleetId, ...vehicle })
      guestVehicle ??= { id, fleetId }
    }
    firstIndex += fleet.count
  }
  for (const [firstName, lastName, primaryPhone] of customers) {
    await buildContact(tx, { companyId: company.id, firstName, lastName, primaryPhone, role: 'client' })
  }
  for (const { role, level, ...person } of people) {
    const user = await buildUser(tx, {
      ...person,
      level,
      email: `${person.username}@anahuac.example`,
      password: demoPassword,
    })
    if (role === 'company_owner')
      await buildAssignment(tx, {
        userId: user.id,
        companyId: company.id,
        fleetId: null,
        role,
        isPrimary: true,
      })
    else if (role !== null) {
      for (const [index, fleetId] of fleetIds.entries()) {
        await buildAssignment(tx, {
          userId: user.id,
          companyId: company.id,
          fleetId,
          role,
          isPrimary: index === 0,
        })
      }
    }
    if (level === 'guest' && guestVehicle) {
      await buildGuestVehicle(tx, {
        userId: user.id,
        companyId: company.id,
        fleetId: guestVehicle.fleetId,
        vehicleId: guestVehicle.id,
      })
    }
  }
}

async function fillGuadalajara(tx: Transaction): Promise<void> {
  const company = await buildCompany(tx, {
    name: 'Veloz Tapatía',
    city: 'Guadalajara',
    country: 'México',
    tier: 'starter',
  })
  const { id: fleetId } = await buildFleet(tx, {
    companyId: company.id,
    name: 'Motos',
    serviceTypes: ['package'],
  })
  for (const number of ['M-1', 'M-2', 'M-3']) {
    await buildVehicle(tx, {
      companyId: company.id,
      fleetId,
      vehicleNumber: number,
      plateNumber: `JAL-${number}`,
      make: 'Italika',
      model: 'DS150',
      type: 'motorcycle',
    })
  }
  await buildContact(tx, {
    companyId: company.id,
    firstName: 'Lucía',
    lastName: 'Navarro',
    primaryPhone: '+52 33 3615 2201',
    role: 'client',
  })
}

const simulatedFleet = (): SimulatedVehicle[] => {
  let firstIndex = 0
  return fleets.flatMap((fleet) => {
    const vehicles = vehiclesOf(fleet, firstIndex).map((vehicle) => vehicle.simulated)
    firstIndex += fleet.count
    return vehicles
  })
}

/**
 * Fills an empty database with the demo's companies, people, vehicles and contacts, and writes what the
 * simulated fleet reads. On a filled one it only writes the files.
 */
export async function fillDemo({ databaseUrl, dataDir, tell }: DemoOptions): Promise<Demo> {
  const regions = join(dataDir, 'regions')
  const regionFile = join(regions, 'mexico-city.osm')
  const fleetFile = join(dataDir, 'demo-fleet.json')
  mkdirSync(regions, { recursive: true })
  copyFileSync(join(projectRoot(), 'tools/demo/region/mexico-city.osm'), regionFile)
  writeFileSync(fleetFile, JSON.stringify({ vehicles: simulatedFleet() }, null, 1))
  const database = createDatabase({ url: databaseUrl, clock: systemClock, connections: 2 })
  try {
    await database.transaction(asSystem('demo'), async (tx) => {
      const [found] = await tx.sql<{ count: number }>('select count(*) as count from organisation.companies')
      if (found && Number(found.count) > 0) return
      tell('Filling the demo: two companies, six fleets, sixty vehicles')
      await fillMexicoCity(tx)
      await fillGuadalajara(tx)
    })
  } finally {
    await database.close()
  }
  const logins = people.map(({ level, username }) => ({ level, username, password: demoPassword }))
  return {
    logins,
    loginNotice: `Demo: ${logins.map((login) => login.username).join(', ')} · ${demoPassword}`,
    fleetFile,
    regionFile,
  }
}
