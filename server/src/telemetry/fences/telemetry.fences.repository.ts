import type { Crossing } from '@rumbo/geo/fences/crossing-state'
import type { Effects } from '../intake/telemetry.state.ts'
import type { FenceState } from './telemetry.fences.ts'

/** The rows of `telemetry.fence_states` that a batch writes. */
export const fenceRowsOf = ({ fenceStates }: Effects) =>
  [...fenceStates.values()].map(({ vehicleNo, fences, lastFenceFix }) => ({
    vehicleNo,
    states: JSON.stringify(fences),
    // Without states it is remembered in memory only.
    lastFix: fences.length > 0 && lastFenceFix ? JSON.stringify(lastFenceFix) : null,
  }))

/** What is stored of a vehicle, as read with its state; null: nothing. */
export const fencesOf = (row: { fence_states: FenceState[] | null; fence_fix: Crossing | null }) => ({
  fences: row.fence_states ?? [],
  lastFenceFix: row.fence_fix,
})
