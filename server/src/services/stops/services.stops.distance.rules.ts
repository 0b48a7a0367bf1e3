import { type Coordinates, distanceMetres } from '@rumbo/geo'

/** A believed place of a vehicle; `at` in epoch ms. `speedKmh` is null where the receiver reports none. */
export interface StopFix extends Coordinates {
  at: number
  speedKmh: number | null
}

/** How far a vehicle drove: complete legs, and the place where the present leg began. */
export interface DrivenPath {
  metres: number
  from: StopFix | null
}

/**
 * Legs shorter than this are not counted by themselves, since a receiver wanders: they become part of the next one.
 * Where a receiver reports speeds, standing is known, and shorter legs follow the road better.
 */
const legMetres = { withSpeed: 60, withoutSpeed: 150 }
/** A vehicle that reports less than this stands, whatever its receiver says about the place. */
const stillKmh = 3

/** The legs and the way since the last of them, to a place at which the count ends. */
export const drivenTo = ({ metres, from }: DrivenPath, fix: StopFix): number =>
  metres + (from ? distanceMetres(from, fix) : 0)

/** Adds a fix to a driven path. A path that was interrupted starts again from null. */
export function drive(path: DrivenPath, fix: StopFix): DrivenPath {
  if (!path.from) return { metres: path.metres, from: fix }
  const leg = distanceMetres(path.from, fix)
  const isStill = fix.speedKmh !== null && fix.speedKmh < stillKmh
  const least = fix.speedKmh === null ? legMetres.withoutSpeed : legMetres.withSpeed
  if (leg < least || isStill) return path
  return { metres: path.metres + leg, from: fix }
}
