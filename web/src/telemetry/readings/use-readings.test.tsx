import { readingHistory } from '@rumbo/contract/telemetry.readings.contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DataLayer } from '../../app/data/data.ts'
import { DataProvider } from '../../app/data/use-data.ts'
import { someReading, someSeries } from './readings.factory.ts'
import { useLatestReadings, useReadingHistory } from './use-readings.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wrapperOf = (call: unknown) => {
  const cache = new QueryClient()
  return ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>
      <DataProvider value={{ call } as unknown as DataLayer}>{children}</DataProvider>
    </QueryClientProvider>
  )
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('reads the latest readings again while they are on screen, and not after', async () => {
  let value = 4
  const call = vi.fn(async () => ({ items: [someReading({ value })] }))
  const { result, unmount } = renderHook(() => useLatestReadings('v1', { isLive: true }), {
    wrapper: wrapperOf(call),
  })
  await pass(0)
  expect(result.current.data?.items[0]?.value).toBe(4)
  value = 5
  await pass(6_000)
  expect(result.current.data?.items[0]?.value).toBe(5)
  unmount()
  await pass(60_000)
  expect(call).toHaveBeenCalledTimes(2)
})

it('keeps the former range of a reading on screen while another loads, never that of another reading', async () => {
  const answer = { from: '', to: '', series: [someSeries([[0, 4]])] }
  const call = vi.fn((endpoint: unknown, input: { query: { names: string; date: string } }) => {
    expect(endpoint).toBe(readingHistory)
    return input.query.date === '2026-03-01' ? Promise.resolve(answer) : new Promise(() => {})
  })
  const { result, rerender } = renderHook(({ name, date }) => useReadingHistory('v1', name, { date }), {
    wrapper: wrapperOf(call),
    initialProps: { name: 'temperature1', date: '2026-03-01' },
  })
  await pass(0)
  rerender({ name: 'temperature1', date: '2026-03-02' })
  await pass(0)
  expect(result.current.data).toEqual(answer)
  expect(result.current.isPlaceholderData).toBe(true)
  rerender({ name: 'temperature2', date: '2026-03-02' })
  await pass(0)
  expect(result.current.data).toBeUndefined()
})
