import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { destination } from '../geometry/distance.ts'
import {
  type CrossingState,
  type FenceEvent,
  type FenceFix,
  type FenceRules,
  noRules,
  startState,
} from './crossing-state.ts'
import { adaptState, advance } from './crossings.ts'
import type { FenceShape } from './fence-shape.ts'
import { prepareFence } from './prepared-fence.ts'
import { sensitivities } from './sensitivity.ts'

const center = { latitude: 19.4326, longitude: -99.1332 }
const circle = prepareFence({ kind: 'circle', center, radiusMetres: 200 })
const path = [0, 500, 1_000].map((metres) => destination(center, 90, metres))
const route = prepareFence({ kind: 'route', path, halfWidthMetres: 50, mode: 'one_way' })

/** A fix so many metres east of the centre at a second. */
const fixAt = (second: number, east: number, more: Partial<FenceFix> = {}): FenceFix => ({
  time: second * 1000,
  place: destination(center, 90, east),
  accuracyMetres: null,
  speedKmh: 40,
  headingDegrees: 90,
  ...more,
})

function drive(
  fixes: readonly FenceFix[],
  fence = circle,
  rules: FenceRules = noRules,
  numbers = sensitivities.medium as (typeof sensitivities)[keyof typeof sensitivities],
) {
  let state: CrossingState | null = null
  const events: FenceEvent[] = []
  for (const fix of fixes) {
    // What is stored between two fixes is text.
    const stored: CrossingState | null = JSON.parse(JSON.stringify(state))
    const advanced = advance(stored, fix, fence, numbers, rules)
    if (!advanced) continue
    state = advanced.state
    events.push(...advanced.events)
  }
  return { state: state as CrossingState | null, events, types: events.map(({ type }) => type) }
}
const every = (seconds: number, places: readonly number[], more: Partial<FenceFix> = {}) =>
  places.map((east, at) => fixAt(at * seconds, east, more))

describe('entry and exit', () => {
  it('are raised once each, with the time and place of the border', () => {
    const { events } = drive(every(10, [400, 300, 100, 0, -100, -180, -300, -400]))
    expect(events.map(({ type, time }) => [type, time])).toEqual([
      ['entry', expect.closeTo(15_000, -2)],
      ['exit', expect.closeTo(51_667, -2)],
    ])
    expect(Math.abs(circle.depthMetres(events[0]?.place ?? center))).toBeLessThan(0.1)
  })
  it('need the number of fixes of the sensitivity, or time', () => {
    const steps = every(1, [400, 190, 189, 188, 187])
    expect(drive(steps, circle, noRules, sensitivities.high).events[0]).toMatchObject({ confirmedAt: 2_000 })
    expect(drive(steps, circle, noRules, sensitivities.low).types).toEqual([])
    const slow = [fixAt(0, 400), fixAt(10, 160), fixAt(150, 160)]
    expect(drive(slow, circle, noRules, sensitivities.low).types).toEqual(['entry'])
  })
  it('are not raised by places that swing around the border within the margin', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 186, max: 214 }), { minLength: 2, maxLength: 200 }),
        (places) => {
          expect(drive(every(10, places)).types).toEqual([])
        },
      ),
      { numRuns: 50 },
    )
  })
  it('take turns and in the order of time, whatever the fixes', () => {
    const step = fc.record({
      second: fc.integer({ min: 0, max: 500 }),
      east: fc.integer({ min: -500, max: 500 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const fixes = steps.map(({ second, east }) => fixAt(second, east))
        const { events, state } = drive(fixes)
        const types = events.map(({ type }) => type)
        for (const [at, type] of types.entries()) if (at > 0) expect(type).not.toBe(types[at - 1])
        const times = events.map(({ time }) => time)
        expect(times).toEqual(times.toSorted((one, other) => one - other))
        if (types.length > 0) expect(state?.inside).toBe(types.at(-1) === 'entry')
      }),
    )
  })
  it('ignore fixes of the past and with an accuracy over 50 m', () => {
    const outside = [fixAt(100, 400), fixAt(110, 390)]
    expect(drive([...outside, fixAt(50, 0), fixAt(60, 0), fixAt(70, 0)]).types).toEqual([])
    expect(drive([...outside, fixAt(110, 0), fixAt(110, 0)]).types).toEqual([])
    const vague = { accuracyMetres: 51 }
    expect(drive([...outside, fixAt(120, 0, vague), fixAt(130, 0, vague)]).types).toEqual([])
  })
  it('are both raised where a vehicle passed through between two reports', () => {
    const { events } = drive([fixAt(0, 500), fixAt(60, -500)])
    expect(events).toMatchObject([
      { type: 'entry', time: expect.closeTo(18_000, -2), between: true },
      { type: 'exit', time: expect.closeTo(42_000, -2), between: true },
    ])
    expect(drive([fixAt(0, 500), fixAt(600, -500)]).types).toEqual([])
  })
  it('begin without an event', () => {
    expect(drive(every(10, [0, 0, 0]))).toMatchObject({ events: [], state: { inside: true } })
  })
})

describe('what is raised inside', () => {
  it('is the dwell, once, counted from the entry', () => {
    const { events } = drive(every(60, [400, 100, 0, 0, 0, 0, 0, 0]), circle, { ...noRules, dwellMinutes: 3 })
    expect(events.map(({ type }) => type)).toEqual(['entry', 'dwell'])
    expect(events[1]).toMatchObject({ since: events[0]?.time, time: 240_000 })
  })
  it('is speed that lasts', () => {
    const rules = { ...noRules, speed: { kmh: 60, seconds: 15 } }
    const fast = (speeds: readonly number[]) =>
      drive(
        speeds.map((speedKmh, at) => fixAt(at * 10, 0, { speedKmh })),
        circle,
        rules,
      ).types
    expect(fast([50, 70, 70, 50, 70, 70])).toEqual([])
    expect(fast([50, 70, 70, 70, 70, 70])).toEqual(['speeding'])
  })
  it('is driving against a one-way route', () => {
    const rules = { ...noRules, wrongDirection: { seconds: 20 } }
    const places = [900, 800, 700, 600, 500]
    expect(drive(every(10, places, { headingDegrees: 270 }), route, rules).types).toEqual(['wrong_direction'])
    expect(drive(every(10, places.toReversed()), route, rules).types).toEqual([])
    expect(drive(every(10, places, { headingDegrees: 270, speedKmh: 3 }), route, rules).types).toEqual([])
  })
})

describe('a route', () => {
  it('is left by so many metres for so many seconds', () => {
    const rules = { ...noRules, offRoute: { metres: 100, seconds: 20 } }
    const off = [1_000, 1_120, 1_300, 1_400, 1_500, 1_600]
    expect(drive(every(10, off), route, rules).types).toEqual(['exit', 'off_route'])
    expect(drive(every(10, [1_600, 1_600, 1_600, 1_600]), route, rules).types).toEqual([])
  })
  it('raises nothing of a checkpoint that is passed beside the route', () => {
    const checkpoints = [0, 300, 600].map((metres) =>
      prepareFence({ kind: 'circle', center: destination(center, 90, metres), radiusMetres: 150 }),
    )
    const beside = every(10, [600, 600, 600, 600]).map((fix) => ({
      ...fix,
      place: destination(fix.place, 0, 100),
    }))
    expect(drive(beside, route, { ...noRules, checkpoints }).types).toEqual([])
  })

  it('does not take a vehicle that crossed the route between two fixes for one that left it', () => {
    const across = [-400, 400, 800, 1_200, 1_600].map((north, at) => ({
      ...fixAt(at * 30, 500),
      place: destination(destination(center, 90, 500), 0, north),
    }))
    const rules = { ...noRules, offRoute: { metres: 200, seconds: 10 } }
    expect(drive(across, route, rules).types).toEqual(['entry', 'exit'])
  })

  it('raises the checkpoint that was not passed', () => {
    const checkpoints = [0, 300, 600, 900].map((metres) =>
      prepareFence({ kind: 'circle', center: destination(center, 90, metres), radiusMetres: 60 }),
    )
    const rules = { ...noRules, checkpoints }
    const { events } = drive(every(10, [0, 300, 450, 500, 850, 1_000]), route, {
      ...rules,
      checkpoints: checkpoints.with(
        2,
        prepareFence({ kind: 'circle', center: destination(center, 0, 400), radiusMetres: 60 }),
      ),
    })
    expect(events).toMatchObject([{ type: 'missed_checkpoint', checkpoint: 2 }])
    // Passed between two fixes.
    expect(drive(every(10, [0, 300, 450, 750, 1_000]), route, rules).events).toEqual([])
  })
})

describe('a changed shape', () => {
  const shapeOf = (radiusMetres: number): FenceShape => ({ kind: 'circle', center, radiusMetres })
  it('raises no exit for a vehicle that stays inside, and keeps its time of entry', () => {
    const { state } = drive(every(10, [400, 100, 50, 0]))
    const larger = prepareFence(shapeOf(500))
    const adapted = adaptState(state as CrossingState, larger)
    expect(adapted).toMatchObject({ inside: true, since: state?.since, dwell: state?.dwell })
    expect(advance(adapted, fixAt(60, 0), larger, sensitivities.medium, noRules)?.events).toEqual([])
  })
  it('decides the side anew without an event', () => {
    const inside = startState(true, { time: 0, place: destination(center, 90, 150) })
    const smaller = prepareFence(shapeOf(50))
    const adapted = adaptState(inside, smaller)
    expect(adapted).toMatchObject({ inside: false, dwell: null, changing: null })
    const next = advance(adapted, fixAt(10, 150), smaller, sensitivities.medium, noRules)
    expect(next?.events).toEqual([])
  })
})
