import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { columnsOfBody, type VehicleBody } from '../vehicles.rows.ts'
import { manualChanges, orderedDays, type StatusCause, statusOf, uniqueSkills } from '../vehicles.rules.ts'
import type { PlannedVehicle } from './vehicles.import.plan.rules.ts'

/** What an import does to one vehicle, as it was read. */
export interface VehicleImportChange {
  id: string
  /** Of the record it follows from: another one by now means another change. */
  version: number
  isMoved: boolean
  /** The columns that become others, with their values. */
  columns: Readonly<Record<string, unknown>>
  causes: ReturnType<typeof manualChanges>
  before: Vehicle
  after: Vehicle
}

/** The record as a form would send it back. */
function bodyOf({ manualStatus, ...vehicle }: Vehicle): VehicleBody {
  return { ...vehicle, status: manualStatus }
}

/** The columns of a body, with what JSON holds in place of its text. */
export const recordOfBody = (body: VehicleBody, companyId: string): Record<string, unknown> => {
  const { allowed_hours, ...columns } = columnsOfBody(body, companyId)
  return { ...columns, allowed_hours: JSON.parse(allowed_hours) as unknown }
}

/** What becomes of a vehicle by what a row says of it; null where it says what is so already. */
export function changeOf(
  { id, fleetId, vehicle }: PlannedVehicle & { id: string },
  before: Vehicle,
  present: readonly StatusCause[],
): VehicleImportChange | null {
  const body: VehicleBody = { ...bodyOf(before), ...vehicle, fleetId: fleetId ?? before.fleetId }
  const former = recordOfBody(bodyOf(before), before.companyId)
  const columns = Object.fromEntries(
    Object.entries(recordOfBody(body, before.companyId)).filter(
      ([column, value]) => JSON.stringify(value) !== JSON.stringify(former[column]),
    ),
  )
  const causes = vehicle.status === undefined ? [] : manualChanges(id, vehicle.status, present)
  if (Object.keys(columns).length === 0 && causes.length === 0) return null
  const { status: _, ...fields } = body
  const after: Vehicle = {
    ...before,
    ...fields,
    skills: uniqueSkills(body.skills),
    allowedHours: body.allowedHours.map(orderedDays),
    manualStatus: body.status,
    // Where no person sets it another connection may have meanwhile, and tells of it itself.
    status:
      causes.length === 0
        ? before.status
        : statusOf([
            ...present.filter((one) => !causes.some(({ cause, holds }) => cause === one && !holds)),
            ...causes.filter(({ holds }) => holds).map(({ cause }) => cause),
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
