import type { StreamCounts } from '@rumbo/protocols'
import type { GatewayCounters } from './gateway.counters.ts'

/** Adds what a stream counted since `before`. */
export function addCounts(
  counters: GatewayCounters,
  now: Readonly<StreamCounts>,
  before: Readonly<StreamCounts>,
): void {
  counters.frames += now.frames - before.frames
  counters.badChecksums += now.badChecksums - before.badChecksums
  counters.resyncs += now.resyncs - before.resyncs
  counters.discardedBytes += now.discardedBytes - before.discardedBytes
  counters.refusedFrames += now.refusedFrames - before.refusedFrames
}
