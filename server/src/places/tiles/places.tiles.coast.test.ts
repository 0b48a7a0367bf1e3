import { expect, it } from 'vitest'
import { coastOf, type Point } from './places.tiles.coast.ts'

const box = { west: 0, south: 0, east: 10, north: 10 }
/** Whether a place is sea by what is drawn last over it. */
function isSea(parts: ReturnType<typeof coastOf>, [x, y]: Point): boolean | null {
  let answer: boolean | null = null
  for (const { kind, ring } of parts) {
    let isInside = false
    for (const [index, [bx, by]] of ring.entries()) {
      const [ax, ay] = ring[index - 1] ?? ring.at(-1) ?? [bx, by]
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
    }
    if (isInside) answer = kind === 'sea'
  }
  return answer
}
const at = (coasts: Point[][], ...places: Point[]) => {
  const parts = coastOf(coasts, box)
  return places.map((place) => isSea(parts, place))
}

it('has the land on the left of a coast', () => {
  // From south to north: land in the west.
  expect(
    at(
      [
        [
          [5, -2],
          [6, 5],
          [5, 12],
        ],
      ],
      [1, 5],
      [9, 5],
    ),
  ).toEqual([false, true])
  expect(
    at(
      [
        [
          [5, 12],
          [6, 5],
          [5, -2],
        ],
      ],
      [1, 5],
      [9, 5],
    ),
  ).toEqual([true, false])
})

it('handles a bay, a cape, and two seas', () => {
  const bay: Point[] = [
    [12, 2],
    [4, 4],
    [4, 6],
    [12, 8],
  ]
  expect(at([bay], [8, 5], [2, 5], [9, 1])).toEqual([true, false, false])
  expect(at([bay.toReversed()], [8, 5], [2, 5], [9, 1])).toEqual([false, true, true])
  const isthmus: Point[][] = [
    [
      [3, 12],
      [3, -2],
    ],
    [
      [7, -2],
      [7, 12],
    ],
  ]
  expect(at(isthmus, [1, 5], [5, 5], [9, 5])).toEqual([true, false, true])
})

it('handles islands, off a coast and alone', () => {
  const island: Point[] = [
    [7, 4],
    [8, 4],
    [8, 5],
    [7, 5],
    [7, 4],
  ]
  expect(at([island], [7.5, 4.5], [1, 1])).toEqual([false, true])
  expect(
    at(
      [
        [
          [5, -2],
          [5, 12],
        ],
        island,
      ],
      [7.5, 4.5],
      [6, 4.5],
      [1, 1],
    ),
  ).toEqual([false, true, false])
})

it('closes a coast that ends slightly inside, and skips one that ends in the middle', () => {
  expect(
    at(
      [
        [
          [5, 0.5],
          [5, 9.4],
        ],
      ],
      [1, 5],
      [9, 5],
    ),
  ).toEqual([false, true])
  expect(
    coastOf(
      [
        [
          [5, -2],
          [5, 5],
        ],
      ],
      box,
    ),
  ).toEqual([])
  expect(coastOf([], box)).toEqual([])
})
