import { passwordSpecials } from '@rumbo/contract/identity.contract'
import { validateNewPassword } from '../identity.rules.ts'

export type PasswordStrength = 'weak' | 'fair' | 'strong'

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/] as const

/** A rough strength of a password; passwords that the rules refuse are `weak`. */
export function passwordStrength(password: string): PasswordStrength {
  if (validateNewPassword(password) !== null) return 'weak'
  const different = new Set(password).size
  const used = kinds.filter((kind) => kind.test(password)).length
  if (password.length >= 14 && different >= 10 && used === 4) return 'strong'
  return different >= 6 ? 'fair' : 'weak'
}

/** Without letters and digits that are easily confused when read aloud or written down. */
const letters = [
  'abcdefghijkmnpqrstuvwxyz',
  'ABCDEFGHJKLMNPQRSTUVWXYZ',
  '23456789',
  passwordSpecials,
] as const
export const generatedLength = 16

/**
 * Generates a password that passes the rules. `random(below)` must return a uniformly distributed integer from 0 to
 * `below` - 1 from a cryptographic source.
 */
export function generatePassword(random: (below: number) => number): string {
  const one = (from: string) => from[random(from.length)] ?? ''
  const all = letters.join('')
  const chosen: string[] = letters.map(one)
  while (chosen.length < generatedLength) chosen.push(one(all))
  for (let at = chosen.length - 1; at > 0; at -= 1) {
    const other = random(at + 1)
    const [here = '', there = ''] = [chosen[at], chosen[other]]
    chosen[at] = there
    chosen[other] = here
  }
  return chosen.join('')
}

/** A uniformly distributed integer below `below` from the browser's cryptographic source, without modulo bias. */
export function randomBelow(below: number): number {
  const limit = Math.floor(2 ** 32 / below) * below
  const word = new Uint32Array(1)
  for (;;) {
    crypto.getRandomValues(word)
    const [value = 0] = word
    if (value < limit) return value % below
  }
}
