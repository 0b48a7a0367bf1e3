import type { OutputOf } from '@rumbo/contract/endpoint'
import type {
  historyDates,
  historyPositions,
  historyRoute,
  historyStatistics,
} from '@rumbo/contract/telemetry.contract'
import { createTestApp, outcomeOf, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '../../organisation/organisation.factory.ts'
import { buildZone } from '../../places/zones/places.zones.factory.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { openDays, telemetryEndpoints } from '../index.ts'
import { type SaidPosition, storeClosed, storedPositions, storeOpen } from './telemetry.positions.factory.ts'

type Route = OutputOf<typeof historyRoute>
type Positions = OutputOf<typeof historyPositions>
type Dates = OutputOf<typeof historyDates>
type Statistics = OutputOf<typeof historyStatistics>
type Refusal = { code?: string }

const minute = 60_000
const hour = 3_600_000
const day = 86_400_000

/** Smaller than the zone that `buildZone` makes, and within it. */
const rank: [number, number][] = [
  [-99.134, 19.432],
  [-99.132, 19.432],
  [-99.132, 19.434],
  [-99.134, 19.434],
]

let test: TestApp
let now: number
let place: { companyId: string; fleetId: string }
let vehicle: { id: string; no: number }
let call: TestCall
let root: TestCall
let outsider: TestCall

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database }) => telemetryEndpoints({ database, trackerHost: '127.0.0.1' }),
  })
  now = test.clock.now().getTime()
  await openDays(test.database, test.clock.now())
  const people = await test.build(async (tx) => {
    const superAdmin = await buildUser(tx, { level: 'super_admin' })
    const foreign = await buildUser(tx, { level: 'manager' })
    await buildAssignment(tx, { userId: foreign.id, companyId: (await buildCompany(tx)).id })
    return { superAdmin, foreign }
  })
  root = await test.as(people.superAdmin)
  outsider = await test.as(people.foreign)
})
afterAll(() => test.close())

beforeEach(() => settle('America/Mexico_City'))

/** A company with its clocks, a vehicle, and somebody who may watch it. */
async function settle(timeZone: string): Promise<void> {
  const watcher = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx, { timeZone })).id
    place = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
    const user = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: user.id, ...place, role: 'fleet_viewer' })
    return user
  })
  vehicle = await addVehicle()
  call = await test.as(watcher)
}

const addVehicle = () =>
  test.build(async (tx) => {
    const { id } = await buildVehicle(tx, place)
    const [row] = await tx.sql<{ no: number }>(
      'select vehicle_no as no from vehicles.vehicles where id = $1',
      [id],
    )
    return { id, no: row?.no ?? 0 }
  })

/** Eastwards, a position every ten seconds. */
const drive = (from: number, count: number, given: Partial<SaidPosition> = {}): SaidPosition[] =>
  Array.from({ length: count }, (_, index) => ({
    at: from + index * 10_000,
    latitude: 19.4326,
    longitude: -99.1332 + index * 0.001,
    ...given,
  }))
const store = (said: SaidPosition[], where: 'open' | 'closed' | 'late' = 'open') =>
  test.build((tx) => {
    const positions = storedPositions(said)
    if (where === 'closed') return storeClosed(tx, vehicle.no, positions)
    return storeOpen(tx, vehicle.no, positions, where === 'late' ? 'positions_late' : 'positions')
  })

const iso = (ms: number) => new Date(ms).toISOString()
const between = (from: number, to: number) => `from=${iso(from)}&to=${iso(to)}`
const route = async (query: string) =>
  (await call<Route>('GET', `/vehicles/${vehicle.id}/history/route?${query}`)).body
const positions = async (query: string) =>
  (await call<Positions>('GET', `/vehicles/${vehicle.id}/history/positions?${query}`)).body

describe('the route of a day', () => {
  it('begins and ends with the day of the company', async () => {
    const midnight = Date.parse('2026-03-02T06:00:00Z')
    await store([
      ...drive(midnight - 20_000, 2),
      ...drive(midnight, 3),
      ...drive(midnight + day - 10_000, 1),
      ...drive(midnight + day, 1),
    ])
    const { from, to, records, positions: shown, isSimplified } = await route('date=2026-03-02')
    expect([from, to]).toEqual(['2026-03-02T06:00:00.000Z', '2026-03-03T06:00:00.000Z'])
    expect(shown.time).toEqual([midnight, midnight + 10_000, midnight + 20_000, midnight + day - 10_000])
    expect([records, isSimplified]).toEqual([4, false])
    expect(shown).toMatchObject({
      latitude: [19.4326, 19.4326, 19.4326, 19.4326],
      speedKmh: [36, 36, 36, 36],
      ignition: [null, null, null, null],
      fuelPercent: [80, 80, 80, 80],
    })
  })

  it.each([
    ['2025-11-02', 25],
    ['2026-03-08', 23],
    ['2025-12-24', 24],
  ])('%s in New York has %i hours', async (date, hours) => {
    await settle('America/New_York')
    const { from, to } = await route(`date=${date}`)
    expect(Date.parse(to) - Date.parse(from)).toBe(hours * hour)
  })

  it('includes both occurrences of the hour repeated at the end of summer time', async () => {
    await settle('America/New_York')
    const midnight = Date.parse('2025-11-02T04:00:00Z')
    await store(Array.from({ length: 26 }, (_, index) => drive(midnight + index * hour, 1)).flat(), 'closed')
    expect((await route('date=2025-11-02')).positions.time).toHaveLength(25)
  })

  it('never contains suspect positions', async () => {
    await store([...drive(now - hour, 2), ...drive(now - hour + minute, 1, { isValid: false, latitude: 0 })])
    const { positions: shown, records } = await route(between(now - 2 * hour, now))
    expect([records, shown.latitude]).toEqual([2, [19.4326, 19.4326]])
    expect((await positions(between(now - 2 * hour, now))).positions.latitude).toEqual([19.4326, 19.4326])
  })

  it('is simplified to the points a screen can show, and marked as simplified', async () => {
    const said = drive(now - 6 * hour, 2_000).map((one, index) => ({
      ...one,
      latitude: 19.4326 + Math.sin(index / 40) / 100,
      speedKmh: index === 777 ? 131 : 60,
    }))
    await store(said)
    const { positions: shown, records, isSimplified } = await route(`${between(now - day, now)}&points=150`)
    expect([records, isSimplified, shown.time.length]).toEqual([2_000, true, 150])
    expect([shown.time[0], shown.time.at(-1)]).toEqual([said[0]?.at, said.at(-1)?.at])
    expect(Math.max(...shown.speedKmh)).toBe(131)
  })

  it('joins closed hours, open days and late points at the boundary', async () => {
    const boundary = Date.parse('2026-02-27T00:00:00Z')
    await store(drive(boundary - 40_000, 4), 'closed')
    await store(drive(boundary, 2))
    await store(drive(boundary - 35_000, 1), 'late')
    const times = [-40, -35, -30, -20, -10, 0, 10].map((seconds) => boundary + seconds * 1000)
    const query = between(boundary - hour, boundary + hour)
    expect((await route(query)).positions.time).toEqual(times)
    const paged: number[] = []
    let next: string | null = ''
    while (next !== null) {
      const page: Positions = await positions(`${query}&size=2${next && `&cursor=${next}`}`)
      expect(page.positions.time.length).toBeLessThanOrEqual(2)
      paged.push(...page.positions.time)
      next = page.nextCursor
    }
    expect(paged).toEqual(times)
  })

  it('contains its trips and stays, including the current one so far', async () => {
    const began = now - 30 * minute
    await test.build(async (tx) => {
      const owner = `select vehicle_no, id, company_id, fleet_id`
      await tx.sql(
        `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, trip_started_at, trip_distance_metres, trip_max_speed_tenths)
         ${owner}, $2::timestamptz, $3::timestamptz, 15000, 905 from vehicles.vehicles where id = $1`,
        [vehicle.id, new Date(now), new Date(began)],
      )
      await tx.sql(
        `insert into telemetry.trips (vehicle_no, vehicle_id, company_id, fleet_id, id, started_at, start_latitude, start_longitude)
         ${owner}, $2::uuid, $3::timestamptz, 194326000, -991332000 from vehicles.vehicles where id = $1`,
        [vehicle.id, uuid(), new Date(began)],
      )
      await tx.sql(
        `insert into telemetry.stays (vehicle_no, vehicle_id, company_id, fleet_id, id, started_at, ended_at, latitude, longitude, idle_seconds)
         ${owner}, $2::uuid, $3::timestamptz, $4::timestamptz, 194326000, -991332000, 240 from vehicles.vehicles where id = $1`,
        [vehicle.id, uuid(), new Date(began - hour), new Date(began)],
      )
    })
    const { trips, stays } = await route('date=2026-03-02')
    expect(trips).toMatchObject([
      {
        startedAt: iso(began),
        endedAt: null,
        distanceMetres: 15_000,
        maxSpeedKmh: 90.5,
        averageSpeedKmh: 30,
      },
    ])
    expect(stays).toMatchObject([
      { startedAt: iso(began - hour), endedAt: iso(began), latitude: 19.4326, idleSeconds: 240 },
    ])
    expect((await route(between(began - 2 * hour, began - hour))).stays).toEqual([])
  })

  it('names the zone of the fleet in which it stood, for those who may read zones', async () => {
    const owner = 'select vehicle_no, id, company_id, fleet_id'
    await test.build(async (tx) => {
      const other = await buildFleet(tx, { companyId: place.companyId })
      await buildZone(tx, { ...place, name: 'Centro' })
      await buildZone(tx, { ...place, fleetId: other.id, name: 'De otra flotilla', corners: rank })
      for (const [hours, latitude] of [
        [3, 194326000],
        [2, 200000000],
      ])
        await tx.sql(
          `insert into telemetry.stays (vehicle_no, vehicle_id, company_id, fleet_id, id, started_at, ended_at, latitude, longitude, idle_seconds)
           ${owner}, $2::uuid, $3::timestamptz, $4::timestamptz, $5::int4, -991332000, 0 from vehicles.vehicles where id = $1`,
          [
            vehicle.id,
            uuid(),
            new Date(now - (hours ?? 0) * hour),
            new Date(now - (hours ?? 0) * hour + 30 * minute),
            latitude,
          ],
        )
    })
    const zones = async (by: TestCall) => {
      const { body } = await by<Route>('GET', `/vehicles/${vehicle.id}/history/route?date=2026-03-02`)
      return body.stays.map(({ zone }) => zone)
    }
    expect(await zones(call)).toEqual(['Centro', null])
    await test.build((tx) => buildZone(tx, { ...place, name: 'Sitio', corners: rank }))
    expect(await zones(call)).toEqual(['Sitio', null])
    const guest = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'guest' })
      await buildGuestVehicle(tx, { userId: user.id, vehicleId: vehicle.id, ...place })
      return user
    })
    expect(await zones(await test.as(guest))).toEqual([null, null])
  })

  it('sums up the distance in a range that is not a whole day', async () => {
    await store(drive(now - hour, 61))
    const { summary } = await route(between(now - 2 * hour, now))
    expect(summary).toMatchObject({
      records: 61,
      maxSpeedKmh: 36,
      movingSeconds: 600,
      firstAt: iso(now - hour),
    })
    expect(summary.distanceMetres).toBeGreaterThan(6_000)
    expect(summary.distanceMetres).toBeLessThan(6_600)
  })
})

describe('days and statistics', () => {
  const addDay = (date: string, records: number, id = vehicle.id) =>
    test.build((tx) =>
      tx.sql(
        `insert into telemetry.vehicle_days (vehicle_no, day, vehicle_id, company_id, fleet_id, records, distance_metres,
            moving_seconds, idle_seconds, engine_seconds, max_speed_tenths)
         select vehicle_no, $2::date, id, company_id, fleet_id, $3::int, 12000, 900, 60, 960, 805 from vehicles.vehicles where id = $1`,
        [id, date, records],
      ),
    )

  it('lists the days with positions for the date picker, within a range', async () => {
    await addDay('2026-02-01', 300)
    await addDay('2026-02-03', 100)
    await addDay('2026-02-04', 0)
    const dates = async (query = '') =>
      (await call<Dates>('GET', `/vehicles/${vehicle.id}/history/dates${query}`)).body
    const { timeZone, items } = await dates()
    expect(timeZone).toBe('America/Mexico_City')
    expect(items.map(({ date }) => date)).toEqual(['2026-02-01', '2026-02-03'])
    expect(items[0]).toEqual({
      date: '2026-02-01',
      records: 300,
      distanceMetres: 12_000,
      movingSeconds: 900,
      idleSeconds: 60,
      engineSeconds: 960,
      maxSpeedKmh: 80.5,
      firstAt: null,
      lastAt: null,
    })
    expect((await dates('?from=2026-02-02&to=2026-02-28')).items).toHaveLength(1)
    expect((await route('date=2026-02-03')).summary).toMatchObject({ records: 100, distanceMetres: 12_000 })
  })

  it('counts the data in the caller’s scopes and its approximate size, and shows the whole database to super admins', async () => {
    await addDay('2026-02-01', 300)
    const other = await addVehicle()
    await addDay('2026-02-07', 50, other.id)
    const statistics = async (who: TestCall, query = '') =>
      (await who<Statistics>('GET', `/history/statistics${query}`)).body
    expect(await statistics(call)).toEqual({
      firstDate: '2026-02-01',
      lastDate: '2026-02-07',
      records: 350,
      historyBytes: expect.any(Number),
      databaseBytes: null,
      retentionDays: 180,
    })
    const { historyBytes, ...rest } = await statistics(call, `?vehicleId=${other.id}`)
    expect(rest).toMatchObject({ firstDate: '2026-02-07', records: 50 })
    expect(historyBytes).toBeGreaterThanOrEqual(50 * 20)
    expect(historyBytes).toBeLessThan(50 * 200)
    expect(await statistics(outsider)).toMatchObject({ firstDate: null, records: 0 })
    const whole = await statistics(root)
    expect(whole.records).toBeGreaterThanOrEqual(350)
    expect(whole.databaseBytes).toBeGreaterThan(1_000_000)
  })
})

describe('limits and access', () => {
  const outcome = (who: TestCall, path: string, id = vehicle.id) =>
    outcomeOf(who<Refusal>('GET', `/vehicles/${id}/history/${path}`))

  it.each([
    ['route', ''],
    ['route', 'date=2026-03-01&from=2026-03-01T00:00:00Z'],
    ['route', 'from=2026-03-01T00:00:00Z'],
    ['route', 'from=2026-03-02T00:00:00Z&to=2026-03-01T00:00:00Z'],
    ['route', 'from=2026-01-01T00:00:00Z&to=2026-02-02T00:00:00Z'],
    ['route', 'date=9999-12-31'],
    ['positions', ''],
    ['positions', 'from=2025-01-01T00:00:00Z&to=2026-01-01T00:00:00Z'],
  ])('%s?%s is no range', async (what, query) => {
    expect(await outcome(call, `${what}?${query}`)).toBe('history_range')
  })
  it.each([
    'route?date=yesterday',
    'route?date=2026-02-30',
    'route?date=2026-03-01&points=1',
    'route?date=2026-03-01&points=9999999',
    'positions?date=2026-03-01&size=0',
    'positions?date=2026-03-01&cursor=x',
    `positions?date=2026-03-01&cursor=${Buffer.from('1.99999999999999999999').toString('base64url')}`,
    'dates?from=soon',
  ])('%s is no valid question', async (path) => {
    expect(await outcome(call, path)).toBe('validation_failed')
  })

  it('a range of 31 days is accepted', async () => {
    expect(await outcome(call, 'route?from=2026-01-01T00:00:00Z&to=2026-02-01T00:00:00Z')).toBe(200)
  })

  it('a vehicle of another company, or of none, is not found', async () => {
    for (const path of ['route?date=2026-03-01', 'positions?date=2026-03-01', 'dates']) {
      expect(await outcome(outsider, path)).toBe('vehicle_not_found')
      expect(await outcome(root, path, uuid())).toBe('vehicle_not_found')
      expect(await outcome(root, path)).toBe(200)
    }
    expect(await outcomeOf(outsider<Refusal>('GET', `/history/statistics?vehicleId=${vehicle.id}`))).toBe(
      'vehicle_not_found',
    )
  })

  it('a guest sees the history of the assigned vehicle, and cannot export', async () => {
    const other = await addVehicle()
    const guest = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'guest' })
      await buildGuestVehicle(tx, { userId: user.id, ...place, vehicleId: vehicle.id })
      return user
    })
    const as = await test.as(guest)
    await store(drive(now - hour, 3))
    const { body } = await as<Route>(
      'GET',
      `/vehicles/${vehicle.id}/history/route?${between(now - day, now)}`,
    )
    expect(body.records).toBe(3)
    expect(await outcome(as, 'route?date=2026-03-01', other.id)).toBe('vehicle_not_found')
    const order = { body: { date: '2026-03-01', format: 'csv' } }
    expect(await outcomeOf(as<Refusal>('POST', `/vehicles/${vehicle.id}/history/export`, order))).toBe(
      'forbidden',
    )
  })
})
