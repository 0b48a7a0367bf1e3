import { expect, it } from 'vitest'
import { lackedBy, vehicleNeedsOf } from './services.requirements.rules.ts'

const none = {
  requiredVehicleType: null,
  requiredSeats: null,
  requiredLoadKg: null,
  requiredLoadM3: null,
  requiredSkills: [],
}
const van = { type: 'van', seats: 9, loadKg: 800, loadM3: 3.2, skills: ['rampa'] }

it.each([
  [none, van, []],
  [{ ...none, requiredLoadKg: 800, requiredLoadM3: 3.2 }, van, []],
  [{ ...none, requiredLoadKg: 800.5 }, van, ['load']],
  [{ ...none, requiredLoadKg: 1, requiredLoadM3: 3.25 }, van, ['load']],
  [{ ...none, requiredLoadKg: 900, requiredLoadM3: 9 }, van, ['load']],
  // Loads that nobody recorded refuse no vehicle; seats do.
  [{ ...none, requiredLoadKg: 900, requiredLoadM3: 9 }, { ...van, loadKg: null, loadM3: null }, []],
  [{ ...none, requiredLoadKg: 900, requiredLoadM3: 9 }, { ...van, loadKg: null }, ['load']],
  [{ ...none, requiredLoadKg: 0.5 }, { ...van, loadKg: 0 }, ['load']],
  [{ ...none, requiredSeats: 2 }, { ...van, seats: null }, ['seats']],
  [
    {
      requiredVehicleType: 'truck' as const,
      requiredSeats: 10,
      requiredLoadKg: 900,
      requiredLoadM3: null,
      requiredSkills: ['Grúa'],
    },
    van,
    ['type', 'seats', 'load', 'skills'],
  ],
])('of %j the vehicle %j lacks %j', (required, vehicle, lacked) => {
  expect(lackedBy(vehicle, vehicleNeedsOf(required))).toEqual(lacked)
})
