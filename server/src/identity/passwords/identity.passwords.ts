import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../../platform/semaphore.ts'

/** Parameters of Argon2id; `memoryCost` in KiB. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** OWASP's first recommendation for Argon2id, the library's default algorithm: 19 MiB, two passes. */
const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  /** @throws Problem `busy` if a hundred passwords are waiting already */
  hash(password: string): Promise<string>
  /**
   * Whether the password is right. For an unknown user (`null`) it takes the same time and returns false.
   * @throws Problem `busy`
   */
  isRight(stored: string | null, password: string): Promise<boolean>
}

/** Hashes without a limit of concurrency, for programs that hash one password. */
export const hashPassword = (password: string, cost = passwordCost): Promise<string> => hash(password, cost)

export function createPasswords(cost = passwordCost): Passwords {
  // Each hash occupies a core; one core stays free for other requests.
  const limit = createSemaphore(Math.max(1, availableParallelism() - 1), { maxWaiting: 100, code: 'busy' })
  // Computed at start, so that the first unknown name takes no longer than the next ones.
  const unknownUserHash = hashPassword('the password of an unknown user', cost)
  return {
    hash: (password) => limit(() => hashPassword(password, cost)),
    async isRight(stored, password) {
      const compared = stored ?? (await unknownUserHash)
      const isRight = await limit(() => verify(compared, password))
      return isRight && stored !== null
    },
  }
}
