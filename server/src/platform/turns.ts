import { problem } from './problem.ts'

interface TurnOptions {
  /** How many may wait; any number unless told. */
  mostWaiting?: number
}

/**
 * Lets so many works run at once; the others wait, first come first served. Whose signal is aborted waits no longer,
 * and begins nothing.
 * @throws Problem `unavailable` where too many wait; the signal's reason
 */
export function createTurns(
  atOnce: number,
  { mostWaiting = Number.POSITIVE_INFINITY }: TurnOptions = {},
): <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result> {
  const waiting = new Set<() => void>()
  let running = 0
  const wait = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(begin)
        reject(signal?.reason)
      }
      const begin = () => {
        waiting.delete(begin)
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(begin)
    })
  return async (work, signal) => {
    signal?.throwIfAborted()
    if (running < atOnce) running += 1
    else if (waiting.size >= mostWaiting) throw problem('unavailable')
    else await wait(signal)
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) next()
      else running -= 1
    }
  }
}
