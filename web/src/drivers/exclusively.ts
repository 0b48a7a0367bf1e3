/** Runs work under a name: no other work of that name runs meanwhile, on any page of this browser. */
export type Exclusively = <T>(name: string, work: () => Promise<T>) => Promise<T>

/** A page that the phone has frozen may keep a lock; the server knows what was sent twice. */
const patienceMs = 60_000

const lines = new Map<string, Promise<unknown>>()

/** For browsers without locks: one after another on this page. What is stored is read again each time. */
const inLine: Exclusively = (name, work) => {
  const before = lines.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  lines.set(name, mine)
  return mine
}

/** Locks of the browser where it has them, which insecure pages and old browsers do not. */
export const exclusively: Exclusively = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const { locks } = globalThis.navigator
  if (!locks) return inLine(name, work)
  let hasBegun = false
  const begin = () => {
    hasBegun = true
    return work()
  }
  try {
    return await locks.request<Promise<T>>(name, { signal: AbortSignal.timeout(patienceMs) }, begin)
  } catch (error) {
    if (hasBegun) throw error
    return inLine(name, work)
  }
}
