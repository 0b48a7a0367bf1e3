import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { listEvents } from '@rumbo/contract/events.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import pg from 'pg'
import { atLeast, atMost, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

/*
 * The list of events of a company with 1,000,000 events of 1,000 vehicles in 20 fleets of different size, over HTTP for
 * each level under row-level security: every filter alone, some together, and every order. A call includes the total.
 */
const amount = Number(process.argv[2] ?? 1_000_000)
const vehicles = 1000
const fleets = 20
const calls = 100
const secret = 'a secret that serves this measurement only'
const aimMs = 50

interface Reader {
  level: string
  accessToken: string
  /** What the fleet selector of this person asks for. */
  place: string
}
const readers: Reader[] = []
const vehicleIds: string[] = []

async function fill(tx: Transaction): Promise<void> {
  const { id: companyId } = await buildCompany(tx)
  const fleetIds: string[] = []
  for (let index = 0; index < fleets; index += 1) fleetIds.push((await buildFleet(tx, { companyId })).id)
  for (let index = 0; index < vehicles; index += 1) {
    const fleetId = fleetIds[Math.floor(fleets * (index / vehicles) ** 2)] ?? ''
    vehicleIds.push((await buildVehicle(tx, { companyId, fleetId, causes: [] })).id)
  }
  const [first = ''] = fleetIds
  const reader = async (level: string, place: string, user: { id: string }) => {
    readers.push({ level, place, accessToken: (await buildSession(tx, user, secret)).accessToken })
    return user
  }
  const whole = `companyId=${companyId}`
  await reader('super admin', whole, await buildUser(tx, { level: 'super_admin' }))
  const admin = await reader('admin', whole, await buildUser(tx, { level: 'admin' }))
  await buildAssignment(tx, { userId: admin.id, companyId, role: 'company_owner' })
  const manager = await reader('manager', whole, await buildUser(tx, { level: 'manager' }))
  for (const [index, fleetId] of fleetIds.slice(10).entries())
    await buildAssignment(tx, {
      ...{ userId: manager.id, companyId, fleetId },
      ...{ role: 'fleet_manager', isPrimary: index === 0 },
    })
  const user = await reader('user', `fleetId=${first}`, await buildUser(tx))
  await buildAssignment(tx, { userId: user.id, companyId, fleetId: first, role: 'dispatcher' })
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })

/** One statement without triggers: a million single inserts would take too long. */
async function fillEvents(): Promise<void> {
  const client = new pg.Client({ connectionString: rumbo.maintenanceUrl })
  await client.connect()
  try {
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`)
    await client.query(
      `insert into events.events (id, company_id, fleet_id, vehicle_id, type, category, severity, status, source, kind,
         is_alarm, occurred_at, last_occurred_at, occurrences, latitude, longitude, is_late, note, created_at, updated_at)
       select gen_random_uuid(), v.company_id, v.fleet_id, v.id, k.type, k.category, k.severity,
         case when n <= $1::integer / 500 then (array['active', 'active', 'acknowledged'])[1 + n % 3]
           when r.status < 0.7 then 'resolved' when r.status < 0.999 then 'dismissed' else 'acknowledged' end,
         'device', k.kind, k.severity > 0, t.at, case when r.again < 0.2 then t.at + r.again * interval '5 days' else t.at end,
         case when r.again < 0.2 then 2 + floor(20 * r.again)::integer else 1 end, 19.43, -99.13, false,
         case when r.status < 0.05 then 'Revisado con el conductor' end, t.at, t.at
       from generate_series(1, $1::integer) n,
         lateral (select random() as status, random() as again, random() as kind where n > 0) r,
         lateral (select now() - n * interval '1 minute' as at) t,
         lateral (select * from (values (0.45, 'speeding', 'driver', 1, 'overspeed'), (0.65, 'harsh_braking', 'driver', 0, 'harsh_braking'),
           (0.8, 'harsh_acceleration', 'driver', 0, 'harsh_acceleration'), (0.9, 'gps_alarm', 'security', 1, 'vibration'),
           (0.96, 'low_battery', 'vehicle', 1, 'low_battery'), (0.99, 'gps_alarm', 'security', 2, 'power_cut'),
           (0.9995, 'engine_fault', 'vehicle', 1, 'fault'), (0.9999, 'emergency_declared', 'security', 2, 'sos'),
           (1, 'crash_detected', 'security', 2, 'crash')) as k(upto, type, category, severity, kind)
           where r.kind <= k.upto order by k.upto limit 1) k,
         vehicles.vehicles v
       where v.id = ($2::uuid[])[1 + (n::bigint * 7919 % $3::integer)::integer]
       -- A vehicle has one open event of a kind.
       on conflict do nothing`,
      [amount, vehicleIds, vehicles],
    )
    await client.query('vacuum analyze events.events')
  } finally {
    await client.end()
  }
}

interface Measured {
  p50Ms: number
  p99Ms: number
  total: number
}
async function measure({ accessToken }: Reader, path: string): Promise<Measured> {
  const times: number[] = []
  let total = 0
  for (let call = -3; call < calls; call += 1) {
    const startedAt = performance.now()
    const response = await fetch(`http://127.0.0.1:${rumbo.httpPort}/v1${path}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const body = (await response.json()) as { total?: number }
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}.`)
    if (call >= 0) times.push(performance.now() - startedAt)
    total = body.total ?? 0
  }
  times.sort((a, b) => a - b)
  // By nearest rank: of 100 calls, the second slowest is p99.
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), total }
}

const ago = (days: number) => new Date(Date.now() - days * dayMs).toISOString()
type Query = Partial<Record<keyof ParsedOf<typeof listEvents>['query'], string>>
const latest: Query = { sort: 'lastOccurredAt', order: 'desc' }
const half = amount / 1440 / 2
const filters: Record<string, Query> = {
  'no filter': {},
  'a frequent type': { type: 'speeding' },
  'a rare type': { type: 'crash_detected' },
  'no such type': { type: 'maintenance_due' },
  'a category': { category: 'vehicle' },
  'a severity': { severity: 'critical' },
  active: { status: 'active' },
  dismissed: { status: 'dismissed' },
  'a vehicle': { vehicleId: vehicleIds[500] ?? '' },
  'the last week': { from: ago(7) },
  'a week long ago': { from: ago(half + 7), to: ago(half) },
  'until long ago': { to: ago(half) },
  'four filters': { type: 'gps_alarm', category: 'security', severity: 'critical', status: 'dismissed' },
  'four filters and a month': {
    ...{ type: 'gps_alarm', category: 'security', severity: 'critical', status: 'dismissed' },
    ...{ from: ago(half + 30), to: ago(half) },
  },
  'a severity and a week long ago': { severity: 'warning', from: ago(half + 7), to: ago(half) },
  'a vehicle and a type': { vehicleId: vehicleIds[500] ?? '', type: 'speeding' },
}
const sorts = ['lastOccurredAt', 'severity', 'status', 'type', 'vehicleNumber'] as const
const queries: [string, Query][] = [
  ...Object.entries(filters).map(([name, query]): [string, Query] => [name, { ...latest, ...query }]),
  ...sorts.flatMap((sort) =>
    (['asc', 'desc'] as const).flatMap((order): [string, Query][] => [
      [`by ${sort} ${order}`, { sort, order }],
      [`dismissed, by ${sort} ${order}`, { status: 'dismissed', sort, order }],
    ]),
  ),
]
/** Their words are looked for in every event of the place: measured, without an aim. */
const searches: Record<string, string> = { 'a note': 'conductor', nothing: 'zzzz' }

try {
  const startedAt = performance.now()
  await fillEvents()
  const metrics: Record<string, Metric> = {
    'filled in': recorded((performance.now() - startedAt) / 1000, 's'),
  }
  const wanted = process.argv[3]
  const pathOf = ({ place }: Reader, query: Query) =>
    `/events?${place}&${new URLSearchParams(query as Record<string, string>)}`
  for (const reader of readers) {
    if (wanted !== undefined && wanted !== reader.level) continue
    for (const [name, query] of queries) {
      const { p50Ms, p99Ms, total } = await measure(reader, pathOf(reader, query))
      metrics[`${reader.level}: ${name} (${total.toLocaleString('en')})`] = atMost(p99Ms, 'ms', aimMs)
      if (p99Ms > aimMs) console.log(reader.level, name, query, total, p50Ms, p99Ms)
    }
  }
  const [last] = readers.slice(-1)
  for (const [name, search] of Object.entries(searches))
    if (last) {
      const { p99Ms } = await measure(last, pathOf(last, { ...latest, search, from: ago(7) }))
      metrics[`${last.level}: search ${name}, the last week`] = recorded(p99Ms, 'ms')
    }
  const [row] = await rumbo.query<{ events: number }>('select count(*)::integer as events from events.events')
  // Generated ones that would be a second open event of a vehicle's kind are left out.
  metrics.events = atLeast(row?.events ?? 0, 'events', 0.999 * amount)
  report('events', metrics)
} finally {
  await rumbo.close()
}
