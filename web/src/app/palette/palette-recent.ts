const key = 'rumbo.recentCommands'
const maxRecent = 5

/** Ids of the recently used entries, newest first; empty if the storage is damaged or unavailable. */
export function readRecent(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter((id) => typeof id === 'string').slice(0, maxRecent) : []
  } catch {
    return []
  }
}

/** Stores an entry as the most recently used one in this browser. */
export function rememberRecent(id: string): void {
  try {
    const next = [id, ...readRecent().filter((one) => one !== id)].slice(0, maxRecent)
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    return
  }
}
