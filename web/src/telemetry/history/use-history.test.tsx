import type { PositionColumns } from '@rumbo/contract/telemetry.contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DataLayer } from '../../app/data/data.ts'
import { DataProvider } from '../../app/data/use-data.ts'
import { type Route, tailEveryMs, useWholeTrack } from './use-history.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const midnight = Date.parse('2026-03-02T06:00:00Z')
const minutes = (times: readonly number[]) => times.map((ms) => (ms - midnight) / 60_000)
function columns(time: number[]): PositionColumns {
  const nothing = time.map(() => null)
  return {
    time,
    latitude: time.map(() => 19.4),
    longitude: time.map(() => -99.1),
    speedKmh: time.map(() => 0),
    heading: nothing,
    altitude: nothing,
    odometerMetres: nothing,
    ignition: nothing,
    batteryPercent: nothing,
    fuelPercent: nothing,
    signalPercent: nothing,
    satellites: nothing,
  }
}

it('adds new positions, and reads the whole day again when the route contains late ones', async () => {
  let stored = [0, 10, 20].map((minute) => midnight + minute * 60_000)
  const asked: number[] = []
  const call = async (_: unknown, { query }: { query: { from: string; to: string } }) => {
    const fromMs = Date.parse(query.from)
    asked.push((fromMs - midnight) / 60_000)
    return { positions: columns(stored.filter((ms) => ms >= fromMs)), nextCursor: null }
  }
  const route = () =>
    ({ from: new Date(midnight).toISOString(), records: stored.length, positions: columns(stored) }) as Route
  const cache = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>
      <DataProvider value={{ call } as unknown as DataLayer}>{children}</DataProvider>
    </QueryClientProvider>
  )
  const day = { vehicleId: 'v1', fromMs: midnight, toMs: midnight + 86_400_000, isRunning: true }
  type Props = { known: Route; latestMs?: number }
  const { result, rerender } = renderHook(
    ({ known, latestMs }: Props) => useWholeTrack({ ...day, latestMs, route: known }),
    { wrapper, initialProps: { known: route() } as Props },
  )
  const turn = () => act(() => vi.advanceTimersByTimeAsync(tailEveryMs))
  const track = () => minutes([...result.current.track.time])
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(track()).toEqual([0, 10, 20])

  stored = [...stored, midnight + 30 * 60_000]
  await turn()
  expect(track()).toEqual([0, 10, 20, 30])

  stored = [0, 5, 10, 15, 20, 30].map((minute) => midnight + minute * 60_000)
  await turn()
  expect(track()).toEqual([0, 10, 20, 30])
  rerender({ known: route() })
  asked.length = 0
  await turn()
  expect(track()).toEqual([0, 5, 10, 15, 20, 30])
  await turn()
  expect(asked[0]).toBe(0)
  expect(asked[1]).toBeGreaterThan(30)

  stored = [...stored, midnight + 31 * 60_000]
  rerender({ known: route(), latestMs: midnight + 31 * 60_000 })
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  expect(track().at(-1)).toBe(31)
})
