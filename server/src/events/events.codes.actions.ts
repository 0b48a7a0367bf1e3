import { severityOfCode } from '@rumbo/contract/events.trouble-codes.rules'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import type { StatedCodes } from '../telemetry/index.ts'
import { lockVehicles } from '../vehicles/index.ts'
import { placeOf } from './events.alarms.actions.ts'
import { findOpenCodes, type OpenCode, writeCleared } from './events.codes.repository.ts'
import { insertEvents, type NewEvent } from './events.repository.ts'
import { classify, occurredAtOf } from './events.rules.ts'

interface Changes {
  created: Map<string, NewEvent>
  cleared: Map<string, Date>
}
interface Vehicle {
  id: string
  companyId: string
  fleetId: string
}

function newEvent(vehicle: Vehicle, stated: StatedCodes, code: string, at: Date): NewEvent {
  const place = placeOf(stated)
  const { type, category } = classify('trouble_code')
  return {
    id: uuid(),
    companyId: vehicle.companyId,
    fleetId: vehicle.fleetId,
    vehicleId: vehicle.id,
    type,
    category,
    severity: severityOfCode(code),
    source: 'device',
    kind: 'trouble_code',
    troubleCode: code,
    isAlarm: false,
    isLate: false,
    occurredAt: at,
    lastOccurredAt: at,
    occurrences: 1,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    lastKnownAt: place?.lastKnownAt ?? null,
    speedKmh: place?.speedKmh ?? null,
    heading: place?.heading ?? null,
  }
}

/** Applies one report to the open events of its vehicle, by code. */
function apply(changes: Changes, open: Map<string, OpenCode>, vehicle: Vehicle, stated: StatedCodes): void {
  const at = occurredAtOf(stated)
  for (const code of stated.cleared) {
    const gone = open.get(code)
    if (gone) changes.cleared.set(gone.id, at)
    open.delete(code)
  }
  for (const code of stated.raised) {
    if (open.has(code)) continue
    const event = newEvent(vehicle, stated, code, at)
    changes.created.set(event.id, event)
    open.set(code, { id: event.id, vehicleId: vehicle.id, troubleCode: code })
  }
}

/**
 * Records trouble codes that devices stated, in the transaction of their batch, with their vehicles locked: a new code is
 * an event unless it is open already, and one that is no longer stated resolves its event.
 */
export async function recordCodes(tx: Transaction, all: readonly StatedCodes[]): Promise<void> {
  const vehicleIds = [...new Set(all.map(({ vehicleId }) => vehicleId))]
  const vehicles = new Map((await lockVehicles(tx, vehicleIds)).map((vehicle) => [vehicle.id, vehicle]))
  const found = await findOpenCodes(tx, vehicleIds)
  const openOf = new Map(
    vehicleIds.map((id) => [
      id,
      new Map(found.filter((one) => one.vehicleId === id).map((one) => [one.troubleCode, one])),
    ]),
  )
  const changes: Changes = { created: new Map(), cleared: new Map() }
  for (const stated of all) {
    const row = vehicles.get(stated.vehicleId)
    const open = openOf.get(stated.vehicleId)
    if (row && open)
      apply(changes, open, { id: row.id, companyId: row.company_id, fleetId: row.fleet_id }, stated)
  }
  const { created, cleared } = changes
  // The order keeps one open event of each code at any moment.
  const clearedIds = [...cleared].map(([id, at]) => ({ id, at }))
  await writeCleared(tx, clearedIds)
  await insertEvents(
    tx,
    [...created.values()].map((event) =>
      cleared.has(event.id) ? { ...event, status: 'resolved' as const } : event,
    ),
  )
  await writeCleared(
    tx,
    clearedIds.filter(({ id }) => created.has(id)),
  )
  // Pages read again what was opened or cleared.
  const changed = new Set([
    ...[...created.values()].map(({ vehicleId }) => vehicleId),
    ...found.filter(({ id }) => cleared.has(id)).map(({ vehicleId }) => vehicleId),
  ])
  for (const vehicleId of changed) {
    const row = vehicles.get(vehicleId)
    if (row) tx.stale({ domain: 'events', companyId: row.company_id, fleetId: row.fleet_id, vehicleId })
  }
}
