import type { GeoJSONSourceDiff } from 'maplibre-gl'
import { expect, it } from 'vitest'
import { createPlanSource, type PlanFeature } from './plan-source.ts'

const line = (id: string, ...points: [number, number][]): PlanFeature => ({
  id,
  points,
  properties: { isStrong: false },
})
const northern = () => line('v118', [-99.1, 19.4], [-99.2, 19.5])
const southern = () => line('v133', [-99.1, 19.3], [-99.3, 19.2])

function open() {
  const diffs: GeoJSONSourceDiff[] = []
  const source = createPlanSource(() => ({
    updateData: async (diff) => {
      diffs.push(diff)
    },
  }))
  return { source, diffs }
}
const idsOf = ({ add = [], remove = [] }: GeoJSONSourceDiff = {}) => ({
  added: add.map(({ id }) => id),
  removed: remove,
})

it('gives the map only the features that changed', () => {
  const { source, diffs } = open()
  source.show([northern(), southern()])
  expect(idsOf(diffs[0])).toEqual({ added: ['v118', 'v133'], removed: [] })
  source.show([southern(), northern()])
  expect(diffs).toHaveLength(1)
  source.show([northern(), line('v133', [-99.1, 19.3], [-99.3, 19.25])])
  expect(idsOf(diffs[1])).toEqual({ added: ['v133'], removed: [] })
  source.show([{ ...northern(), properties: { isStrong: true } }])
  expect(idsOf(diffs[2])).toEqual({ added: ['v118'], removed: ['v133'] })
})

it('gives a map that was made anew everything, points as well as lines', () => {
  const { source, diffs } = open()
  const stop: PlanFeature = { id: 'stop a', points: [[-99.1, 19.4]], properties: { rank: 1 } }
  source.show([stop, northern()])
  source.forget()
  source.show([stop, northern()])
  expect(diffs[1]).toEqual(diffs[0])
  expect(diffs[1]?.add?.map(({ geometry }) => geometry)).toEqual([
    { type: 'Point', coordinates: [-99.1, 19.4] },
    {
      type: 'LineString',
      coordinates: [
        [-99.1, 19.4],
        [-99.2, 19.5],
      ],
    },
  ])
})
