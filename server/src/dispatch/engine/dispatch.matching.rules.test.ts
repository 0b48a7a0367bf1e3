import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchAtLeastCost } from './dispatch.matching.rules.ts'

interface Row {
  skip: number
  edges: { column: number; cost: number }[]
}

function solve(columns: number, rows: readonly Row[]) {
  const edges = rows.flatMap((row) => row.edges)
  const start = new Int32Array(rows.length + 1)
  for (const [at, row] of rows.entries()) start[at + 1] = (start[at] as number) + row.edges.length
  return [
    ...matchAtLeastCost({
      columns,
      start,
      column: Int32Array.from(edges, ({ column }) => column),
      cost: Float64Array.from(edges, ({ cost }) => cost),
      skip: Float64Array.from(rows, ({ skip }) => skip),
    }),
  ]
}

/** By trying every assignment. */
function leastCost(rows: readonly Row[], used: ReadonlySet<number> = new Set()): number {
  const [first, ...others] = rows
  if (!first) return 0
  const costs = first.edges
    .filter(({ column }) => !used.has(column))
    .map(({ column, cost }) => cost + leastCost(others, new Set([...used, column])))
  return Math.min(first.skip + leastCost(others, used), ...costs)
}

const costOf = (rows: readonly Row[], found: readonly number[]) =>
  rows.reduce(
    (sum, row, at) =>
      sum +
      (found[at] === -1
        ? row.skip
        : Math.min(...row.edges.filter(({ column }) => column === found[at]).map(({ cost }) => cost))),
    0,
  )

describe('the matching', () => {
  it('gives up the nearest vehicle where that is cheaper for all', () => {
    const rows = [
      {
        skip: 100,
        edges: [
          { column: 0, cost: 1 },
          { column: 1, cost: 2 },
        ],
      },
      { skip: 100, edges: [{ column: 0, cost: 1 }] },
    ]
    expect(solve(2, rows)).toEqual([1, 0])
  })

  it('leaves a row out where it costs less than any column', () => {
    expect(solve(1, [{ skip: 5, edges: [{ column: 0, cost: 6 }] }])).toEqual([-1])
    expect(solve(0, [{ skip: 5, edges: [] }])).toEqual([-1])
    expect(solve(3, [])).toEqual([])
  })

  it('has the least total cost, with any costs', () => {
    const row = fc.record({
      skip: fc.integer({ min: -20, max: 60 }),
      edges: fc.array(fc.record({ column: fc.nat({ max: 4 }), cost: fc.integer({ min: -30, max: 50 }) }), {
        maxLength: 6,
      }),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const found = solve(5, rows)
        const used = found.filter((column) => column !== -1)
        expect(new Set(used).size).toBe(used.length)
        expect(costOf(rows, found)).toBe(leastCost(rows))
      }),
      { numRuns: 500 },
    )
  })
})
