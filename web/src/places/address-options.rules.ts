import { foldText } from '@rumbo/contract/fold-text'
import type { Place } from '@rumbo/contract/places.contract'
import {
  type CoordinatesProblem,
  coordinatesText,
  isCoordinates,
  parseCoordinates,
} from '@rumbo/geo/coordinates/coordinates-text'
import { placeText } from './use-address.ts'

/** What a form adopts of a place: text, point, and the parts of the address if known. */
export interface Located {
  address: string
  latitude: number
  longitude: number
  parts: Place['parts'] | null
}

export type OptionGroup = Place['kind'] | 'coordinates' | 'own' | 'past'

/** An address known of a customer: on record, or of past services. */
export interface KnownAddress {
  address: string
  latitude: number
  longitude: number
  isOwn: boolean
}

export interface AddressOption extends Located {
  key: string
  group: OptionGroup
  name: string
  detail: string | null
  /** Null for coordinates without any further information. */
  engine: Place['engine'] | null
  isApproximate: boolean
  precision: Place['precision']
}

/** The meaning of a text: a search, a place by coordinates, or neither. */
export type Asked =
  | { is: 'nothing' }
  | { is: 'search'; text: string }
  | { is: 'coordinates'; latitude: number; longitude: number }
  | { is: 'wrong'; problem: CoordinatesProblem }

const shortestSearch = 2
const longestSearch = 100

export function readAsked(value: string): Asked {
  const text = value.trim()
  const read = parseCoordinates(text)
  if (isCoordinates(read)) return { is: 'coordinates', ...read }
  if (read !== null) return { is: 'wrong', problem: read.problem }
  return text.length < shortestSearch
    ? { is: 'nothing' }
    : { is: 'search', text: text.slice(0, longestSearch) }
}

/** Found places as options: the best first, those of one kind together. */
export function optionsOf(items: readonly Place[]): AddressOption[] {
  const groups = new Map<OptionGroup, AddressOption[]>()
  items.forEach((place, at) => {
    const { name, detail, latitude, longitude, engine, isApproximate, precision, kind, parts } = place
    const option: AddressOption = {
      key: `${at} ${latitude} ${longitude}`,
      group: kind,
      address: placeText(place),
      name,
      detail,
      latitude,
      longitude,
      engine,
      isApproximate,
      precision,
      parts,
    }
    groups.set(kind, [...(groups.get(kind) ?? []), option])
  })
  return [...groups.values()].flat()
}

const shownKnown = 5

/** Known addresses whose words begin with those typed; all of them while nothing is typed. */
export function optionsOfKnown(known: readonly KnownAddress[], typed: string): AddressOption[] {
  const wanted = foldText(typed).split(/\s+/).filter(Boolean)
  return known
    .filter(({ address }) => {
      const words = foldText(address).split(/[\s,.]+/)
      return wanted.every((text) => words.some((word) => word.startsWith(text)))
    })
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn))
    .slice(0, shownKnown)
    .map(({ address, latitude, longitude, isOwn }) => ({
      key: `known ${address} ${latitude} ${longitude}`,
      group: isOwn ? 'own' : 'past',
      address,
      name: address,
      detail: null,
      engine: null,
      isApproximate: false,
      precision: null,
      latitude,
      longitude,
      parts: null,
    }))
}

/** Typed coordinates as an option, with the street or town if known. */
export function optionOfCoordinates(
  point: { latitude: number; longitude: number },
  place: Place | null,
): AddressOption {
  const written = coordinatesText(point)
  return {
    key: written,
    group: 'coordinates',
    address: place === null ? written : placeText(place),
    name: place === null ? written : placeText(place),
    detail: place === null ? null : written,
    engine: place?.engine ?? null,
    isApproximate: place?.isApproximate ?? false,
    precision: place?.precision ?? null,
    parts: place?.parts ?? null,
    latitude: point.latitude,
    longitude: point.longitude,
  }
}
