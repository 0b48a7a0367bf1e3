import { destination } from '@rumbo/geo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayAfter, dayStartMs, localDay } from '../history/telemetry.days.rules.ts'
import { createReplay, segmentsOf } from '../history/telemetry.recompute.rules.ts'
import { newStoredPositions, type StoredPositions } from '../intake/telemetry.state.ts'
import { advance } from './telemetry.movement.rules.ts'
import { type Movement, type MovementEvent, type MovementFix, newMovement } from './telemetry.movement.ts'

const start = Date.parse('2026-03-02T15:00:00Z')
const zone = 'America/Mexico_City'
const here = { latitude: 19.4326, longitude: -99.1332 }

interface Leg {
  seconds: number
  speedKmh: number
  every?: number
  ignition?: boolean
}
/** Fixes of a vehicle that drives north at the legs' speeds. */
function drive(legs: readonly Leg[]): MovementFix[] {
  const fixes: MovementFix[] = []
  let at = start
  let metres = 0
  for (const { seconds, speedKmh, every = 10, ignition = speedKmh > 0 } of legs)
    for (let passed = 0; passed < seconds; passed += every) {
      at += every * 1000
      metres += (speedKmh / 3.6) * every
      const { latitude, longitude } = destination(here, 0, metres)
      fixes.push({
        at,
        latitude: Math.round(latitude * 1e7),
        longitude: Math.round(longitude * 1e7),
        speedTenths: Math.round(speedKmh * 10),
        ignition,
      })
    }
  return fixes
}

function follow(fixes: readonly MovementFix[]) {
  const movement = newMovement()
  const events: MovementEvent[] = []
  for (const fix of fixes) advance(movement, fix, localDay(zone, fix.at).day, events)
  return { movement, events, segments: segmentsOf(events) }
}
const minutes = (from: number, to: number | undefined) => (to === undefined ? null : (to - from) / 60_000)

describe('trips and stays', () => {
  it('begin and end with stops of three minutes; a red light is part of the trip', () => {
    const { segments, movement } = follow(
      drive([
        { seconds: 600, speedKmh: 0 },
        { seconds: 600, speedKmh: 36 },
        { seconds: 90, speedKmh: 0, ignition: true },
        { seconds: 300, speedKmh: 72 },
        { seconds: 400, speedKmh: 0, ignition: true },
      ]),
    )
    expect(segments.trips.size).toBe(1)
    const [trip] = [...segments.trips.values()]
    expect(minutes(trip?.began.startedAt ?? 0, trip?.ended?.endedAt)).toBeCloseTo(16.7, 0)
    expect(trip?.ended?.distanceMetres).toBeGreaterThan(11_800)
    expect(trip?.ended?.distanceMetres).toBeLessThan(12_100)
    expect(trip?.ended).toMatchObject({ maxSpeedTenths: 720, movingSeconds: 900 })
    expect([...segments.stays.values()].map(({ ended }) => ended !== null)).toEqual([true, false])
    expect(movement.tripStartedAt).toBeNull()
    expect(movement.standIdleSeconds).toBe(390)
    expect(movement.sums).toMatchObject({ movingSeconds: 900, engineSeconds: 600 + 80 + 300 + 10 + 390 })
  })

  it('are not created by drift of a parked receiver', () => {
    const fixes = drive([{ seconds: 3_600, speedKmh: 0, every: 30 }]).map((fix, at) => ({
      ...fix,
      latitude: fix.latitude + ((at * 7919) % 400) - 200,
      speedTenths: at % 9 === 5 ? 60 : 0,
    }))
    expect(follow(fixes).segments.trips.size).toBe(0)
  })

  it('are not ended by a tunnel, but by a night in the garage', () => {
    const tunnel = drive([
      { seconds: 300, speedKmh: 60 },
      { seconds: 600, speedKmh: 60, every: 600 },
      { seconds: 300, speedKmh: 60 },
    ])
    expect(follow(tunnel).segments.trips.size).toBe(1)
    const out = drive([{ seconds: 300, speedKmh: 60 }])
    const last = out.at(-1)
    const nextMorning = out.map((fix) => ({
      ...fix,
      at: fix.at + 40_000_000,
      latitude: fix.latitude + 500_000 - 51_000,
    }))
    const { segments } = follow([
      ...out,
      ...(last ? [{ ...last, at: last.at + 39_000_000 }] : []),
      ...nextMorning,
    ])
    expect(segments.trips.size).toBe(2)
    expect(segments.stays.size).toBe(1)
  })

  it('are detected by positions for a device that reports no speed', () => {
    const fixes = drive([
      { seconds: 600, speedKmh: 0 },
      { seconds: 900, speedKmh: 50, every: 30 },
      { seconds: 600, speedKmh: 0 },
    ]).map((fix) => ({ ...fix, speedTenths: 0 }))
    const [trip, ...more] = [...follow(fixes).segments.trips.values()]
    expect(more).toEqual([])
    expect(minutes(trip?.began.startedAt ?? 0, trip?.ended?.endedAt)).toBeCloseTo(15, 0)
  })
})

const leg = fc.record({
  seconds: fc.integer({ min: 10, max: 2_500 }),
  speedKmh: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 120 })),
  every: fc.integer({ min: 5, max: 700 }),
  ignition: fc.boolean(),
})

function columnsOf(fixes: readonly MovementFix[]): StoredPositions {
  const columns = newStoredPositions()
  for (const fix of fixes) {
    columns.fixTime.push(fix.at)
    columns.latitude.push(fix.latitude)
    columns.longitude.push(fix.longitude)
    columns.speedTenths.push(fix.speedTenths)
    columns.flags.push(4 | (fix.ignition ? 8 : 0))
  }
  return columns
}

describe('recomputing', () => {
  it('from the first fix of any trip or stay gives the same result as live processing', () => {
    fc.assert(
      fc.property(fc.array(leg, { minLength: 1, maxLength: 14 }), (legs) => {
        const fixes = drive(legs)
        const whole = follow(fixes)
        const begins = whole.events.flatMap((event) =>
          event.kind === 'trip_began' || event.kind === 'stay_began'
            ? [
                {
                  kind: event.kind === 'trip_began' ? ('trip' as const) : ('stay' as const),
                  startedAt: event.startedAt,
                },
              ]
            : [],
        )
        for (const seed of begins) {
          // A trip that ended where it began: recomputing begins with the trip.
          if (seed.kind === 'stay' && whole.segments.trips.has(seed.startedAt)) continue
          const replay = createReplay(zone, seed)
          replay.add(columnsOf(fixes.filter(({ at }) => at >= seed.startedAt)))
          const rest = (events: readonly MovementEvent[]) =>
            events.filter((event) => event.kind !== 'day_ended' && event.startedAt >= seed.startedAt)
          expect(segmentsOf(rest(replay.events))).toEqual(segmentsOf(rest(whole.events)))
          const stateOf = ({
            standSince,
            standLatitude,
            tripStartedAt,
            tripDistanceMetres,
            at,
          }: Movement) => ({
            ...{ at, standSince, tripStartedAt },
            standLatitude: standSince === null ? null : standLatitude,
            tripDistanceMetres: tripStartedAt === null ? null : Math.round(tripDistanceMetres * 1000),
          })
          expect(stateOf(replay.movement)).toEqual(stateOf(whole.movement))
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('local days', () => {
  it('begin at midnight in the time zone of the company, also when clocks change', () => {
    expect(new Date(dayStartMs(zone, '2026-03-02')).toISOString()).toBe('2026-03-02T06:00:00.000Z')
    expect(localDay('America/New_York', Date.parse('2026-03-08T12:00:00Z'))).toEqual({
      day: '2026-03-08',
      fromMs: Date.parse('2026-03-08T05:00:00Z'),
      toMs: Date.parse('2026-03-09T04:00:00Z'),
    })
    expect(localDay('Nowhere/Nothing', start).day).toBe('2026-03-02')
    expect(dayAfter('2026-02-28')).toBe('2026-03-01')
  })

  it('cover every moment', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'America/Mexico_City',
          'America/Tijuana',
          'America/Santiago',
          'Asia/Beirut',
          'Pacific/Apia',
        ),
        fc.integer({ min: 1_300_000_000, max: 2_000_000_000 }),
        (timeZone, seconds) => {
          const { fromMs, toMs } = localDay(timeZone, seconds * 1000)
          expect(seconds * 1000 >= fromMs && seconds * 1000 < toMs).toBe(true)
        },
      ),
    )
  })
})
