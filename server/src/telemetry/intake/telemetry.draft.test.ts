import { expect, it } from 'vitest'
import { draftOf, takeOver } from './telemetry.draft.ts'
import { newMovement } from './telemetry.movement.ts'
import type { VehicleState } from './telemetry.state.ts'
import { type StateRow, stateOf } from './telemetry.state-columns.ts'

/** What the reports of a vehicle cannot change. */
const fixed = [
  'vehicleNo',
  'vehicleId',
  'companyId',
  'fleetId',
  'hasSecret',
  'deviceModel',
  'speedLimitKmh',
  'allowedHours',
  'ownedFromMs',
  'former',
  'ownsReadings',
]

/** Every value another one. */
function changed<Value extends object>(given: Value, except: readonly string[]): Value {
  const entries = Object.entries(given).map(([name, value], at) => {
    if (except.includes(name)) return [name, value]
    if (name === 'movement' || name === 'sums') return [name, changed(value, [])]
    return [name, `changed ${at}`]
  })
  return Object.fromEntries(entries)
}

it('a state takes over everything that its draft can change', () => {
  const state: VehicleState = { ...stateOf({} as StateRow), movement: newMovement() }
  const { movement } = state
  const draft = changed(draftOf(state), fixed)
  takeOver(state, draft)
  expect(state).toEqual(draft)
  // Later changes of the draft stay its own.
  expect([state.movement === movement, state.movement.sums === draft.movement.sums]).toEqual([true, false])
})
