const key = 'rumbo.recentCommands'
const most = 5

/** Ids of the palette's entries used last, newest first; a damaged or refused storage is an empty one. */
export function readRecent(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter((id) => typeof id === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Remembers what was used, for this browser. */
export function rememberRecent(id: string): void {
  try {
    const next = [id, ...readRecent().filter((one) => one !== id)].slice(0, most)
    localStorage.setItem(key, JSON.stringify(next))
  } catch {
    return
  }
}
