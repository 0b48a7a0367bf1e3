import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { createLink, readTracking, TrackedService } from '@rumbo/contract/services.tracking.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
} from '../testing/services.harness.ts'

type Tracking = OutputOf<typeof readTracking>
type Made = OutputOf<typeof createLink>
type Followed = TrackedService & Omit<Problem, 'status'>

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const make = (service: Service, body: object = {}, call = at.dispatcher) =>
  call<Made & Problem>('POST', `/services/${service.id}/tracking-links`, {
    body: { language: 'es', ...body },
  })
const tokenOf = ({ body }: { body: Made }) => body.url.split('/').at(-1) ?? ''
const linked = async (service: Service) => tokenOf(await make(service))
const follow = (token: string) => test.call<Followed>('GET', `/tracking/${token}`)
const rate = (token: string, body: object) => test.call<Problem>('PUT', `/tracking/${token}/rating`, { body })
const assigned = (): Promise<Service> => at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }])
const started = (): Promise<Service> =>
  at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }], ['confirm-pickup'])

/** The vehicle reports from two blocks away, just now. */
const reportAt = (latitude: number, longitude: number, secondsAgo = 5) =>
  test.build((tx) =>
    tx.sql(
      `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at, latitude, longitude)
       select vehicle_no, id, company_id, fleet_id, $2, $2, $3, $4 from vehicles.vehicles where id = $1
       on conflict (vehicle_no) do update set as_of = $2, last_report_at = $2, latitude = $3, longitude = $4`,
      [
        at.vehicleId,
        new Date(tx.now.getTime() - secondsAgo * 1000),
        Math.round(latitude * 1e7),
        Math.round(longitude * 1e7),
      ],
    ),
  )

it('shows a customer the own service, and nothing that identifies anybody else', async () => {
  const service = await assigned()
  await test.build((tx) =>
    tx.sql('update services.services set driver_name = $2, driver_phone = $3, notes = $4 where id = $1', [
      service.id,
      'Rosa Ibarra Luna',
      '+52 55 9999 8888',
      'a private note',
    ]),
  )
  await reportAt(19.4336, -99.1342)
  const { status, body } = await follow(await linked(service))
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual(
    [
      'arrival closesAt companyName companyPhone dispatchTime driverFirstName language mayRate now pin position promisedAt rating',
      'receipt serviceNumber serviceType status statusSince stops timeZone vehicle',
    ]
      .join(' ')
      .split(' '),
  )
  expect(Object.keys(body.vehicle ?? {}).sort()).toEqual(['color', 'make', 'model', 'number', 'plate'])
  expect(Object.keys(body.stops[0] ?? {}).sort()).toEqual(
    ['address', 'at', 'latitude', 'longitude', 'number', 'status', 'stopType'].sort(),
  )
  expect(body).toMatchObject({
    status: 'vehicle_assigned',
    driverFirstName: 'Rosa',
    vehicle: { number: '118' },
    position: { latitude: 19.4336, longitude: -99.1342 },
    arrival: { stopNumber: 1, isEstimate: true },
    receipt: null,
    mayRate: false,
  })
  const text = JSON.stringify(body)
  for (const secret of ['Ibarra', '9999', 'private', 'Elena', '5512', 'Guerrero', service.id, at.vehicleId])
    expect(text).not.toContain(secret)
})

it('shows what was promised beside what is predicted, also before the vehicle is shown', async () => {
  const service = await assigned()
  const token = await linked(service)
  expect((await follow(token)).body).toMatchObject({ arrival: null, promisedAt: null })
  const [pickup] = service.plannedStops
  const save = (stopId: string | undefined) =>
    test.build((tx) =>
      tx.sql(
        `insert into dispatch.predictions (service_id, company_id, fleet_id, stop_id, vehicle_id, promised_at, has_window,
           arrives_at, is_estimate, cause, predicted_at) values ($1, $2, $3, $4, $5, $6, true, $7, true, 'distance', $8)
         on conflict (service_id) do update set stop_id = excluded.stop_id`,
        [service.id, at.companyId, at.fleetId, stopId, at.vehicleId, at.minutes(10), at.minutes(16), tx.now],
      ),
    )
  await save(pickup?.id)
  expect((await follow(token)).body).toMatchObject({
    arrival: { stopNumber: 1, at: at.minutes(16), isEstimate: true },
    promisedAt: at.minutes(10),
  })
  // A prediction of another stop says nothing about this one.
  await save(service.plannedStops.at(-1)?.id)
  expect((await follow(token)).body).toMatchObject({ arrival: null, promisedAt: null })
})

it('shows the PIN until the service has ended', async () => {
  const created = await at.created({ requiredProofs: ['pin'] })
  const token = await linked(created)
  expect((await follow(token)).body.pin).toMatch(/^\d{4}$/)
  await at.move(at.dispatcher, created, 'cancel', { by: 'client' })
  expect((await follow(token)).body.pin).toBeNull()
})

it('counts a stop as done once the vehicle left it, and passes over cancelled ones', async () => {
  const service = await at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }])
  await reportAt(19.4336, -99.1342)
  const token = await linked(service)
  await test.build((tx) =>
    tx.sql(
      `insert into services.executed_stops (id, service_id, planned_stop_id, fleet_id, arrived, status, operator)
       values ($1, $2, $1, $3, $4, 'executed', 'system')`,
      [service.plannedStops[0]?.id, service.id, at.fleetId, test.clock.now()],
    ),
  )
  const there = (await follow(token)).body
  expect([there.stops[0]?.status, there.arrival?.stopNumber]).toEqual(['pending', 1])
  const running = await at.move(at.dispatcher, service, 'confirm-pickup')
  await at.dispatcher('POST', `/services/${service.id}/stops/${service.plannedStops[1]?.id}/cancel`, {
    body: { version: running.body.version },
  })
  test.clock.advance(20)
  const gone = (await follow(token)).body
  expect(gone.stops.map(({ status }) => status)).toEqual(['executed', 'cancelled_by_central', 'pending'])
  expect(gone.arrival?.stopNumber).toBe(3)
})

it('answers guessed, malformed, revoked and expired links alike', async () => {
  const service = await started()
  const revoked = await make(service)
  const kept = await linked(service)
  await at.dispatcher('DELETE', `/services/${service.id}/tracking-links/${revoked.body.link.id}`)
  await at.move(at.dispatcher, service, 'complete')
  expect((await follow(kept)).body.closesAt).not.toBeNull()
  test.clock.advance(3_600)
  const answers = await Promise.all(
    ['A'.repeat(24), 'x', kept, tokenOf(revoked)].map((token) => follow(token)),
  )
  const bare = answers.map(({ status, body: { requestId: _id, ...body }, headers }) => ({
    status,
    body,
    robots: headers['x-robots-tag'],
    referrer: headers['referrer-policy'],
    cache: headers['cache-control'],
  }))
  expect(bare[0]).toMatchObject({
    status: 404,
    body: { code: 'not_found' },
    robots: 'noindex, nofollow',
    referrer: 'no-referrer',
    cache: 'no-store',
  })
  for (const answer of bare) expect(answer).toEqual(bare[0])
  for (const token of [kept, tokenOf(revoked), 'x']) {
    expect((await rate(token, { stars: 5 })).status).toBe(404)
    expect((await test.call('GET', `/tracking/${token}/basemap`)).status).toBe(404)
  }
})

it('keeps neither token nor address, in no table and no audit entry', async () => {
  const service = await started()
  const token = await linked(service)
  expect(Buffer.from(token, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  const { rows } = await test.superuser.query<{ text: string }>(
    `select to_jsonb(l)::text as text from services.tracking_links l
     union all select to_jsonb(a)::text from platform.audit_entries a
     union all select to_jsonb(k)::text from platform.idempotency_keys k`,
  )
  for (const { text } of rows) expect(text).not.toContain(token)
  expect(rows.some(({ text }) => text.includes('service.link_made'))).toBe(true)
})

it('does not show a booked vehicle before its time is near, nor where it was ten minutes ago', async () => {
  const later = await at.created({ dispatchTime: at.minutes(180) })
  const sent = (await at.move(at.dispatcher, later, 'dispatch')).body
  const token = await linked((await at.move(at.dispatcher, sent, 'assign', { vehicleId: at.vehicleId })).body)
  await reportAt(19.4336, -99.1342)
  expect((await follow(token)).body).toMatchObject({
    position: null,
    arrival: null,
    vehicle: { number: '118' },
  })
  test.clock.advance(125 * 60)
  await reportAt(19.4336, -99.1342)
  expect((await follow(token)).body.position).not.toBeNull()
  test.clock.advance(11 * 60)
  expect((await follow(token)).body).toMatchObject({ position: null, arrival: null })
})

it('ends the vehicle’s trail with the service: the next customer’s ride stays invisible', async () => {
  const first = await started()
  const token = await linked(first)
  await reportAt(19.43, -99.14)
  expect((await follow(token)).body).toMatchObject({ status: 'in_progress', arrival: { stopNumber: 2 } })
  await at.move(at.dispatcher, first, 'complete', { finalCost: '98.50', reason: 'Descuento' })
  await started()
  await reportAt(19.5, -99.2)
  const { body } = await follow(token)
  expect(body).toMatchObject({
    status: 'completed',
    position: null,
    arrival: null,
    receipt: {
      finalCost: '98.50',
      lines: [
        { kind: 'agreed', amount: '120.50' },
        { kind: 'adjustment', label: null, amount: '-22.00' },
      ],
      currency: 'MXN',
      paymentMethod: 'cash',
      paymentStatus: 'pending',
    },
    mayRate: true,
  })
  expect(JSON.stringify(body)).not.toContain('19.5')
  expect(JSON.stringify(body)).not.toContain('Descuento')
})

it('takes one rating, which the customer may change until the link closes', async () => {
  const service = await started()
  const token = await linked(service)
  expect((await rate(token, { stars: 5 })).body.code).toBe('service_wrong_state')
  await at.move(at.dispatcher, service, 'complete')
  for (const bad of [{ stars: 0 }, { stars: 6 }, { stars: 4.5 }, { stars: 5, comment: 'x'.repeat(501) }, {}])
    expect((await rate(token, bad)).status).toBe(422)
  expect((await rate(token, { stars: 3, comment: '  Llegó tarde  ' })).status).toBe(200)
  const two = await Promise.all([rate(token, { stars: 4 }), rate(token, { stars: 4 })])
  expect(two.map(({ status }) => status)).toEqual([200, 200])
  expect((await follow(token)).body.rating).toMatchObject({ stars: 4, comment: null })
  const read = await at.viewer<Tracking>('GET', `/services/${service.id}/tracking`)
  expect(read.body).toMatchObject({ links: [], rating: { stars: 4 } })
})

it('keeps five links at most, by those who may dispatch, in the customer’s language', async () => {
  const service = await at.created()
  const urls: string[] = []
  for (let count = 0; count < 6; count += 1) {
    urls.push(await linked(service))
    test.clock.advance(1)
  }
  expect((await follow(urls[0] ?? '')).status).toBe(404)
  expect((await follow(urls[1] ?? '')).status).toBe(200)
  await make(service, { language: 'en' })
  const { body } = await at.dispatcher<Tracking>('GET', `/services/${service.id}/tracking`)
  expect(body.language).toBe('en')
  expect(body.links.map(({ status }) => status)).toEqual([
    ...Array(5).fill('open'),
    ...Array(2).fill('revoked'),
  ])
  expect(body.links.filter(({ openedAt }) => openedAt !== null)).toHaveLength(1)
  expect((await make(service, {}, at.viewer)).status).toBe(403)
  expect((await make(service, {}, at.outsider)).status).toBe(404)
  expect((await make(service, {}, at.driver)).status).toBe(403)
  const other = await at.created()
  const foreign = `/services/${other.id}/tracking-links/${body.links[0]?.id}`
  expect((await at.dispatcher('DELETE', foreign)).status).toBe(404)
  expect((await at.outsider('GET', `/services/${service.id}/tracking`)).status).toBe(404)
})

it('mails a link in its language, and says that text messages are not configured', async () => {
  const service = await at.created()
  const sent = await make(service, { language: 'en', email: 'elena@example.com' })
  expect(sent.status).toBe(201)
  const { rows } = await test.superuser.query<{ subject: string; body: string }>(
    `select subject, body from platform.deliveries where kind = 'tracking' and recipient = 'elena@example.com'`,
  )
  expect(rows[0]?.subject).toContain(`follow your service ${service.serviceNumber}`)
  expect(rows[0]?.body).toContain(sent.body.url)
  const refused = await make(service, { phone: '+52 55 5512 3456' })
  expect(refused.body.code).toBe('channel_not_configured')
})

it('closes with a deleted service', async () => {
  const service = await at.created()
  const token = await linked(service)
  await at.dispatcher('DELETE', `/services/${service.id}`)
  expect((await follow(token)).status).toBe(404)
})

it('limits the calls of one address alike for every link', async () => {
  const limited = await createServicesApp(undefined, { rateLimits: true })
  try {
    const statuses = new Set<number>()
    for (let count = 0; count < 125; count += 1) {
      const { status } = await limited.call('PUT', '/tracking/nothing/rating', { body: { stars: 5 } })
      statuses.add(status)
    }
    expect([...statuses]).toEqual([404, 429])
  } finally {
    await limited.close()
  }
})
