import {
  addRegion,
  beginRegionUpload,
  listRegions,
  removeRegion,
  removeRegionUpload,
} from '@rumbo/contract/places.regions.contract'
import { type Answer, answer, answerAlone } from '../../platform/http/endpoints.ts'
import { partBytes, type RegionUploads } from './places.region-uploads.ts'
import { regionOf, removeRegionNamed, startRegion } from './places.regions.actions.ts'
import type { RegionStore } from './places.regions.ts'

export interface RegionOptions {
  /** Folder of the region packs. */
  directory: string
  store: RegionStore
  uploads: RegionUploads
}

/** Endpoints for super admins: list, upload, build and remove regions. */
export function regionEndpoints(options: RegionOptions): Answer[] {
  const { store, uploads } = options
  return [
    answerAlone(listRegions, async () => ({
      items: store.refresh().map(regionOf),
      uploadLimitBytes: uploads.limitBytes,
    })),
    answer(beginRegionUpload, async ({ body }, { actor }) => ({
      fileId: await uploads.begin(actor, body),
      partBytes,
    })),
    answer(removeRegionUpload, async ({ params }, { actor }) => {
      await uploads.giveUp(actor, params.id)
      return {}
    }),
    answer(addRegion, ({ body }, { tx, actor }) => startRegion(tx, actor, uploads, body)),
    answer(removeRegion, ({ params }, { tx }) => removeRegionNamed(tx, options, params.name)),
  ]
}
