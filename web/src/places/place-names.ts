import {
  type Place,
  reverseGeocode,
  reverseGeocodeAll,
  reversePointsLimit,
} from '@rumbo/contract/places.contract'
import type { Language } from '@rumbo/i18n/language'
import type { DataLayer } from '../app/data/data.ts'

interface Point {
  latitude: number
  longitude: number
}
/** The place at a point; `isDegraded`: the address service did not answer, so the result is from local data only. */
export interface NamedPlace {
  place: Place | null
  isDegraded: boolean
}
interface Waiting extends Point {
  resolve: (named: NamedPlace) => void
  reject: (reason: unknown) => void
}

/** Rows of a list request their names within a frame or two of each other. */
const gatherMs = 25
const waitingOf = new WeakMap<DataLayer['call'], Map<Language, Waiting[]>>()

/** The name of a place; requests made at about the same time are sent in one call. `call` is the data layer's. */
export function requestPlaceName(
  call: DataLayer['call'],
  point: Point,
  language: Language,
): Promise<NamedPlace> {
  const lists = waitingOf.get(call) ?? new Map<Language, Waiting[]>()
  waitingOf.set(call, lists)
  const before = lists.get(language)
  const list = before ?? []
  if (before === undefined) {
    lists.set(language, list)
    setTimeout(() => {
      lists.delete(language)
      for (let at = 0; at < list.length; at += reversePointsLimit)
        void send(call, list.slice(at, at + reversePointsLimit), language)
    }, gatherMs)
  }
  return new Promise((resolve, reject) => {
    list.push({ ...point, resolve, reject })
  })
}

async function send(call: DataLayer['call'], list: readonly Waiting[], language: Language): Promise<void> {
  const points = list.map(({ latitude, longitude }) => ({ latitude, longitude }))
  try {
    const [only] = points
    const answer =
      points.length === 1 && only
        ? await call(reverseGeocode, { query: { ...only, language } })
        : await call(reverseGeocodeAll, { body: { points, language } })
    const places = 'places' in answer ? answer.places : [answer.place]
    list.forEach(({ resolve }, at) => {
      resolve({ place: places[at] ?? null, isDegraded: answer.isDegraded })
    })
  } catch (error) {
    for (const { reject } of list) reject(error)
  }
}
