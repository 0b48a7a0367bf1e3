import type { ParsedOf } from '@rumbo/contract/endpoint'
import { addDays, dayOf } from '@rumbo/contract/holidays'
import {
  type changeServiceSeries,
  type createServiceSeries,
  type endServiceSeries,
  longestSeriesDays,
  type pauseServiceSeries,
  type SeriesOutcome,
  type ServiceSeries,
} from '@rumbo/contract/services.series.contract'
import { daysOfSeries, takesPlace } from '@rumbo/contract/services.series.rules'
import { v7 as uuid } from 'uuid'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { checkNewService, deleteServiceOf, type RequireSure } from '../services.actions.ts'
import type { RoutePlan } from '../services.rows.ts'
import { createDueServices } from './services.series.creation.ts'
import { isOver, readSeriesOf, timeZoneOf } from './services.series.lists.actions.ts'
import {
  type DayRow,
  findDays,
  findSeries,
  insertSeries,
  type NewSeries,
  removeDay,
  rewriteSeries,
  type SeriesRow,
  writeEnd,
  writePause,
} from './services.series.repository.ts'

type Body = ParsedOf<typeof createServiceSeries>['body']

export function auditSeries(tx: Transaction, series: SeriesRow, action: string): void {
  const { id, companyId, fleetId, content } = series
  tx.stale({ domain: 'services', fleetId, companyId })
  tx.audit({
    action,
    entity: 'service_series',
    entityId: id,
    entityName: content.customerName,
    companyId,
    fleetId,
  })
}

/** Locks a series for a change. @throws Problem `service_series_not_found`, `forbidden`, `stale_version` */
async function take(tx: Transaction, actor: Actor, id: string, version: number): Promise<SeriesRow> {
  const found = await findSeries(tx, id)
  if (!found) throw problem('service_series_not_found')
  requireCan(actor, 'services.dispatch', found)
  const series = await findSeries(tx, id, { lock: true })
  if (!series) throw problem('service_series_not_found')
  if (series.version !== version)
    throw problem('stale_version', {
      current: await readSeriesOf(tx, id),
      changedBy: series.updatedBy,
      changedAt: series.updatedAt,
    })
  return series
}
const requireRunning = (series: SeriesRow, today: string) => {
  if (isOver(series, today)) throw problem('service_series_ended')
}

/** What a series creates from a day on. @throws Problem `validation_failed` */
function newSeriesOf(
  { repeat, ...content }: Body & { requesterContactId: string },
  plan: RoutePlan | null,
  { timeZone, from }: { timeZone: string; from: string },
): NewSeries {
  const anchorDay = dayOf(new Date(content.dispatchTime), timeZone)
  const latest = addDays(from, longestSeriesDays)
  if (repeat.until !== null && repeat.until > latest)
    throw fieldProblem({ path: 'body.repeat.until', code: 'too_big' })
  const days = daysOfSeries(repeat, { from, to: latest })
  if (!days.some((day) => takesPlace(day, repeat)))
    throw fieldProblem({ path: 'body.repeat.until', code: 'no_occurrence' })
  return { ...repeat, content, anchorDay, plan, coveredUntil: addDays(from, -1) }
}

/**
 * Creates a series with the services of the next seven days.
 * @param plan the route by road through the stops; null where no road connects them
 * @throws Problem, those of `createServiceOf`
 */
export async function createSeriesOf(
  tx: Transaction,
  actor: Actor,
  asked: Body,
  plan: RoutePlan | null,
  requireSure: RequireSure,
): Promise<SeriesOutcome> {
  const { companyId, currency: _, ...checked } = await checkNewService(tx, actor, asked, requireSure)
  const body = { ...checked, repeat: asked.repeat, currency: asked.currency }
  const timeZone = await timeZoneOf(tx, companyId)
  const from = dayOf(new Date(body.dispatchTime), timeZone)
  const id = uuid()
  await insertSeries(tx, { id, companyId }, newSeriesOf(body, plan, { timeZone, from }))
  return complete(tx, id, timeZone, 'service.series_created', { removed: 0, kept: 0 })
}

/** Creates the services that are due and answers with the series. */
async function complete(
  tx: Transaction,
  id: string,
  timeZone: string,
  action: string,
  counts: { removed: number; kept: number },
): Promise<SeriesOutcome> {
  const series = await findSeries(tx, id)
  if (!series) throw problem('service_series_not_found')
  const created = series.isPaused ? 0 : await createDueServices(tx, series, timeZone)
  auditSeries(tx, series, action)
  return { ...(await readSeriesOf(tx, id)), ...counts, created }
}

/** Deletes services that the series created from a day on and that were not sent, as far as `isReplaced` says. */
async function removeServices(
  tx: Transaction,
  actor: Actor,
  series: SeriesRow,
  from: string,
  isReplaced: (day: DayRow) => boolean,
): Promise<{ removed: number; kept: number }> {
  let [removed, kept] = [0, 0]
  for (const day of await findDays(tx, [series.id], from)) {
    if (day.serviceId !== null && day.status === 'created' && isReplaced(day)) {
      await deleteServiceOf(tx, actor, day.serviceId)
      await removeDay(tx, series.id, day.day)
      removed += 1
    } else kept += 1
  }
  return { removed, kept }
}

/**
 * Changes a series from a day on. Services already created are replaced, unless a person changed, sent, cancelled or
 * deleted them; the one of the first day is replaced in any case.
 * @throws Problem `service_series_not_found`, `stale_version`, `service_series_ended`, those of `createServiceOf`
 */
export async function changeSeriesOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, from, ...asked }: ParsedOf<typeof changeServiceSeries>['body'],
  plan: RoutePlan | null,
  requireSure: RequireSure,
): Promise<SeriesOutcome> {
  const before = await take(tx, actor, id, version)
  const timeZone = await timeZoneOf(tx, before.companyId)
  const today = dayOf(tx.now, timeZone)
  requireRunning(before, today)
  if (from < today) throw fieldProblem({ path: 'body.from', code: 'day_past' })
  const { companyId, currency: _, ...checked } = await checkNewService(tx, actor, asked, requireSure)
  if (companyId !== before.companyId) throw problem('fleet_denied')
  const body = { ...checked, repeat: asked.repeat, currency: asked.currency }
  const counts = await removeServices(tx, actor, before, from, (day) => day.isUntouched || day.day === from)
  await rewriteSeries(tx, id, newSeriesOf(body, plan, { timeZone, from }))
  return complete(tx, id, timeZone, 'service.series_changed', counts)
}

/** @throws Problem `service_series_not_found`, `stale_version`, `service_series_ended` */
export async function endSeriesOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, from }: ParsedOf<typeof endServiceSeries>['body'],
): Promise<SeriesOutcome> {
  const before = await take(tx, actor, id, version)
  const timeZone = await timeZoneOf(tx, before.companyId)
  const today = dayOf(tx.now, timeZone)
  requireRunning(before, today)
  if (from < today) throw fieldProblem({ path: 'body.from', code: 'day_past' })
  const counts = await removeServices(tx, actor, before, from, () => true)
  await writeEnd(tx, id, addDays(from, -1))
  auditSeries(tx, before, 'service.series_ended')
  return { ...(await readSeriesOf(tx, id)), ...counts, created: 0 }
}

/** @throws Problem `service_series_not_found`, `stale_version`, `service_series_ended` */
export async function pauseSeriesOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, note }: ParsedOf<typeof pauseServiceSeries>['body'],
): Promise<ServiceSeries> {
  const series = await take(tx, actor, id, version)
  requireRunning(series, dayOf(tx.now, await timeZoneOf(tx, series.companyId)))
  await writePause(tx, id, { problem: null, note })
  auditSeries(tx, series, 'service.series_paused')
  return readSeriesOf(tx, id)
}

/**
 * Creates services again, from now on.
 * @throws Problem `service_series_not_found`, `stale_version`, `service_series_ended`, and what still prevents its services
 */
export async function resumeSeriesOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  version: number,
): Promise<SeriesOutcome> {
  const series = await take(tx, actor, id, version)
  const timeZone = await timeZoneOf(tx, series.companyId)
  requireRunning(series, dayOf(tx.now, timeZone))
  await writePause(tx, id, null)
  return complete(tx, id, timeZone, 'service.series_resumed', { removed: 0, kept: 0 })
}
