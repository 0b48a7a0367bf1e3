import { foldText } from '@rumbo/contract/fold-text'
import type { Place } from '@rumbo/contract/places.contract'
import {
  type AddressCandidate,
  type AddressDoubt,
  candidateLimit,
} from '@rumbo/contract/services.imports.contract'

const wordsOf = (text: string) => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
/** Shorter words are abbreviations and articles. */
const isDistinct = (word: string) => word.length >= 4 && !/^\d/.test(word)
const hasAll = (words: readonly string[], text: string) => words.every((word) => text.includes(word))

const isNumbered = ({ kind, precision, parts }: Place) =>
  kind === 'address' && parts.number !== null && (precision === 'exact' || precision === 'interpolated')

/** Whether one of the parts of an address after the street names where the place is; also where there are none. */
function isAround({ detail, parts }: Place, others: readonly string[]): boolean {
  const around = foldText(
    [detail, parts.neighbourhood, parts.city, parts.state, parts.postalCode].filter(Boolean).join(' '),
  )
  const named = others.map((other) => wordsOf(other).filter(isDistinct)).filter((words) => words.length > 0)
  return around === '' || named.length === 0 || named.some((words) => hasAll(words, around))
}

/** Whether the place has the house number and every longer word of the street as written, and of one part after it. */
function says(place: Place, address: string): boolean {
  const [street = '', ...others] = address.split(',')
  const { parts } = place
  const number = wordsOf(parts.number ?? '').join(' ')
  if (number === '' || !` ${wordsOf(street).join(' ')} `.includes(` ${number} `)) return false
  const streetText = foldText(`${place.name} ${parts.street ?? ''}`)
  return hasAll(wordsOf(street).filter(isDistinct), streetText) && isAround(place, others)
}

/** Whether the address is the name of a known place, such as a hospital, and of one part of the town as written. */
function isNamed(place: Place, address: string): boolean {
  const [name = '', ...others] = address.split(',')
  const isSame = wordsOf(place.name).join(' ') === wordsOf(name).join(' ')
  return place.kind === 'point' && isSame && isAround(place, others)
}

const candidateOf = ({ name, detail, latitude, longitude, kind, precision }: Place): AddressCandidate => ({
  name,
  detail,
  latitude,
  longitude,
  kind,
  precision,
})

/** What the address search found for an address: its place where it is sure, else why a person has to look at it. */
export function chooseAddress(
  address: string,
  found: readonly Place[],
):
  | { point: { latitude: number; longitude: number } }
  | { doubt: AddressDoubt; candidates: AddressCandidate[] } {
  const numbered = found.filter(isNumbered)
  const [only, ...others] = numbered
  if (only && others.length === 0 && only === found[0] && says(only, address))
    return { point: { latitude: only.latitude, longitude: only.longitude } }
  const named = found.filter((place) => isNamed(place, address))
  const [known] = named
  if (known && named.length === 1 && known === found[0])
    return { point: { latitude: known.latitude, longitude: known.longitude } }
  const doubt =
    found.length === 0
      ? 'address_not_found'
      : numbered.length > 1 || named.length > 1
        ? 'address_ambiguous'
        : 'address_unsure'
  return { doubt, candidates: found.slice(0, candidateLimit).map(candidateOf) }
}
