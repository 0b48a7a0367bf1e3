import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  fencePalette,
  fencesPerFleet,
  fenceTagLimit,
  type Geofence,
  verticesOnMap,
} from '@rumbo/contract/geofences.contract'
import { importFences, type inspectFenceFile } from '@rumbo/contract/geofences.files.contract'
import { translate } from '@rumbo/i18n'
import { v7 as uuid } from 'uuid'
import { lockFleets } from '../../organisation/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { startWork, type WorkIo, type WorkKind, type WorkResult } from '../../platform/jobs/work.ts'
import { problem } from '../../platform/problem.ts'
import { importCounts, type UploadedFiles } from '../../platform/tables/import-work.ts'
import { requireFleet } from '../geofences.actions.ts'
import { insertedAtOnce, insertFences, lockFencesOf } from '../geofences.repository.ts'
import { outlineOf } from '../geofences.shapes.rules.ts'
import { distinctTags } from '../geofences.tags.rules.ts'
import { readFencesInProcess } from './geofences.files.process.ts'
import { findCompared, findComparedNames, notifyOfFences } from './geofences.files.repository.ts'
import { type FileFence, planFences, previewOf, type ReadFences } from './geofences.files.rules.ts'

type ImportBody = ParsedOf<typeof importFences>['body']
type InspectBody = ParsedOf<typeof inspectFenceFile>['body']

const readOptions = ({ latitudeFirst, pointRadiusMetres }: InspectBody) => ({
  latitudeFirst,
  pointRadiusMetres,
})

/** What of a file the fleet can take, by the names and the number of fences it has. */
async function planFor(tx: Transaction, read: ReadFences, { fleetId, language }: InspectBody) {
  const nameless = (number: number) => translate(language, 'geofences.import.nameless', { number })
  const named = read.fences.map(({ name }) => name).filter(Boolean)
  const compared = await findCompared(tx, named)
  const taken = await findComparedNames(tx, fleetId)
  return planFences(read, {
    taken,
    room: fencesPerFleet - taken.size,
    compared: (name) => compared.get(name) ?? name.toLowerCase(),
    nameless,
  })
}

/**
 * What an uploaded file holds, and what of it could be imported now.
 * @throws Problem `fleet_denied`, `forbidden`, `file_not_found`, `unavailable`
 */
export async function inspectFencesOf(
  { database, files }: { database: Database; files: UploadedFiles },
  actor: Actor,
  body: InspectBody,
  signal: AbortSignal,
): Promise<OutputOf<typeof inspectFenceFile>> {
  const { fleetId, fileId } = body
  await database.transaction(actor, (tx) => requireFleet(tx, actor, fleetId), { readOnly: true })
  const read = await readFencesInProcess(await files.read(actor, fileId), readOptions(body), {
    signal,
    fleetId,
  })
  const plan = await database.transaction(actor, (tx) => planFor(tx, read, body), { readOnly: true })
  return previewOf(plan, (shape) => outlineOf(shape, verticesOnMap))
}

/** Queues an import. @throws Problem `fleet_denied`, `forbidden`, `file_not_found` */
export async function startFencesImport(
  tx: Transaction,
  files: UploadedFiles,
  actor: Actor,
  body: ImportBody,
) {
  const { companyId } = await requireFleet(tx, actor, body.fleetId)
  await files.find(actor, body.fileId)
  return startWork(tx, 'geofences.import', body, companyId)
}

/** The work `geofences.import`: creates in one transaction what of a file the fleet can take; the rest is listed. */
export const importFencesWork: WorkKind = async (payload, actor, database, io) => {
  const body = importFences.body?.parse(payload) as ImportBody
  const { fleetId, fileId } = body
  const read = await readFencesInProcess(await io.readFile(fileId), readOptions(body), {
    signal: io.signal,
    fleetId,
  })
  return database.transaction(actor, (tx) => importRead(tx, actor, body, read, io))
}

async function importRead(
  tx: Transaction,
  actor: Actor,
  body: ImportBody,
  read: ReadFences,
  io: WorkIo,
): Promise<WorkResult> {
  const { fleetId, companyId } = await requireFleet(tx, actor, body.fleetId)
  if (!(await lockFleets(tx, [fleetId])).has(fleetId)) throw problem('fleet_denied')
  await lockFencesOf(tx, fleetId)
  const { fences, refused } = await planFor(tx, read, body)
  const made = fences.map((fence) => fenceOfFile(fence, body, companyId))
  for (let at = 0; at < made.length; at += insertedAtOnce) {
    io.signal.throwIfAborted()
    await io.progress(at, made.length)
    await insertFences(tx, made.slice(at, at + insertedAtOnce))
  }
  const result: WorkResult = {
    fileId: null,
    fileName: null,
    added: made.length,
    updated: 0,
    skipped: 0,
    bad: refused.map(({ index, what, reason }) => ({ row: index, field: null, code: reason, value: what })),
    isDryRun: false,
  }
  tx.stale({ domain: 'geofences', fleetId, companyId })
  tx.audit({
    action: 'geofence.imported',
    entity: 'geofence',
    companyId,
    fleetId,
    changes: importCounts(result),
  })
  await tx.writeEffects()
  await notifyOfFences(
    tx,
    fleetId,
    made.map(({ id }) => id),
  )
  await io.progress(made.length, made.length)
  await io.settle(tx, result)
  return result
}

/** A fence of a file as it is stored: of the whole fleet, without triggers. */
const fenceOfFile = (
  { name, description, colour, tags, shape }: FileFence,
  { fleetId, isActive, tags: added }: ImportBody,
  companyId: string,
): Geofence => ({
  id: uuid(),
  companyId,
  fleetId,
  name,
  description,
  shape,
  colour: colour ?? fencePalette.blue,
  tags: distinctTags([...added, ...tags]).slice(0, fenceTagLimit),
  isActive,
  scope: { kind: 'fleet' },
  triggers: [],
  sensitivity: 'medium',
  zoneId: null,
  isWorkshop: false,
  version: 1,
  shapeVersion: 1,
})
