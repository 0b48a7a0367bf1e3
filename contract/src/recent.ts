/** Values of keys, of which the ones used last are remembered. */
interface Recent<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/**
 * Remembers values of keys that others choose, such as devices: at most twice `limit`, and always the last `limit` that
 * were used, so that nobody fills it for good. A look-up costs one of a map, or two.
 *
 * The server's other caches use lru-cache, which reorders its list with each look-up and can forget by age. This one is for
 * what is looked up for each reading of each report, and the contract, which browsers load too, has no dependency but zod.
 */
export function createRecent<Value>(limit: number): Recent<Value> {
  let younger = new Map<string, Value>()
  let older = new Map<string, Value>()
  function set(key: string, value: Value): void {
    if (younger.size >= limit) {
      older = younger
      younger = new Map()
    }
    younger.set(key, value)
  }
  return {
    get(key) {
      const value = younger.get(key)
      if (value !== undefined) return value
      const before = older.get(key)
      if (before !== undefined) set(key, before)
      return before
    },
    set,
  }
}
