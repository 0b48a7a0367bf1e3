import { describe, expect, it } from 'vitest'
import { someLiveVehicle } from '../vehicles/vehicles.factory.ts'
import { type Closing, closingAfter, createClosings } from './closing.rules.ts'

/** Fixes every five seconds at these distances; returns the displayed speed after each. */
function shown(metres: readonly number[], from: Closing | undefined = undefined) {
  let closing = from
  const start = (from?.fixes.at(-1)?.at ?? 0) + 5000
  const figures = metres.map((each, index) => {
    closing = closingAfter(closing, { at: start + index * 5000, metres: each })
    return closing.kmh
  })
  return { closing, figures }
}
const drive = (fromMetres: number, kmh: number, count: number) =>
  Array.from({ length: count }, (_, index) => fromMetres - (index * 5 * kmh) / 3.6)

describe('approaching vehicles', () => {
  it('are reported after some seconds, with their speed', () => {
    expect(shown(drive(2000, 36, 5)).figures).toEqual([null, null, 36, 36, 36])
    expect(shown(drive(2000, -36, 5)).figures).toEqual([null, null, null, null, null])
    expect(shown(drive(2000, 6, 5)).figures).toEqual([null, null, null, null, null])
  })

  it('stay reported while slowing for a crossing, until they stop approaching', () => {
    const { closing } = shown(drive(2000, 40, 8))
    const metres = closing?.fixes.at(-1)?.metres ?? 0
    expect(shown([metres, metres], closing).figures.every((kmh) => kmh !== null)).toBe(true)
    expect(shown(Array(14).fill(metres), closing).figures.at(-1)).toBeNull()
  })

  it('do not flicker with places that are some metres off', () => {
    const wrong = [9, -8, 6, -9, 7, -6, 8, -7, 9, -8, 6, -9]
    const figures = shown(drive(3000, 30, 12).map((metres, at) => metres + (wrong[at] ?? 0))).figures.slice(3)
    expect(figures).not.toContain(null)
    expect(new Set(figures).size).toBeLessThanOrEqual(2)
    const parked = shown(wrong.map((metres) => 500 + metres)).figures
    expect(new Set(parked.slice(4))).toEqual(new Set([null]))
  })

  it('ignore a repeated fix, and start over after a silence', () => {
    const { closing } = shown(drive(2000, 36, 5))
    if (closing === undefined) throw new Error('There were fixes.')
    const [last] = closing.fixes.slice(-1)
    expect(closingAfter(closing, { at: last?.at ?? 0, metres: 5 })).toBe(closing)
    expect(closingAfter(closing, { at: (last?.at ?? 0) + 90_000, metres: 500 }).kmh).toBeNull()
  })

  it('are tracked separately for each target', () => {
    const closings = createClosings()
    const target = { latitude: 19.43, longitude: -99.13 }
    const at = (seconds: number) => [
      someLiveVehicle({ id: 'a', at: seconds * 1000, latitude: 19.48 - seconds * 0.0001, longitude: -99.13 }),
      someLiveVehicle({ id: 'b', at: null, latitude: null, longitude: null }),
    ]
    for (const seconds of [0, 5, 10]) closings.follow('x', target, at(seconds))
    expect([...closings.follow('x', target, at(15))]).toEqual([['a', 40]])
    expect(closings.follow('y', target, at(20)).size).toBe(0)
  })
})
