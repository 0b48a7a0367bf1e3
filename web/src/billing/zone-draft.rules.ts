import { type ZoneCorner, zoneCorners } from '@rumbo/contract/places.zones.contract'
import { coordinatesText } from '@rumbo/geo/coordinates/coordinates-text'
import { isSimplePolygon } from '@rumbo/geo/geometry/polygon'
import type { TextKey } from '@rumbo/i18n/keys'
import { readCoordinates } from '../places/coordinates.ts'

/** A corner as typed; its id is for React. */
export interface CornerDraft {
  id: number
  text: string
}

let lastId = 0
export const newCorner = (text = ''): CornerDraft => ({ id: ++lastId, text })
export const cornerOf = (latitude: number, longitude: number): CornerDraft =>
  newCorner(coordinatesText({ latitude, longitude }))
export const draftOfCorners = (corners: readonly ZoneCorner[]): CornerDraft[] =>
  corners.map(([longitude, latitude]) => cornerOf(latitude, longitude))

/** The corner a text stands for, as [longitude, latitude]; null for any other text. */
function readCorner({ text }: CornerDraft): ZoneCorner | null {
  const found = readCoordinates(text)
  return found && [found.longitude, found.latitude]
}

/** The corners that can be read, each with its place in the draft. */
export const readCorners = (draft: readonly CornerDraft[]): { at: number; corner: ZoneCorner }[] =>
  draft.flatMap((entry, at) => {
    const corner = readCorner(entry)
    return corner === null ? [] : [{ at, corner }]
  })

type ShapeKey = Extract<TextKey, 'billing.zone.few' | 'billing.zone.cross'>
export interface ZoneErrors {
  name: 'fields.required' | undefined
  /** By place in the draft. */
  corners: ReadonlyMap<number, 'billing.zone.corner'>
  shape: ShapeKey | undefined
}

/** What is wrong with a zone; `shape` concerns all corners together. */
export function checkZone(name: string, draft: readonly CornerDraft[]): ZoneErrors {
  const wrong = draft.flatMap((entry, at) =>
    readCorner(entry) === null ? [[at, 'billing.zone.corner'] as const] : [],
  )
  const corners = readCorners(draft).map(({ corner }) => corner)
  const shape: ShapeKey | undefined =
    draft.length < zoneCorners.min
      ? 'billing.zone.few'
      : wrong.length === 0 && !isSimplePolygon(corners)
        ? 'billing.zone.cross'
        : undefined
  return {
    name: name.trim() === '' ? 'fields.required' : undefined,
    corners: new Map(wrong),
    shape,
  }
}

export const isRight = ({ name, corners, shape }: ZoneErrors): boolean =>
  name === undefined && corners.size === 0 && shape === undefined

const apart = (a: ZoneCorner, b: ZoneCorner) => Math.hypot(a[0] - b[0], a[1] - b[1])

/** Where in the draft a new corner goes: into the side that it lengthens least. */
export function placeOfCorner(draft: readonly CornerDraft[], corner: ZoneCorner): number {
  const known = readCorners(draft)
  if (known.length < zoneCorners.min) return draft.length
  let best = { at: draft.length, longer: Number.POSITIVE_INFINITY }
  for (const [index, one] of known.entries()) {
    const next = known[(index + 1) % known.length] as (typeof known)[number]
    const longer = apart(one.corner, corner) + apart(corner, next.corner) - apart(one.corner, next.corner)
    if (longer < best.longer) best = { at: one.at + 1, longer }
  }
  return best.at
}
