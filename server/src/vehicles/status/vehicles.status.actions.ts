import type { Transaction } from '../../platform/database/transaction.ts'
import { isOfWorkshop, type StatusCause, statusOf } from '../vehicles.rules.ts'
import {
  deleteCauses,
  findCauses,
  insertCauses,
  lockForStatus,
  writeStatuses,
} from './vehicles.status.repository.ts'

export interface CauseChange {
  vehicleId: string
  cause: StatusCause
  /** The service, alarm or event behind it. Null sets a cause without a source, and clears the cause of any source. */
  sourceId: string | null
  holds: boolean
  detail?: string | null
}

/**
 * Sets and clears causes of many vehicles, and updates their displayed statuses.
 * Idempotent; a repetition writes no facts. Skips archived vehicles and those out of scope.
 */
export async function changeCauses(tx: Transaction, changes: readonly CauseChange[]): Promise<void> {
  if (changes.length === 0) return
  const locked = await lockForStatus(tx, [...new Set(changes.map((change) => change.vehicleId))])
  if (locked.length === 0) return
  const reachable = new Set(locked.map((vehicle) => vehicle.id))
  const within = changes.filter((change) => reachable.has(change.vehicleId))
  const cleared = within.filter((change) => !change.holds)
  const set = within.filter((change) => change.holds)
  if (cleared.length > 0) await deleteCauses(tx, cleared)
  if (set.length > 0) await insertCauses(tx, set)
  const causes = new Map(locked.map((vehicle) => [vehicle.id, [] as StatusCause[]]))
  for (const row of await findCauses(tx, [...causes.keys()])) causes.get(row.vehicle_id)?.push(row.cause)
  const changed = locked.flatMap((vehicle) => {
    const status = statusOf(causes.get(vehicle.id) ?? [])
    return status === vehicle.status
      ? []
      : [
          {
            id: vehicle.id,
            companyId: vehicle.company_id,
            fleetId: vehicle.fleet_id,
            status,
            before: vehicle.status,
          },
        ]
  })
  if (changed.length === 0) return
  await writeStatuses(tx, changed)
  for (const { id, fleetId, companyId } of changed) tx.stale({ domain: 'vehicles', id, fleetId, companyId })
}

/** Ends the maintenance of vehicles that leave their fleet, as far as its workshops set it. */
export async function endMaintenanceOfWorkshops(tx: Transaction, ids: readonly string[]): Promise<void> {
  const ended = (await findCauses(tx, ids)).filter(isOfWorkshop)
  await changeCauses(
    tx,
    ended.map(({ vehicle_id: vehicleId, cause, source_id: sourceId }) => ({
      vehicleId,
      cause,
      sourceId,
      holds: false,
    })),
  )
}

/** Sets a cause; `sourceId` is the service, alarm or event behind it. */
export const setCause = (
  tx: Transaction,
  vehicleId: string,
  cause: StatusCause,
  sourceId: string | null = null,
): Promise<void> => changeCauses(tx, [{ vehicleId, cause, sourceId, holds: true }])

/** Clears a cause; without a source, all of its kind. */
export const clearCause = (
  tx: Transaction,
  vehicleId: string,
  cause: StatusCause,
  sourceId: string | null = null,
): Promise<void> => changeCauses(tx, [{ vehicleId, cause, sourceId, holds: false }])
