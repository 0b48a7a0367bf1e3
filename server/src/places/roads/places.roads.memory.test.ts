import type { RoadReach } from '@rumbo/geo/roads/road-reach'
import type { RoadPlace } from '@rumbo/geo/roads/road-snap'
import type { OpenRoads } from '@rumbo/geo/roads/roads'
import { expect, it } from 'vitest'
import { createRoadMemory } from './places.roads.memory.ts'

/** Roads whose reaches keep as many junctions as `grown` says after each question. */
function roadsThatGrow(grown: readonly number[]) {
  const searched: number[] = []
  const reach = ({ piece }: RoadPlace): RoadReach => {
    searched.push(piece)
    let asked = 0
    return {
      get nodeCount() {
        return grown[Math.min(asked, grown.length) - 1] ?? 0
      },
      legs: (many) => {
        asked += 1
        return many.map(() => null)
      },
    }
  }
  return { roads: { reach } as unknown as OpenRoads, searched }
}
const place = (piece: number) => ({ piece, share: 0 }) as RoadPlace

it('counts what a reach keeps after it grew, and forgets what was asked for longest ago', () => {
  const { roads, searched } = roadsThatGrow([10, 60])
  const remembered = createRoadMemory({ nodes: 100 })(roads, 'porto 1')
  const ask = (piece: number) => remembered.legsAround(place(piece), [null], 'to')
  ask(1)
  ask(2)
  ask(1)
  ask(2)
  expect(searched).toEqual([1, 2])
  // Both have 60 junctions now, so one had to go.
  ask(2)
  expect(searched).toEqual([1, 2])
  ask(1)
  expect(searched).toEqual([1, 2, 1])
})

it('does not mix regions, directions and places', () => {
  const { roads, searched } = roadsThatGrow([10])
  const open = createRoadMemory({ nodes: 1_000 })
  const [porto, newer] = [open(roads, 'porto 1'), open(roads, 'porto 2')]
  porto.legsAround(place(1), [null], 'to')
  porto.legsAround(place(1), [null], 'from')
  newer.legsAround(place(1), [null], 'to')
  porto.legsAround(place(1), [null], 'to')
  expect(searched).toHaveLength(3)
})
