import type { Place } from '@rumbo/contract/places.contract'
import {
  type AddressCandidate,
  type AddressDoubt,
  addressDoubts,
  type ReviewedStop,
} from '@rumbo/contract/services.imports.contract'
import type { Coordinates } from '@rumbo/geo'
import { LRUCache } from 'lru-cache'
import type { Geocoding } from '../../places/index.ts'
import { findPlaces } from '../doubts/services.doubts.actions.ts'
import { doubtsOf } from '../doubts/services.doubts.rules.ts'
import { chooseAddress } from './services.import.addresses.rules.ts'
import type { RowStop } from './services.import.rules.ts'

export interface AddressDeps {
  geocoding: Pick<Geocoding, 'search' | 'reverse'>
}

const patienceMs = 10_000
/** Longer texts are not searched for in full. */
const searchedCharacters = 100
const keptAnswers = 2_000

interface Located {
  point: Coordinates | null
  doubt: AddressDoubt | null
  candidates: AddressCandidate[]
}

/** Looks up the stops of rows; the same address is searched for once while it is remembered. */
export function createLocator({ geocoding }: AddressDeps) {
  const kept = new LRUCache<string, Located>({ max: keptAnswers })

  /** @throws Error where no address search answers, so that the import is repeated */
  async function locate(address: string, near: Coordinates | null): Promise<Located> {
    const key = `${near?.latitude} ${near?.longitude} ${address}`
    const before = kept.get(key)
    if (before) return before
    const { items } = await geocoding.search({
      text: address.slice(0, searchedCharacters),
      limit: 8,
      language: 'es',
      near,
      signal: AbortSignal.timeout(patienceMs),
    })
    const chosen = chooseAddress(address, items)
    const located =
      'point' in chosen
        ? { point: chosen.point, doubt: null, candidates: [] }
        : { point: null, doubt: chosen.doubt, candidates: chosen.candidates }
    kept.set(key, located)
    return located
  }

  /**
   * The stops with their places, or why a person has to decide about them.
   * @param middle where the fleet usually drives; null while that is unknown
   */
  return async (stops: readonly RowStop[], middle: Coordinates | null): Promise<ReviewedStop[]> => {
    const found: Located[] = []
    for (const { address, point } of stops)
      found.push(point ? { point, doubt: null, candidates: [] } : await locate(address, middle))
    const placed = found.flatMap(({ point }, at) => (point ? [{ at, ...point }] : []))
    const places: readonly (Place | null)[] = await findPlaces(
      { geocoding },
      { plannedStops: placed, areStopsConfirmed: placed.length === 0 },
    )
    for (const { path, code } of doubtsOf({ stops: placed, places, middle, hasNoRoad: false, known: [] })) {
      const one = placed[Number(path.split('.')[2])]
      const located = one && found[one.at]
      // Answers are remembered, so a doubt about this row goes into a copy.
      if (one && located)
        found[one.at] = { ...located, doubt: addressDoubts.find((known) => known === code) ?? 'place_remote' }
    }
    return stops.map(({ stopType, address }, at) => {
      const { point, doubt, candidates } = found[at] ?? { point: null, doubt: null, candidates: [] }
      return {
        stopType,
        address,
        latitude: point?.latitude ?? null,
        longitude: point?.longitude ?? null,
        doubt,
        candidates,
      }
    })
  }
}
export type Locate = ReturnType<typeof createLocator>
