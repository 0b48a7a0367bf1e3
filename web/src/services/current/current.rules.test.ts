import { describe, expect, it } from 'vitest'
import { someCurrentService } from '../services.factory.ts'
import { estimateArrival, workByVehicle } from './current.rules.ts'

const nowMs = 1_800_000_000_000
const vehicle = { latitude: 19.4326, longitude: -99.1332, at: nowMs }

it('estimates the arrival at the next stop, and marks it as an estimate', () => {
  const stop = { ...vehicle, number: 1, count: 2, stopType: 'pickup' as const, address: 'Zócalo' }
  const far = someCurrentService({ nextStop: { ...stop, latitude: vehicle.latitude + 0.045 } })
  expect(estimateArrival(vehicle, far, nowMs)).toEqual({ minutes: 10, isEstimate: true })
})

it('is at least a minute', () => {
  const stop = { ...vehicle, number: 1, count: 2, stopType: 'pickup' as const, address: 'Zócalo' }
  expect(estimateArrival(vehicle, someCurrentService({ nextStop: stop }), nowMs)?.minutes).toBe(1)
})

it('is unknown without a stop, without a position, and from an old position', () => {
  const service = someCurrentService()
  expect(estimateArrival(vehicle, { nextStop: null }, nowMs)).toBeNull()
  expect(estimateArrival({ ...vehicle, latitude: null }, service, nowMs)).toBeNull()
  expect(estimateArrival(vehicle, service, nowMs + 3_600_000)).toBeNull()
})

describe('of a vehicle with several services', () => {
  const [one, two] = [someCurrentService({ serviceId: 's1' }), someCurrentService({ serviceId: 's2' })]
  const route = (currentServiceId: string | null, services: number, underWay = currentServiceId ? 1 : 0) =>
    new Map([['v1', { vehicleId: 'v1', services, underWay, currentServiceId }]])
  const shown = (...given: Parameters<typeof workByVehicle>) => {
    const work = workByVehicle(...given).get('v1')
    return [work?.serviceId, work?.more]
  }

  it('the current one is that whose stop comes next in its route, and the others are counted', () => {
    expect(shown([one, two], route('s1', 12, 2))).toEqual(['s1', 11])
    expect(shown([one, two], route('s2', 12, 2))).toEqual(['s2', 11])
    expect(shown([one], new Map())).toEqual(['s1', 0])
  })

  it('one that was given beside the route does not count as one of it', () => {
    expect(shown([one], route(null, 12))).toEqual(['s1', 12])
    expect(shown([one, two], route('s1', 5))).toEqual(['s1', 5])
  })

  it('without a route it is the one with somebody on board', () => {
    expect(shown([one, { ...two, status: 'in_progress' }], new Map())).toEqual(['s2', 1])
    expect(shown([{ ...one, status: 'in_progress' }, two], new Map())).toEqual(['s1', 1])
  })
})
