import type { ParsedOf } from '@rumbo/contract/endpoint'
import { countServices, type listServices } from '@rumbo/contract/services.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildService } from '@rumbo/server/services/services.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import { fillServices } from './harness/services.ts'

/*
 * The list of services of a company with 1,000,000 closed and 20,000 open ones in 50 fleets of different size, over HTTP
 * for each level under row-level security. What a call takes includes the services with stops and history, and the total.
 */
const closed = Number(process.argv[2] ?? 1_000_000)
const open = closed / 50
const fleets = 50
const calls = 100
const secret = 'a secret that serves this measurement only'
const aimMs = 50
const countAimMs = 20

interface Reader {
  level: string
  accessToken: string
  /** What the fleet selector of this person asks for. */
  place: string
}

const readers: Reader[] = []
const fleetIds: string[] = []
let serviceId = ''
let guestToken = ''
let [contactId, driverId, vehicleId] = ['', '', '']

async function fill(tx: Transaction): Promise<void> {
  const { id: companyId } = await buildCompany(tx)
  for (let index = 0; index < fleets; index += 1) fleetIds.push((await buildFleet(tx, { companyId })).id)
  const [first = '', second = ''] = fleetIds
  vehicleId = (await buildVehicle(tx, { companyId, fleetId: first })).id
  contactId = (await buildContact(tx, { companyId })).id
  const reader = async (level: string, place: string, user: { id: string }) => {
    readers.push({ level, place, accessToken: (await buildSession(tx, user, secret)).accessToken })
    return user
  }
  const whole = `companyId=${companyId}`
  await reader('super admin', whole, await buildUser(tx, { level: 'super_admin' }))
  const admin = await reader('admin', whole, await buildUser(tx, { level: 'admin' }))
  await buildAssignment(tx, { userId: admin.id, companyId, role: 'company_owner' })
  const manager = await reader('manager', whole, await buildUser(tx, { level: 'manager' }))
  for (const fleetId of fleetIds.slice(0, 10))
    await buildAssignment(tx, {
      userId: manager.id,
      companyId,
      fleetId,
      role: 'fleet_manager',
      isPrimary: fleetId === first,
    })
  const user = await reader('user', `fleetId=${first}`, await buildUser(tx))
  await buildAssignment(tx, { userId: user.id, companyId, fleetId: first, role: 'dispatcher' })
  const driver = await reader('driver', `fleetId=${second}`, await buildUser(tx))
  await buildAssignment(tx, { userId: driver.id, companyId, fleetId: second, role: 'primary_driver' })
  driverId = (await buildContact(tx, { companyId, userId: driver.id, role: 'primary_driver' })).id
  const guest = await buildUser(tx, { level: 'guest' })
  await buildGuestVehicle(tx, { userId: guest.id, companyId, fleetId: first, vehicleId })
  guestToken = (await buildSession(tx, guest, secret)).accessToken
  serviceId = (await buildService(tx, { companyId, fleetId: first, requesterContactId: contactId })).id
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })

interface Measured {
  p50Ms: number
  p99Ms: number
  total: number
}

async function measure(
  { accessToken }: Pick<Reader, 'accessToken'>,
  path: string,
  status = 200,
): Promise<Measured> {
  const times: number[] = []
  let total = 0
  for (let call = -3; call < calls; call += 1) {
    const startedAt = performance.now()
    const response = await fetch(`http://127.0.0.1:${rumbo.httpPort}/v1${path}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const body = (await response.json()) as { total?: number }
    if (response.status !== status) throw new Error(`${path} was answered ${response.status}.`)
    if (call >= 0) times.push(performance.now() - startedAt)
    total = body.total ?? 0
  }
  times.sort((a, b) => a - b)
  // By nearest rank: of 100 calls, the second slowest is p99.
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), total }
}

const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
type Query = Partial<Record<keyof ParsedOf<typeof listServices>['query'], string>>
const usual: Query = { from: ago(6), withOpen: 'true' }
const filters: Record<string, Query> = {
  'no filter': {},
  'one status': { status: 'on_dispatch' },
  'a rare status': { status: 'cancelled_by_driver' },
  'one type': { serviceType: 'shuttle' },
  'one priority': { priorityLevel: 'critical' },
  'one payment method': { paymentMethod: 'account' },
  refunded: { paymentStatus: 'refunded' },
  'a vehicle': { vehicleId },
  'a driver': { driverId },
  'a customer': { requesterContactId: contactId },
  'five filters': {
    status: 'completed',
    serviceType: 'taxi',
    priorityLevel: 'high',
    paymentMethod: 'card',
    paymentStatus: 'paid',
  },
}
const sorts = ['serviceNumber', 'dispatchTime', 'status', 'priorityLevel', 'customerName'] as const
const searches = {
  'a number': '500123',
  'the start of a number': '5001',
  'a first name': 'juan',
  'two names': 'juan lopez',
  'a rare pair': 'ximena quiroz',
  'a phone number': '55 1234 5678',
  'the end of a phone number': '4242',
  'a street': 'reforma',
  'a street and number': 'insurgentes 222',
  'a name and a street': 'maria juarez',
  'one letter': 'a',
  nothing: 'zzzz',
}

const queries: [string, Query][] = [
  ...Object.entries(filters).flatMap(([name, query]): [string, Query][] => [
    [name, { ...usual, ...query, sort: 'serviceNumber', order: 'desc' }],
    [`${name}, all time`, { ...query, sort: 'serviceNumber', order: 'desc' }],
  ]),
  ...sorts.flatMap((sort) =>
    (['asc', 'desc'] as const).flatMap((order): [string, Query][] => [
      [`by ${sort} ${order}`, { ...usual, sort, order }],
      [`by ${sort} ${order}, all time`, { sort, order }],
    ]),
  ),
  ...Object.entries(searches).flatMap(([name, search]): [string, Query][] => [
    [`search ${name}`, { ...usual, search, sort: 'serviceNumber', order: 'desc' }],
    [`search ${name}, all time`, { search, sort: 'serviceNumber', order: 'desc' }],
    [`search ${name}, all time, by customer`, { search, sort: 'customerName' }],
  ]),
  ['search in refunded', { search: 'juan', paymentStatus: 'refunded', sort: 'serviceNumber', order: 'desc' }],
]

try {
  const startedAt = performance.now()
  await fillServices(rumbo, { serviceId, fleetIds, contactId, driverId, vehicleId, closed, open })
  const metrics: Record<string, Metric> = {
    'filled in': recorded((performance.now() - startedAt) / 1000, 's'),
  }
  const wanted = process.argv[3]
  for (const reader of readers) {
    if (wanted !== undefined && wanted !== reader.level) continue
    for (const [name, query] of queries) {
      const path = `/services?${reader.place}&${new URLSearchParams(query as Record<string, string>)}`
      const { p50Ms, p99Ms, total } = await measure(reader, path)
      metrics[`${reader.level}: ${name} (${total.toLocaleString('en')})`] = atMost(p99Ms, 'ms', aimMs)
      if (p99Ms > aimMs) console.log(reader.level, name, query, total, p50Ms, p99Ms)
    }
    const { p99Ms } = await measure(reader, `${countServices.path}?${reader.place}&endedSince=${ago(1)}`)
    metrics[`${reader.level}: status counts`] = atMost(p99Ms, 'ms', countAimMs)
  }
  const refused = await measure({ accessToken: guestToken }, `/services?fleetId=${fleetIds[0]}`, 403)
  metrics['guest: refused'] = atMost(refused.p99Ms, 'ms', aimMs)
  const [row] = await rumbo.query<{ services: number }>(
    'select count(*)::integer as services from services.services',
  )
  metrics.services = exactly(row?.services ?? 0, 'services', closed + open + 1)
  report('services', metrics)
  if (process.env.KEEP) await new Promise(() => console.log(rumbo.maintenanceUrl))
} finally {
  await rumbo.close()
}
