import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EngineVehicle, exclusionsOf } from './dispatch.constraints.rules.ts'
import { permitsOf } from './dispatch.permits.rules.ts'

const vehicles = fc.array(
  fc.record({
    type: fc.constantFrom('sedan', 'van'),
    status: fc.constantFrom('active' as const, 'occupied' as const, 'inactive' as const),
    seats: fc.constantFrom(null, 4, 7),
    loadKg: fc.constantFrom(null, 0, 350, 900),
    loadM3: fc.constantFrom(null, 2),
    skills: fc.subarray(['child seat']),
    place: fc.constantFrom(null, { latitude: 19.4, longitude: -99.1 }),
    freeIn: fc.constantFrom(null, 0, 300, 2_000),
    isOffered: fc.boolean(),
    zones: fc.subarray(['zone 1', 'zone 2']),
    expired: fc.constantFrom([], ['permit_expired' as const]),
    reservedServices: fc.subarray(['service 1', 'service 2']),
    driver: fc.constantFrom(
      null,
      { reasons: ['licence_expired' as const], shiftEndsIn: 3_600 },
      { reasons: [], shiftEndsIn: -60 },
      { reasons: [], shiftEndsIn: 200 },
      { reasons: [], shiftEndsIn: 3_600 },
    ),
  }),
)
const asked = fc.record({
  serviceId: fc.constantFrom('service 1', 'service 3'),
  needs: fc.record({
    vehicleType: fc.constantFrom(null, 'van'),
    seats: fc.constantFrom(0, 5),
    loadKg: fc.constantFrom(0, 500),
    loadM3: fc.constantFrom(0, 2, 6),
    skills: fc.subarray(['child seat']),
  }),
  zones: fc.constantFrom(undefined, [], ['zone 1'], ['zone 1', 'zone 2']),
  windowStart: fc.constantFrom(null, -60, 900, 5_000),
  rejectedBy: fc.subarray(['vehicle 0', 'vehicle 1', 'driver 2']).map((names) => new Set(names)),
})

it('what is computed for all requests at once is what each vehicle is refused for', () => {
  fc.assert(
    fc.property(vehicles, fc.array(asked), fc.boolean(), (given, requests, requiresShift) => {
      const fleet = given.map(
        (vehicle, at): EngineVehicle => ({
          ...vehicle,
          vehicleId: `vehicle ${at}`,
          driverId: `driver ${at}`,
          fixAgeMs: 0,
          idle: 0,
        }),
      )
      const rules = { requiresShift, freeWithin: 600 }
      const permits = permitsOf(fleet, rules)
      for (const request of requests) {
        const reasons = fleet.map((vehicle) => exclusionsOf(vehicle, request, rules))
        const permitted = [...fleet.keys()].filter((member) => permits.of(request)(member))
        expect(permitted).toEqual([...fleet.keys()].filter((member) => reasons[member]?.length === 0))
        for (const member of permitted) expect(permits.members).toContain(member)
        const compared = new Set(permitted.slice(0, 2))
        const ending = new Set(permitted.slice(2, 3))
        const counted = new Map<string, number>()
        for (const [member, [known]] of reasons.entries()) {
          const first = known ?? (ending.has(member) ? 'shift_ends' : 'too_far')
          if (!compared.has(member)) counted.set(first, (counted.get(first) ?? 0) + 1)
        }
        const found = permits
          .count(request, compared, ending)
          .map(({ reason, vehicles: amount }) => [reason, amount])
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(counted))
      }
    }),
  )
})
