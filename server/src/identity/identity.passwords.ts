import { hash, verify } from '@node-rs/argon2'

/** Argon2id (the library's algorithm unless told), OWASP's first choice of parameters: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

// Made beforehand, so that the first unknown name takes no longer than the second.
const nobodysHash = hashPassword('the password of nobody')

/** Whether the password fits. Takes the same time for a name nobody has (`null`), and is then false. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await nobodysHash), password)
  return fits && stored !== null
}
