import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { someLiveVehicle } from './live.factory.ts'
import { createLiveStore } from './live.store.ts'
import type { Live } from './live.ts'
import { LiveProvider, useFleetMiddle } from './use-live.ts'

it('the middle of a fleet is known once a vehicle has a position, and does not follow them', () => {
  const frames: (() => void)[] = []
  const store = createLiveStore({ schedule: (work) => frames.push(work) })
  const frame = () => act(() => frames.splice(0).forEach((work) => void work()))
  const { result } = renderHook(() => useFleetMiddle('f1'), {
    wrapper: ({ children }) => <LiveProvider value={{ store } as Live}>{children}</LiveProvider>,
  })
  expect(result.current).toBeNull()
  store.applySnapshot('f1', [someLiveVehicle({ latitude: null, longitude: null })])
  frame()
  expect(result.current).toBeNull()
  store.applyChanges('f1', [{ id: 'v1', latitude: 19.43, longitude: -99.13 }], [])
  frame()
  expect(result.current).toEqual({ latitude: 19.43, longitude: -99.13 })
  store.applyChanges('f1', [{ id: 'v1', latitude: 20 }], [])
  frame()
  expect(result.current).toEqual({ latitude: 19.43, longitude: -99.13 })
})
