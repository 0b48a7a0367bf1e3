import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { silentSocket } from '../live/live.factory.ts'
import { createLive } from '../live/live.ts'
import { LiveProvider } from '../live/use-live.ts'
import { someLiveVehicle } from '../vehicles/vehicles.factory.ts'
import { useMapVehicles } from './use-map-vehicles.ts'

const live = () =>
  createLive({
    connect: silentSocket,
    token: () => null,
    onStale: () => {},
    onRefused: async () => {},
    onClock: () => {},
    schedule: (work) => work(),
  })

it('loads another fleet although auto-refresh is off, and freezes it afterwards', () => {
  const { store } = live()
  const page = { store } as ReturnType<typeof createLive>
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LiveProvider value={page}>{children}</LiveProvider>
  )
  const usual = {
    statusKey: '',
    type: '',
    search: '',
    order: 'status',
    chosenId: null,
    without: new Set<string>(),
  } as const
  store.applySnapshot('f1', [someLiveVehicle()])
  const { result, rerender } = renderHook(
    ({ shownId, isRunning }) => useMapVehicles({ ...usual, shownId, isRunning }),
    { wrapper, initialProps: { shownId: 'f1', isRunning: false } },
  )
  const drawn = () => {
    const speeds = new Map<string, number | null>()
    const leave = result.current.feed.subscribe(({ changed }) => {
      for (const { vehicleNumber, speedKmh } of changed) speeds.set(vehicleNumber, speedKmh)
    })
    leave()
    return [...speeds]
  }
  const listed = () =>
    result.current.shown.map(({ vehicleNumber, speedKmh }) => [vehicleNumber, speedKmh] as const)

  rerender({ shownId: 'f2', isRunning: false })
  expect([result.current.isLoaded, listed(), result.current.waiting]).toEqual([false, [], 0])
  act(() =>
    store.applySnapshot('f2', [
      someLiveVehicle({ vehicleNumber: '205', speedKmh: 40 }),
      someLiveVehicle({ vehicleNumber: '206', speedKmh: 0 }),
    ]),
  )
  const asItCame = [
    ['205', 40],
    ['206', 0],
  ]
  expect([result.current.isLoaded, listed(), result.current.waiting]).toEqual([true, asItCame, 0])
  expect(drawn()).toEqual(asItCame)

  act(() => store.applyChanges('f2', [{ id: 'v205', speedKmh: 55 }], ['v206']))
  expect([listed(), result.current.waiting]).toEqual([asItCame, 2])
  expect(drawn()).toEqual(asItCame)
  rerender({ shownId: 'f2', isRunning: true })
  expect(listed()).toEqual([['205', 55]])
  expect(drawn()).toEqual([['205', 55]])
})
