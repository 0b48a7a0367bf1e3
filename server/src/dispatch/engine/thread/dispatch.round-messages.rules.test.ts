import { costParts, exclusionReasons } from '@rumbo/contract/dispatch.contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { EngineVehicle } from '../dispatch.constraints.rules.ts'
import type { RoundFinding } from '../dispatch.levels.ts'
import {
  packFindings,
  packVehicles,
  unpackFindings,
  unpackVehicles,
} from './dispatch.round-messages.rules.ts'

const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 })
const place = fc.record({ latitude: number, longitude: number })
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const vehicle: fc.Arbitrary<EngineVehicle> = fc
  .record({
    vehicleId: fc.uuid(),
    type: fc.constantFrom('sedan', 'van'),
    status: fc.constantFrom('active' as const, 'occupied' as const),
    seats: orNull(fc.nat()),
    loadKg: orNull(number),
    loadM3: orNull(number),
    skills: fc.subarray(['child seat', 'pets']),
    place: orNull(place),
    fixAgeMs: orNull(number),
    freeIn: orNull(number),
    next: fc.option(fc.record({ place, freeIn: number }), { nil: undefined }),
    idle: number,
    isOffered: fc.boolean(),
    reservedServices: fc.subarray(['service 1', 'service 2']),
    driverId: orNull(fc.uuid()),
    zones: fc.subarray(['zone 1', 'zone 2']),
    expired: fc.subarray(['insurance_expired' as const, 'permit_expired' as const]),
    driver: orNull(
      fc.record({ reasons: fc.subarray(['licence_expired' as const]), shiftEndsIn: orNull(number) }),
    ),
  })
  .map(({ next, ...rest }) => (next ? { ...rest, next } : rest))

it('vehicles are the same after their way to the thread', () => {
  fc.assert(
    fc.property(fc.array(vehicle), (vehicles) => {
      expect(unpackVehicles(structuredClone(packVehicles(vehicles)))).toEqual(vehicles)
    }),
  )
})

const seconds = number.filter((one) => one !== 0)
const finding: fc.Arbitrary<RoundFinding> = fc.record({
  choice: orNull(fc.record({ vehicle: fc.nat(), arrival: number, place: fc.nat(2) })),
  considered: fc.array(
    fc.record({
      vehicle: fc.nat(),
      arrival: number,
      isEstimate: fc.boolean(),
      cost: number,
      parts: fc.dictionary(fc.constantFrom(...costParts), seconds, { noNullPrototype: true }),
    }),
  ),
  dearer: fc.array(fc.nat()).map((numbers) => Int32Array.from(numbers)),
  excluded: fc.array(fc.record({ reason: fc.constantFrom(...exclusionReasons), vehicles: fc.nat() })),
  ending: fc.array(fc.nat()),
})

it('findings are the same after their way back', () => {
  fc.assert(
    fc.property(fc.array(finding), (findings) => {
      expect(unpackFindings(structuredClone(packFindings(findings)))).toEqual(findings)
    }),
  )
})
