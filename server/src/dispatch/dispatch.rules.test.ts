import { describe, expect, it } from 'vitest'
import { maxCompared, nearestVehicles, rankCandidates, type VehicleAtPlace } from './dispatch.rules.ts'

const now = new Date('2026-03-02T15:00:00.000Z')
const pickup = { latitude: 19.4326, longitude: -99.1332 }

const vehicle = (
  vehicleNumber: string,
  /** Degrees north of the pickup; null for no position. */
  north: number | null,
  more: Partial<VehicleAtPlace> = {},
): VehicleAtPlace => ({
  vehicleId: `id-${vehicleNumber}`,
  vehicleNumber,
  plateNumber: `P-${vehicleNumber}`,
  type: 'sedan',
  status: 'active',
  latitude: north === null ? null : pickup.latitude + north,
  longitude: north === null ? null : pickup.longitude,
  fixTime: now,
  ...more,
})
const arrivalsOf = (seconds: Record<string, number>) =>
  new Map(
    Object.entries(seconds).map(([number, some]) => [`id-${number}`, { seconds: some, isEstimate: false }]),
  )

describe('candidates', () => {
  it('are ordered by arrival rather than by distance, those without a position after them', () => {
    const vehicles = [vehicle('3', null), vehicle('1', 0.01), vehicle('2', 0.02)]
    const ranked = rankCandidates(vehicles, pickup, arrivalsOf({ 1: 600.4, 2: 240.2 }), now)
    expect(ranked.map((one) => [one.vehicleNumber, one.arrivalSeconds, one.isEstimate])).toEqual([
      ['2', 240, false],
      ['1', 600, false],
      ['3', null, true],
    ])
    expect(ranked[1]?.distanceMetres).toBeCloseTo(1112, -1)
  })

  it('that cannot be assigned come last, with the reason, however near they are', () => {
    const old = new Date(now.getTime() - 31 * 60_000)
    const vehicles = [
      vehicle('1', 0.001, { status: 'occupied' }),
      vehicle('2', 0.03, { fixTime: old }),
      vehicle('3', 0.02),
    ]
    const ranked = rankCandidates(vehicles, pickup, arrivalsOf({ 1: 20, 2: 300, 3: 400 }), now)
    expect(ranked.map((one) => [one.vehicleNumber, one.isEligible, one.reasons])).toEqual([
      ['2', true, ['stale_position']],
      ['3', true, []],
      ['1', false, ['status']],
    ])
  })

  it('beyond the nearest follow them, so that the best is the same with and without their arrivals', () => {
    const vehicles = Array.from({ length: maxCompared + 1 }, (_, at) => vehicle(String(at), 0.001 * (at + 1)))
    const seconds = Object.fromEntries(vehicles.map(({ vehicleNumber }, at) => [vehicleNumber, 600 - at]))
    const ranked = rankCandidates(vehicles, pickup, arrivalsOf(seconds), now)
    expect(ranked[0]?.vehicleNumber).toBe(String(maxCompared - 1))
    expect(ranked.at(-1)?.vehicleNumber).toBe(String(maxCompared))
  })
})

it('the nearest vehicles are those that can be assigned first, and only those with a position', () => {
  const vehicles = [
    vehicle('1', 0.001, { status: 'out_of_service' }),
    vehicle('2', 0.02),
    vehicle('3', null),
    vehicle('4', 0.01),
  ]
  expect(nearestVehicles(vehicles, pickup).map(({ vehicleId }) => vehicleId)).toEqual([
    'id-4',
    'id-2',
    'id-1',
  ])
})
