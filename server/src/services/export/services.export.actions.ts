import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import { exportedServiceFields, exportServices } from '@rumbo/contract/services.files.contract'
import { translate } from '@rumbo/i18n'
import { findCompany } from '../../organisation/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { startWork, type WorkKind } from '../../platform/jobs/work.ts'
import { problem } from '../../platform/problem.ts'
import { requireRoom, xlsxRowLimit } from '../../platform/tables/export-table.ts'
import { type ExportTally, exportTable } from '../../platform/tables/export-work.ts'
import { fleetsOfFilter } from '../services.lists.actions.ts'
import { streamServiceIds } from '../services.lists.repository.ts'
import { findInOrder } from '../services.repository.ts'
import { cellsOf, headingOf } from './services.export.rules.ts'

type ExportBody = ParsedOf<typeof exportServices>['body']

/** Guests may not export. @throws Problem `forbidden` */
function requireFiles(actor: Actor): void {
  if (actor.level === 'guest') throw problem('forbidden')
}

/** Queues an export. @throws Problem `forbidden` */
export async function startServicesExport(tx: Transaction, actor: Actor, body: ExportBody) {
  requireFiles(actor)
  return startWork(tx, 'services.export', body, body.companyId)
}

/** The work `services.export`: writes the filtered services in the order of the list. */
export const exportServicesWork: WorkKind = async (payload, actor, database, io) => {
  const body = exportServices.body?.parse(payload) as ExportBody
  requireFiles(actor)
  const { format, language } = body
  return exportTable(database, actor, io, {
    format,
    name: translate(language, 'services.many').toLocaleLowerCase(language),
    headings: exportedServiceFields.map((field) => headingOf(language, field)),
    rows: (tx, tally) => rowsOf(tx, body, io, tally),
    action: 'service.exported',
    entity: 'service',
    asked: body,
  })
}

const batchSize = 500

async function* rowsOf(
  tx: Transaction,
  { format, language, ...asked }: ExportBody,
  io: Parameters<WorkKind>[3],
  tally: ExportTally,
) {
  const filter = { ...asked, page: 1, size: batchSize }
  const counted = { size: batchSize, countedTo: xlsxRowLimit }
  const fleetIds = await fleetsOfFilter(tx, filter)
  const zones = new Map<string, string>()
  const zoneOf = async (companyId: string) => {
    const known = zones.get(companyId) ?? (await findCompany(tx, companyId))?.timeZone ?? 'UTC'
    zones.set(companyId, known)
    return known
  }
  let done = 0
  for await (const { ids, total } of streamServiceIds(tx, filter, fleetIds, counted)) {
    requireRoom(format, total)
    const services: Service[] = await findInOrder(tx, ids)
    for (const service of services) {
      tally.add(service.companyId)
      yield cellsOf(service, language, await zoneOf(service.companyId))
    }
    done += services.length
    await io.progress(done, Math.max(done, total))
  }
}
