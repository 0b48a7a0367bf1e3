import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { prepareFence } from '@rumbo/geo/fences/prepared-fence'
import { besideLongitude, withinWorld } from '@rumbo/geo/geometry/date-line'
import { destination } from '@rumbo/geo/geometry/distance'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cornersOf, fenceAt, ringOf } from './fence-area.ts'
import { someFence } from './geofences.factory.ts'

const center = { latitude: 19.43, longitude: -99.13 }
const routeOf = (...legs: [bearing: number, metres: number][]): FenceShape => {
  const path = [center]
  for (const [bearing, metres] of legs) path.push(destination(path.at(-1) ?? center, bearing, metres))
  return { kind: 'route', path, halfWidthMetres: 40, mode: 'free' }
}
const depths = (shape: FenceShape) => {
  const fence = prepareFence(shape)
  return ringOf(shape).map(([longitude, latitude]) =>
    fence.depthMetres({ latitude, longitude: withinWorld(longitude) }),
  )
}

describe('the border drawn for a shape', () => {
  it('is closed', () => {
    for (const shape of [someFence().shape, routeOf([90, 500], [0, 300])]) {
      const ring = ringOf(shape)
      expect(ring.at(-1)).toEqual(ring[0])
    }
  })
  it('of a circle lies at its radius', () => {
    for (const depth of depths(someFence().shape)) expect(Math.abs(depth)).toBeLessThan(0.1)
  })
  it('of a corridor lies at its half width, at ends and bends of any angle', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -100, max: 100 }), { minLength: 1, maxLength: 3 }), (bends) => {
        let bearing = 45
        const legs = bends.map((turn): [number, number] => {
          bearing += turn
          return [(bearing + 720) % 360, 1_000]
        })
        for (const depth of depths(routeOf(...legs))) expect(Math.abs(depth)).toBeLessThan(1)
      }),
      { numRuns: 100 },
    )
  })
  it('continues over the 180th meridian', () => {
    const shape: FenceShape = {
      kind: 'polygon',
      corners: [
        { latitude: 0, longitude: 179.9 },
        { latitude: 0, longitude: -179.9 },
        { latitude: 0.1, longitude: 180 },
      ],
    }
    const longitudes = ringOf(shape).map(([longitude]) => longitude)
    expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeCloseTo(0.2)
    const [west, east] = cornersOf([shape]).map(({ longitude }) => longitude)
    expect(besideLongitude(east ?? 0, west ?? 0) - (west ?? 0)).toBeCloseTo(0.2)
  })
  it('of a path of one place is a circle, and of none is empty', () => {
    const route = { kind: 'route', halfWidthMetres: 40, mode: 'free' } as const
    expect(depths({ ...route, path: [center, center] }).every((depth) => Math.abs(depth) < 1)).toBe(true)
    expect(ringOf({ ...route, path: [] })).toEqual([])
  })
})

describe('the fence at a place', () => {
  const large = someFence({ id: 'large', shape: { kind: 'circle', center, radiusMetres: 5_000 } })
  const small = someFence({ id: 'small' })
  it('is the smallest of several', () => {
    expect(fenceAt([large, small], center)?.id).toBe('small')
    expect(fenceAt([small, large], destination(center, 90, 1_000))?.id).toBe('large')
  })
  it('is none in the corner of a box', () => {
    expect(fenceAt([small], destination(center, 45, 300))).toBeNull()
  })
  it('is found on the other side of the 180th meridian', () => {
    const over = someFence({
      shape: { kind: 'circle', center: { latitude: 0, longitude: 179.999 }, radiusMetres: 1_000 },
    })
    expect(fenceAt([over], { latitude: 0, longitude: -179.999 })?.id).toBe('g1')
  })
})
