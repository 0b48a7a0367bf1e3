import fc from 'fast-check'
import { problemsOf } from '../../fences/fence-problems.ts'
import { type FenceShape, routeModes } from '../../fences/fence-shape.ts'
import { destination } from '../../geometry/distance.ts'
import type { Coordinates } from '../../units.ts'
import type { Fence, FenceFile } from '../fence-file.ts'

const between = (min: number, max: number) =>
  fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)

/** Where shapes are drawn around, in some the 180th meridian goes through them. */
const middle: fc.Arbitrary<Coordinates> = fc.record({
  latitude: between(-80, 80),
  longitude: fc.oneof(between(-180, 180), between(179.99, 180)),
})
const metres = (max: number) => between(0.5, max)

const circle: fc.Arbitrary<FenceShape> = fc.record({
  kind: fc.constant('circle' as const),
  // Within metres of a pole the polygon that shows a circle in KML is too coarse to be read as one.
  center: fc.record({ latitude: between(-89.9, 89.9), longitude: between(-180, 180) }),
  radiusMetres: metres(100_000),
})
/** A polygon around its middle, so that its sides do not cross. */
const polygon: fc.Arbitrary<FenceShape> = fc
  .tuple(middle, fc.array(metres(50_000), { minLength: 3, maxLength: 40 }))
  .map(([center, distances]) => ({
    kind: 'polygon' as const,
    corners: distances.map((distance, at) => destination(center, (at / distances.length) * 360, distance)),
  }))
const route: fc.Arbitrary<FenceShape> = fc
  .record({
    kind: fc.constant('route' as const),
    path: fc
      .tuple(middle, fc.array(fc.tuple(between(0, 360), metres(500_000)), { minLength: 2, maxLength: 40 }))
      .map(([center, steps]) => steps.map(([bearing, distance]) => destination(center, bearing, distance))),
    halfWidthMetres: metres(500),
    mode: fc.constantFrom(...routeModes),
  })
  .filter(({ path }) =>
    path.every(
      ({ latitude, longitude }, at) =>
        latitude !== path[at - 1]?.latitude || longitude !== path[at - 1]?.longitude,
    ),
  )

/** Texts as people type them, with what the formats must escape; no controls, and nothing at the ends to be trimmed. */
const text = (max: number) =>
  fc
    .string({ unit: 'grapheme', maxLength: max })
    .map((some) => some.replace(/[\p{C}\s]+/gu, ' ').trim())
    // An apostrophe before a sign is what a spreadsheet's guard adds and removes.
    .filter((some) => !/(^|; *)'[=+\-@]/.test(some))
const name = fc.oneof(
  text(30).filter((some) => some !== ''),
  fc.constantFrom('Base <Norte> & "Sur"', '=1+1', '-5', 'Zona; =2', ']]>', "D'Artagnan, 5", 'Ñandú 🚕'),
)
const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
const tags = fc.uniqueArray(
  text(10)
    .map((some) => some.replace(/[,;|]/g, '').trim())
    .filter((some) => some !== '' && !/^'/.test(some)),
  { maxLength: 4 },
)

/** Any geofence that a file can hold. */
const anyFence: fc.Arbitrary<Fence> = fc.record({
  name,
  description: fc.option(name),
  shape: fc.oneof(circle, polygon, route).filter((shape) => problemsOf(shape).length === 0),
  colour: fc.option(colour),
  tags,
})
export const anyFences = fc.array(anyFence, { minLength: 1, maxLength: 8 })

/** The fences of a file as they were written, without their place in it. */
export const fencesOf = ({ fences }: FenceFile): Fence[] =>
  fences.map(({ index: _index, line: _line, ...fence }) => fence)

/** The refusals of a file as "what: reason". */
export const refusalsOf = ({ refused }: FenceFile): string[] =>
  refused.map(({ what, reason }) => `${what}: ${reason}`)
