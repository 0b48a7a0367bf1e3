import type { Logger } from 'pino'

/**
 * Calls `work` every `everyMs` milliseconds, except while the call before it is running. A failure is logged as a
 * warning with the message `failed`, and the next call is made as usual. Does not keep the process running.
 * @returns a function that ends it and waits for a running call
 */
export function repeatEvery(
  everyMs: number,
  work: () => Promise<unknown>,
  { log, failed }: { log: Pick<Logger, 'warn'>; failed: string },
): () => Promise<void> {
  let current: Promise<unknown> | null = null
  const timer = setInterval(() => {
    current ??= work()
      .catch((error: Error) => log.warn({ err: error }, failed))
      .finally(() => {
        current = null
      })
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await current
  }
}
