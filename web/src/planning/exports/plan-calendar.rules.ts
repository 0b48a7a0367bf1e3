import {
  type ExportedPlan,
  type ExportedRoute,
  type ExportedVisit,
  instantAt,
  routesWithStops,
} from './exported.ts'

/*
 * Routes as a calendar of RFC 5545: an event per stop. Lines end with CR LF and have 75 bytes at most; a longer one goes on in
 * the next line after a space.
 */

const encoder = new TextEncoder()
const lineBytes = 75

/** A content line, folded between characters. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const more = encoder.encode(character).length
    // A continued line begins with a space, which counts.
    if (bytes + more > lineBytes) {
      parts.push(part)
      part = ''
      bytes = 1
    }
    part += character
    bytes += more
  }
  return [...parts, part].join('\r\n ')
}

/** A value of type TEXT. */
const escaped = (text: string): string =>
  text
    .replace(/\\/g, '\\\\')
    .replace(/[;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    // Other control characters are not allowed in a value.
    .replace(/\p{Cc}/gu, ' ')

/** `20260302T150000Z` */
const utc = (instant: string): string => `${instant.slice(0, 19).replace(/[-:]/g, '')}Z`

export interface CalendarWords {
  /** Such as "Plan of Monday · 118". */
  title: string
  /** What an event is called, such as "3. Delivery · Elena Torres". */
  summary: (visit: ExportedVisit, route: ExportedRoute) => string
  /** Lines of its description. */
  description: (visit: ExportedVisit, route: ExportedRoute) => readonly string[]
}

/** The event of a stop keeps its id in every export, so that a calendar replaces it; a later version of the plan wins. */
function eventOf(
  plan: ExportedPlan,
  route: ExportedRoute,
  visit: ExportedVisit,
  { now, words }: { now: string; words: CalendarWords },
): string[] {
  const { stop, times, place } = visit
  if (stop === null || times === null) return []
  return [
    'BEGIN:VEVENT',
    `UID:${stop.stopId}@rumbo`,
    `DTSTAMP:${utc(now)}`,
    `SEQUENCE:${plan.version}`,
    `DTSTART:${utc(instantAt(plan, times.begins))}`,
    // An event ends after it begins.
    `DTEND:${utc(instantAt(plan, Math.max(times.departs, times.begins + 60)))}`,
    `SUMMARY:${escaped(words.summary(visit, route))}`,
    `LOCATION:${escaped(stop.address)}`,
    ...(place === null ? [] : [`GEO:${place.latitude.toFixed(6)};${place.longitude.toFixed(6)}`]),
    `DESCRIPTION:${escaped(words.description(visit, route).join('\n'))}`,
    'END:VEVENT',
  ]
}

/** @param now an instant */
export function calendarOf(plan: ExportedPlan, given: { now: string; words: CalendarWords }): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rumbo//Planning//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(given.words.title)}`,
    ...routesWithStops(plan).flatMap((route) =>
      route.visits.flatMap((visit) => eventOf(plan, route, visit, given)),
    ),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}
