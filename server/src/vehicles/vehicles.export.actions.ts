import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  exportVehicles,
  type VehicleImportField,
  vehicleImportFields,
} from '@rumbo/contract/vehicles-files.contract'
import { translate } from '@rumbo/i18n'
import type { Actor } from '../platform/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { contentTypeOf, type TableCell, writeTable } from '../platform/export-table.ts'
import { ExportTally, endExport } from '../platform/export-work.ts'
import { problem } from '../platform/problem.ts'
import { startWork, type WorkKind } from '../platform/work.ts'
import { headingOf, wordOf } from './vehicles.columns.rules.ts'
import { type ExportedVehicle, streamVehicles } from './vehicles.export.repository.ts'
import { cellOf } from './vehicles.import.rules.ts'

type ExportBody = ParsedOf<typeof exportVehicles>['body']

/** Guests have no files. @throws Problem `forbidden` */
function requireFiles(actor: Actor): void {
  if (actor.level === 'guest') throw problem('forbidden')
}

/** Queues an export. @throws Problem `forbidden` */
export async function startExport(tx: Transaction, actor: Actor, body: ExportBody) {
  requireFiles(actor)
  return startWork(tx, 'vehicles.export', body, body.companyId)
}

/** The work `vehicles.export`: what the filter shows, by number, as a file that an import takes again. */
export const exportWork: WorkKind = async (payload, actor, database, io) => {
  const body = exportVehicles.body?.parse(payload) as ExportBody
  requireFiles(actor)
  const { format, language } = body
  const name = `${translate(language, 'vehicleRecord.file.name')}.${format}`
  const headings = vehicleImportFields.map((field) => headingOf(language, field))
  const tally = new ExportTally()
  const fileId = await database.transaction(
    actor,
    async (tx) =>
      io.saveFile(
        name,
        contentTypeOf(format),
        await writeTable(format, headings, rowsOf(tx, body, io, tally)),
      ),
    { readOnly: true },
  )
  return endExport(
    database,
    actor,
    io,
    { id: fileId, name },
    { action: 'vehicle.exported', entity: 'vehicle', tally, asked: body },
  )
}

const batchSize = 1_000

async function* rowsOf(
  tx: Transaction,
  { format: _, language, ...filter }: ExportBody,
  io: Parameters<WorkKind>[3],
  tally: ExportTally,
): AsyncGenerator<TableCell[]> {
  let done = 0
  for await (const { vehicles, total } of streamVehicles(tx, filter, batchSize)) {
    for (const exported of vehicles) {
      tally.add(exported.vehicle.companyId)
      yield cellsOf(exported, language)
    }
    done += vehicles.length
    await io.progress(done, total)
  }
}

function cellsOf({ vehicle, fleet }: ExportedVehicle, language: ExportBody['language']): TableCell[] {
  const said: Record<VehicleImportField, unknown> = {
    ...vehicle,
    fleet,
    type: wordOf(language, 'type', vehicle.type),
    status: wordOf(language, 'status', vehicle.manualStatus),
    color: wordOf(language, 'color', vehicle.color),
    fuelType: wordOf(language, 'fuelType', vehicle.fuelType),
  }
  return vehicleImportFields.map((field) => cellOf(field, said[field]))
}
