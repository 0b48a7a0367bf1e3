import { isCoordinates, parseCoordinates } from '@rumbo/geo/coordinates/coordinates-text'

/** Coordinates in any usual form; null where the text is something else, or no place. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | null {
  const read = parseCoordinates(text)
  return isCoordinates(read) ? read : null
}

/** As they are shown and copied: five digits, a metre. */
export const coordinatesText = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
