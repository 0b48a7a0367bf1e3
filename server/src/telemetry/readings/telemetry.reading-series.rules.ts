import type { ReadingSeries, ReadingValue } from '@rumbo/contract/telemetry.readings.contract'
import type { PackedReading } from './telemetry.reading-packing.rules.ts'

type Columns = Pick<ReadingSeries, 'points' | 'changes' | 'isThinned' | 'implausible'>

/** Values in a bucket of time. */
interface Bucket {
  time: number
  first: ReadingValue
  min: number
  max: number
}

const maxImplausible = 100

const bucketOf = (time: number, value: ReadingValue): Bucket => {
  const number = typeof value === 'number' ? value : 0
  return { time, first: value, min: number, max: number }
}

/**
 * Collects the values of one reading in the order of time, with bounded memory: as they are up to a limit, then joined
 * by equal parts of the range, numbers with their least and greatest, others with the first one that differs.
 */
export function createSeries(range: { fromMs: number; toMs: number }, limit: number) {
  const widthMs = Math.max(1, (range.toMs - range.fromMs) / limit)
  const partOf = (time: number) => Math.floor((time - range.fromMs) / widthMs)
  const implausible: Columns['implausible'] = { count: 0, time: [], value: [] }
  let buckets: Bucket[] = []
  let isThinned = false

  function join(value: Bucket): void {
    const last = buckets.at(-1)
    if (!last || partOf(last.time) !== partOf(value.time)) {
      buckets.push(value)
      return
    }
    last.min = Math.min(last.min, value.min)
    last.max = Math.max(last.max, value.max)
    if (last.first !== value.first && last.first === buckets.at(-2)?.first) last.first = value.first
  }

  return {
    add({ value, time, isImplausible }: PackedReading): void {
      if (isImplausible) {
        implausible.count += 1
        if (implausible.count > maxImplausible) return
        implausible.time.push(time)
        implausible.value.push(value)
        return
      }
      if (isThinned) {
        join(bucketOf(time, value))
        return
      }
      buckets.push(bucketOf(time, value))
      if (buckets.length <= limit) return
      isThinned = true
      const all = buckets
      buckets = []
      for (const bucket of all) join(bucket)
    },
    finish(): Columns & { isNumber: boolean } {
      // A device that was replaced may state a text where there was a number; the newest kind is shown.
      const isNumber = typeof buckets.at(-1)?.first === 'number'
      const shown = buckets.filter(({ first }) => (typeof first === 'number') === isNumber)
      const time = shown.map((bucket) => bucket.time)
      const values = shown.flatMap(({ first }) => (typeof first === 'number' ? [] : [first]))
      return {
        isNumber,
        points: isNumber
          ? { time, min: shown.map(({ min }) => min), max: shown.map(({ max }) => max) }
          : null,
        changes: isNumber ? null : { time, value: values },
        isThinned,
        implausible,
      }
    },
  }
}
