import {
  type FenceFile,
  type FenceFileOptions,
  FenceFileRefused,
  type FenceOfFile,
  type FenceRefusal,
  fenceFileLimits,
  type RefusedFence,
} from './fence-file.ts'
import type { FenceProperties } from './fence-properties.ts'
import { type FileGeometry, positionsKept, shapeOf } from './fence-shapes.ts'

/** A named thing of a file with one geometry or several. */
export interface FileFeature {
  readonly properties: FenceProperties
  readonly geometries: readonly FileGeometry[]
  readonly line: number | null
}

export interface FenceCollector {
  /** Adds each geometry as a fence or a refusal. @throws FenceFileRefused beyond the limits */
  add(feature: FileFeature): void
  /** Adds a refusal of what has no geometry. @throws FenceFileRefused beyond the limits */
  refuse(what: string, reason: FenceRefusal, line: number | null): void
  /** @throws FenceFileRefused `no_shapes` */
  finish(): FenceFile
}

const longestWhat = 100

/** Collects what a reader finds, in the order of the file. */
export function createFenceCollector(options: FenceFileOptions): FenceCollector {
  const fences: FenceOfFile[] = []
  const refused: RefusedFence[] = []
  let index = 0
  let points = 0

  function next(): number {
    index += 1
    if (index > fenceFileLimits.shapes) throw new FenceFileRefused('too_many_shapes')
    return index
  }

  function refuse(what: string, reason: FenceRefusal, line: number | null): void {
    refused.push({ what: what.slice(0, longestWhat), reason, index: next(), line })
  }

  function addGeometry(geometry: FileGeometry, named: FenceProperties, line: number | null): void {
    points += pointCount(geometry)
    if (points > fenceFileLimits.points) throw new FenceFileRefused('file_too_detailed')
    const shape = shapeOf(geometry, named, options)
    if ('refusal' in shape) {
      refuse(named.name || geometry.type, shape.refusal, line)
      return
    }
    const { name, description, colour, tags } = named
    fences.push({ name, description, shape, colour, tags, index: next(), line })
  }

  return {
    add({ properties, geometries, line }) {
      if (geometries.length === 0) refuse(properties.name, 'not_a_shape', line)
      geometries.forEach((geometry, at) => {
        const isNumbered = geometries.length > 1 && properties.name !== ''
        const name = isNumbered ? `${properties.name} (${at + 1})` : properties.name
        addGeometry(geometry, { ...properties, name }, line)
      })
    },
    refuse,
    finish() {
      if (index === 0) throw new FenceFileRefused('no_shapes')
      return { fences, refused }
    },
  }
}

/** Points that will be checked: a shape with too many is refused before. */
function pointCount(geometry: FileGeometry): number {
  const list =
    geometry.kind === 'polygon' ? geometry.ring : geometry.kind === 'line' ? geometry.positions : []
  return list.length < positionsKept ? list.length + 1 : 1
}
