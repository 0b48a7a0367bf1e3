import { Readable } from 'node:stream'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { exportHistory, type PositionColumns } from '@rumbo/contract/telemetry.contract'
import { readingOf } from '@rumbo/contract/telemetry.readings.rules'
import { translate } from '@rumbo/i18n'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { startWork, type WorkKind } from '../../platform/jobs/work.ts'
import { problem } from '../../platform/problem.ts'
import { contentTypeOf, writeTable } from '../../platform/tables/export-table.ts'
import { ExportTally, endExport } from '../../platform/tables/export-work.ts'
import { findVehicleDevice } from '../../vehicles/index.ts'
import { reachVehicle } from '../devices/telemetry.onboarding.actions.ts'
import { createReadingCells, noReadings } from '../readings/telemetry.reading-cells.ts'
import { aroundOf, readableBy, readingsWithin } from '../readings/telemetry.readings.actions.ts'
import {
  clockOf,
  geoJsonLines,
  geoJsonPoints,
  gpxWriter,
  headingsOf,
  type TrackWriter,
  tableRowsOf,
} from './telemetry.export.rules.ts'
import { pagesOf, readAsSystem, requireRange } from './telemetry.history.actions.ts'
import { findVehicleClock } from './telemetry.history.repository.ts'
import { columnsOf } from './telemetry.history.rules.ts'

export const historyExportKind = 'telemetry.export'

type ExportBody = ParsedOf<typeof exportHistory>['body']
interface ExportPayload extends ExportBody {
  vehicleId: string
}

/** Guests cannot export: they have no list of downloads. */
function requireDownloads(actor: Actor): void {
  if (actor.level === 'guest') throw problem('forbidden')
}

/** Queues an export. @throws Problem `vehicle_not_found`, `history_range`, `forbidden` */
export async function startHistoryExport(
  tx: Transaction,
  actor: Actor,
  vehicleId: string,
  body: ExportBody,
): Promise<{ workId: string }> {
  requireDownloads(actor)
  const vehicle = await findVehicleDevice(tx, vehicleId)
  if (!vehicle) throw problem('vehicle_not_found')
  // Whether the date is valid does not depend on the zone.
  requireRange(body, 'UTC')
  const payload: ExportPayload = { vehicleId, ...body }
  return startWork(tx, historyExportKind, payload, vehicle.companyId)
}

/** Positions in memory at once. */
const pageSize = 10_000
const contentTypes = { gpx: 'application/gpx+xml', geojson: 'application/geo+json' } as const

/** The work `telemetry.export`: writes the positions stored at its start, with bounded memory. */
export const exportHistoryWork: WorkKind = async (payload, actor, database, io) => {
  requireDownloads(actor)
  const { vehicleId, ...given } = payload as ExportPayload
  const body = (exportHistory.body?.parse(given) ?? given) as ExportBody
  const { format, language } = body
  const vehicle = await reachVehicle(database, actor, vehicleId, 'vehicles.read')
  const { timeZone } = await readAsSystem(database, actor, (tx) => findVehicleClock(tx, vehicle.vehicleNo))
  const range = requireRange(body, timeZone)
  // A format may read the positions twice.
  let count = 0
  const read = () =>
    shownPages(database, actor, vehicle.vehicleNo, range, async (done) => {
      count = done
      await io.progress(done, null)
    })
  const local = clockOf(timeZone)
  const day = local(range.fromMs).slice(0, 10)
  const name = `${translate(language, 'history.file')} ${vehicle.vehicleNumber} ${day}.${format}`
  const save = async (contentType: string, content: Readable) => {
    const id = await io.saveFile(name, contentType, content)
    const tally = new ExportTally()
    tally.add(vehicle.companyId, count)
    const { fleetId, vehicleNumber: entityName } = vehicle
    const record = { action: 'vehicle.history_exported', entity: 'vehicle', entityId: vehicleId }
    return endExport(
      database,
      actor,
      io,
      { id, name },
      { ...record, entityName, fleetId, tally, asked: body },
    )
  }
  if (format === 'csv' || format === 'xlsx') {
    const isReadable = readableBy(actor, vehicle)
    const columns = [...new Set(body.readings ?? [])].map(readingOf).filter(isReadable)
    const readings = readingsWithin(database, actor, vehicle.vehicleNo, aroundOf(range))
    const cells = createReadingCells(columns, language, columns.length > 0 ? readings : noReadings())
    async function* rows() {
      for await (const page of read()) {
        const times = page.time[Symbol.iterator]()
        for (const row of tableRowsOf(page, language, local))
          yield [...row, ...(await cells.at(times.next().value ?? 0))]
      }
    }
    const headings = [...headingsOf(language, timeZone), ...cells.headings]
    return save(contentTypeOf(format), writeTable(format, headings, rows()))
  }
  const title = `${vehicle.vehicleNumber} ${day}`
  const content = format === 'gpx' ? written(read(), gpxWriter(title)) : geoJson(read, title)
  return save(contentTypes[format], Readable.from(content))
}

async function* shownPages(
  database: Database,
  actor: Actor,
  vehicleNo: number,
  range: { fromMs: number; toMs: number },
  progress: (done: number) => Promise<void>,
): AsyncGenerator<PositionColumns> {
  let done = 0
  for await (const page of pagesOf(database, actor, vehicleNo, range, pageSize)) {
    yield columnsOf(page)
    done += page.fixTime.length
    await progress(done)
  }
}

async function* written(pages: AsyncIterable<PositionColumns>, writer: TrackWriter): AsyncGenerator<string> {
  for await (const page of pages) {
    const text = writer.write(page)
    if (text !== '') yield text
  }
  yield writer.end()
}

/** Lines first, then points: reads the positions twice instead of keeping them in memory. */
async function* geoJson(read: () => AsyncIterable<PositionColumns>, title: string): AsyncGenerator<string> {
  yield '{"type":"FeatureCollection","features":[\n'
  let hasLines = false
  for await (const text of written(read(), geoJsonLines(title))) {
    hasLines ||= text !== ''
    yield text
  }
  let isFirst = !hasLines
  for await (const text of written(read(), geoJsonPoints())) {
    // Each point starts with the comma that separates it from the previous one.
    yield isFirst ? text.slice(1) : text
    isFirst &&= text === ''
  }
  yield '\n]}\n'
}
