import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './lists.ts'
import { hiddenCharacters, isVisible, nameText } from './text.ts'
import { workStarted } from './work.contract.ts'

/** A part of addresses and a folder: small letters, digits, and hyphens within. `world` is the world map's. */
export const regionNamePattern = /^(?!world$)[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/
const regionName = z.string().regex(regionNamePattern)

export const region = z.object({
  name: z.string(),
  title: z.string(),
  /** Another one means other contents. */
  version: z.string(),
  addedAt: z.iso.datetime(),
  /** The moment the data is of, where the file says so. */
  dataAt: z.iso.datetime().nullable(),
  sourceName: z.string(),
  sourceBytes: z.number(),
  /** On the disk. */
  bytes: z.number(),
  isApproximate: z.boolean(),
  attribution: z.string(),
  /** Degrees. */
  bounds: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }),
  counts: z.object({
    nodes: z.number(),
    ways: z.number(),
    /** Ways a car may take. */
    streets: z.number(),
    /** House numbers. */
    addresses: z.number(),
    tiles: z.number(),
  }),
  parts: z.array(z.object({ name: z.string(), bytes: z.number() })),
  /** Why it has no exact road engine: the region crosses the 180th meridian, or the build failed. */
  exactRoadsMissing: z.enum(['date_line', 'failed']).nullable(),
})
export type Region = z.infer<typeof region>

export const listRegions = endpoint({
  name: 'regions.list',
  method: 'GET',
  path: '/regions',
  summary: 'The installed regions, and how large a file may be sent',
  access: 'monitoring.read',
  output: z.object({ items: z.array(region), uploadLimitBytes: z.number() }),
})
export const addRegion = endpoint({
  name: 'regions.add',
  method: 'POST',
  path: '/regions',
  summary: 'Build a region of a file that was sent, in place of one of the same name; a long work',
  access: 'monitoring.read',
  body: z.strictObject({
    fileId: id,
    name: regionName,
    title: nameText(80),
  }),
  output: workStarted,
  status: 202,
  problems: ['file_not_found'],
})
export const removeRegion = endpoint({
  name: 'regions.remove',
  worksWhenFull: true,
  method: 'DELETE',
  path: '/regions/:name',
  summary: 'Remove a region: its streets, addresses and roads',
  access: 'monitoring.read',
  params: z.strictObject({ name: regionName }),
  output: z.object({ name: z.string() }),
  problems: ['not_found', 'region_busy'],
})

/** An extract is sent in parts, so that neither a time limit nor a broken connection undoes what was sent. */
export const beginRegionUpload = endpoint({
  name: 'regions.beginUpload',
  method: 'POST',
  path: '/regions/uploads',
  summary: 'Announce an extract that will be sent in parts',
  access: 'monitoring.read',
  body: z.strictObject({
    name: z.string().min(1).max(255).refine(isVisible, hiddenCharacters),
    bytes: z.number().int().min(1),
  }),
  output: z.object({ fileId: id, partBytes: z.number().int() }),
  status: 201,
  problems: ['payload_too_large'],
})
export const removeRegionUpload = endpoint({
  name: 'regions.removeUpload',
  worksWhenFull: true,
  method: 'DELETE',
  path: '/regions/uploads/:id',
  summary: 'Give up an extract that was sent, whole or in part; nothing happens where there is none',
  access: 'monitoring.read',
  params: z.strictObject({ id }),
  output: z.object({}),
})
/** `POST <path>/:id/parts?offset=…` takes bytes as its body and answers `regionUpload`. */
export const regionUploadsPath = '/regions/uploads'
export const regionUpload = z.object({
  /** Bytes stored so far; offset of the next part. */
  received: z.number().int(),
})
