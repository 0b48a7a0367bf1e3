import type { Event } from '@rumbo/contract/events.contract'
import type { Coordinates } from '@rumbo/geo'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { changeCauses, lockVehicles } from '../vehicles/index.ts'
import { insertEvents } from './events.repository.ts'
import { causeOf, classify, isAlarm } from './events.rules.ts'

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
  const id = uuid()
  const { company_id: companyId, fleet_id: fleetId } = vehicle
  const { type, category, severity } = classify(kind)
  await insertEvents(tx, [
    {
      id,
      vehicleId,
      companyId,
      fleetId,
      title,
      driverAction,
      serviceNumber,
      type,
      category,
      severity,
      kind,
      source: 'system',
      isAlarm: isAlarm(kind),
      occurredAt: tx.now,
      lastOccurredAt: tx.now,
      occurrences: 1,
      isLate: false,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      speedKmh: null,
      heading: null,
    },
  ])
  if (isAlarm(kind))
    await changeCauses(tx, [{ vehicleId, cause: causeOf(severity), sourceId: id, holds: true, detail: kind }])
  tx.stale({ domain: 'events', id, companyId, fleetId, vehicleId })
  return true
}
