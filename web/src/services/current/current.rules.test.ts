import { expect, it } from 'vitest'
import { someCurrentService } from '../services.factory.ts'
import { estimateArrival } from './current.rules.ts'

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
