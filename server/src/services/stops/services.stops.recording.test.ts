import type { Service } from '@rumbo/contract/services.contract'
import type { ServiceChange } from '@rumbo/contract/services.stops.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storedPositions, storeOpen } from '../../telemetry/history/telemetry.positions.factory.ts'
import { openDays } from '../../telemetry/index.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../testing/services.harness.ts'
import { createStopRecorder } from './services.stops.recording.ts'

let test: TestApp
let at: ServicesHarness
let vehicleNo: number
/** When the vehicle got the service. */
let start: number
let hash = 0n

/** Slightly more than a metre, so that a place 100 m away is outside of the radius. */
const metre = 1 / 110_000
const north = (metres: number) => ({ latitude: 19.4 + metres * metre, longitude: -99.13 })

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
  await openDays(test.database, test.clock.now())
  start = test.clock.now().getTime()
  const [row] = await test.build((tx) =>
    tx.sql<{ vehicle_no: number }>('select vehicle_no from vehicles.vehicles where id = $1', [at.vehicleId]),
  )
  vehicleNo = row?.vehicle_no ?? 0
})

/** Stores that the vehicle was so many metres north after so many seconds, and moves the clock there. */
async function reports(said: readonly (readonly [seconds: number, metres: number])[]): Promise<void> {
  const positions = storedPositions(
    said.map(([seconds, metres]) => ({ at: start + seconds * 1000, speedKmh: 0, ...north(metres) })),
  )
  for (const index of positions.reportHash.keys()) positions.reportHash[index] = hash += 1n
  const newest = new Date(Math.max(...positions.fixTime))
  await test.build(async (tx) => {
    await storeOpen(tx, vehicleNo, positions)
    await tx.sql(
      `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at)
       values ($1, $2, $3, $4, $5, $5)
       on conflict (vehicle_no) do update set as_of = greatest(vehicle_state.as_of, excluded.as_of)`,
      [vehicleNo, at.vehicleId, at.companyId, at.fleetId, newest],
    )
  })
  const ahead = (newest.getTime() - test.clock.now().getTime()) / 1000
  if (ahead > 0) test.clock.advance(ahead)
}
/** From one place to another at 10 m/s, then standing there for 60 s, with a report every 10 s. */
const trip = (from: number, to: number, seconds: number) => [
  ...Array.from(
    { length: Math.abs(to - from) / 100 },
    (_, index) => [seconds + index * 10, from + Math.sign(to - from) * index * 100] as const,
  ),
  ...Array.from({ length: 7 }, (_, index) => [seconds + Math.abs(to - from) / 10 + index * 10, to] as const),
]
const plannedStops = [
  stop('pickup', 'Zócalo', north(1_000)),
  stop('checkpoint', 'Alameda', north(3_000)),
  stop('drop', 'Ángel', north(5_000)),
]
async function assigned(): Promise<Service> {
  const service = await at.created({ plannedStops })
  const waiting = await at.move(at.dispatcher, service, 'dispatch')
  return (await at.move(at.dispatcher, waiting.body, 'assign', { vehicleId: at.vehicleId })).body
}
const read = async ({ id }: Service) => (await at.dispatcher<Service>('GET', `/services/${id}`)).body
const visits = async (service: Service) =>
  (await read(service)).executedStops.map(({ address, arrived, departed, operator }) =>
    [address, ...[arrived, departed].map((time) => time && (Date.parse(time) - start) / 1000), operator].join(
      ' ',
    ),
  )
const recorder = () => createStopRecorder(test.database)

describe('arrivals and departures', () => {
  it('are recorded as the vehicle reports, also at the pickup before it is confirmed', async () => {
    const pass = recorder()
    const service = await assigned()
    await reports(trip(0, 1_000, 0))
    await pass()
    expect(await visits(service)).toEqual(['Zócalo 100  system'])
    const running = await at.move(at.dispatcher, await read(service), 'confirm-pickup')
    expect(running.status).toBe(200)
    await reports(trip(1_000, 3_000, 170))
    await pass()
    expect(await visits(service)).toEqual(['Zócalo 100 170 system', 'Alameda 370  system'])
    await reports(trip(3_000, 5_000, 440))
    await pass()
    const done = await at.move(at.dispatcher, await read(service), 'complete')
    expect(await visits(service)).toEqual([
      'Zócalo 100 170 system',
      'Alameda 370 440 system',
      'Ángel 640 700 system',
    ])
    const [, checkpoint, drop] = done.body.executedStops
    for (const { distanceAtStop } of [checkpoint, drop] as Service['executedStops'])
      expect(Math.abs((distanceAtStop ?? 0) - 2_000)).toBeLessThan(200)
  })
  it('of positions that nobody processed yet are read when the service is completed', async () => {
    const service = await assigned()
    await reports(trip(0, 1_000, 0))
    const running = await at.move(at.dispatcher, service, 'confirm-pickup')
    await reports([...trip(1_000, 3_000, 170), ...trip(3_000, 5_000, 440)])
    await at.move(at.dispatcher, running.body, 'complete')
    expect((await visits(service)).slice(1)).toEqual(['Alameda 370 440 system', 'Ángel 640 700 system'])
  })
  it('do not make the forms of dispatchers stale, and are in the history as made by the system', async () => {
    const service = await assigned()
    await reports(trip(0, 1_000, 0))
    await recorder()()
    expect((await read(service)).version).toBe(service.version)
    const { body } = await at.dispatcher<{ items: ServiceChange[] }>('GET', `/services/${service.id}/changes`)
    expect(body.items[0]).toMatchObject({
      action: 'service.stop_arrived',
      by: null,
      address: null,
      changes: { stop: [null, '1. Zócalo'] },
    })
  })
  it('come once, whichever process records them and however often one starts again', async () => {
    const service = await assigned()
    const [one, two] = [recorder(), recorder()]
    await reports(trip(0, 1_000, 0))
    await Promise.all([one(), two()])
    await reports(trip(1_000, 3_000, 170))
    await two()
    await recorder()()
    await one()
    const { body } = await at.dispatcher<{ items: ServiceChange[] }>('GET', `/services/${service.id}/changes`)
    const noted = body.items.map(({ action }) => action).filter((action) => action.includes('.stop_'))
    expect(noted).toEqual(['service.stop_departed', 'service.stop_arrived'])
    expect(await visits(service)).toEqual(['Zócalo 100 170 system'])
  })
})

describe('positions that come late', () => {
  it('are counted in their place, and a visit that they disprove is withdrawn', async () => {
    const pass = recorder()
    const service = await assigned()
    await reports([
      [0, 0],
      [60, 1_000],
      [120, 2_000],
    ])
    await pass()
    expect(await visits(service)).toEqual(['Zócalo 60 60 system'])
    // The vehicle drove past at 50 m/s between the reports, and reached the stop only afterwards.
    await reports([
      [55, 0],
      [65, 2_000],
    ])
    for (let count = 0; count < 12; count += 1) await pass()
    expect(await visits(service)).toEqual([])
  })
  it('add an arrival that was not seen', async () => {
    const pass = recorder()
    const service = await assigned()
    await reports([
      [0, 0],
      [400, 8_000],
    ])
    await pass()
    expect(await visits(service)).toEqual([])
    await reports(trip(0, 1_000, 10))
    for (let count = 0; count < 12; count += 1) await pass()
    expect(await visits(service)).toEqual(['Zócalo 110 170 system'])
  })
})

describe('what persons recorded', () => {
  it('gets the times of the vehicle where a pickup was confirmed as it arrived', async () => {
    const pass = recorder()
    const service = await assigned()
    await reports(trip(0, 1_000, 0).slice(0, 11))
    const running = await at.move(at.dispatcher, service, 'confirm-pickup')
    expect(running.body.executedStops).toHaveLength(1)
    test.clock.advance(1)
    await reports([[120, 1_000], [130, 1_000], ...trip(1_000, 3_000, 140)])
    await pass()
    expect((await visits(service))[0]).toBe('Zócalo 100 140 central')
  })

  it('is not changed by positions', async () => {
    const pass = recorder()
    const service = await assigned()
    await reports(trip(0, 1_000, 0))
    await pass()
    const [pickup] = service.plannedStops
    const corrected = await at.dispatcher<Service>(
      'POST',
      `/services/${service.id}/stops/${pickup?.id}/correct`,
      {
        body: { version: service.version, arrived: at.minutes(-1), reason: 'Llegó después' },
      },
    )
    expect(corrected.status).toBe(200)
    await reports(trip(1_000, 3_000, 170))
    await pass()
    expect(await visits(service)).toEqual(['Zócalo 100  central'])
  })
  it('is passed over: a cancelled stop is not waited for', async () => {
    const pass = recorder()
    const service = await assigned()
    await reports(trip(0, 1_000, 0))
    const running = await at.move(at.dispatcher, service, 'confirm-pickup')
    await at.dispatcher('POST', `/services/${service.id}/stops/${service.plannedStops[1]?.id}/cancel`, {
      body: { version: running.body.version },
    })
    await reports([...trip(1_000, 3_000, 170), ...trip(3_000, 5_000, 440)])
    await pass()
    expect((await visits(service)).slice(1)).toEqual(['Alameda   central', 'Ángel 640  system'])
  })
})

describe('a vehicle that is taken off the service', () => {
  it('takes its visits with it', async () => {
    const pass = recorder()
    const service = await assigned()
    await reports(trip(0, 1_000, 0))
    await pass()
    const back = await at.move(at.dispatcher, await read(service), 'unassign')
    expect(back.body.executedStops).toEqual([])
    await pass()
    expect(await visits(service)).toEqual([])
  })
  it('brings nothing from before its assignment', async () => {
    await reports(trip(0, 1_000, 0))
    test.clock.advance(600)
    const service = await assigned()
    await reports([
      [1_000, 20_000],
      [1_010, 20_000],
    ])
    await recorder()()
    expect(await visits(service)).toEqual([])
  })
})
