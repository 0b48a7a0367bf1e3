import { describe, expect, it } from 'vitest'
import { speedStepOf } from '../map-model.ts'
import { nameEdge, trackFeatures } from './shape-layers.ts'

it("puts an area's name on its northern or southern edge, for every kind of geometry", () => {
  const low: [number, number][] = [
    [0, 0],
    [2, 1],
    [4, 0],
    [0, 0],
  ]
  const high = low.map(([x, y]): [number, number] => [x + 10, y + 5])
  expect(nameEdge({ type: 'Polygon', coordinates: [low] })).toEqual([2, 1])
  expect(nameEdge({ type: 'MultiPolygon', coordinates: [[low], [high]] })).toEqual([12, 6])
  expect(nameEdge({ type: 'MultiPolygon', coordinates: [[high], [low]] }, true)).toEqual([0, 0])
  expect(nameEdge({ type: 'MultiPolygon', coordinates: [] })).toBeNull()
})

describe('tracks', () => {
  const at = (longitude: number, speedKmh: number, more = {}) => ({
    longitude,
    latitude: 0,
    speedKmh,
    ...more,
  })

  it('are split by speed step, with shared end points', () => {
    const lines = trackFeatures({ id: 't', points: [at(0, 20), at(1, 20), at(2, 60), at(3, 60)] })
    expect(lines.map(({ geometry, properties }) => [geometry, properties?.step])).toEqual([
      [
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 0],
          ],
        },
        1,
      ],
      [
        {
          type: 'LineString',
          coordinates: [
            [1, 0],
            [2, 0],
            [3, 0],
          ],
        },
        2,
      ],
    ])
  })

  it('leave a gap open, and cross the date line the short way', () => {
    const lines = trackFeatures({
      id: 't',
      points: [at(179, 20), at(-179, 20), at(-170, 20, { isAfterGap: true }), at(-169, 20)],
    })
    expect(lines.map(({ geometry }) => 'coordinates' in geometry && geometry.coordinates)).toEqual([
      [
        [179, 0],
        [181, 0],
      ],
      [
        [190, 0],
        [191, 0],
      ],
    ])
  })

  it('have the last colour only above the limit', () => {
    expect([speedStepOf(45, 40), speedStepOf(120, 130), speedStepOf(120), speedStepOf(null)]).toEqual([
      4, 3, 4, 0,
    ])
  })
})
