import { can } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { identifierFields } from '@rumbo/contract/vehicles.contract'
import {
  exportVehicles,
  type VehicleImportField,
  vehicleImportFields,
} from '@rumbo/contract/vehicles.files.contract'
import { translate } from '@rumbo/i18n'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { startWork, type WorkKind } from '../../platform/jobs/work.ts'
import { problem } from '../../platform/problem.ts'
import { requireRoom, type TableCell } from '../../platform/tables/export-table.ts'
import { type ExportTally, exportTable } from '../../platform/tables/export-work.ts'
import { cellOf } from '../import/vehicles.import.rules.ts'
import { headingOf, wordOf } from '../vehicles.columns.rules.ts'
import { asSeenBy } from '../vehicles.rules.ts'
import { type ExportedVehicle, streamVehicles } from './vehicles.export.repository.ts'

type ExportBody = ParsedOf<typeof exportVehicles>['body']

/** Guests may not export. @throws Problem `forbidden` */
function requireFiles(actor: Actor): void {
  if (actor.level === 'guest') throw problem('forbidden')
}

/** Queues an export. @throws Problem `forbidden` */
export async function startExport(tx: Transaction, actor: Actor, body: ExportBody) {
  requireFiles(actor)
  return startWork(tx, 'vehicles.export', body, body.companyId)
}

/** The work `vehicles.export`: writes the filtered vehicles, by number, to a file that can be imported again. */
export const exportWork: WorkKind = async (payload, actor, database, io) => {
  const body = exportVehicles.body?.parse(payload) as ExportBody
  requireFiles(actor)
  const { format, language } = body
  const fields = fieldsFor(actor)
  return exportTable(database, actor, io, {
    format,
    name: translate(language, 'vehicleRecord.file.name'),
    headings: fields.map((field) => headingOf(language, field)),
    rows: (tx, tally) => rowsOf(tx, actor, { fields, body, io, tally }),
    action: 'vehicle.exported',
    entity: 'vehicle',
    asked: body,
  })
}

const batchSize = 1_000

/** Identifier columns are left out for callers who may edit no vehicle, and empty for vehicles the caller may not edit. */
function fieldsFor(actor: Actor): VehicleImportField[] {
  const hidden: readonly string[] = can(actor, 'vehicles.edit') ? [] : identifierFields
  return vehicleImportFields.filter((field) => !hidden.includes(field))
}

async function* rowsOf(
  tx: Transaction,
  actor: Actor,
  {
    fields,
    body: { format, language, ...filter },
    io,
    tally,
  }: {
    fields: readonly VehicleImportField[]
    body: ExportBody
    io: Parameters<WorkKind>[3]
    tally: ExportTally
  },
): AsyncGenerator<TableCell[]> {
  let done = 0
  for await (const { vehicles, total } of streamVehicles(tx, filter, batchSize)) {
    requireRoom(format, total)
    for (const exported of vehicles) {
      tally.add(exported.vehicle.companyId)
      const vehicle = asSeenBy(actor, exported.vehicle)
      yield cellsOf({ ...exported, vehicle }, fields, language)
    }
    done += vehicles.length
    await io.progress(done, total)
  }
}

function cellsOf(
  { vehicle, fleet }: ExportedVehicle,
  fields: readonly VehicleImportField[],
  language: ExportBody['language'],
): TableCell[] {
  const cells: Record<VehicleImportField, unknown> = {
    ...vehicle,
    fleet,
    type: wordOf(language, 'type', vehicle.type),
    status: wordOf(language, 'status', vehicle.manualStatus),
    color: wordOf(language, 'color', vehicle.color),
    fuelType: wordOf(language, 'fuelType', vehicle.fuelType),
  }
  return fields.map((field) => cellOf(field, cells[field]))
}
