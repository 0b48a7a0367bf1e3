import type { QueryClient } from '@tanstack/react-query'

/** Answers of a domain on screen are fetched again at most this often, in milliseconds, however many hints arrive. */
const refetchSpacingMs = 1000

/** Fetches evicted queries on screen again, at intervals. */
export function createRefetching(queryClient: QueryClient) {
  /** By lane: what shares a spacing, a domain or one query. */
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  /** Hashes of the queries to fetch when the spacing has elapsed, by lane. */
  const again = new Map<string, Set<string>>()

  function later(lane: string, waitMs: number, work: () => void): void {
    waiting.set(
      lane,
      setTimeout(() => {
        waiting.delete(lane)
        work()
      }, waitMs),
    )
  }

  function refetch(lane: string, hashes: ReadonlySet<string>, spacingMs: number): void {
    if (waiting.has(lane)) {
      again.set(lane, new Set([...(again.get(lane) ?? []), ...hashes]))
      return
    }
    void queryClient.refetchQueries({ predicate: ({ queryHash }) => hashes.has(queryHash), type: 'active' })
    later(lane, spacingMs, () => {
      const missed = again.get(lane)
      again.delete(lane)
      if (missed) refetch(lane, missed, spacingMs)
    })
  }

  return {
    /** The queries of a domain, at once or at its next turn. */
    soon: (domain: string, hashes: ReadonlySet<string>) => refetch(domain, hashes, refetchSpacingMs),
    /** One query, not sooner than `spacingMs` after its last answer. */
    spaced: (hash: string, spacingMs: number, answeredAtMs: number) => {
      const restMs = answeredAtMs + spacingMs - Date.now()
      if (waiting.has(hash) || restMs <= 0) {
        refetch(hash, new Set([hash]), spacingMs)
        return
      }
      later(hash, restMs, () => {
        again.delete(hash)
        refetch(hash, new Set([hash]), spacingMs)
      })
    },
    clear: () => {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      again.clear()
    },
  }
}
