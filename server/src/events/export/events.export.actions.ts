import type { ParsedOf } from '@rumbo/contract/endpoint'
import { exportEvents, exportedEventFields } from '@rumbo/contract/events.files.contract'
import { translate } from '@rumbo/i18n'
import { findCompany } from '../../organisation/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { startWork, type WorkIo, type WorkKind } from '../../platform/jobs/work.ts'
import { requireRoom, xlsxRowLimit } from '../../platform/tables/export-table.ts'
import { type ExportTally, exportTable } from '../../platform/tables/export-work.ts'
import { findEventsById } from '../events.repository.ts'
import { streamEventIds } from '../lists/events.lists.repository.ts'
import { cellsOf, headingOf } from './events.export.rules.ts'

type ExportBody = ParsedOf<typeof exportEvents>['body']

/** Queues an export. */
export const startEventsExport = (tx: Transaction, body: ExportBody) =>
  startWork(tx, 'events.export', body, body.companyId)

/** The work `events.export`: writes the filtered events in the order of the list. */
export const exportEventsWork: WorkKind = async (payload, actor, database, io) => {
  const body = exportEvents.body?.parse(payload) as ExportBody
  const { format, language } = body
  return exportTable(database, actor, io, {
    format,
    name: translate(language, 'events.list.label').toLocaleLowerCase(language),
    headings: exportedEventFields.map((field) => headingOf(language, field)),
    rows: (tx, tally) => rowsOf(tx, body, io, tally),
    action: 'event.exported',
    entity: 'event',
    asked: body,
  })
}

const batchSize = 500

async function* rowsOf(
  tx: Transaction,
  { format, language, ...asked }: ExportBody,
  io: WorkIo,
  tally: ExportTally,
) {
  const zones = new Map<string, string>()
  const zoneOf = async (companyId: string) => {
    const known = zones.get(companyId) ?? (await findCompany(tx, companyId))?.timeZone ?? 'UTC'
    zones.set(companyId, known)
    return known
  }
  const filter = { ...asked, page: 1, size: batchSize }
  let done = 0
  for await (const { ids, total } of streamEventIds(tx, filter, {
    size: batchSize,
    countedTo: xlsxRowLimit,
  })) {
    requireRoom(format, total)
    for (const event of await findEventsById(tx, ids)) {
      tally.add(event.companyId)
      yield cellsOf(event, language, await zoneOf(event.companyId))
    }
    done += ids.length
    await io.progress(done, Math.max(done, total))
  }
}
