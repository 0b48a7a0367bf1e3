import { describe, expect, it } from 'vitest'
import { readCountries } from './countries.ts'
import { unwrapPolygon } from './date-line-polygons.ts'
import { createTileIndex } from './tile-index.ts'

type Rings = readonly (readonly (readonly number[])[])[]

/** Jumps of more than half the globe, except along the pole, where a flat map ends. */
const leaps = (rings: Rings) =>
  rings.flatMap((ring) =>
    ring
      .slice(1)
      .filter(([x = 0, y = 0], at) => Math.abs(x - (ring[at]?.[0] ?? 0)) > 180 && Math.abs(y) < 90),
  )
const widthOf = ([outer = []]: Rings) => {
  const xs = outer.map(([x = 0]) => x)
  return [Math.min(...xs), Math.max(...xs)]
}

/** Whether a place is inside a polygon, by the even-odd rule. */
function holds(rings: Rings, x: number, y: number): boolean {
  let isInside = false
  for (const ring of rings)
    for (let at = 1; at < ring.length; at++) {
      const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = [ring[at - 1], ring[at]]
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
    }
  return isInside
}

describe('polygons across the date line', () => {
  it('continue beyond it, including their holes', () => {
    const chukotka = [
      [170, 60],
      [180, 60],
      [-170, 65],
      [-175, 70],
      [175, 70],
      [170, 60],
    ]
    const lake = [
      [-178, 64],
      [-177, 64],
      [-177, 65],
      [-178, 64],
    ]
    const rings = unwrapPolygon([chukotka, lake])
    expect(leaps(rings)).toEqual([])
    expect(widthOf(rings)).toEqual([170, 190])
    expect(rings[1]?.[0]).toEqual([182, 64])
    expect([holds(rings, 179, 66), holds(rings, 186, 66), holds(rings, 0, 66)]).toEqual([true, true, false])
  })

  it('have no jump between 180 and -180', () => {
    const taveuni = [
      [179.9, -16.9],
      [180, -17],
      [-180, -17],
      [-179.9, -16.8],
      [-180, -16.7],
      [180, -16.7],
      [179.9, -16.9],
    ]
    const rings = unwrapPolygon([taveuni])
    expect(leaps(rings)).toEqual([])
    expect(widthOf(rings)[0]).toBeCloseTo(179.9, 6)
    expect(widthOf(rings)[1]).toBeCloseTo(180.1, 6)
  })

  it('around a pole are closed along the date line', () => {
    const antarctica = [
      [100, -66],
      [170, -70],
      [-170, -78],
      [-60, -64],
      [20, -69],
      [100, -66],
    ]
    const rings = unwrapPolygon([antarctica])
    expect(leaps(rings)).toEqual([])
    expect(widthOf(rings)).toEqual([-170, 190])
    expect(rings[0]?.at(-1)).toEqual(rings[0]?.[0])
    for (const x of [-169, -100, 0, 100, 179, 189]) expect([x, holds(rings, x, -85)]).toEqual([x, true])
    expect(holds(rings, 0, -60)).toBe(false)
  })

  it('are unchanged if they stay on one side', () => {
    const ring = [
      [-10, 0],
      [10, 0],
      [0, 10],
      [-10, 0],
    ]
    expect(unwrapPolygon([ring])).toEqual([ring])
  })
})

describe('the land of the world', () => {
  const { land, labels } = readCountries()
  const polygons = land.map(({ geometry }) => (geometry as GeoJSON.Polygon).coordinates)
  const tiles = createTileIndex({ type: 'FeatureCollection', features: land }, 64)
  /** Whether a place is drawn as land in its tile at a zoom. */
  const isDrawn = (longitude: number, latitude: number, zoom: number) => {
    const sine = Math.sin((latitude * Math.PI) / 180)
    const x = (longitude / 360 + 0.5) * 2 ** zoom
    const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * 2 ** zoom
    const { features = [] } = tiles.getTile(zoom, Math.floor(x), Math.floor(y)) ?? {}
    return features.some(({ geometry }) => holds(geometry as Rings, (x % 1) * 4096, (y % 1) * 4096))
  }

  it('has no ring that jumps around the globe', () => {
    expect(polygons.length).toBeGreaterThan(3_000)
    expect(polygons.filter((rings) => leaps(rings).length > 0)).toEqual([])
  })

  it.each([0, 1, 2, 4])(
    'is drawn on both sides of the date line, and nowhere between, at zoom %i',
    (zoom) => {
      const land = [
        ...[
          [179, 67.5],
          [-179, 67.5],
          [-173, 66],
          [150, 66],
          [179.5, -84.5],
          [-179.5, -84.9],
          [0, -80],
        ],
      ]
      expect(land.filter(([x = 0, y = 0]) => !isDrawn(x, y, zoom))).toEqual([])
      const sea = [
        ...[
          [0, 67.5],
          [-60, 66.8],
          [5, 68],
          [100, 79],
          [-100, -16.5],
          [60, -16.5],
          [-30, -17],
        ],
      ]
      expect(sea.filter(([x = 0, y = 0]) => isDrawn(x, y, zoom))).toEqual([])
    },
  )

  it('labels countries across the date line at their place', () => {
    const at = (code: string) => labels.find((label) => label.code === code)
    expect(at('RU')).toMatchObject({ longitude: expect.any(Number), squareKm: expect.any(Number) })
    expect(at('RU')?.longitude).toBeGreaterThan(60)
    expect(at('RU')?.longitude).toBeLessThan(140)
    expect(at('RU')?.squareKm).toBeGreaterThan(14e6)
    expect(at('FJ')?.longitude).toBeCloseTo(178, 0)
    expect(at('AQ')?.latitude).toBeLessThan(-70)
    expect(at('AQ')?.latitude).toBeGreaterThan(-85)
    for (const { longitude } of labels) expect(Math.abs(longitude)).toBeLessThanOrEqual(180)
  })
})
