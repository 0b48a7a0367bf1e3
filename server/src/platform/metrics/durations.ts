/** Number of durations by bucket index; mergeable across processes. */
export type DurationBuckets = Readonly<Record<string, number>>
export interface DurationSums {
  count: number
  totalMs: number
  buckets: DurationBuckets
}

const smallestMs = 0.1
/** Bucket bounds grow by the fourth root of two, so a quantile is exact within a tenth of its value. */
const perDoubling = 4
const lastBucket = 84
const bucketOf = (ms: number): number =>
  ms <= smallestMs ? 0 : Math.min(lastBucket, Math.ceil(perDoubling * Math.log2(ms / smallestMs)))
const middleOf = (bucket: number): number =>
  bucket === 0 ? smallestMs / 2 : smallestMs * 2 ** ((bucket - 0.5) / perDoubling)

export interface Durations {
  add(ms: number): void
  /** Returns what was added since the last call, and resets. */
  take(): DurationSums
}

export function createDurations(): Durations {
  let count = 0
  let totalMs = 0
  let buckets: Record<string, number> = {}
  return {
    add(ms) {
      const bucket = bucketOf(ms)
      count += 1
      totalMs += ms
      buckets[bucket] = (buckets[bucket] ?? 0) + 1
    },
    take() {
      const taken = { count, totalMs, buckets }
      count = 0
      totalMs = 0
      buckets = {}
      return taken
    },
  }
}

export function mergeDurations(all: readonly DurationSums[]): DurationSums {
  const buckets: Record<string, number> = {}
  for (const one of all)
    for (const [bucket, amount] of Object.entries(one.buckets))
      buckets[bucket] = (buckets[bucket] ?? 0) + amount
  return {
    count: all.reduce((sum, one) => sum + one.count, 0),
    totalMs: all.reduce((sum, one) => sum + one.totalMs, 0),
    buckets,
  }
}

/** The quantile in milliseconds for a share from 0 to 1; null without durations. */
export function quantileMs({ count, buckets }: DurationSums, share: number): number | null {
  if (count === 0) return null
  let passed = 0
  const numbers = Object.keys(buckets)
    .map(Number)
    .sort((one, other) => one - other)
  for (const bucket of numbers) {
    passed += buckets[bucket] ?? 0
    if (passed >= share * count) return middleOf(bucket)
  }
  return null
}
