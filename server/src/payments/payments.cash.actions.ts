import type { ParsedOf } from '@rumbo/contract/endpoint'
import { fitsCurrency, minorOf, moneyOf } from '@rumbo/contract/money'
import type {
  Closeout,
  CloseoutDetails,
  closeCash,
  correctCloseout,
  listCloseouts,
  listOpenCash,
  OpenCash,
} from '@rumbo/contract/payments.cash.contract'
import { findFleet, findFleetIds, lockFleets } from '../organisation/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import { writeCloseout } from '../services/index.ts'
import { findLatestShift } from '../shifts/index.ts'
import { amountOf } from './payments.actions.ts'
import {
  type CloseoutRow,
  findCloseout,
  findCloseouts,
  findCorrections,
  findOpenCash,
  insertCloseout,
  insertCorrection,
  type OpenCashRow,
} from './payments.cash.repository.ts'
import { findCashEntries, lockCash } from './payments.repository.ts'
import { entryOf } from './payments.rows.ts'

const openCashOf = ({ owedMinor, firstAt, lastAt, ...row }: OpenCashRow): OpenCash => ({
  ...row,
  owed: moneyOf(Number(owedMinor), row.currency),
  firstAt: firstAt.toISOString(),
  lastAt: lastAt.toISOString(),
})

function closeoutOf(row: CloseoutRow): Closeout {
  const { currency } = row
  const [expected, counted] = [Number(row.expected_minor), Number(row.counted_minor)]
  return {
    id: row.id,
    companyId: row.company_id,
    fleetId: row.fleet_id,
    closeoutNumber: row.closeout_number,
    driverId: row.driver_id,
    driverName: row.driver_name,
    entries: row.entries,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    currency,
    expected: moneyOf(expected, currency),
    counted: moneyOf(counted, currency),
    difference: moneyOf(counted - expected, currency),
    corrected: moneyOf(Number(row.corrected_minor), currency),
    note: row.note,
    closedAt: row.closed_at.toISOString(),
    closedBy: row.closed_by_name,
  }
}

async function detailsOf(tx: Transaction, row: CloseoutRow): Promise<CloseoutDetails> {
  const corrections = await findCorrections(tx, row.id)
  return {
    ...closeoutOf(row),
    payments: (await findCashEntries(tx, { closeoutId: row.id })).map(entryOf),
    corrections: corrections.map(({ id, amount_minor, reason, at, by_name }) => ({
      id,
      amount: moneyOf(Number(amount_minor), row.currency),
      reason,
      at: at.toISOString(),
      by: by_name,
    })),
  }
}

export async function listOpenCashOf(tx: Transaction, query: ParsedOf<typeof listOpenCash>['query']) {
  const rows = await findOpenCash(tx, { fleetIds: await findFleetIds(tx, query), driverIds: null })
  return { items: rows.map(openCashOf) }
}

/** @throws Problem `contact_not_found` where the driver holds no cash there */
export async function readOpenCashOf(tx: Transaction, driverId: string, fleetId: string) {
  const [row] = await findOpenCash(tx, { fleetIds: [fleetId], driverIds: [driverId] })
  if (!row) throw problem('contact_not_found')
  return { ...openCashOf(row), payments: (await findCashEntries(tx, { fleetId, driverId })).map(entryOf) }
}

/** The caller's own cash; nothing for somebody without a linked contact. */
export async function readOwnCashOf(tx: Transaction, actor: Actor) {
  if (actor.contacts.length === 0) return { items: [] }
  const fleetIds = [...actor.fleets.read, ...actor.drivesOnly]
  return { items: (await findOpenCash(tx, { fleetIds, driverIds: actor.contacts })).map(openCashOf) }
}

/**
 * Closes the cash of a driver in a fleet. The entries become part of the close-out, which is never changed.
 * @throws Problem `fleet_denied`, `forbidden`, `cash_nothing_open`, `cash_changed`, `cash_service_running`,
 *   `validation_failed`
 */
export async function closeCashOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof closeCash>['body'],
): Promise<CloseoutDetails> {
  const { fleetId, driverId, note } = body
  const fleet = await findFleet(tx, fleetId)
  if (!fleet) throw problem('fleet_denied')
  const { company_id: companyId } = fleet
  requireCan(actor, 'cash.closeOut', { companyId, fleetId })
  if (!(await lockFleets(tx, [fleetId])).has(fleetId)) throw problem('fleet_denied')
  await lockCash(tx, fleetId, driverId)
  const [open] = await findOpenCash(tx, { fleetIds: [fleetId], driverIds: [driverId] })
  if (!open) throw problem('cash_nothing_open')
  const { currency, runningServices } = open
  for (const [path, amount] of [
    ['body.counted', body.counted],
    ['body.expected', body.expected],
  ] as const)
    if (!fitsCurrency(amount, currency)) throw fieldProblem({ path, code: 'too_many_decimals' })
  const [running] = runningServices
  if (running !== undefined) throw problem('cash_service_running', { words: { serviceNumber: running } })
  const expectedMinor = Number(open.owedMinor)
  if (minorOf(body.expected, currency) !== expectedMinor)
    throw problem('cash_changed', { current: openCashOf(open) })
  const countedMinor = minorOf(body.counted, currency)
  if (countedMinor !== expectedMinor && note === null)
    throw fieldProblem({ path: 'body.note', code: 'reason_missing' })
  const entries = await findCashEntries(tx, { fleetId, driverId })
  const { id, closeoutNumber } = await insertCloseout(tx, {
    companyId,
    fleetId,
    driver: { id: driverId, name: open.driverName },
    entryIds: entries.map((entry) => entry.id),
    firstAt: open.firstAt,
    lastAt: open.lastAt,
    expectedMinor,
    countedMinor,
    currency,
    note,
    shiftId: await findLatestShift(tx, { driverId, fleetId }),
  })
  const serviceIds = [...new Set(entries.flatMap(({ service_id }) => service_id ?? []))]
  await writeCloseout(tx, serviceIds, closeoutNumber)
  tx.stale({ domain: 'payments', fleetId, companyId })
  tx.audit({
    action: 'cash.closed',
    entity: 'cash_closeout',
    entityId: id,
    entityName: `${closeoutNumber} · ${open.driverName}`,
    companyId,
    fleetId,
    changes: {
      expected: [null, moneyOf(expectedMinor, currency)],
      counted: [null, moneyOf(countedMinor, currency)],
    },
  })
  return readCloseoutOf(tx, id)
}

export async function listCloseoutsOf(tx: Transaction, query: ParsedOf<typeof listCloseouts>['query']) {
  const { page, size, order, driverId, from, to } = query
  const fleetIds = await findFleetIds(tx, query)
  const { rows, total } = await findCloseouts(tx, { fleetIds, driverId, from, to, order, page, size })
  return { items: rows.map(closeoutOf), total, page, size }
}

/** @throws Problem `not_found` */
export async function readCloseoutOf(tx: Transaction, id: string): Promise<CloseoutDetails> {
  const row = await findCloseout(tx, id)
  if (!row) throw problem('not_found')
  return detailsOf(tx, row)
}

/** @throws Problem `not_found`, `forbidden`, `validation_failed` */
export async function correctCloseoutOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { amount, reason }: ParsedOf<typeof correctCloseout>['body'],
): Promise<CloseoutDetails> {
  const row = await findCloseout(tx, id)
  if (!row) throw problem('not_found')
  const { company_id: companyId, fleet_id: fleetId } = row
  requireCan(actor, 'cash.closeOut', { companyId, fleetId })
  await insertCorrection(tx, row, { amountMinor: amountOf(amount, row.currency), reason })
  tx.stale({ domain: 'payments', fleetId, companyId })
  tx.audit({
    action: 'cash.corrected',
    entity: 'cash_closeout',
    entityId: id,
    entityName: `${row.closeout_number} · ${row.driver_name}`,
    companyId,
    fleetId,
    changes: { amount: [null, amount], reason: [null, reason] },
  })
  return readCloseoutOf(tx, id)
}
