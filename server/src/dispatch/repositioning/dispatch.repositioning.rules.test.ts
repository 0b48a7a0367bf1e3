import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areasToCompare,
  expectedRequests,
  proposeMoves,
  type RepositioningProblem,
} from './dispatch.repositioning.rules.ts'

/** Areas along a road, `apart` seconds from each other; vehicles stand in the middle of an area. */
function road(
  demand: readonly number[],
  vehicles: readonly { area: number; freeIn?: number; mostDrive?: number }[],
  { apart = 400, mostMoves = 100 } = {},
): RepositioningProblem {
  return {
    demand,
    vehicles: vehicles.map(({ freeIn = 0, mostDrive = 900 }) => ({ freeIn, mostDrive })),
    driveTo: (vehicle, area) => Math.abs((vehicles[vehicle]?.area ?? 0) - area) * apart,
    within: () => 100,
    mostMoves,
  }
}
const movesOf = (...given: Parameters<typeof road>) =>
  proposeMoves(road(...given)).map(({ vehicle, area }) => [vehicle, area])

describe('moves', () => {
  it('lead idle vehicles to where requests are expected and nobody stands', () => {
    expect(movesOf([0, 6], [{ area: 0 }, { area: 0 }])).toEqual([
      [0, 1],
      [1, 1],
    ])
    expect(proposeMoves(road([0, 6], [{ area: 0 }]))).toMatchObject([{ drive: 400 }])
  })

  it('are not proposed where vehicles stand already, or are free there soon', () => {
    expect(movesOf([0, 2], [{ area: 0 }, ...Array.from({ length: 8 }, () => ({ area: 1 }))])).toEqual([])
    const soon = Array.from({ length: 8 }, () => ({ area: 1, freeIn: 60 }))
    expect(movesOf([0, 2], [{ area: 0 }, ...soon])).toEqual([])
  })

  it('do not take a vehicle from where it is needed itself', () => {
    expect(movesOf([6, 6], [{ area: 0 }])).toEqual([])
  })

  it('keep to the limits', () => {
    expect(movesOf([0, 0, 6], [{ area: 0, mostDrive: 700 }])).toEqual([])
    expect(movesOf([0, 6], [{ area: 0, freeIn: 30 }])).toEqual([])
    expect(movesOf([0, 6], [{ area: 0, mostDrive: 0 }])).toEqual([])
    const five = Array.from({ length: 5 }, () => ({ area: 0 }))
    expect(movesOf([0, 9], five, { mostMoves: 2 })).toHaveLength(2)
    expect(movesOf([0, 9], five, { mostMoves: 0 })).toEqual([])
  })

  it('are not proposed for a little', () => {
    expect(movesOf([0, 0.2], [{ area: 0 }])).toEqual([])
    expect(movesOf([0, 6], [{ area: 0 }], { apart: 120 })).toEqual([])
  })

  it('lead nowhere without a road', () => {
    expect(proposeMoves({ ...road([0, 6], [{ area: 0 }]), driveTo: () => Number.NaN })).toEqual([])
  })
})

it('a request is planned for with the probability that it comes', () => {
  const [first, second, ...others] = expectedRequests([1.2])
  expect(first?.chance).toBeCloseTo(1 - Math.exp(-1.2))
  expect(second?.chance).toBeCloseTo(1 - Math.exp(-1.2) * 2.2)
  expect(others.every(({ chance }, at) => chance < ([second, ...others][at]?.chance ?? 0))).toBe(true)
  expect(expectedRequests([0, 0.01])).toEqual([])
})

it('no vehicle gets two moves, and no area more than it expects', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 1, maxLength: 6 }),
      fc.array(fc.record({ area: fc.nat(5), freeIn: fc.constantFrom(0, 0, 90), mostDrive: fc.nat(1800) }), {
        maxLength: 12,
      }),
      fc.nat(6),
      (demand, vehicles, mostMoves) => {
        const moves = proposeMoves(road(demand, vehicles, { mostMoves }))
        expect(moves.length).toBeLessThanOrEqual(mostMoves)
        expect(new Set(moves.map(({ vehicle }) => vehicle)).size).toBe(moves.length)
        const requests = expectedRequests(demand)
        for (const area of demand.keys())
          expect(moves.filter((move) => move.area === area).length).toBeLessThanOrEqual(
            requests.filter((request) => request.area === area).length,
          )
        for (const { vehicle, drive } of moves) {
          expect(vehicles[vehicle]?.freeIn).toBe(0)
          expect(drive).toBeLessThanOrEqual(vehicles[vehicle]?.mostDrive ?? 0)
        }
      },
    ),
  )
})

it('a busy area is considered from afar, one without requests from nowhere', () => {
  const demand = [...Array.from({ length: 40 }, () => 0.2), 9, 0]
  const far = (area: number) => area
  expect(areasToCompare(demand, far)).toContain(40)
  expect(areasToCompare(demand, far)).not.toContain(41)
  expect(areasToCompare(demand, far).slice(0, 3)).toEqual([0, 1, 2])
  expect(areasToCompare(demand, (area) => (area === 40 ? Number.NaN : area))).not.toContain(40)
})
