import type { MomentRange } from './telemetry.history.rules.ts'
import {
  appendOpenRows,
  newTrack,
  type OpenRows,
  removeHidden,
  type StoredTrack,
  trackColumnNames,
  unpackTrack,
} from './telemetry.track.rules.ts'

/** A vehicle's positions of a range in their stored format. */
export interface TrackHours {
  /** As `packHour` writes them, in order of time. */
  closed: Buffer[]
  /** All later than the closed ones, in order of time. */
  open: OpenRows[]
  /** Positions that arrived after their day was closed; null without any. */
  late: OpenRows | null
}

/** Merges the usable positions of stored hours in order of time without duplicates; yields between steps. */
export function* trackInSteps(
  { closed, open, late }: TrackHours,
  range: MomentRange,
): Generator<void, StoredTrack> {
  const track = newTrack({ hasHashes: late !== null })
  for (const bytes of closed) {
    unpackTrack(bytes, track, range)
    yield
  }
  for (const rows of open) {
    appendOpenRows(rows, track, range)
    yield
  }
  let whole = track
  if (late !== null) {
    const lateTrack = newTrack({ size: late.count, hasHashes: true })
    appendOpenRows(late, lateTrack, range)
    yield
    whole = yield* joinInSteps(track, lateTrack)
  }
  // Last, because joining compares the hidden positions too.
  removeHidden(whole)
  yield
  return whole
}

/** Merges two tracks ordered by time and hash without duplicates, in steps. */
function* joinInSteps(one: StoredTrack, other: StoredTrack): Generator<void, StoredTrack> {
  if (other.count === 0) return one
  const joined = newTrack({ size: one.count + other.count })
  /** Source index of each position; those of the second track follow those of the first. */
  const order = new Int32Array(one.count + other.count)
  const [times, otherTimes] = [one.columns.fixTime, other.columns.fixTime]
  const compare = (i: number, j: number) => {
    const later = (times[i] ?? 0) - (otherTimes[j] ?? 0)
    if (later !== 0) return later
    const [hash = 0n, otherHash = 0n] = [one.hashes?.[i], other.hashes?.[j]]
    return hash < otherHash ? -1 : hash > otherHash ? 1 : 0
  }
  let count = 0
  for (let i = 0, j = 0; i < one.count || j < other.count; count += 1) {
    const before = i >= one.count ? 1 : j >= other.count ? -1 : compare(i, j)
    order[count] = before <= 0 ? i : one.count + j
    if (before <= 0) i += 1
    if (before >= 0) j += 1
  }
  for (const name of trackColumnNames) {
    yield
    const [from, otherFrom, to] = [one.columns[name], other.columns[name], joined.columns[name]]
    for (let at = 0; at < count; at += 1) {
      const place = order[at] ?? 0
      to[at] = (place < one.count ? from[place] : otherFrom[place - one.count]) ?? Number.NaN
    }
  }
  joined.count = count
  return joined
}
