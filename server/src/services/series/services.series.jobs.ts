import { seriesAheadDays } from '@rumbo/contract/services.series.contract'
import { findCompany } from '../../organisation/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { Problem } from '../../platform/problem.ts'
import type { Log } from '../../platform/process/logging.ts'
import { auditSeries } from './services.series.actions.ts'
import { createDueServices } from './services.series.creation.ts'
import { findDueSeries, findSeries, writeFailing, writePause } from './services.series.repository.ts'

interface SeriesDeps {
  database: Database
  log: Log
}

const identity = asSystem('recurring services')

/** Creates what is due of one series, or pauses it where that is impossible. */
async function createOne({ database }: SeriesDeps, id: string): Promise<void> {
  try {
    await database.transaction(identity, async (tx) => {
      const series = await findSeries(tx, id, { lock: true })
      if (!series || series.isPaused) return
      const company = await findCompany(tx, series.companyId)
      if (company) await createDueServices(tx, series, company.timeZone)
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await database.transaction(identity, async (tx) => {
      const series = await findSeries(tx, id, { lock: true })
      if (!series || series.isPaused) return
      await writePause(tx, id, { problem: error.code, note: null })
      auditSeries(tx, series, 'service.series_paused')
    })
  }
}

/** Shows people that the services of a series could not be created; they are tried again. */
async function recordFailure({ database }: SeriesDeps, id: string): Promise<void> {
  await database.transaction(identity, async (tx) => {
    const series = await findSeries(tx, id, { lock: true })
    if (!series || series.isPaused || !(await writeFailing(tx, id))) return
    tx.stale({ domain: 'services', fleetId: series.fleetId, companyId: series.companyId })
  })
}

/** Creates the services of all series that are due. One that fails unexpectedly does not hold up the others. */
export async function createRecurringServices(deps: SeriesDeps): Promise<void> {
  const { database, log } = deps
  const due = await database.transaction(identity, (tx) => findDueSeries(tx, seriesAheadDays), {
    readOnly: true,
  })
  for (const id of due)
    await createOne(deps, id).catch(async (error: unknown) => {
      log.error({ err: error, seriesId: id }, 'could not create the services of a series')
      await recordFailure(deps, id).catch((err: unknown) =>
        log.error({ err, seriesId: id }, 'could not record that a series fails'),
      )
    })
}

/** Jobs of recurring services; idempotent. */
export const seriesTasks = (deps: SeriesDeps): Record<string, JobTask> => ({
  'services:series': () => createRecurringServices(deps),
})
export const seriesCrontab = '*/10 * * * * services:series ?max=1&jobKey=services:series'
