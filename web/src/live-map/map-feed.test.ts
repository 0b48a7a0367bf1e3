import { expect, it } from 'vitest'
import { createLiveStore } from '../live/live.store.ts'
import type { VehicleChanges } from '../map/map-model.ts'
import { someLiveVehicle } from '../vehicles/vehicles.factory.ts'
import { createMapFeed } from './map-feed.ts'

function bench() {
  const store = createLiveStore({ schedule: (work) => work() })
  store.applySnapshot('f1', [
    someLiveVehicle({ id: 'v1', vehicleNumber: '1', status: 'active' }),
    someLiveVehicle({ id: 'v2', vehicleNumber: '2', status: 'inactive' }),
  ])
  const feed = createMapFeed(store, 'f1', new Set())
  const received: [boolean, string[], readonly string[]][] = []
  const leave = feed.subscribe(({ isReset, changed, gone }: VehicleChanges) =>
    received.push([isReset, changed.map(({ id }) => id), gone]),
  )
  const last = () => received.at(-1)
  return { store, feed, received, last, leave }
}

it('sends everything to a new map at once, then changes', () => {
  const { store, last, received, leave } = bench()
  expect(last()).toEqual([true, ['v1', 'v2'], []])
  store.applyChanges('f1', [{ id: 'v1', heading: 5 }], ['v2'])
  expect(last()).toEqual([false, ['v1'], ['v2']])
  store.applyChanges('f2', [{ id: 'v1', heading: 6 }], [])
  leave()
  store.applyChanges('f1', [{ id: 'v1', heading: 7 }], [])
  expect(received).toHaveLength(2)
})

it('feeds the fleets of a company as one, also when a vehicle moves between them', () => {
  const store = createLiveStore({ schedule: (work) => work() })
  store.retainOnly(['f1', 'f2', 'f9'], { id: 'c1', fleetIds: ['f1', 'f2'] })
  for (const fleetId of ['f1', 'f2', 'f9'])
    store.applySnapshot(fleetId, [someLiveVehicle({ id: `v-${fleetId}`, fleetId })])
  const received: [readonly string[], readonly string[]][] = []
  createMapFeed(store, 'c1', new Set()).subscribe(({ changed, gone }) =>
    received.push([changed.map(({ id }) => id), gone]),
  )
  expect(received.splice(0)).toEqual([[['v-f1', 'v-f2'], []]])
  store.applyChanges('f9', [{ id: 'v-f9', heading: 5 }], [])
  expect(received.splice(0)).toEqual([])
  store.applyChanges('f2', [someLiveVehicle({ id: 'v-f1', fleetId: 'f2' })], [])
  store.applyChanges('f1', [], ['v-f1'])
  expect(received).toEqual([
    [['v-f1'], []],
    [[], []],
  ])
})

it('omits the vehicles of a fleet whose map is off', () => {
  const store = createLiveStore({ schedule: (work) => work() })
  store.retainOnly(['f1', 'f2'], { id: 'c1', fleetIds: ['f1', 'f2'] })
  for (const fleetId of ['f1', 'f2'])
    store.applySnapshot(fleetId, [someLiveVehicle({ id: `v-${fleetId}`, fleetId })])
  const received: string[][] = []
  createMapFeed(store, 'c1', new Set(['f2'])).subscribe(({ changed }) =>
    received.push(changed.map(({ id }) => id)),
  )
  store.applyChanges('f2', [{ id: 'v-f2', heading: 5 }], [])
  expect(received.flat()).toEqual(['v-f1'])
})

it('removes vehicles that the filter hides after a status change, and restores them', () => {
  const { store, feed, last } = bench()
  feed.sift(({ status }) => status === 'active')
  expect(last()).toEqual([true, ['v1'], []])
  store.applyChanges('f1', [{ id: 'v1', status: 'inactive' }], [])
  expect(last()).toEqual([false, [], ['v1']])
  store.applyChanges('f1', [{ id: 'v2', status: 'active' }], [])
  expect(last()).toEqual([false, ['v2'], []])
})

it('sends nothing while frozen, and then continues with the current vehicles', () => {
  const { store, feed, received, last } = bench()
  feed.hold(store.vehiclesOf('f1'))
  const before = received.length
  store.applyChanges('f1', [], ['v2'])
  expect(received).toHaveLength(before)
  feed.sift(({ status }) => status === 'inactive')
  expect(last()).toEqual([true, ['v2'], []])
  feed.sift(() => true)
  feed.hold(null)
  expect(last()).toEqual([true, ['v1'], []])
})
