import { isBusyStatus } from '@rumbo/contract/vehicles.contract'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { FenceOccurrence } from '../../telemetry/index.ts'
import {
  type CauseChange,
  changeCauses,
  findVehicleNumbers,
  lockVehicles,
  markVehiclesChanged,
} from '../../vehicles/index.ts'
import { findCausesOf, findLeftWorkshops } from './geofences.workshops.repository.ts'

type Crossed = Pick<FenceOccurrence, 'vehicleId' | 'companyId' | 'fleetId' | 'fenceId'> & {
  /** Null where it is of another company than the vehicle. */
  fenceName: string | null
  isEntry: boolean
}
type Cause = Awaited<ReturnType<typeof findCausesOf>>[number]

/** Whether a service needs the vehicle, or a person set its status. Each workshop that it is in has a cause of its own. */
const keepsItFromMaintenance = ({ cause, sourceId }: Cause) =>
  isBusyStatus(cause) ||
  ['in_service', 'out_of_service', 'inactive_by_hand'].includes(cause) ||
  (cause === 'maintenance' && sourceId === '')
const isOfFence = ({ cause, sourceId }: Cause, fenceId: string) =>
  cause === 'maintenance' && sourceId === fenceId

const changeOf = ({ vehicleId, fenceId, fenceName, isEntry }: Crossed): CauseChange => ({
  vehicleId,
  cause: 'maintenance',
  sourceId: fenceId,
  holds: isEntry,
  detail: isEntry ? fenceName : null,
})

/** The audit entries of vehicles that entered or left workshops; forms of them that were opened before are stale. */
async function record(tx: Transaction, crossed: readonly Crossed[]): Promise<void> {
  await markVehiclesChanged(tx, [...new Set(crossed.map(({ vehicleId }) => vehicleId))])
  for (const { vehicleId, companyId, fleetId, fenceName, isEntry } of crossed) {
    const [entityName = null] = await findVehicleNumbers(tx, [vehicleId])
    tx.audit({
      action: isEntry ? 'vehicle.workshop_entered' : 'vehicle.workshop_left',
      entity: 'vehicle',
      entityId: vehicleId,
      entityName,
      companyId,
      fleetId,
      changes: fenceName === null ? {} : { geofence: isEntry ? [null, fenceName] : [fenceName, null] },
    })
  }
}

/** Entries and exits of workshops: of each vehicle and fence the last one. */
function lastCrossings(occurrences: readonly FenceOccurrence[]): Crossed[] {
  const last = new Map<string, Crossed>()
  for (const { event, isWorkshop, vehicleId, companyId, fleetId, fenceId, fenceName } of occurrences) {
    if (!isWorkshop || (event.type !== 'entry' && event.type !== 'exit')) continue
    const isEntry = event.type === 'entry'
    last.set(`${vehicleId} ${fenceId}`, { vehicleId, companyId, fleetId, fenceId, fenceName, isEntry })
  }
  return [...last.values()]
}

/**
 * A vehicle that enters a workshop is in maintenance until it leaves it, unless it has a service or a person set its status.
 * Within the transaction of the batch, with these vehicles locked.
 * @returns the causes to set and to clear
 */
export async function followWorkshops(
  tx: Transaction,
  occurrences: readonly FenceOccurrence[],
): Promise<CauseChange[]> {
  const crossed = lastCrossings(occurrences)
  if (crossed.length === 0) return []
  const causes = await findCausesOf(
    tx,
    crossed.map(({ vehicleId }) => vehicleId),
  )
  const changed = crossed.filter(({ vehicleId, fenceId, isEntry }) => {
    const present = causes.filter((one) => one.vehicleId === vehicleId)
    const isInIt = present.some((cause) => isOfFence(cause, fenceId))
    return isEntry ? !isInIt && !present.some(keepsItFromMaintenance) : isInIt
  })
  await record(tx, changed)
  return changed.map(changeOf)
}

/**
 * Ends the maintenance of vehicles that are no longer in their workshop without having left it: it was deleted, switched off
 * or changed, or the vehicle moved to another fleet.
 */
export function leaveWorkshops(database: Database): Promise<void> {
  return database.transaction(asSystem('workshops'), async (tx) => {
    const seen = await findLeftWorkshops(tx)
    if (seen.length === 0) return
    const locked = await lockVehicles(tx, [...new Set(seen.map(({ vehicleId }) => vehicleId))])
    const isLocked = new Set(locked.map(({ id }) => id))
    // What changed until they were locked counts.
    const left = (await findLeftWorkshops(tx)).filter(({ vehicleId }) => isLocked.has(vehicleId))
    const crossed = left.map((one) => ({ ...one, isEntry: false }))
    await record(tx, crossed)
    await changeCauses(tx, crossed.map(changeOf))
  })
}
