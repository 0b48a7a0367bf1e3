import type { Coordinates } from '../units.ts'

const digits = '0123456789bcdefghjkmnpqrstuvwxyz'

/** The centre of a geohash, as used in Waze links; null if the word is not a geohash. */
export function decodeGeohash(word: string): Coordinates | null {
  const box = { longitude: [-180, 180], latitude: [-90, 90] } as Record<keyof Coordinates, [number, number]>
  let axis: keyof Coordinates = 'longitude'
  for (const letter of word.toLowerCase()) {
    const value = digits.indexOf(letter)
    if (value < 0) return null
    for (let bit = 16; bit > 0; bit >>= 1) {
      const [low, high] = box[axis]
      const middle = (low + high) / 2
      box[axis] = value & bit ? [middle, high] : [low, middle]
      axis = axis === 'longitude' ? 'latitude' : 'longitude'
    }
  }
  const middleOf = ([low, high]: [number, number]) => Number(((low + high) / 2).toFixed(6))
  return word === '' ? null : { latitude: middleOf(box.latitude), longitude: middleOf(box.longitude) }
}
