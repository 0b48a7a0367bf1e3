import type { OutputOf } from '@rumbo/contract/endpoint'
import { readingCatalogue } from '@rumbo/contract/telemetry.readings.catalogue'
import type {
  readingCatalogueList,
  readingHistory,
  vehicleReadings,
} from '@rumbo/contract/telemetry.readings.contract'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { minuteMs } from '@rumbo/contract/time-units'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { findActor } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '../../organisation/organisation.factory.ts'
import type { Actor } from '../../platform/access/access.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { openDays, telemetryEndpoints } from '../index.ts'
import { createReadingCells } from './telemetry.reading-cells.ts'
import { type PackedReading, packLatest, packReadings } from './telemetry.reading-packing.rules.ts'
import { readingsWithin } from './telemetry.readings.actions.ts'

type Latest = OutputOf<typeof vehicleReadings>
type History = OutputOf<typeof readingHistory>

let test: TestApp
let now: number
let place: { companyId: string; fleetId: string }
let people: Record<'admin' | 'viewer' | 'outsider', TestCall>
let viewer: Actor

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database }) => telemetryEndpoints({ database, trackerHost: '127.0.0.1' }),
  })
  now = test.clock.now().getTime()
  await openDays(test.database, test.clock.now())
  const users = await test.build(async (tx) => {
    const { id: companyId } = await buildCompany(tx)
    place = { companyId, fleetId: (await buildFleet(tx, { companyId })).id }
    const admin = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: admin.id, companyId })
    const viewer = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: viewer.id, ...place, role: 'fleet_viewer' })
    const outsider = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: outsider.id, companyId: (await buildCompany(tx)).id })
    return { admin, viewer, outsider }
  })
  viewer = await findActor({ database: test.database, assignments }, users.viewer.id)
  people = {
    admin: await test.as(users.admin),
    viewer: await test.as(users.viewer),
    outsider: await test.as(users.outsider),
  }
})
afterAll(() => test.close())

const reading = (name: string, value: PackedReading['value'], minute = 0, isImplausible = false) => ({
  name: readingOf(name),
  value,
  isImplausible,
  time: now + minute * minuteMs,
})

/** A vehicle with stored readings: each in a row of its own, and the row of the latest. */
async function addVehicle(history: PackedReading[], latest: PackedReading[] = []): Promise<string> {
  return test.build(async (tx) => {
    const { id } = await buildVehicle(tx, place)
    const [row] = await tx.sql<{ no: number }>(
      'select vehicle_no as no from vehicles.vehicles where id = $1',
      [id],
    )
    const no = row?.no ?? 0
    await tx.sql(
      `insert into telemetry.readings (stated_at, vehicle_no, report_hash, readings)
       select to_timestamp(at / 1000), $1, hash, packed from unnest($2::float8[], $3::int4[], $4::bytea[]) as r (at, hash, packed)`,
      [
        no,
        history.map(({ time }) => time),
        history.map((_, at) => at),
        history.map((one) => packReadings([one])),
      ],
    )
    const asOf = Math.max(...latest.map(({ time }) => time))
    if (latest.length > 0)
      await tx.sql('insert into telemetry.latest_readings values ($1, to_timestamp($2::float8 / 1000), $3)', [
        no,
        asOf,
        packLatest(latest, asOf),
      ])
    return id
  })
}
const latestOf = async (call: TestCall, id: string) =>
  (await call<Latest>('GET', `/vehicles/${id}/readings`)).body.items
async function historyOf(call: TestCall, id: string, query: string): Promise<History> {
  const answer = await call<History>('GET', `/vehicles/${id}/readings/history?${query}`)
  expect(answer.status).toBe(200)
  return answer.body
}
const moment = (minute: number) => new Date(now + minute * minuteMs).toISOString()
const span = (from: number, to: number) => `from=${moment(from)}&to=${moment(to)}`

describe('the catalogue', () => {
  it('describes every reading to anybody, in both languages', async () => {
    const { status, body } = await test.call<OutputOf<typeof readingCatalogueList>>(
      'GET',
      '/readings/catalogue',
    )
    expect(status).toBe(200)
    expect(body.items.map(({ name }) => name)).toEqual(readingCatalogue.map(({ pattern }) => pattern))
    expect(body.items.find(({ name }) => name === 'temperature#')).toEqual({
      name: 'temperature#',
      title: { es: 'Temperatura', en: 'Temperature' },
      kind: 'number',
      group: 'sensors',
      unit: '°C',
      range: { min: -100, max: 250 },
      digits: 2,
      protocols: [
        ...['gt06', 'jt808', 'teltonika', 'queclink', 'suntech', 'gps103', 'tk103', 'osmand', 'meitrack'],
      ],
      audience: 'all',
      hasHistory: true,
    })
    expect(body.items.find(({ name }) => name === 'vin')).toMatchObject({ range: null, audience: 'editors' })
    const untitled = body.items.filter(({ title }) =>
      [title.es, title.en].some((text) => text.includes('.name.')),
    )
    expect(untitled).toEqual([])
  })
})

describe('the latest readings', () => {
  it('have unit, key, index and time; one that cannot be true is beside the last value', async () => {
    const id = await addVehicle(
      [],
      [
        reading('temperature2', -18.4, -5),
        reading('temperature2', -3274.5, -1, true),
        reading('door', true, -3),
        reading('wingspan', 12.5, -2),
      ],
    )
    const items = await latestOf(people.admin, id)
    expect(items).toEqual([
      {
        name: 'temperature2',
        key: 'temperatureN',
        index: 2,
        kind: 'number',
        group: 'sensors',
        unit: '°C',
        digits: 2,
        value: -18.4,
        time: moment(-5),
        implausible: { value: -3274.5, time: moment(-1) },
      },
      expect.objectContaining({ name: 'door', kind: 'boolean', value: true, unit: null, implausible: null }),
      expect.objectContaining({ name: 'wingspan', key: null, group: 'other', value: 12.5, time: moment(-2) }),
    ])
  })

  it('are as new as the history, which is ahead after a crash', async () => {
    const id = await addVehicle(
      [reading('temperature1', 6, -1), reading('temperature1', 3, -30)],
      [reading('temperature1', 4, -2), reading('door', false, -2)],
    )
    const items = await latestOf(people.viewer, id)
    expect(items.map(({ name, value, time }) => [name, value, time])).toEqual([
      ['temperature1', 6, moment(-1)],
      ['door', false, moment(-2)],
    ])
  })

  it('are none that are older than the company keeps its history', async () => {
    const days = (count: number) => count * 24 * 60
    const id = await addVehicle(
      [],
      [
        reading('temperature1', 4, -days(181)),
        reading('humidity1', 50, -days(181)),
        reading('humidity1', 300, -1, true),
        reading('door', true, -1),
      ],
    )
    const items = await latestOf(people.admin, id)
    expect(items.map(({ name, value, implausible }) => [name, value, implausible?.value])).toEqual([
      ['humidity1', null, 300],
      ['door', true, undefined],
    ])
  })

  it('are read also where the history is far ahead', async () => {
    const ahead = Array.from({ length: 1_100 }, (_, at) => reading('temperature1', at / 10, at / 600))
    const id = await addVehicle(ahead, [reading('temperature1', -5, -1)])
    expect((await latestOf(people.admin, id)).map(({ value }) => value)).toEqual([109.9])
  })

  it('identifiers are read by those who may edit the vehicle, persons’ cards by no guest', async () => {
    const named = ['temperature1', 'driverUniqueId', 'vin', 'note'] as const
    const id = await addVehicle(
      [],
      named.map((name, at) => reading(name, at === 0 ? 4 : 'A1', -1)),
    )
    const guest = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'guest' })
      await buildGuestVehicle(tx, { userId: user.id, vehicleId: id, ...place })
      return user
    })
    const names = async (call: TestCall) => (await latestOf(call, id)).map(({ name }) => name)
    expect(await names(people.admin)).toEqual(['driverUniqueId', 'temperature1', 'vin', 'note'])
    expect(await names(people.viewer)).toEqual(['driverUniqueId', 'temperature1'])
    expect(await names(await test.as(guest))).toEqual(['temperature1'])
  })

  it.each(['readings', 'readings/history?names=door&date=2026-03-02'])(
    'another company reads none: %s',
    async (path) => {
      const id = await addVehicle([reading('door', true)])
      const { status, body } = await people.outsider<{ code?: string }>('GET', `/vehicles/${id}/${path}`)
      expect([status, body.code]).toEqual([404, 'vehicle_not_found'])
    },
  )
})

describe('the history of readings', () => {
  it('has points of numbers, changes of others, and what cannot be true apart', async () => {
    const id = await addVehicle([
      reading('temperature1', 4, -12),
      reading('temperature1', 5, 2),
      reading('temperature1', -3274.5, 3, true),
      reading('door', true, 4),
      reading('temperature1', 9, 60),
    ])
    const { series } = await historyOf(people.viewer, id, `${span(0, 10)}&names=temperature1,door,vin`)
    expect(series).toMatchObject([
      {
        name: 'temperature1',
        unit: '°C',
        // The first value was stated before the range and holds at its start.
        points: { time: [now, now + 2 * minuteMs], min: [4, 5], max: [4, 5] },
        changes: null,
        implausible: { count: 1, value: [-3274.5] },
      },
      { name: 'door', points: null, changes: { time: [now + 4 * minuteMs], value: [true] } },
      { name: 'vin', points: null, changes: { time: [], value: [] } },
    ])
  })

  it('is read a page after another, so that little of it is in memory at once', async () => {
    const id = await addVehicle(
      Array.from({ length: 1_100 }, (_, at) => reading('temperature1', at, at / 100)),
    )
    const [row] = await test.build((tx) =>
      tx.sql<{ no: number }>('select vehicle_no as no from vehicles.vehicles where id = $1', [id]),
    )
    const values: unknown[] = []
    const sizes: number[] = []
    const range = { fromMs: now, toMs: now + 60 * minuteMs }
    for await (const page of readingsWithin(test.database, viewer, row?.no ?? 0, range)) {
      sizes.push(page.length)
      values.push(...page.map(({ value }) => value))
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500)
    expect(values).toEqual(Array.from({ length: 1_100 }, (_, at) => at))
  })

  it('is joined on the server, and keeps the least and the greatest of what was joined', async () => {
    const values = Array.from({ length: 1_000 }, (_, at) => (at === 700 ? 99 : at === 300 ? -40 : at % 10))
    const id = await addVehicle(values.map((value, at) => reading('temperature1', value, at / 10)))
    const [series] = (await historyOf(people.viewer, id, `${span(0, 100)}&names=temperature1&points=20`))
      .series
    const { time = [], min = [], max = [] } = series?.points ?? {}
    expect([series?.isThinned, time.length]).toEqual([true, 20])
    expect([Math.min(...min), Math.max(...max)]).toEqual([-40, 99])
    expect(time).toEqual([...time].sort((a, b) => a - b))
  })

  it.each([
    ['no name', () => `${span(0, 10)}&names=`],
    [
      'too many names',
      () => `${span(0, 10)}&names=${Array.from({ length: 13 }, (_, at) => `input${at}`).join(',')}`,
    ],
    ['an end before the start', () => `${span(10, 0)}&names=door`],
    ['no range', () => 'names=door'],
  ])('refuses %s', async (_what, query) => {
    const answer = await people.viewer('GET', `/vehicles/${await addVehicle([])}/readings/history?${query()}`)
    expect([400, 422]).toContain(answer.status)
  })
})

it('columns of an export have the last plausible value of each time, while it holds', async () => {
  async function* pages() {
    yield [reading('temperature1', 4, 0), reading('temperature1', -300, 1, true)]
    yield [reading('door', true, 2), reading('troubleCodes', '', 3)]
  }
  const columns = ['temperature1', 'door', 'troubleCodes'].map(readingOf)
  const cells = createReadingCells(columns, 'es', pages())
  expect(cells.headings).toEqual(['Temperatura 1 (°C)', 'Puerta abierta', 'Códigos de falla'])
  const at = (minute: number) => cells.at(now + minute * minuteMs)
  expect([await at(-1), await at(1), await at(3), await at(16)]).toEqual([
    ['', '', ''],
    [4, '', ''],
    [4, 'Sí', 'Ninguno'],
    ['', 'Sí', 'Ninguno'],
  ])
})
