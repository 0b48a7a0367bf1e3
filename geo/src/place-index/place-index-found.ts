import type { Coordinates } from '../units.ts'

export type FoundKind = 'address' | 'street' | 'crossing' | 'place' | 'point'

/** How a house number was placed: known, between its neighbours, or only on its street. */
export type NumberPrecision = 'exact' | 'interpolated' | 'street'

/** A search result with the localities around it. */
export interface FoundPlace extends Coordinates {
  readonly kind: FoundKind
  /** Of the street, place or point of interest. */
  readonly name: string
  readonly number: string | null
  /** Null where no house number was asked for. */
  readonly precision: NumberPrecision | null
  /** The other street of a crossing. */
  readonly crossing: string | null
  readonly neighbourhood: string | null
  readonly city: string | null
  readonly postcode: string | null
  /** Kind of the place or point of interest, such as `town` or `hospital`; null for streets. */
  readonly sort: string | null
  readonly isApproximate: boolean
  /** Greater is better; comparable between regions. */
  readonly score: number
}
