import type { ParsedOf } from '@rumbo/contract/endpoint'
import { addDays, dayOf } from '@rumbo/contract/holidays'
import {
  type listServiceSeries,
  longestSeriesDays,
  type ServiceSeries,
  seriesLimit,
} from '@rumbo/contract/services.series.contract'
import { daysOfSeries } from '@rumbo/contract/services.series.rules'
import { findCompany } from '../../organisation/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import {
  type DayRow,
  findAllSeries,
  findDays,
  findSeries,
  type SeriesRow,
} from './services.series.repository.ts'

const shownDays = 5

export const timeZoneOf = async (tx: Transaction, companyId: string): Promise<string> =>
  (await findCompany(tx, companyId))?.timeZone ?? 'UTC'

export const isOver = ({ until }: SeriesRow, today: string) => until !== null && until < today

const timeOf = (at: Date, timeZone: string) =>
  at.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })

function seriesOf(row: SeriesRow, days: readonly DayRow[], now: Date, timeZone: string): ServiceSeries {
  const { content, weekdays, until, skipsHolidays } = row
  const stops = content.plannedStops
  const today = dayOf(now, timeZone)
  const time = timeOf(new Date(content.dispatchTime), timeZone)
  const isPast = (day: string) => day === today && time < timeOf(now, timeZone)
  const next = daysOfSeries(row, { from: today, to: addDays(today, longestSeriesDays), limit: shownDays + 2 })
  const serviceOn = new Map(days.map(({ day, serviceId }) => [day, serviceId]))
  return {
    id: row.id,
    companyId: row.companyId,
    fleetId: row.fleetId,
    serviceType: content.serviceType,
    customerName: content.customerName,
    from: stops[0]?.address ?? '',
    to: stops.at(-1)?.address ?? '',
    stops: stops.length,
    time,
    weekdays,
    until,
    skipsHolidays,
    state: isOver(row, today) ? 'ended' : row.isPaused ? 'paused' : 'active',
    pauseProblem: row.pauseProblem,
    pauseNote: row.pauseNote,
    failingSince: row.failingSince?.toISOString() ?? null,
    nextDays: next
      .filter(({ day }) => day >= row.anchorDay && (serviceOn.get(day) != null || !isPast(day)))
      .slice(0, shownDays)
      .map(({ day, isHoliday }) => ({
        day,
        isHoliday: isHoliday && skipsHolidays,
        serviceId: serviceOn.get(day) ?? null,
      })),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  }
}

async function show(tx: Transaction, rows: readonly SeriesRow[]): Promise<ServiceSeries[]> {
  const zones = new Map<string, string>()
  for (const { companyId } of rows)
    if (!zones.has(companyId)) zones.set(companyId, await timeZoneOf(tx, companyId))
  const placed = rows.map((row) => {
    const timeZone = zones.get(row.companyId) ?? 'UTC'
    return { row, timeZone, today: dayOf(tx.now, timeZone) }
  })
  const earliest = placed.map(({ today }) => today).toSorted()[0] ?? '9999-12-31'
  const days = await findDays(
    tx,
    rows.map(({ id }) => id),
    earliest,
  )
  return placed.map(({ row, timeZone }) =>
    seriesOf(
      row,
      days.filter(({ seriesId }) => seriesId === row.id),
      tx.now,
      timeZone,
    ),
  )
}

export async function listSeriesOf(tx: Transaction, query: ParsedOf<typeof listServiceSeries>['query']) {
  const rows = await findAllSeries(tx, query, seriesLimit + 1)
  return { items: await show(tx, rows.slice(0, seriesLimit)), isCut: rows.length > seriesLimit }
}

/** @throws Problem `service_series_not_found` */
export async function readSeriesOf(tx: Transaction, id: string): Promise<ServiceSeries> {
  const row = await findSeries(tx, id)
  const [series] = row ? await show(tx, [row]) : []
  if (!series) throw problem('service_series_not_found')
  return series
}
