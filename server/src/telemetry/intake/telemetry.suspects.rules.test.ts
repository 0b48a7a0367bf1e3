import { describe, expect, it } from 'vitest'
import { advance } from './telemetry.movement.rules.ts'
import { type Movement, type MovementEvent, newMovement } from './telemetry.movement.ts'
import type { Belief } from './telemetry.suspects.rules.ts'

/** One degree of latitude. */
const degreeMetres = 111_195
const startMs = Date.UTC(2026, 2, 2, 18)

interface Drive {
  movement: Movement
  events: MovementEvent[]
  /** A fix at a number of seconds after the start, and metres north of it. */
  to(seconds: number, metres: number, speedKmh?: number): Belief
}

function drive(): Drive {
  const movement = newMovement()
  const events: MovementEvent[] = []
  return {
    movement,
    events,
    to: (seconds, metres, speedKmh = 40) =>
      advance(
        movement,
        {
          at: startMs + seconds * 1_000,
          latitude: Math.round((19 + metres / degreeMetres) * 1e7),
          longitude: -990_000_000,
          speedTenths: speedKmh * 10,
          ignition: true,
        },
        '2026-03-02',
        events,
      ),
  }
}
const metresOf = ({ movement }: Drive) => Math.round(movement.sums.distanceMetres)

describe('a fix is suspect', () => {
  it.each([
    ['more than 300 km/h across more than 1 km', 12, 1_010, 'suspect'],
    ['299 km/h', 60, 4_980, 'believed'],
    ['301 km/h', 60, 5_020, 'suspect'],
    ['any speed across less than 1 km', 1, 990, 'believed'],
    ['a far place after a long time', 36_000, 2_000_000, 'believed'],
  ] as const)('by the way from the last believed one: %s', (_what, seconds, metres, belief) => {
    const vehicle = drive()
    vehicle.to(0, 0)
    expect(vehicle.to(seconds, metres)).toBe(belief)
  })

  it('is suspect and changes no state', () => {
    const vehicle = drive()
    vehicle.to(0, 0)
    vehicle.to(10, 110)
    const before = { ...vehicle.movement, sums: { ...vehicle.movement.sums } }
    const began = vehicle.events.length
    vehicle.to(20, 50_000)
    const { suspectFixes, suspectAt, suspectLatitude, suspectLongitude, ...after } = vehicle.movement
    expect({ suspectFixes, suspectAt }).toEqual({ suspectFixes: 1, suspectAt: startMs + 20_000 })
    expect(before).toMatchObject(after)
    expect(suspectLatitude).toBeGreaterThan(before.latitude)
    expect(suspectLongitude).toBe(before.longitude)
    expect(vehicle.events).toHaveLength(began)
  })

  it('does not change the distance when it is the only one', () => {
    const vehicle = drive()
    vehicle.to(0, 0)
    vehicle.to(10, 110)
    vehicle.to(20, 50_000)
    expect(vehicle.to(30, 330)).toBe('believed')
    expect(metresOf(vehicle)).toBe(330)
    expect(vehicle.movement).toMatchObject({ suspectFixes: 0, suspectAt: null })
  })
})

describe('a new place', () => {
  it('is confirmed by the third consistent fix, and the jump is no distance', () => {
    const vehicle = drive()
    vehicle.to(0, 0)
    vehicle.to(10, 110)
    expect([vehicle.to(20, 50_000), vehicle.to(30, 50_100), vehicle.to(40, 50_200)]).toEqual([
      'suspect',
      'suspect',
      'confirmed',
    ])
    expect(metresOf(vehicle)).toBe(110)
    expect(vehicle.to(50, 50_300)).toBe('believed')
    expect(metresOf(vehicle)).toBe(210)
  })

  it('is confirmed by three fixes also when enough time has passed, without adding distance', () => {
    const vehicle = drive()
    vehicle.to(0, 0)
    expect([vehicle.to(10, 2_000), vehicle.to(30, 2_050), vehicle.to(60, 2_060)]).toEqual([
      'suspect',
      'suspect',
      'confirmed',
    ])
    expect(metresOf(vehicle)).toBe(0)
  })

  it('is not confirmed by contradictory fixes or a repeated one', () => {
    const vehicle = drive()
    vehicle.to(0, 0)
    expect([vehicle.to(10, 50_000), vehicle.to(20, 90_000), vehicle.to(30, 50_000)]).toEqual([
      'suspect',
      'suspect',
      'suspect',
    ])
    expect([vehicle.to(30, 50_000), vehicle.to(30, 50_000)]).toEqual(['suspect', 'suspect'])
    expect(vehicle.movement.suspectFixes).toBe(1)
  })

  it('ends the stay at the old place, and begins one at the new place', () => {
    const vehicle = drive()
    for (const second of [0, 60, 120, 180, 240]) vehicle.to(second, 0, 0)
    for (const second of [300, 310, 320]) vehicle.to(second, 80_000, 0)
    for (const second of [380, 440, 500, 560]) vehicle.to(second, 80_000, 0)
    expect(vehicle.events).toMatchObject([
      { kind: 'stay_began', startedAt: startMs },
      { kind: 'stay_ended', startedAt: startMs, endedAt: startMs + 240_000 },
      { kind: 'stay_began', startedAt: startMs + 320_000 },
    ])
    expect(metresOf(vehicle)).toBe(0)
  })

  it('begins a new trip if the vehicle is driving', () => {
    const vehicle = drive()
    for (const second of [0, 60, 120, 180, 240]) vehicle.to(second, 0, 0)
    for (const second of [300, 310, 320, 330]) vehicle.to(second, 80_000 + second * 10)
    const trip = vehicle.events.find(({ kind }) => kind === 'trip_began')
    expect(trip).toMatchObject({ startedAt: startMs + 320_000 })
    expect(vehicle.movement.tripDistanceMetres).toBeCloseTo(100, -1)
  })
})
