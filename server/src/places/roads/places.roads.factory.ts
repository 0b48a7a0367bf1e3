import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildPackFiles } from '../regions/places.pack.ts'
import { packParts } from '../regions/places.pack-parts.ts'
import type { InstalledRegion } from '../regions/places.regions.ts'

/** Builds a region pack with only roads from an extract, in its own folder. */
export async function buildRoadsRegion(
  file: string,
  name: string,
  directory: string,
): Promise<InstalledRegion> {
  const pack = join(directory, name)
  mkdirSync(pack, { recursive: true })
  const parts = packParts.filter((part) => part.name === 'roads' || part.name === 'valhalla')
  return { ...(await buildPackFiles({ file, name, title: name, directory: pack, parts })), directory: pack }
}

/** A region store that a test can change. */
export function regionsOf(...installed: InstalledRegion[]) {
  let regions = installed
  const listeners = new Set<(regions: readonly InstalledRegion[]) => void>()
  return {
    list: () => regions,
    onChange(listener: (regions: readonly InstalledRegion[]) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    change(...next: InstalledRegion[]) {
      regions = next
      for (const listener of listeners) listener(regions)
    },
  }
}
