import fc from 'fast-check'
import { destination } from '../../geometry/distance.ts'
import type { Coordinates } from '../../units.ts'
import type { FenceShape, PolygonShape } from '../fence-shape.ts'

/** Places around which fences lie: a city, both sides of the 180th meridian, the far north. */
const somewhere = fc.constantFrom<Coordinates>(
  { latitude: 19.4326, longitude: -99.1332 },
  { latitude: -17.8, longitude: 179.999 },
  { latitude: 52.1, longitude: -179.995 },
  { latitude: 71.2, longitude: 25.8 },
)
const offset = fc.record({
  bearing: fc.double({ min: 0, max: 360, noNaN: true }),
  metres: fc.integer({ min: 0, max: 3_000 }),
})

/** A polygon seen from its centre, one corner per step around it: never crosses itself. */
export function starPolygon(center: Coordinates, radii: readonly number[]): PolygonShape {
  const corners = radii.map((radius, at) => destination(center, (360 * at) / radii.length, radius))
  return { kind: 'polygon', corners }
}

const shapeAt = (center: Coordinates): fc.Arbitrary<FenceShape> =>
  fc.oneof(
    fc
      .integer({ min: 20, max: 2_000 })
      .map((radiusMetres): FenceShape => ({ kind: 'circle', center, radiusMetres })),
    fc
      .array(fc.integer({ min: 200, max: 2_500 }), { minLength: 5, maxLength: 120 })
      .map((radii) => starPolygon(center, radii)),
    fc
      .record({
        stops: fc.array(offset, { minLength: 2, maxLength: 70 }),
        halfWidthMetres: fc.integer({ min: 10, max: 200 }),
      })
      .map(
        ({ stops, halfWidthMetres }): FenceShape => ({
          kind: 'route',
          path: stops.map(({ bearing, metres }) => destination(center, bearing, metres)),
          halfWidthMetres,
          mode: 'free',
        }),
      ),
  )

/** A shape and two places around it. */
export const shapeAndWay = somewhere.chain((center) =>
  fc.record({
    shape: shapeAt(center),
    from: offset.map(({ bearing, metres }) => destination(center, bearing, metres)),
    to: offset.map(({ bearing, metres }) => destination(center, bearing, metres)),
  }),
)

/** Shapes around several centres and a place, for tests of the index. */
export const shapesAndWay = fc.record({
  shapes: fc.array(somewhere.chain(shapeAt), { minLength: 1, maxLength: 30 }),
  way: shapeAndWay,
})
