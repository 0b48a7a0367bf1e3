import type { Coordinates } from '../units.ts'

export type FoundKind = 'address' | 'street' | 'crossing' | 'place' | 'point'

/** A search result with the localities around it. */
export interface FoundPlace extends Coordinates {
  readonly kind: FoundKind
  /** Of the street, place or point of interest. */
  readonly name: string
  readonly number: string | null
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
