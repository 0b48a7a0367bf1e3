/** When a search ends. Without `seconds` the result is the same for the same seed. */
export interface SearchLimit {
  /** Ends after this time. */
  seconds?: number
  /** Ends after so many changes were tried; only without `seconds`. */
  iterations?: number
}

/** Changes tried between two looks at the clock. */
export const stepsAtOnce = 50

/** Begins to follow a search. @returns its progress after so many changes: from 0 to 1, or more once it must end */
export function followProgress({ seconds, iterations = Infinity }: SearchLimit): (tried: number) => number {
  const startedAt = performance.now()
  return (tried) =>
    seconds === undefined ? tried / iterations : (performance.now() - startedAt) / 1000 / seconds
}
