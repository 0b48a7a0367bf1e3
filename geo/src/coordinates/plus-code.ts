import type { Coordinates } from '../units.ts'

const digits = '23456789CFGHJMPQRVWX'
const fullCode = /^([2-9CFGHJMPQRVWX0]{8})\+([2-9CFGHJMPQRVWX]{2,7})?$/i
const shortCode = /^[2-9CFGHJMPQRVWX]{2,7}\+[2-9CFGHJMPQRVWX]{2,7}$/i

/** Whether a word is a short Open Location Code, whose leading digits depend on a reference town. */
export const isShortPlusCode = (word: string): boolean => shortCode.test(word) && !fullCode.test(word)

/** The centre of a full Open Location Code ("76F2C8P8+2R", "8FVC0000+"); null for other words. */
export function decodePlusCode(word: string): Coordinates | null {
  const match = fullCode.exec(word)
  if (match === null) return null
  const [, first = '', last = ''] = match
  const significant = first.replace(/0+$/, '')
  if (significant.includes('0') || significant.length % 2 === 1 || significant.length < 2) return null
  if (significant.length < 8 && last !== '') return null
  const code = (significant + last).toUpperCase()
  const value = (at: number) => digits.indexOf(code[at] ?? '2')

  let [south, west, size] = [-90, -180, 400]
  const pairs = Math.min(10, code.length)
  for (let at = 0; at < pairs; at += 2) {
    size /= 20
    south += value(at) * size
    west += value(at + 1) * size
  }
  let [height, width] = [size, size]
  for (let at = 10; at < code.length; at += 1) {
    height /= 5
    width /= 4
    south += Math.floor(value(at) / 4) * height
    west += (value(at) % 4) * width
  }
  if (south >= 90 || west >= 180) return null
  return { latitude: round(south + height / 2), longitude: round(west + width / 2) }
}

const round = (degrees: number) => Number(degrees.toFixed(8))
