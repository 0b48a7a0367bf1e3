import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useRestingBounds, viewRestMs } from './use-resting-bounds.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const city = { west: -99.2, south: 19.4, east: -99.1, north: 19.5 }
const movedBy = (degrees: number) => ({ ...city, west: city.west + degrees, east: city.east + degrees })

it('updates the view of a followed vehicle only after a long distance, and immediately once following ends', () => {
  const { result, rerender } = renderHook((isFollowing: boolean) => useRestingBounds(isFollowing), {
    initialProps: true,
  })
  const rest = (at: typeof city) =>
    act(() => {
      result.current.onBounds(at)
      vi.advanceTimersByTime(viewRestMs)
    })
  rest(city)
  expect(result.current.bounds).toEqual(city)
  rest(movedBy(0.01))
  expect(result.current.bounds).toEqual(city)
  rest(movedBy(0.02))
  expect(result.current.bounds).toEqual(movedBy(0.02))
  rest(movedBy(0.021))
  expect(result.current.bounds).toEqual(movedBy(0.02))
  rerender(false)
  expect(result.current.bounds).toEqual(movedBy(0.021))
  rest(movedBy(0.022))
  expect(result.current.bounds).toEqual(movedBy(0.022))
})
