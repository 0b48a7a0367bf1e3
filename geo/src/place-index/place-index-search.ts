import type { Coordinates } from '../units.ts'
import { type Context, type ContextFit, fitOf, readContext } from './place-index-context.ts'
import type { FoundPlace } from './place-index-found.ts'
import { flatMetres, localityKinds, localityWeights, pointKinds } from './place-index-localities.ts'
import { findNumber } from './place-index-numbering.ts'
import type { PlaceTables } from './place-index-tables.ts'
import {
  type AddressText,
  readAddress,
  readCrossing,
  readParts,
  splitWords,
  withoutSlips,
  wordsOf,
} from './place-index-text.ts'
import { bestOf } from './place-index-words.ts'

interface Candidate {
  entry: number
  score: number
  /** Where on the street, in 1e-7 degrees. Default: the entry's own place. */
  at?: ContextFit['at']
}
type Found = Omit<FoundPlace, 'neighbourhood' | 'city'>

interface Question {
  tables: PlaceTables
  near: Coordinates | null
  /** The settlements the text names. */
  context: Context
  areaNames: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()
const maxCandidates = 200
const maxNumberedStreets = 40
const maxCrossedStreets = 60
const maxContextWords = 6
const closeMetres = 5_000
/** Penalty of a street without the requested number: entries with the number in their name rank higher. */
const missingNumberPenalty = 1
/** Ranks an address in the named town above the same address in a neighbouring town. */
const nearnessWeight = 1.6
/** A long street is located near the fleet; the middle of a shorter one is near enough. */
const longStreetMetres = 1_500
/** Stations are not among them: most are named after the place beside them. */
const knownPoints = new Set(
  ['hospital', 'airport', 'police', 'school'].map((kind) => pointKinds.indexOf(kind)),
)

/** The search of `PlaceIndex`. */
export function searchTables(
  tables: PlaceTables,
  text: string,
  {
    limit,
    near = null,
    areaNames = none,
  }: { limit: number; near?: Coordinates | null; areaNames?: ReadonlySet<string> },
): FoundPlace[] {
  const found: Found[] = []
  for (const { head, between, within } of streetFirst(tables, readParts(text), areaNames)) {
    const question = { tables, near, areaNames, context: readContext(tables, within, areaNames) }
    if (between !== null)
      for (const other of between) found.push(...crossingsOf(question, [streetWordsOf(head), wordsOf(other)]))
    const crossed = readCrossing(head)
    if (crossed !== null) found.push(...crossingsOf(question, crossed))
    for (const { words, number } of readAddress(head)) {
      if (number === null) for (const some of candidatesOf(question, words)) found.push(plain(tables, some))
      else found.push(...addressesOf(question, words, number))
    }
    // The second part is searched only if the first one finds nothing.
    if (found.length > 0) break
  }
  const seen = new Set<string>()
  const answers: FoundPlace[] = []
  for (const some of found.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))) {
    if (answers.length >= limit) break
    const localities = tables.localitiesAt(some.latitude * 1e7, some.longitude * 1e7)
    const own = { ...localities, ...(some.kind === 'place' && withoutItself(localities, some.name)) }
    const key = [
      some.kind === 'address' ? '' : some.kind,
      some.name,
      some.number,
      some.crossing,
      own.neighbourhood,
      own.city,
    ].join('\n')
    if (seen.has(key)) continue
    seen.add(key)
    answers.push({ ...some, ...own })
  }
  return answers
}

/** Reads "Vaduz, Städtle" as "Städtle, Vaduz": a part that only names a town locates the other one. */
function streetFirst(
  tables: PlaceTables,
  parts: readonly AddressText[],
  areaNames: ReadonlySet<string>,
): readonly AddressText[] {
  const [first, second] = parts
  if (first === undefined || second === undefined) return parts
  const isTown = ({ head }: AddressText) => {
    const { names, isPartlyUnknown, namesArea } = readContext(tables, [wordsOf(head)], areaNames)
    return !isPartlyUnknown && (namesArea || names.length > 0)
  }
  return isTown(first) && !isTown(second) ? [second, first] : parts
}

/** The words of the street without a house number, for the text before "entre". */
const streetWordsOf = (head: string) => readAddress(head).at(-1)?.words ?? []

const withoutItself = (localities: { neighbourhood: string | null; city: string | null }, name: string) => ({
  neighbourhood: localities.neighbourhood === name ? null : localities.neighbourhood,
  city: localities.city === name ? null : localities.city,
})

const closenessAt = (latitude: number, longitude: number, near: Coordinates) =>
  1.2 * Math.exp(-flatMetres(near.latitude * 1e7, near.longitude * 1e7, latitude, longitude) / closeMetres)

const closeness = ({ latitudes, longitudes }: PlaceTables, entry: number, near: Coordinates | null) =>
  near === null ? 0 : closenessAt(latitudes[entry] as number, longitudes[entry] as number, near)

/** Locates a long street at its nearest point to the fleet, and ranks it by that. */
function nearFleet(tables: PlaceTables, candidate: Candidate, near: Coordinates | null): Candidate {
  const street = candidate.entry - tables.firstStreet
  const isLong = (tables.streetMetres[street] ?? 0) > longStreetMetres
  const foot =
    near === null || !isLong ? null : tables.footOnStreet(street, near.latitude * 1e7, near.longitude * 1e7)
  if (near === null || foot === null) return candidate
  const gain = closenessAt(foot.latitude, foot.longitude, near) - closeness(tables, candidate.entry, near)
  return { ...candidate, score: candidate.score + Math.max(0, gain), at: foot }
}

function weightOf(tables: PlaceTables, entry: number): number {
  if (entry < tables.firstStreet) return 0.5 + (localityWeights[tables.placeKinds[entry] as number] ?? 0)
  if (entry >= tables.firstPoint)
    return knownPoints.has(tables.pointKinds[entry - tables.firstPoint] as number) ? 0.3 : 0
  return 0.2 + 0.15 * Math.log10(1 + (tables.streetMetres[entry - tables.firstStreet] as number))
}

/** The best entries for the words. If there are none, the last or first words are read as the name of a settlement. */
function candidatesOf(question: Question, words: readonly string[], isStreet = false): Candidate[] {
  const { tables, context, areaNames } = question
  const found = ranked(question, words, isStreet)
  if (found.length > 0) return found
  const maxLength = Math.min(maxContextWords, words.length - 1)
  for (let length = 1; length <= maxLength; length += 1) {
    for (const [place, rest] of [
      [words.slice(-length), words.slice(0, -length)],
      [words.slice(0, length), words.slice(length)],
    ] as const) {
      const named = readContext(tables, [place], areaNames)
      if (named.isPartlyUnknown) continue
      if (named.names.length > 0) {
        const both = { ...context, names: [...named.names, ...context.names] }
        const more = ranked({ ...question, context: both }, rest, isStreet, named.names.length)
        if (more.length > 0) return more
      }
      // The named town may contain the whole region.
      const more = named.namesArea ? ranked(question, rest, isStreet) : []
      if (more.length > 0) return more
    }
  }
  return []
}

/** The best entries for the words that fit the context. @param needed minimum number of its names an entry lies in */
function ranked(
  { tables, near, context }: Question,
  typed: readonly string[],
  isStreet: boolean,
  needed = 0,
): Candidate[] {
  let asked = withoutSlips(typed, tables.words.has)
  let { entries, qualities } = tables.words.match(asked)
  // The data has slips too, elsewhere.
  if (entries.length === 0) {
    asked = withoutSlips(typed, () => false)
    ;({ entries, qualities } = tables.words.match(asked))
  }
  const isMeant = (entry: number) => !isStreet || (entry >= tables.firstStreet && entry < tables.firstPoint)
  const hasContext = context.names.length > 0
  const best: Candidate[] = bestOf(
    isStreet ? entries.filter(isMeant) : entries,
    (entry) => 3 * (qualities[entry] as number) + weightOf(tables, entry) + closeness(tables, entry, near),
    hasContext ? 4 * maxCandidates : maxCandidates,
  )
  const askedName = splitWords(asked).needed
  const fitting = best.flatMap((some) => {
    const candidate = hasContext ? some : nearFleet(tables, some, near)
    const own = wordsOf(tables.nameOf(candidate.entry))
    const ownName = splitWords(own).needed
    // "Chapul" begins the name of "Avenida Chapultepec".
    if (own.join(' ') === asked.join(' ')) candidate.score += 0.8
    else if (ownName.join(' ') === askedName.join(' ')) candidate.score += 0.6
    else if (own[0]?.startsWith(asked[0] ?? '') || ownName[0]?.startsWith(askedName[0] ?? ''))
      candidate.score += 0.4
    if (ownName.length === askedName.length) candidate.score += 0.3
    // The data may lack a part of town that exists, so unknown words only lower the score.
    if (!hasContext)
      return [context.isPartlyUnknown ? { ...candidate, score: candidate.score - 0.5 } : candidate]
    const fit = fitOf(tables, candidate.entry, context)
    if (fit === null || fit.share < needed / context.names.length) return []
    return [
      {
        ...candidate,
        score: candidate.score + 0.4 + 0.6 * fit.share + nearnessWeight * fit.nearness,
        at: fit.at,
      },
    ]
  })
  return fitting.sort((a, b) => b.score - a.score)
}

function plain(tables: PlaceTables, { entry, score, at = null }: Candidate): Found {
  const place = at ?? {
    latitude: tables.latitudes[entry] as number,
    longitude: tables.longitudes[entry] as number,
  }
  const isPlace = entry < tables.firstStreet
  const isPoint = entry >= tables.firstPoint
  return {
    kind: isPlace ? 'place' : isPoint ? 'point' : 'street',
    name: tables.nameOf(entry),
    number: null,
    precision: null,
    crossing: null,
    postcode: null,
    sort: isPlace
      ? (localityKinds[tables.placeKinds[entry] as number] ?? null)
      : isPoint
        ? (pointKinds[tables.pointKinds[entry - tables.firstPoint] as number] ?? null)
        : null,
    isApproximate: tables.facts.isApproximate === true,
    latitude: place.latitude / 1e7,
    longitude: place.longitude / 1e7,
    score,
  }
}

/** The house number on each matching street; a number missing from the data is kept, and placed on its street. */
function addressesOf(question: Question, words: readonly string[], number: string): Found[] {
  const { tables } = question
  return candidatesOf(question, words, true)
    .slice(0, maxNumberedStreets)
    .flatMap((candidate) => {
      const place = findNumber(tables, candidate.entry - tables.firstStreet, number)
      const street = plain(tables, candidate)
      // The number of "5 de Mayo" is part of the name.
      if (place === null && !words.includes(number) && wordsOf(street.name).includes(number)) return []
      if (place === null)
        return {
          ...street,
          kind: 'address',
          number: number.toUpperCase(),
          precision: 'street',
          isApproximate: true,
          score: candidate.score - missingNumberPenalty,
        }
      return {
        ...street,
        kind: 'address',
        number: place.text,
        precision: place.isApproximate ? 'interpolated' : 'exact',
        postcode: place.postcode,
        latitude: place.latitude / 1e7,
        longitude: place.longitude / 1e7,
        isApproximate: street.isApproximate || place.isApproximate,
        score: candidate.score + (place.isApproximate ? 0.8 : 1.5),
      }
    })
}

function crossingsOf(question: Question, asked: readonly [readonly string[], readonly string[]]): Found[] {
  const { tables } = question
  const [left, right] = asked.map((words) => candidatesOf(question, words, true).slice(0, maxCrossedStreets))
  const others = new Map(right?.map(({ entry, score }) => [entry - tables.firstStreet, score]))
  const { crossings } = tables
  const found: Found[] = []
  for (const candidate of left ?? []) {
    const street = candidate.entry - tables.firstStreet
    for (let at = crossings.first[street] ?? 0; at < (crossings.first[street + 1] ?? 0); at += 1) {
      const other = crossings.other[at] as number
      const score = others.get(other)
      if (score === undefined) continue
      found.push({
        ...plain(tables, candidate),
        kind: 'crossing',
        crossing: tables.nameOf(tables.firstStreet + other),
        latitude: (crossings.latitude[at] as number) / 1e7,
        longitude: (crossings.longitude[at] as number) / 1e7,
        score: (candidate.score + score) / 2 + 2,
      })
    }
  }
  return found
}
