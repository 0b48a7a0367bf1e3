import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Plan } from '@rumbo/contract/planning.contract'
import type { PlanVehicle } from '@rumbo/contract/planning.workspace.contract'
import type { Ineligibility } from '@rumbo/contract/shifts.drivers.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type { Places } from './planning.places.rules.ts'
import type { ShiftRow, VehicleFacts } from './planning.workspace.repository.ts'

/** A break may begin so much before and after its planned minute. */
const breakToleranceMs = 30 * minuteMs
/** Positions differ a little while a vehicle stands: places of vehicles are rounded to 11 metres. */
const positionDigits = 4

export interface VehicleInput {
  plan: Pick<Plan, 'from' | 'until' | 'settings'>
  now: Date
  vehicle: Pick<
    LiveVehicle,
    'id' | 'vehicleNumber' | 'plateNumber' | 'type' | 'seats' | 'skills' | 'latitude' | 'longitude'
  >
  facts: VehicleFacts
  /** Those of the vehicle that overlap the plan's hours, by their beginning. */
  shifts: readonly ShiftRow[]
  /** Why the driver may not drive on the day, by driver. */
  reasons: ReadonlyMap<string, readonly Ineligibility[]>
  places: Places
  depotPlace: number | null
}

type ShiftInput = Pick<VehicleInput, 'plan' | 'now' | 'shifts'>

const isDuring = ({ plan, now }: ShiftInput) =>
  now.getTime() >= Date.parse(plan.from) && now.getTime() < Date.parse(plan.until)

/** From when the vehicle can be planned, and the one shift that counts. */
function countedShift(input: ShiftInput): { earliest: number; shift: ShiftRow | undefined } {
  const earliest = isDuring(input) ? input.now.getTime() : Date.parse(input.plan.from)
  return { earliest, shift: input.shifts.find(({ busyTo }) => busyTo.getTime() > earliest) }
}

/** Whether the vehicle has another shift in the hours of the plan, which does not count. */
export function hasFurtherShift(input: ShiftInput): boolean {
  const { shift } = countedShift(input)
  return shift !== undefined && input.shifts.some(({ busyTo }) => busyTo > shift.busyTo)
}

/** A vehicle as the plan may use it, or with the reason why not. */
export function planVehicleOf(input: VehicleInput): PlanVehicle {
  const { plan, vehicle, facts, reasons, places, depotPlace } = input
  const planUntil = Date.parse(plan.until)
  const { earliest, shift } = countedShift(input)
  const from = shift && Math.max(earliest, shift.busyFrom.getTime())
  const until = shift && Math.min(planUntil, shift.busyTo.getTime())
  const unfit = unfitOf(facts, shift && (reasons.get(shift.driverId) ?? []))
  const isOnTheWay = isDuring(input) && facts.isUnderWay
  const { latitude, longitude } = vehicle
  // Each new place is asked of the road engine: a position that nothing starts from is none.
  const position =
    unfit !== null || !(isOnTheWay || depotPlace === null) || latitude === null || longitude === null
      ? null
      : places.indexOf({ latitude, longitude }, positionDigits)
  const startPlace = position ?? depotPlace
  const { id, vehicleNumber, plateNumber, type, seats, skills } = vehicle
  return {
    vehicleId: id,
    vehicleNumber,
    plateNumber,
    type,
    seats,
    skills,
    loadKg: facts.loadKg,
    loadM3: facts.loadM3,
    driverId: shift?.driverId ?? null,
    driverName: shift?.driverName ?? null,
    shiftId: shift?.id ?? null,
    from: from === undefined ? null : new Date(from).toISOString(),
    until: until === undefined ? null : new Date(until).toISOString(),
    breaks: shift && from !== undefined && until !== undefined ? breaksOf(shift, from, until) : [],
    startPlace,
    endPlace: depotPlace ?? startPlace,
    unfit: unfit ?? (startPlace === null ? 'no_start' : null),
  }
}

/** The planned breaks that can begin within the time, each with when. */
function breaksOf({ startsAt, breaks }: ShiftRow, from: number, until: number): PlanVehicle['breaks'] {
  return breaks.flatMap(({ afterMinutes, minutes }) => {
    const planned = startsAt.getTime() + afterMinutes * minuteMs
    const first = Math.max(from, planned - breakToleranceMs)
    const last = Math.min(until - minutes * minuteMs, planned + breakToleranceMs)
    return first > last
      ? []
      : [{ from: new Date(first).toISOString(), until: new Date(last).toISOString(), minutes }]
  })
}

/** @param reasons of the driver; undefined without a shift @returns why it cannot be planned, wherever it starts */
function unfitOf(facts: VehicleFacts, reasons: readonly Ineligibility[] | undefined): PlanVehicle['unfit'] {
  if (facts.isOut || reasons?.includes('driver_inactive')) return 'inactive'
  if (facts.isExpired || reasons?.some((reason) => reason.startsWith('licence_'))) return 'documents'
  if (reasons === undefined) return 'no_shift'
  return facts.isInOtherPlan ? 'other_plan' : null
}
