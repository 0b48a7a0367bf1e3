import { isCoordinates, parseCoordinates } from '@rumbo/geo/coordinates/coordinates-text'

/** Parses coordinates in any common format; null if the text is something else or not a valid place. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | null {
  const read = parseCoordinates(text)
  return isCoordinates(read) ? read : null
}
