import { addDays, dayOf } from '@rumbo/contract/holidays'
import { isDispatchPast } from '@rumbo/contract/services.rules'
import { seriesAheadDays } from '@rumbo/contract/services.series.contract'
import { daysOfSeries, takesPlace } from '@rumbo/contract/services.series.rules'
import type { Transaction } from '../../platform/database/transaction.ts'
import { createServiceOf } from '../services.actions.ts'
import {
  type SeriesContent,
  type SeriesRow,
  shiftInstants,
  takeDay,
  writeCovered,
  writeDayService,
} from './services.series.repository.ts'

/** The service of the series on another day, at the same local times. */
async function contentOn(
  tx: Transaction,
  { content, anchorDay }: Pick<SeriesRow, 'content' | 'anchorDay'>,
  day: string,
  timeZone: string,
): Promise<SeriesContent> {
  const { dispatchTime, plannedStops } = content
  const instants = [
    dispatchTime,
    ...plannedStops.flatMap(({ timeWindowStart, timeWindowEnd }) => [timeWindowStart, timeWindowEnd]),
  ]
  const [dispatch, ...windows] = await shiftInstants(tx, instants, anchorDay, day, timeZone)
  return {
    ...content,
    dispatchTime: dispatch ?? dispatchTime,
    plannedStops: plannedStops.map((stop, at) => ({
      ...stop,
      timeWindowStart: windows[at * 2] ?? null,
      timeWindowEnd: windows[at * 2 + 1] ?? null,
    })),
  }
}

/**
 * Creates the missing services of a locked series from its first undecided day, but not before today, until seven days
 * ahead. Days whose dispatch time has passed get none.
 * @returns how many were created
 * @throws Problem `fleet_denied`, `contact_not_found`, `validation_failed`: nothing can be created
 */
export async function createDueServices(
  tx: Transaction,
  series: SeriesRow,
  timeZone: string,
): Promise<number> {
  const today = dayOf(tx.now, timeZone)
  const to = addDays(today, seriesAheadDays)
  const next = addDays(series.coveredUntil, 1)
  let created = 0
  for (const found of daysOfSeries(series, { from: next > today ? next : today, to })) {
    if (!takesPlace(found, series) || !(await takeDay(tx, series, found.day))) continue
    const content = await contentOn(tx, series, found.day, timeZone)
    if (isDispatchPast(content.dispatchTime, tx.now)) continue
    const service = await createServiceOf(tx, null, content, series.plan, undefined, series.id)
    await writeDayService(tx, series.id, found.day, service.id)
    created += 1
  }
  await writeCovered(tx, series.id, to)
  return created
}
