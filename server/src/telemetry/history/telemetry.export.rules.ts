import type { PositionColumns } from '@rumbo/contract/telemetry.contract'
import { type Language, translate } from '@rumbo/i18n'
import { wallClockMs } from './telemetry.days.rules.ts'
import { gapMs } from './telemetry.history.rules.ts'

/** A file written page by page, in the order of time. */
export interface TrackWriter {
  write(positions: PositionColumns): string
  end(): string
}

const columns = [
  'time',
  'timeUtc',
  'latitude',
  'longitude',
  'speedKmh',
  'heading',
  'altitude',
  'odometerKm',
  'ignition',
  'batteryPercent',
  'fuelPercent',
  'signalPercent',
  'satellites',
] as const

export const headingsOf = (language: Language, timeZone: string): string[] =>
  columns.map((column) =>
    column === 'time'
      ? translate(language, 'history.column.time', { timeZone })
      : translate(language, `history.column.${column}`),
  )

const quarterMs = 900_000

/** Local time such as `2026-03-02 09:00:00`; zone offsets change only at quarters of an hour. */
export function clockOf(timeZone: string): (ms: number) => string {
  let quarter = Number.NaN
  let offset = 0
  return (ms) => {
    const now = Math.floor(ms / quarterMs)
    if (now !== quarter) {
      quarter = now
      offset = wallClockMs(timeZone, now * quarterMs) - now * quarterMs
    }
    return new Date(ms + offset).toISOString().slice(0, 19).replace('T', ' ')
  }
}

/** The positions as rows of a table; numbers with a decimal point, distances in kilometres. */
export function* tableRowsOf(
  positions: PositionColumns,
  language: Language,
  local: (ms: number) => string,
): Generator<(string | number)[]> {
  const words = {
    on: translate(language, 'history.ignition.on'),
    off: translate(language, 'history.ignition.off'),
  }
  for (const [at, time] of positions.time.entries()) {
    const ignition = positions.ignition[at]
    const metres = positions.odometerMetres[at]
    yield [
      local(time),
      new Date(time).toISOString(),
      positions.latitude[at] ?? '',
      positions.longitude[at] ?? '',
      positions.speedKmh[at] ?? '',
      positions.heading[at] ?? '',
      positions.altitude[at] ?? '',
      typeof metres === 'number' ? Math.round(metres) / 1000 : '',
      typeof ignition === 'boolean' ? words[ignition ? 'on' : 'off'] : '',
      positions.batteryPercent[at] ?? '',
      positions.fuelPercent[at] ?? '',
      positions.signalPercent[at] ?? '',
      positions.satellites[at] ?? '',
    ]
  }
}

const xmlEntities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const xml = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ').replace(/[&<>"]/g, (mark) => xmlEntities[mark] ?? mark)

const extension = 'http://www.garmin.com/xmlschemas/TrackPointExtension/v2'

function gpxPoint(positions: PositionColumns, at: number): string {
  const element = (name: string, value: number | null | undefined) =>
    typeof value === 'number' ? `<${name}>${value}</${name}>` : ''
  const speed = (positions.speedKmh[at] ?? 0) / 3.6
  return (
    `<trkpt lat="${positions.latitude[at]}" lon="${positions.longitude[at]}">` +
    element('ele', positions.altitude[at]) +
    `<time>${new Date(positions.time[at] ?? 0).toISOString()}</time>` +
    element('sat', positions.satellites[at]) +
    `<extensions><gpxtpx:TrackPointExtension>${element('gpxtpx:speed', Math.round(speed * 100) / 100)}` +
    `${element('gpxtpx:course', positions.heading[at])}</gpxtpx:TrackPointExtension></extensions></trkpt>\n`
  )
}

/** GPX 1.1: one track, a segment for each stretch without a gap of more than ten minutes. Metres, metres a second. */
export function gpxWriter(name: string): TrackWriter {
  let last = Number.NEGATIVE_INFINITY
  let isOpen = false
  let hasBegun = false
  const begin = () => {
    if (hasBegun) return ''
    hasBegun = true
    return (
      `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Rumbo" xmlns="http://www.topografix.com/GPX/1/1"` +
      ` xmlns:gpxtpx="${extension}">\n<trk><name>${xml(name)}</name>\n`
    )
  }
  return {
    write(positions) {
      const parts = [begin()]
      for (const [at, time] of positions.time.entries()) {
        if (isOpen && time - last > gapMs) {
          parts.push('</trkseg>\n')
          isOpen = false
        }
        if (!isOpen) parts.push('<trkseg>\n')
        isOpen = true
        last = time
        parts.push(gpxPoint(positions, at))
      }
      return parts.join('')
    },
    end: () => `${begin()}${isOpen ? '</trkseg>\n' : ''}</trk>\n</gpx>\n`,
  }
}

/** The lines of a GeoJSON FeatureCollection, one per stretch; isolated positions have none. */
export function geoJsonLines(name: string): TrackWriter {
  let first: { time: number; text: string } | null = null
  let startedAt = 0
  let last = Number.NEGATIVE_INFINITY
  let isOpen = false
  let features = 0
  const close = () => {
    if (!isOpen) return ''
    isOpen = false
    const properties = {
      name,
      startedAt: new Date(startedAt).toISOString(),
      endedAt: new Date(last).toISOString(),
    }
    return `]},"properties":${JSON.stringify(properties)}}`
  }
  return {
    write(positions) {
      const parts: string[] = []
      for (const [at, time] of positions.time.entries()) {
        const text = `[${positions.longitude[at]},${positions.latitude[at]}]`
        if (time - last > gapMs) {
          parts.push(close())
          first = { time, text }
        } else if (first) {
          parts.push(
            `${features === 0 ? '' : ',\n'}{"type":"Feature","geometry":{"type":"LineString","coordinates":[${first.text},${text}`,
          )
          startedAt = first.time
          features += 1
          first = null
          isOpen = true
        } else parts.push(`,${text}`)
        last = time
      }
      return parts.join('')
    },
    end: close,
  }
}

/** Every position as a point with its readings, to follow the lines in the same collection. */
export function geoJsonPoints(): TrackWriter {
  return {
    write(positions) {
      const parts: string[] = []
      for (const [at, time] of positions.time.entries()) {
        const { latitude, longitude, altitude } = positions
        const properties = {
          time: new Date(time).toISOString(),
          speedKmh: positions.speedKmh[at],
          heading: positions.heading[at],
          odometerMetres: positions.odometerMetres[at],
          ignition: positions.ignition[at],
          batteryPercent: positions.batteryPercent[at],
          fuelPercent: positions.fuelPercent[at],
          signalPercent: positions.signalPercent[at],
          satellites: positions.satellites[at],
        }
        const place = [longitude[at], latitude[at]]
        if (typeof altitude[at] === 'number') place.push(altitude[at])
        parts.push(
          `,\n{"type":"Feature","geometry":{"type":"Point","coordinates":${JSON.stringify(place)}},"properties":${JSON.stringify(properties)}}`,
        )
      }
      return parts.join('')
    },
    end: () => '',
  }
}
