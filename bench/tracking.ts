import { setTimeout as pause } from 'node:timers/promises'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { newLinkToken } from '@rumbo/server/platform/link-tokens'
import { buildService } from '@rumbo/server/services/services.factory'
import { buildLink } from '@rumbo/server/services/tracking/services.tracking.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { percentile } from './harness/calls.ts'
import { atMost, exactly, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'

// 200 phones follow 200 running services. Each asks every second, five times as often as the page does, from an address
// of its own, so that the limit of calls does not answer for the server.
const phones = 200
const seconds = 30
const guesses = 300

const tokens: string[] = []

async function fill(tx: Transaction): Promise<void> {
  const { id: companyId } = await buildCompany(tx)
  const { id: fleetId } = await buildFleet(tx, { companyId })
  const contact = await buildContact(tx, { companyId })
  for (let at = 0; at < phones; at += 1) {
    const vehicle = await buildVehicle(tx, { companyId, fleetId, causes: [] })
    const { id } = await buildService(tx, { companyId, fleetId, requesterContactId: contact.id })
    await tx.sql(
      `update services.services set status = 'in_progress', assigned_vehicle_id = $2, assigned_vehicle_number = $3,
         driver_name = 'Rosa Ibarra' where id = $1`,
      [id, vehicle.id, String(at)],
    )
    const token = newLinkToken()
    await buildLink(tx, { companyId, fleetId, serviceId: id, contactId: contact.id, token })
    tokens.push(token)
  }
  await tx.sql(
    `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at, latitude, longitude)
     select vehicle_no, id, company_id, fleet_id, $1, $1, 194326000, -991332000 from vehicles.vehicles`,
    [tx.now],
  )
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_TRUSTED_PROXIES: '127.0.0.1' } })
const refused = { positions: 0, statuses: 0 }

/** Milliseconds of one call until its body is read. */
async function follow(token: string, address: string, expected: number): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${rumbo.httpPort}/v1/tracking/${token}`, {
    headers: { 'x-forwarded-for': address },
  })
  const body = (await response.json()) as { position?: unknown; arrival?: unknown }
  const ms = performance.now() - startedAt
  if (response.status !== expected) refused.statuses += 1
  else if (expected === 200 && !(body.position && body.arrival)) refused.positions += 1
  return ms
}

const times: number[] = []
async function phone(token: string, at: number): Promise<void> {
  const address = `10.0.${Math.floor(at / 250)}.${(at % 250) + 1}`
  // Spread over the second, as phones are.
  await pause((1000 * at) / phones)
  for (let second = 0; second < seconds; second += 1) {
    const ms = await follow(token, address, 200)
    // The first calls note that a link was opened.
    if (second > 1) times.push(ms)
    await pause(Math.max(0, 1000 - ms))
  }
}
await Promise.all(tokens.map(phone))

// A guessed and a revoked link take equally long.
await rumbo.query(
  'update services.tracking_links set revoked_at = now() where token_hash in (select token_hash from services.tracking_links limit 100)',
)
const revokedTokens: string[] = []
for (const token of tokens) {
  const response = await fetch(`http://127.0.0.1:${rumbo.httpPort}/v1/tracking/${token}`, {
    headers: { 'x-forwarded-for': '10.1.0.1' },
  })
  await response.arrayBuffer()
  if (response.status === 404) revokedTokens.push(token)
}
const guessed: number[] = []
const revoked: number[] = []
for (let at = 0; at < guesses; at += 1) {
  guessed.push(await follow(newLinkToken(), '10.1.0.2', 404))
  revoked.push(await follow(revokedTokens[at % revokedTokens.length] as string, '10.1.0.3', 404))
}
await rumbo.close()

report('tracking', {
  'answers, p50': recorded(percentile(times, 0.5), 'ms'),
  'answers, p99': atMost(percentile(times, 0.99), 'ms', 100),
  'answers a second': recorded(times.length / (seconds - 2), 'answers'),
  'answers with another status': exactly(refused.statuses, 'answers', 0),
  'answers without position or arrival': exactly(refused.positions, 'answers', 0),
  'guessed link, p50': recorded(percentile(guessed, 0.5), 'ms'),
  'revoked link, p50': recorded(percentile(revoked, 0.5), 'ms'),
  'difference of the two': atMost(Math.abs(percentile(guessed, 0.5) - percentile(revoked, 0.5)), 'ms', 1),
})
