import type { Coordinates } from '../units.ts'
import { decodeGeohash } from './geohash.ts'
import { decodePlusCode } from './plus-code.ts'

const number = String.raw`([+-]?\d{1,3}(?:\.\d+)?)`
const pair = new RegExp(`^\\s*(?:loc:|ll\\.)?${number}\\s*[,~ ]\\s*${number}`)
const named = [
  'll',
  'q',
  'query',
  'destination',
  'daddr',
  'to',
  'latlng',
  'coordinate',
  'center',
  'sll',
  'cp',
  'cbll',
  'viewpoint',
  'map',
]
const shorteners = /(^|\.)(goo\.gl|bit\.ly|osm\.org\/go)$/

/** A link of a map service typed without its scheme. */
const bare =
  /(?<![\w.@])(?:(?:www\.|maps\.)?google\.[a-z.]{2,6}\/(?:maps)?|maps\.apple\.com|(?:www\.|ul\.)?waze\.com|(?:www\.)?openstreetmap\.org|maps\.app\.goo\.gl|goo\.gl\/maps|plus\.codes)[/?][^\s<>"]*/i

const both = (
  latitude: string | null | undefined,
  longitude: string | null | undefined,
): Coordinates | null =>
  latitude && longitude && Number.isFinite(Number(latitude)) && Number.isFinite(Number(longitude))
    ? { latitude: Number(latitude), longitude: Number(longitude) }
    : null

function pairOf(text: string): Coordinates | null {
  const match = pair.exec(text)
  return match === null ? null : both(match[1], match[2])
}

/**
 * The place a `geo:` address or a link of a map service (Google, OpenStreetMap, Apple, Waze, Bing, HERE, Yandex)
 * refers to, anywhere in the text. Ranges are not checked.
 * @returns null without a link, `none` for a link without a place, `short` for a short link, which only its server resolves
 */
export function coordinatesOfLink(text: string): Coordinates | 'none' | 'short' | null {
  const written = /(?:geo:|[a-z]+:\/\/)[^\s<>"]+/i.exec(text)?.[0] ?? bare.exec(text)?.[0]
  if (written === undefined) return null
  if (/^geo:/i.test(written)) return ofGeo(written.slice(4))
  let url: URL
  try {
    url = new URL(written.includes('://') ? written : `https://${written}`)
  } catch {
    return 'none'
  }
  const found = ofUrl(url)
  if (found !== null) return found
  return shorteners.test(url.hostname) || /^\/go\//.test(url.pathname) ? 'short' : 'none'
}

/** `geo:19.43,-99.13;u=10` and Android's `geo:0,0?q=19.43,-99.13(Aquí)`. */
function ofGeo(rest: string): Coordinates | 'none' {
  const [place = '', query = ''] = rest.split('?')
  const asked = new URLSearchParams(query).get('q')
  return pairOf(asked ?? '') ?? pairOf(place) ?? 'none'
}

function ofUrl(url: URL): Coordinates | null {
  const all = decoded(url.pathname + url.search + url.hash)
  const marked = [...all.matchAll(new RegExp(`!3d${number}!4d${number}`, 'g'))].at(-1)
  if (marked) return both(marked[1], marked[2])
  const { searchParams } = url
  const pinned = both(searchParams.get('mlat'), searchParams.get('mlon'))
  if (pinned) return pinned
  for (const name of named) {
    const found = pairOf(searchParams.get(name) ?? '')
    if (found)
      return /(^|\.)yandex\./.test(url.hostname)
        ? { latitude: found.longitude, longitude: found.latitude }
        : found
  }
  const lone = both(searchParams.get('lat'), searchParams.get('lon') ?? searchParams.get('lng'))
  if (lone) return lone
  const coded = decodePlusCode(
    /^\/(?:[a-z]{2}\/)?([2-9CFGHJMPQRVWX0]{8}\+\w*)/i.exec(url.pathname)?.[1] ?? '',
  )
  if (coded && url.hostname === 'plus.codes') return coded
  const hash = /^\/ul\/h([0-9b-hjkmnp-z]{5,12})$/i.exec(url.pathname)?.[1]
  if (hash && /(^|\.)waze\.com$/.test(url.hostname)) return decodeGeohash(hash)
  const inPath = new RegExp(`/(?:place|search|dir|l)/(?:.*/)?${number},\\s*\\+?${number}`).exec(
    decoded(url.pathname),
  )
  if (inPath) return both(inPath[1], inPath[2])
  const middle =
    new RegExp(`@${number},${number}`).exec(all) ?? new RegExp(`#map=[\\d.]+/${number}/${number}`).exec(all)
  if (middle) return both(middle[1], middle[2])
  const inMinutes = degreesInPath.exec(decoded(url.pathname).replaceAll('+', ' '))
  return inMinutes && ofMinutes(inMinutes)
}

const minutes = String.raw`(\d{1,3})°(\d{1,2})['′](\d{1,2}(?:\.\d+)?)["″]`
const degreesInPath = new RegExp(`/${minutes}([NS])[ ,]*${minutes}([EWO])`, 'i')

function ofMinutes([, ...found]: RegExpExecArray): Coordinates {
  const degrees = (from: number) =>
    Number(found[from]) + Number(found[from + 1]) / 60 + Number(found[from + 2]) / 3600
  return {
    latitude: found[3]?.toUpperCase() === 'S' ? -degrees(0) : degrees(0),
    longitude: found[7]?.toUpperCase() === 'E' ? degrees(4) : -degrees(4),
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
