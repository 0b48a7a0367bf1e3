import type {
  createTariff,
  deleteTariff,
  listTariffs,
  Rates,
  Tariff,
  updateTariff,
} from '@rumbo/contract/billing.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { dayOf } from '@rumbo/contract/holidays'
import { defaultCurrency } from '@rumbo/contract/money'
import { v7 as uuid } from 'uuid'
import { findCompany, findFleet, lockCurrency, lockFleets } from '../organisation/index.ts'
import { findZonesOfFleet, lockZonesOf } from '../places/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import {
  archiveTariff,
  findOverlap,
  findTariff,
  findTariffPage,
  insertTariff,
  lockTariffsOf,
  rewriteTariff,
  stateOf,
  type TariffFields,
  type TariffRow,
  tariffOf,
} from './billing.repository.ts'
import { checkRates, dayBefore, hasSameRates } from './billing.rules.ts'

const utc = 'UTC'

/** The present day of a company. */
async function todayOf(tx: Transaction, companyId: string): Promise<string> {
  const company = await findCompany(tx, companyId)
  return dayOf(tx.now, company?.timeZone ?? utc)
}

export async function listTariffsOf(
  tx: Transaction,
  filter: ParsedOf<typeof listTariffs>['query'],
): Promise<OutputOf<typeof listTariffs>> {
  const companyId = filter.companyId ?? (filter.fleetId && (await findFleet(tx, filter.fleetId))?.company_id)
  const today = companyId ? await todayOf(tx, companyId) : dayOf(tx.now, utc)
  const { rows, total } = await findTariffPage(tx, filter, today)
  return { items: rows.map((row) => tariffOf(row, today)), total, page: filter.page, size: filter.size }
}

/** Publishes and audits a change of a tariff. */
async function publish(tx: Transaction, action: string, id: string, before?: Tariff): Promise<Tariff> {
  const row = await findTariff(tx, id)
  if (!row) throw problem('not_found')
  const now = tariffOf(row, await todayOf(tx, row.company_id))
  record(tx, action, now, before)
  return now
}

function record(tx: Transaction, action: string, now: Tariff, before?: Tariff): void {
  const { id, fleetId, companyId, name } = now
  tx.stale({ domain: 'tariffs', id, fleetId, companyId })
  tx.audit({
    action,
    entity: 'tariff',
    entityId: id,
    entityName: name,
    companyId,
    fleetId,
    changes: before && differences({ ...before }, { ...now }, ['version', 'updatedAt', 'updatedBy', 'state']),
  })
}

/** @throws Problem `validation_failed`, `zone_unknown` */
async function requireRates(tx: Transaction, fleetId: string, rates: Rates, currency: string): Promise<void> {
  const refused = checkRates(rates, currency)
  if (refused.length > 0) throw fieldProblem(...refused)
  if (rates.zoneFares.length === 0) return
  await lockZonesOf(tx, fleetId)
  const known = new Set((await findZonesOfFleet(tx, fleetId)).map(({ id }) => id))
  const isKnown = rates.zoneFares.every(
    ({ fromZoneId, toZoneId }) => known.has(fromZoneId) && known.has(toZoneId),
  )
  if (!isKnown) throw problem('zone_unknown')
}

/** @throws Problem `validation_failed`, `tariff_overlap` */
async function requirePeriod(
  tx: Transaction,
  of: {
    fleetId: string
    serviceType: string
    validFrom: string
    validUntil: string | null
    exceptId: string | null
  },
): Promise<void> {
  if (of.validUntil !== null && of.validUntil < of.validFrom)
    throw fieldProblem({ path: 'body.validUntil', code: 'too_small' })
  const other = await findOverlap(tx, of)
  if (other)
    throw problem('tariff_overlap', {
      words: { tariffName: other.name, from: other.valid_from, until: other.valid_until ?? '…' },
    })
}

async function takeTariff(tx: Transaction, actor: Actor, id: string): Promise<TariffRow> {
  const found = await findTariff(tx, id)
  if (!found) throw problem('not_found')
  requireCan(actor, 'tariffs.edit', { companyId: found.company_id, fleetId: found.fleet_id })
  await lockTariffsOf(tx, found.fleet_id)
  const locked = await findTariff(tx, id)
  if (!locked) throw problem('not_found')
  return locked
}

/** @throws Problem `fleet_denied`, `forbidden`, `not_found`, `tariff_overlap`, `zone_unknown`, `validation_failed` */
export async function createTariffOf(
  tx: Transaction,
  actor: Actor,
  { replaces, ...body }: ParsedOf<typeof createTariff>['body'],
): Promise<Tariff> {
  const fleet = await findFleet(tx, body.fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const { company_id: companyId } = fleet
  requireCan(actor, 'tariffs.edit', { companyId, fleetId: fleet.id })
  const currency = (await lockCurrency(tx, companyId)) ?? defaultCurrency
  if (!(await lockFleets(tx, [fleet.id])).has(fleet.id)) throw problem('fleet_denied')
  await lockTariffsOf(tx, fleet.id)
  const today = await todayOf(tx, companyId)
  if (body.validFrom < today) throw fieldProblem({ path: 'body.validFrom', code: 'day_past' })
  if (replaces !== null) await endBefore(tx, actor, replaces, body)
  await requirePeriod(tx, { ...body, exceptId: null })
  await requireRates(tx, fleet.id, body.rates, currency)
  const id = uuid()
  await insertTariff(tx, { id, companyId, currency, ...body })
  return publish(tx, 'tariff.created', id)
}

/** Ends a tariff on the day before its successor begins. */
async function endBefore(
  tx: Transaction,
  actor: Actor,
  id: string,
  next: { fleetId: string; serviceType: string; validFrom: string },
): Promise<void> {
  const row = await takeTariff(tx, actor, id)
  if (row.fleet_id !== next.fleetId || row.service_type !== next.serviceType) throw problem('not_found')
  const before = tariffOf(row, await todayOf(tx, row.company_id))
  const validUntil = dayBefore(next.validFrom)
  if (validUntil < before.validFrom) throw fieldProblem({ path: 'body.validFrom', code: 'too_small' })
  await rewriteTariff(tx, id, { ...before, validUntil })
  await publish(tx, 'tariff.updated', id, before)
}

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `tariff_in_force`, `tariff_overlap`, `zone_unknown` */
export async function updateTariffOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof updateTariff>['body'],
): Promise<Tariff> {
  const row = await takeTariff(tx, actor, id)
  const today = await todayOf(tx, row.company_id)
  const before = tariffOf(row, today)
  if (row.version !== version)
    throw problem('stale_version', {
      current: before,
      changedBy: row.updated_by_name,
      changedAt: row.updated_at,
    })
  if (stateOf(row, today) === 'upcoming') {
    if (body.validFrom < today) throw fieldProblem({ path: 'body.validFrom', code: 'day_past' })
    await requireRates(tx, row.fleet_id, body.rates, row.currency)
  } else {
    if (body.validFrom !== before.validFrom || !hasSameRates(body.rates, before.rates))
      throw problem('tariff_in_force', { words: { tariffName: before.name, from: before.validFrom } })
    const isEndChanged = body.validUntil !== before.validUntil
    if (isEndChanged && (before.state === 'ended' || (body.validUntil !== null && body.validUntil < today)))
      throw fieldProblem({ path: 'body.validUntil', code: 'day_past' })
  }
  const period = { fleetId: row.fleet_id, serviceType: row.service_type, exceptId: id }
  await requirePeriod(tx, { ...period, validFrom: body.validFrom, validUntil: body.validUntil })
  await rewriteTariff(tx, id, body satisfies TariffFields)
  return publish(tx, 'tariff.updated', id, before)
}

/** @throws Problem `not_found`, `forbidden`, `tariff_in_force` */
export async function deleteTariffOf(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof deleteTariff>> {
  const row = await takeTariff(tx, actor, id)
  const tariff = tariffOf(row, await todayOf(tx, row.company_id))
  if (tariff.state !== 'upcoming')
    throw problem('tariff_in_force', { words: { tariffName: tariff.name, from: tariff.validFrom } })
  await archiveTariff(tx, id)
  record(tx, 'tariff.deleted', tariff)
  return { done: true }
}
