import { createTexts, writeColumns } from '@rumbo/geo/place-index/place-index-file'
import { wordsOf } from '@rumbo/geo/place-index/place-index-text'
import { createWordIndex } from '@rumbo/geo/place-index/place-index-words'
import KDBush from 'kdbush'

export const gazetteerFormat = 'gazetteer'
/** Revision of the column layout; a file of another revision is refused. */
export const gazetteerRevision = 1

export interface GazetteerPlace {
  readonly name: string
  readonly spanishName: string | null
  readonly otherNames: readonly string[]
  readonly latitude: number
  readonly longitude: number
  readonly population: number
  /** State or province. */
  readonly state: string
  /** ISO 3166-1, two letters. */
  readonly country: string
}

/** Names in other scripts are omitted, since they would double the file size. */
const isLatin = (text: string) => /^[\x20-\u024f\u1e00-\u1eff\u2018\u2019\u02bb]+$/.test(text)
const longestOtherName = 60

/** Encodes towns and villages of the world as one column file, most populous first; opened by `openGazetteer`. */
export function buildGazetteer(given: readonly GazetteerPlace[]): Uint8Array {
  const places = given.toSorted((a, b) => b.population - a.population)
  const texts = createTexts()
  texts.add('')
  const words = createWordIndex()
  places.forEach(({ name, spanishName, otherNames }, at) => {
    const others = otherNames.filter((other) => other.length <= longestOtherName && isLatin(other))
    words.add(at, new Set([name, spanishName ?? '', ...others].flatMap(wordsOf)))
  })
  const tree = new KDBush(places.length, 64, Int32Array)
  for (const { latitude, longitude } of places)
    tree.add(Math.round(longitude * 1e7), Math.round(latitude * 1e7))
  tree.finish()
  return writeColumns(
    gazetteerFormat,
    gazetteerRevision,
    {},
    {
      name: Uint32Array.from(places, ({ name }) => texts.add(name)),
      spanishName: Uint32Array.from(places, ({ spanishName }) => texts.add(spanishName ?? '')),
      state: Uint32Array.from(places, ({ state }) => texts.add(state)),
      country: Uint32Array.from(places, ({ country }) => texts.add(country)),
      population: Uint32Array.from(places, ({ population }) => population),
      latitude: Int32Array.from(places, ({ latitude }) => Math.round(latitude * 1e7)),
      longitude: Int32Array.from(places, ({ longitude }) => Math.round(longitude * 1e7)),
      tree: new Uint8Array(tree.data),
      ...words.columns('entry'),
      ...texts.columns('texts'),
    },
  )
}
