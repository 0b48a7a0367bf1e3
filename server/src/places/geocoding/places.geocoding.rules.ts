import type { Place } from '@rumbo/contract/places.contract'
import type { FoundPlace, StreetAddress } from '@rumbo/geo/place-index/place-index-open'
import { readAddress, readParts, wordsOf } from '@rumbo/geo/place-index/place-index-text'
import type { Coordinates } from '@rumbo/geo/units'
import { formatNumber, translate } from '@rumbo/i18n'
import type { NearTown, Town } from './places.gazetteer.ts'
import type { AnswerLanguage } from './places.geocoding.ts'

/** Within this distance a place is at the crossing; a farther crossing is only a landmark. */
const atCornerMetres = 45
/** An address belongs to a town only within this distance. */
const townOfAddressMetres = 20_000

const joined = (...words: (string | null | undefined)[]): string | null =>
  [...new Set(words.filter((word): word is string => Boolean(word)))].join(', ') || null

type Parts = Place['parts']
const noParts: Parts = {
  street: null,
  number: null,
  neighbourhood: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
}

/** Address parts of the region, completed with the town. */
function partsOf(known: Partial<Parts>, town: NearTown | null): Parts {
  const near = town && town.distanceMetres <= townOfAddressMetres ? town : null
  return {
    ...noParts,
    ...known,
    city: known.city ?? (near?.isInside ? near.name : null),
    state: near?.state || null,
    country: near?.country || null,
  }
}

/** The name of a crossing; Spanish uses "e" instead of "y" before the sound of i. */
function crossingName(first: string, second: string, language: AnswerLanguage): string {
  const isBeforeI = /^h?[ií](?!e)/i.test(second)
  return translate(language, isBeforeI ? 'places.crossingBeforeI' : 'places.crossing', { first, second })
}

/** Converts a search result of a region to a place. */
export function placeOfFound(found: FoundPlace, language: AnswerLanguage, town: NearTown | null): Place {
  const { kind, name, number, crossing, neighbourhood, city, postcode } = found
  const isStreet = kind === 'street' || kind === 'address' || kind === 'crossing'
  const parts = partsOf(
    { street: isStreet ? name : null, number, neighbourhood, city, postalCode: postcode },
    town,
  )
  return {
    kind,
    name: crossing ? crossingName(name, crossing, language) : number ? `${name} ${number}` : name,
    detail: joined(neighbourhood, parts.city, kind === 'place' ? parts.state : null),
    latitude: found.latitude,
    longitude: found.longitude,
    distanceMetres: null,
    isApproximate: found.isApproximate,
    precision: found.precision,
    engine: 'region',
    sort: found.sort,
    parts,
  }
}

/** Adds the house number asked for to a street found without it. */
export function withAskedNumber(place: Place, text: string): Place {
  const { street } = place.parts
  if (place.kind !== 'street' || street === null || place.parts.number !== null) return place
  const own = wordsOf(street)
  const asked = readParts(text)
    .flatMap(({ head }) => readAddress(head))
    .find(
      ({ number, words }) =>
        number !== null &&
        (!own.includes(number) || words.includes(number)) &&
        words.some((word) => own.some((name) => name.startsWith(word))),
    )
  if (!asked?.number) return place
  const number = asked.number.toUpperCase()
  return {
    ...place,
    kind: 'address',
    name: `${street} ${number}`,
    isApproximate: true,
    precision: 'street',
    parts: { ...place.parts, number },
  }
}

/** The street at a place, with the nearest house number, or else the nearest crossing. */
export function placeOfStreet(
  address: StreetAddress,
  options: { at: Coordinates; isApproximate: boolean; language: AnswerLanguage; town: NearTown | null },
): Place {
  const { street, number, crossing, crossingMetres, neighbourhood, city, postcode } = address
  const parts = partsOf({ street, number, neighbourhood, city, postalCode: postcode }, options.town)
  const isAtCorner = crossingMetres !== null && crossingMetres <= atCornerMetres
  const beside =
    crossing &&
    translate(options.language, isAtCorner ? 'places.corner' : 'places.nearStreet', { street: crossing })
  return {
    kind: number ? 'address' : 'street',
    name: number ? `${street} ${number}` : street,
    detail: joined(number ? null : beside, neighbourhood, parts.city),
    ...options.at,
    distanceMetres: address.distanceMetres,
    isApproximate: options.isApproximate || address.isNumberApproximate,
    precision: number ? (address.isNumberApproximate ? 'interpolated' : 'exact') : null,
    engine: 'region',
    sort: null,
    parts,
  }
}

/** A town, or a place described by its distance from one. */
export function placeOfTown(
  town: Town & Partial<Pick<NearTown, 'distanceMetres' | 'isInside'>>,
  at: Coordinates | null,
  language: AnswerLanguage,
): Place {
  const { name, state, country, distanceMetres = null, isInside = true } = town
  const kilometres = Math.max(1, Math.round((distanceMetres ?? 0) / 1000))
  return {
    kind: 'town',
    name: isInside
      ? name
      : translate(language, 'places.fromTown', {
          kilometres: formatNumber(language, kilometres),
          town: name,
        }),
    detail: joined(state === name ? null : state, country),
    latitude: at?.latitude ?? town.latitude,
    longitude: at?.longitude ?? town.longitude,
    distanceMetres,
    // A distance from a town's centre is only approximate for the place itself.
    isApproximate: at !== null,
    precision: null,
    engine: 'gazetteer',
    sort: 'town',
    parts: { ...noParts, city: isInside ? name : null, state: state || null, country: country || null },
  }
}
