import { foldText } from '@rumbo/contract/fold-text'
import { regionNamePattern } from '@rumbo/contract/places.regions.contract'

export interface RegionDraft {
  file: File | null
  title: string
  name: string
}
export type DraftProblem =
  | 'fileMissing'
  | 'fileKind'
  | 'fileEmpty'
  | 'fileTooLarge'
  | 'titleMissing'
  | 'titleTooLong'
  | 'nameShape'
export type DraftProblems = Partial<Record<keyof RegionDraft, DraftProblem>>

const fileSuffix = /\.(osm\.pbf|pbf|osm)$/i
const titleLimit = 80

/** A name for addresses: "Área de México-latest.osm.pbf" becomes "area-de-mexico". */
export function nameFrom(text: string): string {
  return foldText(text.replace(fileSuffix, '').replace(/[-_](latest|\d{6})$/i, ''))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
}

/** A title from a file name: "porto-alegre.osm.pbf" becomes "Porto Alegre". */
export function titleFrom(fileName: string): string {
  return nameFrom(fileName)
    .split('-')
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}

/** Errors by field; empty when the form can be sent. */
export function checkRegion({ file, title, name }: RegionDraft, limitBytes: number): DraftProblems {
  const problems: DraftProblems = {}
  if (file === null) problems.file = 'fileMissing'
  else if (!fileSuffix.test(file.name)) problems.file = 'fileKind'
  else if (file.size === 0) problems.file = 'fileEmpty'
  else if (file.size > limitBytes) problems.file = 'fileTooLarge'
  if (title.trim() === '') problems.title = 'titleMissing'
  else if (title.trim().length > titleLimit) problems.title = 'titleTooLong'
  if (!regionNamePattern.test(name)) problems.name = 'nameShape'
  return problems
}

/** A size such as "3.2 MB" as number and unit, with factors of 1000. */
export function sizeOf(bytes: number): { value: number; digits: number; unit: 'kB' | 'MB' | 'GB' } {
  if (bytes >= 1e9) return { value: bytes / 1e9, digits: 1, unit: 'GB' }
  if (bytes >= 1e6) return { value: bytes / 1e6, digits: bytes >= 1e8 ? 0 : 1, unit: 'MB' }
  return { value: Math.max(bytes === 0 ? 0 : 1, bytes / 1e3), digits: 0, unit: 'kB' }
}

/** Kilometres from west to east and from south to north. */
export function extentKm(bounds: { west: number; south: number; east: number; north: number }): {
  width: number
  height: number
} {
  const kmPerDegree = 111.2
  const middle = ((bounds.south + bounds.north) / 2) * (Math.PI / 180)
  return {
    width: (bounds.east - bounds.west) * kmPerDegree * Math.cos(middle),
    height: (bounds.north - bounds.south) * kmPerDegree,
  }
}
