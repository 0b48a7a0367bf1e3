import { describe, expect, it, vi } from 'vitest'
import { someLiveVehicle } from './live.factory.ts'
import { createLiveStore, type LiveChanges, liveState } from './live.store.ts'

function bench() {
  const frames: (() => void)[] = []
  const store = createLiveStore({ schedule: (work) => frames.push(work) })
  const frame = () => {
    for (const work of frames.splice(0)) work()
  }
  return { store, frames, frame }
}
const two = [someLiveVehicle(), someLiveVehicle({ id: 'v2', vehicleNumber: '9' })]

describe('the live store', () => {
  it('lists a fleet by number, as the same array until something changed', () => {
    const { store, frame } = bench()
    store.applySnapshot('f1', two)
    frame()
    const list = store.vehiclesOf('f1')
    expect(list.map((vehicle) => vehicle.vehicleNumber)).toEqual(['9', '104'])
    expect(store.vehiclesOf('f1')).toBe(list)
    store.applyChanges('f1', [{ id: 'v1', speedKmh: 50 }], [])
    frame()
    expect(store.vehiclesOf('f1')).not.toBe(list)
    expect(store.vehicle('v1')).toMatchObject({ speedKmh: 50, vehicleNumber: '104' })
  })

  it('lists a group of fleets as one, by number, complete only with the snapshot of each', () => {
    const { store, frame } = bench()
    store.retainOnly(['f1', 'f2', 'f9'], { id: 'c1', fleetIds: ['f1', 'f2'] })
    store.applySnapshot('f1', two)
    store.applySnapshot('f9', [someLiveVehicle({ id: 'v9', fleetId: 'f9', vehicleNumber: '1' })])
    frame()
    expect(store.hasFleet('c1')).toBe(false)
    store.applySnapshot('f2', [someLiveVehicle({ id: 'v3', fleetId: 'f2', vehicleNumber: '50' })])
    frame()
    const numbers = () => store.vehiclesOf('c1').map((vehicle) => vehicle.vehicleNumber)
    expect([store.hasFleet('c1'), store.sizeOf('c1')]).toEqual([true, 3])
    expect(numbers()).toEqual(['9', '50', '104'])
    expect(store.vehiclesOf('c1')).toBe(store.vehiclesOf('c1'))
    store.applyChanges('f2', [{ id: 'v3', vehicleNumber: '200' }], [])
    frame()
    expect(numbers()).toEqual(['9', '104', '200'])
    store.applyChanges('f2', [someLiveVehicle({ fleetId: 'f2' })], [])
    frame()
    expect(numbers()).toEqual(['9', '104', '200'])
    store.retainOnly(['f1'])
    frame()
    expect([store.hasFleet('c1'), store.vehiclesOf('c1').length]).toEqual([false, 0])
  })

  it('notifies listeners once per frame, however many messages arrived', () => {
    const { store, frames, frame } = bench()
    const [all, first, second] = [vi.fn(), vi.fn(), vi.fn()]
    store.applySnapshot('f1', two)
    frame()
    store.subscribe(all)
    store.subscribeVehicle('v1', first)
    store.subscribeVehicle('v2', second)
    for (let speedKmh = 0; speedKmh < 20; speedKmh += 1) {
      store.applyChanges('f1', [{ id: 'v1', speedKmh }], [])
    }
    expect(frames).toHaveLength(1)
    frame()
    expect(all).toHaveBeenCalledOnce()
    expect(first).toHaveBeenCalledOnce()
    expect(second).not.toHaveBeenCalled()
  })

  it('sends a map what changed, what was removed, and when to start over', () => {
    const { store, frame } = bench()
    const received: LiveChanges[] = []
    store.subscribeChanges((changes) => received.push(changes))
    store.applySnapshot('f1', two)
    frame()
    store.applyChanges('f1', [{ id: 'v1', heading: 5 }], ['v2'])
    frame()
    expect(
      received.map(({ isReset, changed, gone }) => [isReset, changed.map((one) => one.id), gone]),
    ).toEqual([
      [true, ['v1', 'v2'], []],
      [false, ['v1'], ['v2']],
    ])
  })

  it('adds a vehicle new to the fleet, and ignores partial data of an unknown one', () => {
    const { store, frame } = bench()
    store.applySnapshot('f1', [])
    store.applyChanges('f1', [someLiveVehicle({ id: 'v3' }), { id: 'v4', speedKmh: 3 }], [])
    frame()
    expect(store.vehiclesOf('f1').map((vehicle) => vehicle.id)).toEqual(['v3'])
  })

  it('removes fleets that are no longer watched', () => {
    const { store, frame } = bench()
    store.applySnapshot('f1', two)
    store.applySnapshot('f2', [someLiveVehicle({ id: 'v9' })])
    frame()
    store.retainOnly(['f2'])
    expect(store.vehiclesOf('f1')).toEqual([])
    expect(store.hasFleet('f1')).toBe(false)
    expect(store.vehicle('v9')).toBeDefined()
  })

  it('notifies listeners of a fleet that is no longer watched, and of one that is watched again', () => {
    const { store, frame } = bench()
    store.applySnapshot('f1', two)
    store.applySnapshot('f2', [someLiveVehicle({ id: 'v9' })])
    frame()
    const [all, first, other] = [vi.fn(), vi.fn(), vi.fn()]
    const changes: LiveChanges[] = []
    store.subscribe(all)
    store.subscribeVehicle('v1', first)
    store.subscribeVehicle('v9', other)
    store.subscribeChanges((change) => changes.push(change))
    store.retainOnly(['f2'])
    frame()
    expect([all.mock.calls.length, first.mock.calls.length, other.mock.calls.length]).toEqual([1, 1, 0])
    expect(changes).toEqual([{ fleetId: 'f1', changed: [], gone: ['v1', 'v2'], isReset: true }])
    store.applySnapshot('f1', two)
    frame()
    store.retainOnly([])
    store.applySnapshot('f1', [someLiveVehicle()])
    frame()
    expect(changes.slice(-3).map(({ fleetId, changed }) => [fleetId, changed.length])).toEqual([
      ['f2', 0],
      ['f1', 0],
      ['f1', 1],
    ])
    expect(store.vehicle('v2')).toBeUndefined()
  })
})

describe('how live the page is', () => {
  it.each([
    ['open', 1000, true, 'live'],
    ['open', 6000, true, 'live'],
    ['open', 6001, true, 'delayed'],
    ['waiting', 10_000, true, 'delayed'],
    ['waiting', 30_001, true, 'offline'],
    ['connecting', 40_000, true, 'delayed'],
    ['waiting', 40_000, false, 'offline'],
    ['stopped', 40_000, true, 'offline'],
    ['paused', 1000, true, 'paused'],
  ] as const)('%s, last message %i ms ago, network %s: %s', (connection, ageMs, hasNetwork, expected) => {
    expect(liveState(connection, 1_000_000 - ageMs, 1_000_000, hasNetwork)).toBe(expected)
  })

  it('is offline when no message was ever received and the connection failed', () => {
    expect(liveState('waiting', null, 5)).toBe('offline')
  })
})
