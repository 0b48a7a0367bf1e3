import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../../platform/semaphore.ts'

/** Argon2id (the library's algorithm unless told), OWASP's first choice of parameters: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Each takes a core and 19 MiB for a while: one core stays free for everybody who is signed in already.
const limit = createSemaphore(Math.max(1, availableParallelism() - 1), { mostWaiting: 100, code: 'busy' })

/** @throws Problem `busy` where a hundred passwords wait already */
export const hashPassword = (password: string): Promise<string> => limit(() => hash(password, cost))

// Made beforehand, so that the first unknown name takes no longer than the second.
const unknownUserHash = hashPassword('the password of nobody')

/** Whether the password fits. Takes the same time for a name nobody has (`null`), and is then false. @throws as `hashPassword` */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const compared = stored ?? (await unknownUserHash)
  const fits = await limit(() => verify(compared, password))
  return fits && stored !== null
}
