import { severityOfCode } from '@rumbo/contract/events.trouble-codes.rules'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import type { StatedCodes } from '../telemetry/index.ts'
import { lockVehicles } from '../vehicles/index.ts'
import { placeOf } from './events.alarms.actions.ts'
import { findOpenCodes, type OpenCode, writeCleared } from './events.codes.repository.ts'
import { recordFindings } from './events.findings.actions.ts'
import type { Finding } from './events.findings.rules.ts'
import { insertEvents } from './events.repository.ts'
import { classify, isAlarm, noSpot, occurredAtOf } from './events.rules.ts'

interface Changes {
  created: Map<string, Finding>
  cleared: Map<string, Date>
}
interface Vehicle {
  id: string
  companyId: string
  fleetId: string
}

const findingOf = (vehicle: Vehicle, stated: StatedCodes, code: string, at: Date): Finding => ({
  id: uuid(),
  companyId: vehicle.companyId,
  fleetId: vehicle.fleetId,
  vehicleId: vehicle.id,
  kind: 'trouble_code',
  ...classify('trouble_code'),
  severity: severityOfCode(code),
  source: 'device',
  isAlarm: isAlarm('trouble_code'),
  ruleId: null,
  title: null,
  fence: null,
  at,
  place: placeOf(stated),
  isLate: false,
  detail: null,
  troubleCode: code,
})

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
    const finding = findingOf(vehicle, stated, code, at)
    changes.created.set(finding.id, finding)
    open.set(code, { id: finding.id, vehicleId: vehicle.id, troubleCode: code })
  }
}

/** Codes that were raised and cleared within one batch: on record, and closed. */
async function insertCleared(
  tx: Transaction,
  created: ReadonlyMap<string, Finding>,
  cleared: ReadonlyMap<string, Date>,
): Promise<void> {
  const ended = [...created.values()].filter(({ id }) => cleared.has(id))
  await insertEvents(
    tx,
    ended.map(({ at, place, ...finding }) => ({
      ...finding,
      status: 'resolved',
      occurredAt: at,
      lastOccurredAt: at,
      occurrences: 1,
      ...(place ?? noSpot),
    })),
  )
  await writeCleared(
    tx,
    ended.map(({ id, at }) => ({ id, at: cleared.get(id) ?? at })),
  )
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
  // What ended goes first, so that a code that came back within the batch opens an event of its own.
  await writeCleared(
    tx,
    [...cleared].map(([id, at]) => ({ id, at })),
  )
  await insertCleared(tx, created, cleared)
  await recordFindings(
    tx,
    [...created.values()].filter(({ id }) => !cleared.has(id)),
  )
  const changed = new Set(
    [...found, ...created.values()].filter(({ id }) => cleared.has(id)).map(({ vehicleId }) => vehicleId),
  )
  for (const vehicleId of changed) {
    const row = vehicles.get(vehicleId)
    if (row) tx.stale({ domain: 'events', companyId: row.company_id, fleetId: row.fleet_id, vehicleId })
  }
}
