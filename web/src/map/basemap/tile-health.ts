/** Retry intervals, in milliseconds. */
const firstRetryMs = 2_000
const longestRetryMs = 60_000
/** A retry without a failure for this many milliseconds has succeeded. */
const settledMs = 3_000
/** Tiles that take longer than this many milliseconds count as missing. */
const slowAfterMs = 12_000

export interface TileHealth {
  /** A tile of the source could not be loaded. */
  failed(source: string): void
  /** Something retried elsewhere is missing, or has loaded. */
  hold(isMissing: boolean): void
  /** Tiles are loading, or all of them have loaded. */
  loading(isLoading: boolean): void
  stop(): void
}

/**
 * Tracks whether tiles load. Failed sources are retried at growing intervals; each change is reported once.
 * @param options `retry` requests the failed sources again
 */
export function createTileHealth(options: {
  retry: (sources: readonly string[]) => void
  onChange: (areMissing: boolean) => void
}): TileHealth {
  const failing = new Set<string>()
  let delayMs = firstRetryMs
  let areMissing = false
  let isSlow = false
  let isHeld = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  let settling: ReturnType<typeof setTimeout> | undefined
  let slow: ReturnType<typeof setTimeout> | undefined

  function report(): void {
    const now = failing.size > 0 || isSlow || isHeld
    if (now === areMissing) return
    areMissing = now
    options.onChange(now)
  }

  function tryAgain(): void {
    waiting = undefined
    options.retry([...failing])
    settling = setTimeout(() => {
      settling = undefined
      failing.clear()
      delayMs = firstRetryMs
      report()
    }, settledMs)
  }

  return {
    failed(source) {
      failing.add(source)
      clearTimeout(settling)
      settling = undefined
      if (waiting === undefined) {
        waiting = setTimeout(tryAgain, delayMs)
        delayMs = Math.min(longestRetryMs, delayMs * 2)
      }
      report()
    },
    hold(isMissing) {
      isHeld = isMissing
      report()
    },
    loading(isLoading) {
      if (isLoading && slow === undefined && !isSlow) {
        slow = setTimeout(() => {
          slow = undefined
          isSlow = true
          report()
        }, slowAfterMs)
      }
      if (isLoading) return
      clearTimeout(slow)
      slow = undefined
      isSlow = false
      report()
    },
    stop() {
      clearTimeout(waiting)
      clearTimeout(settling)
      clearTimeout(slow)
    },
  }
}
