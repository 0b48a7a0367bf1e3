import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import type { CauseChange } from '../status/vehicles.status.actions.ts'
import { columnsOfBody, type VehicleBody } from '../vehicles.body.ts'
import {
  isOfWorkshop,
  manualCauses,
  manualChanges,
  manualStatusOf,
  orderedDays,
  type StatusCause,
  statusOf,
  uniqueSkills,
} from '../vehicles.rules.ts'
import type { PlannedVehicle } from './vehicles.import.plan.rules.ts'

/** A planned change of one vehicle, computed from the record as it was read. */
export interface VehicleImportChange {
  id: string
  /** Version of the record it was computed from; if it differs by now, the change must be computed again. */
  version: number
  isMoved: boolean
  /** The changed columns with their new values. */
  columns: Readonly<Record<string, unknown>>
  causes: readonly CauseChange[]
  before: Vehicle
  after: Vehicle
}

/** The record as the form's body. */
function bodyOf({ manualStatus, ...vehicle }: Vehicle): VehicleBody {
  return { ...vehicle, status: manualStatus }
}

/** The columns of a body, with JSON parsed. */
export const recordOfBody = (body: VehicleBody, companyId: string): Record<string, unknown> => {
  const { allowed_hours, ...columns } = columnsOfBody(body, companyId)
  return { ...columns, allowed_hours: JSON.parse(allowed_hours) as unknown }
}

/**
 * The change that a row makes to a vehicle; null if nothing changes. One that is moved leaves the workshops of its fleet.
 * @param present the causes of its status
 */
export function changeOf(
  { id, fleetId, vehicle }: PlannedVehicle & { id: string },
  before: Vehicle,
  present: readonly { cause: StatusCause; source_id: string }[],
): VehicleImportChange | null {
  const body: VehicleBody = { ...bodyOf(before), ...vehicle, fleetId: fleetId ?? before.fleetId }
  const former = recordOfBody(bodyOf(before), before.companyId)
  const columns = Object.fromEntries(
    Object.entries(recordOfBody(body, before.companyId)).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(former[column]),
    ),
  )
  const chosen =
    vehicle.status === undefined
      ? []
      : manualChanges(
          id,
          vehicle.status,
          present.map(({ cause }) => cause),
        )
  const left = body.fleetId === before.fleetId ? [] : present.filter(isOfWorkshop)
  const kept = present.filter((one) => !left.includes(one)).map(({ cause }) => cause)
  const causes: CauseChange[] = [
    ...chosen,
    ...left.map(({ cause, source_id }) => ({ vehicleId: id, cause, sourceId: source_id, holds: false })),
  ]
  if (Object.keys(columns).length === 0 && causes.length === 0) return null
  const { status: _, ...fields } = body
  const after: Vehicle = {
    ...before,
    ...fields,
    skills: uniqueSkills(body.skills),
    allowedHours: body.allowedHours.map(orderedDays),
    // Zones belong to a fleet.
    workingZoneIds: body.fleetId === before.fleetId ? before.workingZoneIds : [],
    manualStatus:
      left.length === 0 || chosen.length > 0
        ? body.status
        : manualStatusOf(manualCauses.find((cause) => kept.includes(cause)) ?? null),
    // Without a status in the row, another transaction may have changed it, and recorded that itself.
    status:
      causes.length === 0
        ? before.status
        : statusOf([
            ...kept.filter((one) => !chosen.some(({ cause, holds }) => cause === one && !holds)),
            ...chosen.filter(({ holds }) => holds).map(({ cause }) => cause),
          ]),
  }
  return {
    id,
    version: before.version,
    isMoved: before.fleetId !== after.fleetId,
    columns,
    causes,
    before,
    after,
  }
}
