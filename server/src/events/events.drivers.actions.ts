import type { Event } from '@rumbo/contract/events.contract'
import type { Coordinates } from '@rumbo/geo'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { changeCauses, lockVehicles } from '../vehicles/index.ts'
import { recordFindings } from './events.findings.actions.ts'
import { findLastPlaces } from './events.places.repository.ts'
import { classify, isAlarm } from './events.rules.ts'

/**
 * Records an event that a driver caused on the phone. An emergency makes the vehicle critical until somebody handles it.
 * @param title text of its own; default: worded by the kind
 * @param driverAction of a conflict: what the driver wanted to do, and with which service
 * @returns whether the vehicle exists
 */
export async function recordDriverEvent(
  tx: Transaction,
  {
    kind,
    vehicleId,
    place = null,
    title,
    driverAction,
    serviceNumber,
  }: {
    kind: 'driver_emergency' | 'driver_conflict' | 'card_refused'
    vehicleId: string
    place?: Coordinates | null
    title?: string
    driverAction?: Event['driverAction']
    serviceNumber?: number | null
  },
): Promise<boolean> {
  const [vehicle] = await lockVehicles(tx, [vehicleId])
  if (!vehicle) return false
  const { company_id: companyId, fleet_id: fleetId } = vehicle
  const causes = await recordFindings(tx, [
    {
      id: uuid(),
      vehicleId,
      companyId,
      fleetId,
      kind,
      ...classify(kind),
      source: 'system',
      isAlarm: isAlarm(kind),
      ruleId: null,
      title: title ?? null,
      fence: null,
      at: tx.now,
      place: place
        ? { ...place, lastKnownAt: null, speedKmh: null, heading: null }
        : ((await findLastPlaces(tx, [vehicleId])).get(vehicleId) ?? null),
      isLate: false,
      detail: null,
      driverAction,
      serviceNumber,
    },
  ])
  await changeCauses(tx, causes)
  return true
}
