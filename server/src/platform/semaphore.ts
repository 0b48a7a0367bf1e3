import { problem } from './problem.ts'

interface SemaphoreLimits {
  /** Limit of waiting work per key. Default: none. */
  maxWaiting?: number
  /** Limit of running work per key. Default: `atOnce`. */
  maxRunning?: number
  /** Problem code thrown when too many wait. Default: `unavailable`. */
  code?: 'unavailable' | 'busy'
}

interface AcquireOptions {
  signal?: AbortSignal | undefined
  /** Owner of the work, such as a company; keys are served in rotation. */
  key?: string
}

/**
 * Runs at most `atOnce` tasks concurrently. Waiting tasks start in order within a key; among keys, the one with the
 * fewest running tasks is next, then the one served least recently. A waiting task whose signal is aborted is not
 * started.
 * @throws Problem `code` when too many wait under the key; the signal's reason
 */
export function createSemaphore(
  atOnce: number,
  { maxWaiting = Number.POSITIVE_INFINITY, maxRunning = atOnce, code = 'unavailable' }: SemaphoreLimits = {},
): <Result>(work: () => Promise<Result>, options?: AcquireOptions) => Promise<Result> {
  /** In order of service: a key moves to the end when one of its tasks starts. */
  const waiting = new Map<string, Set<() => void>>()
  const running = new Map<string, number>()
  let total = 0

  const runningOf = (key: string) => running.get(key) ?? 0
  const mayBegin = (key: string) => total < atOnce && runningOf(key) < maxRunning

  function begin(key: string): void {
    total += 1
    running.set(key, runningOf(key) + 1)
  }

  function end(key: string): void {
    total -= 1
    const left = runningOf(key) - 1
    if (left > 0) running.set(key, left)
    else running.delete(key)
    const next = [...waiting.keys()]
      .filter(mayBegin)
      .reduce<string | null>(
        (best, one) => (best === null || runningOf(one) < runningOf(best) ? one : best),
        null,
      )
    if (next !== null) [...(waiting.get(next) ?? [])][0]?.()
  }

  function wait(key: string, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const remove = () => {
        const queue = waiting.get(key)
        queue?.delete(start)
        if (queue?.size === 0) waiting.delete(key)
      }
      const leave = () => {
        remove()
        reject(signal?.reason)
      }
      const start = () => {
        remove()
        const queue = waiting.get(key)
        waiting.delete(key)
        if (queue) waiting.set(key, queue)
        signal?.removeEventListener('abort', leave)
        begin(key)
        resolve()
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.set(key, (waiting.get(key) ?? new Set()).add(start))
    })
  }

  return async (work, { signal, key = '' } = {}) => {
    signal?.throwIfAborted()
    if (mayBegin(key)) begin(key)
    else if ((waiting.get(key)?.size ?? 0) >= maxWaiting) throw problem(code)
    else await wait(key, signal)
    try {
      return await work()
    } finally {
      end(key)
    }
  }
}
