import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildService } from '@rumbo/server/services/services.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// Services of a company with 200,000 of them, nearly all ended, over HTTP as a dispatcher under row-level security.
const services = 200_000
const waiting = 300
const calls = 100
const secret = 'a secret that serves this measurement only'

let accessToken = ''
let fleetId = ''

/** One service every three minutes back from now; three of four are in the dispatcher's fleet. */
async function fill(tx: Transaction): Promise<void> {
  const { id: companyId } = await buildCompany(tx)
  fleetId = (await buildFleet(tx, { companyId })).id
  const { id: otherId } = await buildFleet(tx, { companyId })
  const { id: vehicleId } = await buildVehicle(tx, { companyId, fleetId })
  const { id: requesterContactId } = await buildContact(tx, { companyId })
  const { id } = await buildService(tx, { companyId, fleetId, requesterContactId })
  await tx.sql(
    `insert into services.services (id, company_id, fleet_id, service_number, service_type, priority_level,
       customer_name, customer_phone, requester_contact_id, dispatch_time, status, status_since, ended_at, currency,
       payment_method, payment_status, assigned_vehicle_id, created_at, updated_at)
     select gen_random_uuid(), company_id, case when n % 4 = 0 then $2::uuid else fleet_id end, 1000000 - n,
       service_type, n % 4, 'Cliente ' || n * 7919 % 20011, '+52 55 ' || 10000000 + n * 7919 % 9000000,
       requester_contact_id, at, case when n <= $4 then 'on_dispatch' when n % 10 = 0 then 'cancelled_by_client'
       else 'completed' end, at, case when n > $4 then at + interval '30 minutes' end, currency, payment_method,
       payment_status, $3::uuid, at, at
     from services.services, generate_series(1, $5::integer) n, lateral (select dispatch_time - n * interval '3 minutes' as at)
     where id = $1`,
    [id, otherId, vehicleId, waiting, services],
  )
  await tx.sql(
    `insert into services.planned_stops (id, service_id, fleet_id, sequence, stop_type, address, latitude, longitude)
     select gen_random_uuid(), s.id, s.fleet_id, 0, 'pickup', 'Reforma 222', 19.43, -99.16 from services.services s
     where s.id <> $1`,
    [id],
  )
  const user = await buildUser(tx)
  await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'dispatcher' })
  accessToken = (await buildSession(tx, user, secret)).accessToken
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret } })

async function measure(path: string): Promise<{ p50Ms: number; p99Ms: number; found: number | undefined }> {
  const times: number[] = []
  let found: number | undefined
  for (let call = -10; call < calls; call += 1) {
    const startedAt = performance.now()
    const response = await fetch(`http://127.0.0.1:${rumbo.httpPort}/v1${path}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const body = (await response.json()) as { total?: number }
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}.`)
    if (call >= 0) times.push(performance.now() - startedAt)
    found = body.total
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { p50Ms: at(0.5), p99Ms: at(0.99), found }
}

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
try {
  await rumbo.query('vacuum analyze services.services, services.planned_stops')
  const metrics: Record<string, Metric> = {}
  const list = `/services?fleetId=${fleetId}&order=desc`
  for (const [name, path, aimMs] of [
    ['the last week by number', `${list}&sort=serviceNumber&from=${ago(7)}`, 20],
    ['all by number', `${list}&sort=serviceNumber`, 150],
    ['all by dispatch time', `${list}&sort=dispatchTime`, 150],
    ['search in the last week', `${list}&sort=serviceNumber&search=4242&from=${ago(7)}`, 20],
    ['search in all', `${list}&sort=serviceNumber&search=4242`, 150],
    ['waiting by risk', `/services?fleetId=${fleetId}&status=on_dispatch&sort=risk&size=100`, 30],
    ['status counts', `/services-counts?fleetId=${fleetId}&endedSince=${ago(1)}`, 10],
    ['dispatch queue', `/dispatch/queue?fleetId=${fleetId}`, 10],
    ['needs', `/dispatch/needs?fleetId=${fleetId}`, 30],
  ] as const) {
    const { p50Ms, p99Ms, found } = await measure(path)
    if (name === 'all by number')
      metrics['services within reach'] = exactly(found ?? 0, 'services', services * 0.75 + 1)
    metrics[`${name}, p50${found === undefined ? '' : ` (${found.toLocaleString('en')} found)`}`] = atMost(
      p50Ms,
      'ms',
      aimMs,
    )
    metrics[`${name}, p99`] = recorded(p99Ms, 'ms')
  }
  report('services-list', metrics)
} finally {
  await rumbo.close()
}
