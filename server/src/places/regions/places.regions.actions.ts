import type { Region } from '@rumbo/contract/places.regions.contract'
import { type Actor, requireCapability } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { plainResult, startWork, WorkFailure, type WorkKind } from '../../platform/jobs/work.ts'
import { problem } from '../../platform/problem.ts'
import { addRegion, type PackBuild, removeRegion } from './places.pack-install.ts'
import { isAcrossDateLine } from './places.pack-parts.ts'
import { RegionFailure } from './places.region-failure.ts'
import type { RegionUploads } from './places.region-uploads.ts'
import type { InstalledRegion, RegionStore } from './places.regions.ts'

export const regionWorkKind = 'regions.add'

interface RegionWork {
  fileId: string
  name: string
  title: string
}

export const regionOf = ({
  directory: _,
  format: __,
  sourceFormat: ___,
  missing,
  ...region
}: InstalledRegion): Region => ({
  ...region,
  parts: region.parts.map(({ name, bytes }) => ({ name, bytes })),
  exactRoadsMissing: !missing.some(({ name }) => name === 'valhalla')
    ? null
    : isAcrossDateLine(region.bounds)
      ? 'date_line'
      : 'failed',
})

/** Queues the build; the file must be complete and belong to the person. @throws Problem `file_not_found` */
export async function startRegion(
  tx: Transaction,
  actor: Actor,
  uploads: RegionUploads,
  asked: RegionWork,
): Promise<{ workId: string }> {
  await uploads.find(actor.userId, asked.fileId)
  return startWork(tx, regionWorkKind, asked)
}

/** The work started by `POST /regions`. Deletes the uploaded file afterwards, also on failure. */
export function addRegionWork(options: {
  directory: string
  uploads: RegionUploads
  build?: PackBuild
}): WorkKind {
  const { directory, uploads, build } = options
  return async (payload, actor, database, io) => {
    requireCapability(actor, 'monitoring.read')
    const { fileId, name, title } = payload as RegionWork
    const file = await uploads.find(actor.userId, fileId)
    try {
      const manifest = await addRegion({
        directory,
        file: file.path,
        name,
        title,
        sourceName: file.name,
        signal: io.signal,
        progress: ({ done }) => {
          if (!io.signal.aborted) void io.progress(Math.round(done * 100), 100)
        },
        build,
      })
      // Reported even if cancelled: a cancellation after the swap is too late.
      await database.transaction(actor, async (tx) => {
        tx.audit({
          action: 'region.added',
          entity: 'region',
          entityId: null,
          entityName: title,
          changes: { name: [null, name], sourceName: [null, file.name], bytes: [null, manifest.bytes] },
        })
        for (const domain of ['regions', 'places']) tx.stale({ domain })
      })
      await uploads.remove(fileId)
      return plainResult(null)
    } catch (error) {
      if (io.isCancelled()) await uploads.remove(fileId)
      if (!(error instanceof RegionFailure)) throw error
      await uploads.remove(fileId)
      throw new WorkFailure(error.code, error)
    }
  }
}

/** @throws Problem `not_found`, `region_busy`, `storage_full` */
export async function removeRegionNamed(
  tx: Transaction,
  options: { directory: string; store: RegionStore },
  name: string,
): Promise<{ name: string }> {
  const manifest = await removeRegion({ directory: options.directory, name }).catch((error: unknown) => {
    if (!(error instanceof RegionFailure)) throw error
    if (error.code === 'region_not_found') throw problem('not_found')
    if (error.code === 'region_busy') throw problem('region_busy')
    if (error.code === 'region_disk_full') throw problem('storage_full')
    throw error
  })
  options.store.refresh()
  tx.audit({
    action: 'region.removed',
    entity: 'region',
    entityId: null,
    entityName: manifest.title,
    changes: { name: [name, null] },
  })
  for (const domain of ['regions', 'places']) tx.stale({ domain })
  return { name }
}
