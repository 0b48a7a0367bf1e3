import { describe, expect, it } from 'vitest'
import { createMotion, longestGapMs } from './motion.ts'

const here = { longitude: -99.13, latitude: 19.43 }
const there = { longitude: -99.12, latitude: 19.44 }

describe('motion between reports', () => {
  it('sets the first fix down where it is', () => {
    const motion = createMotion()
    expect(motion.report('a', here, 0, 0)).toEqual(here)
    expect(motion.isMoving()).toBe(false)
  })

  it('glides for the time between the fixes and stops at the last one', () => {
    const motion = createMotion()
    motion.report('a', here, 0, 10_000)
    motion.report('a', there, 2000, 12_000)
    expect(motion.at('a', 12_000)).toEqual(here)
    const half = motion.at('a', 13_000)
    expect(half?.longitude).toBeCloseTo(-99.125)
    expect(half?.latitude).toBeCloseTo(19.435)
    expect(motion.at('a', 14_000)).toEqual(there)
    expect(motion.at('a', 60_000)).toEqual(there)
  })

  it('goes on from where it is seen when the next fix comes early', () => {
    const motion = createMotion()
    motion.report('a', here, 0, 0)
    motion.report('a', there, 4000, 4000)
    const seen = motion.at('a', 6000)
    expect(motion.report('a', here, 6000, 6000)).toEqual(seen)
    expect(motion.at('a', 6000)).toEqual(seen)
    expect(motion.at('a', 8000)).toEqual(here)
  })

  it('tells a mark that arrived once more, then rests', () => {
    const motion = createMotion()
    motion.report('a', here, 0, 0)
    motion.report('a', there, 1000, 1000)
    expect(motion.moved(1500).map(([id]) => id)).toEqual(['a'])
    expect(motion.moved(2000)).toEqual([['a', there]])
    expect(motion.isMoving()).toBe(false)
    expect(motion.moved(2100)).toEqual([])
  })

  it.each([
    ['after a long silence', there, longestGapMs + 1000],
    ['over a long way', { longitude: -98, latitude: 19.43 }, 1000],
    ['for a fix older than the one shown', there, -5000],
  ])('does not glide %s', (_, to, fixAtMs) => {
    const motion = createMotion()
    motion.report('a', here, 0, 0)
    expect(motion.report('a', to, fixAtMs, 1000)).toEqual(to)
    expect(motion.isMoving()).toBe(false)
  })

  it('does not glide with reduced motion', () => {
    const motion = createMotion({ isStill: () => true })
    motion.report('a', here, 0, 0)
    expect(motion.report('a', there, 1000, 1000)).toEqual(there)
    expect(motion.isMoving()).toBe(false)
  })
})
