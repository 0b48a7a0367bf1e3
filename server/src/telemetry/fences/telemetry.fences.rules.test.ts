import { type Crossing, type CrossingState, noRules, startState } from '@rumbo/geo/fences/crossing-state'
import { advance } from '@rumbo/geo/fences/crossings'
import type { FenceShape } from '@rumbo/geo/fences/fence-shape'
import { type PreparedFence, prepareFence } from '@rumbo/geo/fences/prepared-fence'
import { sensitivities } from '@rumbo/geo/fences/sensitivity'
import { destination } from '@rumbo/geo/geometry/distance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { followFence } from './telemetry.fences.rules.ts'
import type { FenceInForce, FenceState } from './telemetry.fences.ts'

const zocalo = { latitude: 19.4326, longitude: -99.1332 }

const shapes: readonly FenceShape[] = [
  { kind: 'circle', center: zocalo, radiusMetres: 150 },
  {
    kind: 'polygon',
    corners: [10, 100, 190, 280].map((bearing) => destination(zocalo, bearing, 200)),
  },
  {
    kind: 'route',
    path: [destination(zocalo, 250, 400), zocalo, destination(zocalo, 70, 400)],
    halfWidthMetres: 40,
    mode: 'two_way',
  },
]
const fences: readonly PreparedFence[] = shapes.map(prepareFence)

const inForce = (fence: PreparedFence): FenceInForce => ({
  id: 'fence',
  name: 'Centro',
  shapeVersion: 1,
  fence,
  numbers: sensitivities.medium,
  triggers: [],
  isWorkshop: false,
  variants: [{ triggers: {}, rules: noRules }],
  concerns: () => true,
})

/** Legs of a way: where to, how far, and after how many seconds. */
const way = fc.array(
  fc.record({
    bearing: fc.nat(359),
    metres: fc.oneof(fc.nat(30), fc.nat(300), fc.nat(2_500)),
    seconds: fc.integer({ min: 1, max: 60 }),
    accuracyMetres: fc.option(fc.nat(60), { nil: null }),
  }),
  { maxLength: 60 },
)

describe('a vehicle that is followed in a fence', () => {
  it('has the entries and exits that it has when its state is never dropped', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...fences),
        fc.nat(359),
        fc.nat(1_500),
        way,
        (fence, bearing, far, legs) => {
          let last: Crossing = { time: 0, place: destination(zocalo, bearing, far) }
          let known: FenceState | null = null
          let whole: CrossingState = { ...startState(fence.depthMetres(last.place) > 0, last) }
          for (const leg of legs) {
            const fix = {
              time: last.time + leg.seconds * 1_000,
              // Ways back to the middle, so that fences are crossed often.
              place: destination(leg.metres % 3 === 0 ? zocalo : last.place, leg.bearing, leg.metres),
              accuracyMetres: leg.accuracyMetres,
              speedKmh: 30,
              headingDegrees: leg.bearing,
            }
            if ((fix.accuracyMetres ?? 0) > sensitivities.medium.accuracyMetres) continue
            const followed = followFence(inForce(fence), known, last, fix, () => true)
            const advanced = advance(whole, fix, fence, sensitivities.medium, noRules)
            expect(followed.happened.map(({ event }) => event)).toEqual(advanced?.events ?? [])
            known = followed.state
            whole = advanced?.state ?? whole
            expect(known?.inside ?? false).toBe(whole.inside)
            last = { time: fix.time, place: fix.place }
          }
        },
      ),
      { numRuns: 400 },
    )
  })
})
