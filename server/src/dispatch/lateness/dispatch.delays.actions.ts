import { v7 as uuid } from 'uuid'
import { findLastPlaces, findOpenFindings, recordFindings, resolveFindings } from '../../events/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { changeCauses, lockVehicles } from '../../vehicles/index.ts'
import { findDelayed, type NewDelay } from './dispatch.lateness.repository.ts'

interface Place {
  companyId: string
  fleetId: string
}

/**
 * Raises one event of its vehicle for each service that became delayed, and resolves those of services that no longer
 * are, that ended, or that another vehicle took. For a fleet whose predictions are locked.
 */
export async function recordDelays(
  tx: Transaction,
  { companyId, fleetId }: Place,
  delays: readonly NewDelay[],
): Promise<void> {
  const keyOf = (ruleId: string | null, vehicleId: string) => `${ruleId} ${vehicleId}`
  const delayed = new Set(
    (await findDelayed(tx, fleetId)).map(({ serviceId, vehicleId }) => keyOf(serviceId, vehicleId)),
  )
  const open = await findOpenFindings(tx, 'service_delay', fleetId)
  const ended = open.filter(({ ruleId, vehicleId }) => !delayed.has(keyOf(ruleId, vehicleId)))
  await lockVehicles(tx, [...new Set([...ended, ...delays].map(({ vehicleId }) => vehicleId))])
  await resolveFindings(tx, ended)
  const places = await findLastPlaces(
    tx,
    delays.map(({ vehicleId }) => vehicleId),
  )
  const causes = await recordFindings(
    tx,
    delays.map(({ serviceId, serviceNumber, vehicleId, seconds, cause }) => ({
      id: uuid(),
      companyId,
      fleetId,
      vehicleId,
      type: 'service_delay' as const,
      kind: null,
      category: 'vehicle' as const,
      severity: 'warning' as const,
      source: 'system' as const,
      // The vehicle is in order; only its service is late.
      isAlarm: false,
      ruleId: serviceId,
      title: null,
      fence: null,
      at: tx.now,
      place: places.get(vehicleId) ?? null,
      isLate: false,
      detail: { minutes: Math.round(seconds / 60), cause },
      serviceNumber,
    })),
  )
  await changeCauses(tx, causes)
}
