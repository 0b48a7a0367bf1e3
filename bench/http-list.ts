import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { copyVehicle, identifiersOf } from './harness/fleet.ts'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// Vehicle lists of a company with 100,000 vehicles, over HTTP, as a user who may read all fleets and is no super admin.
const vehicles = 100_000
const fleets = 20
const calls = 300
const secret = 'a secret that serves this measurement only'

let accessToken = ''
let fleetId = ''

async function fill(tx: Transaction): Promise<void> {
  const { id: companyId } = await buildCompany(tx)
  const fleetIds: string[] = []
  for (let at = 0; at < fleets; at += 1) fleetIds.push((await buildFleet(tx, { companyId })).id)
  fleetId = fleetIds[0] as string
  const { id } = await buildVehicle(tx, { companyId, fleetId })
  await copyVehicle(
    tx,
    id,
    identifiersOf(vehicles - 1).map((imei, index) => ({
      imei,
      index,
      fleetId: fleetIds[index % fleets] as string,
      status: index % 50 === 0 ? 'alarmed' : index % 3 === 0 ? 'in_service' : 'active',
    })),
  )
  await tx.sql(
    `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at, latitude,
       longitude, speed_tenths)
     select vehicle_no, id, company_id, fleet_id, $1, $1, 194326000, -991332000, 360 from vehicles.vehicles`,
    [tx.now],
  )
  const user = await buildUser(tx)
  await buildAssignment(tx, { userId: user.id, companyId })
  accessToken = (await buildSession(tx, user, secret)).accessToken
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })

/** Milliseconds of each call until its body is read, and the total of vehicles the last call reported. */
async function measure(query: string): Promise<{ p50Ms: number; p99Ms: number; found: number }> {
  const url = `http://127.0.0.1:${rumbo.httpPort}/v1/vehicles?${query}`
  const times: number[] = []
  let found = 0
  for (let call = -30; call < calls; call += 1) {
    const startedAt = performance.now()
    const response = await fetch(url, { headers: { authorization: `Bearer ${accessToken}` } })
    const body = (await response.json()) as { total: number }
    if (response.status !== 200) throw new Error(`${query} was answered ${response.status}.`)
    if (call >= 0) times.push(performance.now() - startedAt)
    found = body.total
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), found }
}

try {
  await rumbo.query('vacuum analyze vehicles.vehicles, telemetry.vehicle_state')
  const metrics: Record<string, Metric> = {}
  for (const [name, query] of [
    ['first page', 'size=50'],
    ['page 100', 'size=50&page=100'],
    ['one fleet', `size=50&fleetId=${fleetId}`],
    ['by plate', 'size=50&sort=plateNumber'],
    ['status alarmed', 'size=50&status=alarmed'],
    ['search for one', 'size=50&search=t-77777'],
    ['search for a make', 'size=50&search=nissan'],
  ] as const) {
    const { p50Ms, p99Ms, found } = await measure(query)
    if (name === 'first page') metrics['vehicles within reach'] = exactly(found, 'vehicles', vehicles)
    metrics[`${name}, p50 (${found.toLocaleString('en')} found)`] = recorded(p50Ms, 'ms')
    metrics[`${name}, p99`] = atMost(p99Ms, 'ms', 30)
  }
  report('http-list', metrics)
} finally {
  await rumbo.close()
}
