import { flatMetres } from './place-index-localities.ts'
import type { PlaceTables } from './place-index-tables.ts'
import { tidyNumber } from './place-index-text.ts'

export interface NumberPlace {
  /** As in the data if the number is known, else as requested. */
  readonly text: string
  readonly postcode: string | null
  /** 1e-7 degrees. */
  readonly latitude: number
  readonly longitude: number
  /** Interpolated, or taken from a neighbouring number. */
  readonly isApproximate: boolean
}

const farthestBetween = { numbers: 200, metres: 1_500 }
const farthestBeside = 20

/** Locates a house number: the known one, interpolated between its neighbours, or the nearest one; null where none is near. */
export function findNumber(tables: PlaceTables, street: number, asked: string): NumberPlace | null {
  const { numbers } = tables
  const [from, to] = [numbers.first[street] as number, numbers.first[street + 1] as number]
  const value = Number(/\d+/.exec(asked)?.[0] ?? Number.NaN)
  if (from === to || Number.isNaN(value)) return null
  const place = (at: number, isApproximate: boolean, text = tables.text(numbers.text[at] as number)) => ({
    text,
    postcode: tables.text(numbers.postcode[at] as number) || null,
    latitude: numbers.latitude[at] as number,
    longitude: numbers.longitude[at] as number,
    isApproximate,
  })
  let same: number | null = null
  for (let at = from; at < to; at += 1) {
    if (numbers.value[at] !== value) continue
    same ??= at
    if (tidyNumber(tables.text(numbers.text[at] as number)) === asked) return place(at, false)
  }
  const written = asked.toUpperCase()
  if (same !== null) return place(same, asked !== String(value), written)

  const [below, above] = besides(tables, street, value)
  if (below !== null && above !== null) {
    const [low, high] = [numbers.value[below] as number, numbers.value[above] as number]
    const [y, x] = [numbers.latitude[below] as number, numbers.longitude[below] as number]
    const [toY, toX] = [numbers.latitude[above] as number, numbers.longitude[above] as number]
    const isNear =
      high - low <= farthestBetween.numbers && flatMetres(y, x, toY, toX) <= farthestBetween.metres
    if (isNear) {
      const part = (value - low) / (high - low)
      const [latitude, longitude] = [y + (toY - y) * part, x + (toX - x) * part]
      const foot = tables.footOnStreet(street, latitude, longitude)
      const at = foot === null || foot.metres > 100 ? { latitude, longitude } : foot
      return { ...place(below, true, written), latitude: at.latitude, longitude: at.longitude }
    }
  }
  const near = [below, above]
    .flatMap((at) => (at === null ? [] : [{ at, away: Math.abs((numbers.value[at] as number) - value) }]))
    .sort((a, b) => a.away - b.away)[0]
  return near && near.away <= farthestBeside ? place(near.at, true, written) : null
}

/** The nearest known numbers below and above, on the same side of the street if possible, as indexes into the columns. */
function besides(
  { numbers }: PlaceTables,
  street: number,
  value: number,
): readonly [number | null, number | null] {
  const [from, to] = [numbers.first[street] as number, numbers.first[street + 1] as number]
  const look = (isSide: (some: number) => boolean): readonly [number | null, number | null] => {
    let [below, above]: [number | null, number | null] = [null, null]
    for (let at = from; at < to; at += 1) {
      const some = numbers.value[at] as number
      if (!isSide(some)) continue
      if (some < value) below = at
      else above ??= at
    }
    return [below, above]
  }
  const [below, above] = look((some) => some % 2 === value % 2)
  const [anyBelow, anyAbove] = look(() => true)
  return [below ?? anyBelow, above ?? anyAbove]
}
