import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { raisedFact } from './events.facts.ts'
import { writeHandling } from './events.handling.repository.ts'
import {
  findRaisedBefore,
  findServiceDates,
  lockOpenMaintenance,
  lockOrphans,
} from './events.maintenance.repository.ts'
import { findLastPlaces } from './events.places.repository.ts'
import { insertEvents, type NewEvent } from './events.repository.ts'
import { maintenanceDaysAhead, maintenanceOn } from './events.rules.ts'

type Placed = { id: string; companyId: string; fleetId: string; vehicleId?: string }

async function resolveBySystem(tx: Transaction, events: readonly Placed[]): Promise<void> {
  await writeHandling(
    tx,
    events.map((event) => event.id),
    'resolved',
    null,
  )
  for (const { id, companyId, fleetId, vehicleId } of events)
    tx.stale({ domain: 'events', id, companyId, fleetId, vehicleId })
}

/**
 * Raises events for service dates that are near or past, once per date and type, and resolves those whose date changed;
 * events of archived vehicles are resolved as well. Idempotent.
 */
export async function updateMaintenanceEvents(
  tx: Transaction,
): Promise<{ raised: number; resolved: number }> {
  const open = await lockOpenMaintenance(tx)
  const dates = await findServiceDates(tx, maintenanceDaysAhead)
  const keyOf = (one: { vehicleId: string; type: string; dueOn: string | null }) =>
    `${one.vehicleId} ${one.type} ${one.dueOn}`
  const wanted = new Map(
    dates.flatMap((date) => {
      const need = maintenanceOn(date.daysLeft)
      return need ? [[keyOf({ ...date, ...need }), { ...date, ...need }] as const] : []
    }),
  )
  const past = [...open.filter((event) => !wanted.has(keyOf(event))), ...(await lockOrphans(tx))]
  const ended = [...new Map(past.map((event) => [event.id, event])).values()]
  await resolveBySystem(tx, ended)
  const raisedBefore = new Set(
    (
      await findRaisedBefore(
        tx,
        dates.map((date) => date.vehicleId),
      )
    ).map(keyOf),
  )
  const fresh = [...wanted].flatMap(([key, one]) => (raisedBefore.has(key) ? [] : [one]))
  const places = await findLastPlaces(
    tx,
    fresh.map(({ vehicleId }) => vehicleId),
  )
  const raised = fresh.map(
    ({ vehicleId, companyId, fleetId, type, severity, dueOn }): NewEvent => ({
      id: uuid(),
      companyId,
      fleetId,
      vehicleId,
      type,
      severity,
      dueOn,
      category: 'maintenance',
      source: 'system',
      kind: null,
      isAlarm: false,
      occurredAt: tx.now,
      lastOccurredAt: tx.now,
      occurrences: 1,
      latitude: places.get(vehicleId)?.latitude ?? null,
      longitude: places.get(vehicleId)?.longitude ?? null,
      lastKnownAt: places.get(vehicleId)?.lastKnownAt ?? null,
      speedKmh: null,
      heading: null,
      isLate: false,
    }),
  )
  await insertEvents(tx, raised)
  for (const event of raised) {
    const { id, vehicleId, companyId, fleetId } = event
    tx.stale({ domain: 'events', id, companyId, fleetId, vehicleId })
    tx.fact(raisedFact({ ...event, ruleId: null, fenceId: null }, true))
  }
  return { raised: raised.length, resolved: ended.length }
}
