import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Geofence } from '@rumbo/contract/geofences.contract'
import { exportFences, type FenceFileFormat } from '@rumbo/contract/geofences.files.contract'
import { writeFenceCsv } from '@rumbo/geo/fence-files/fence-csv-write'
import type { Fence } from '@rumbo/geo/fence-files/fence-file'
import { writeGeojson } from '@rumbo/geo/fence-files/geojson-write'
import { writeKml } from '@rumbo/geo/fence-files/kml-write'
import { writeWkt } from '@rumbo/geo/fence-files/wkt-write'
import { verticesOf } from '@rumbo/geo/fences/fence-box'
import { translate } from '@rumbo/i18n'
import { findFleet } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { startWork, type WorkIo, type WorkKind } from '../../platform/jobs/work.ts'
import { problem } from '../../platform/problem.ts'
import { ExportTally, endExport } from '../../platform/tables/export-work.ts'
import { streamFences } from './geofences.files.repository.ts'

type ExportBody = ParsedOf<typeof exportFences>['body']

/** Vertices of one file: about 40 bytes each. */
const mostVertices = 2_000_000

const writers: Readonly<
  Record<
    FenceFileFormat,
    { type: string; write: (fences: readonly Fence[], language: 'es' | 'en') => string }
  >
> = {
  geojson: { type: 'application/geo+json', write: writeGeojson },
  kml: { type: 'application/vnd.google-earth.kml+xml', write: writeKml },
  wkt: { type: 'text/plain', write: writeWkt },
  csv: { type: 'text/csv', write: writeFenceCsv },
}

/** The place of a fleet whose fences the actor may read. @throws Problem `fleet_denied`, `forbidden` */
async function requirePlace(tx: Transaction, actor: Actor, fleetId: string) {
  const fleet = await findFleet(tx, fleetId)
  if (!fleet) throw problem('fleet_denied')
  const place = { companyId: fleet.company_id, fleetId }
  requireCan(actor, 'geofences.read', place)
  return place
}

/** Queues an export. @throws Problem `fleet_denied`, `forbidden` */
export async function startFencesExport(tx: Transaction, actor: Actor, body: ExportBody) {
  const { companyId } = await requirePlace(tx, actor, body.fleetId)
  return startWork(tx, 'geofences.export', body, companyId)
}

/** The work `geofences.export`: writes fences of a fleet, by name, to a file that an import reads again. */
export const exportFencesWork: WorkKind = async (payload, actor, database, io) => {
  const body = exportFences.body?.parse(payload) as ExportBody
  const { format, language, ids, ...asked } = body
  const { fences, companyId } = await database.transaction(
    actor,
    async (tx) => {
      const place = await requirePlace(tx, actor, body.fleetId)
      return { ...place, fences: await collect(tx, body, io) }
    },
    { readOnly: true },
  )
  const { type, write } = writers[format]
  const name = `${translate(language, 'geofences.list.label').toLocaleLowerCase(language)}.${format}`
  const id = await io.saveFile(name, type, Buffer.from(write(fences, language)))
  const tally = new ExportTally()
  tally.add(companyId, fences.length)
  return endExport(
    database,
    actor,
    io,
    { id, name },
    { action: 'geofence.exported', entity: 'geofence', tally, asked: { ...asked, companyId, format } },
  )
}

/** @throws Problem `file_too_large` */
async function collect(tx: Transaction, { fleetId, ids }: ExportBody, io: WorkIo): Promise<Geofence[]> {
  const found: Geofence[] = []
  let vertices = 0
  for await (const batch of streamFences(tx, fleetId, ids)) {
    vertices += batch.reduce((sum, { shape }) => sum + verticesOf(shape).length, 0)
    if (vertices > mostVertices) throw problem('file_too_large')
    found.push(...batch)
    await io.progress(found.length, ids?.length ?? null)
  }
  return found
}
