import type { PlanContent, PlanFigures, PlanSettings } from '@rumbo/contract/planning.contract'
import type { LeftOutReason, RunMode, RunPoint } from '@rumbo/contract/planning.runs.contract'
import type { Order, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'

/** What a run is about, beside the orders and the travel between places. */
export interface RunTask {
  mode: RunMode
  settings: PlanSettings
  base: PlanContent
  /** The best so far of a run that goes on; null: `base`. */
  best: PlanContent | null
  serviceIds: readonly string[] | null
  workspace: Omit<PlanWorkspace, 'orders'>
  /** Null: by the formula. */
  travel: { coordinates: Float64Array; seconds: Uint8Array; metres: Uint8Array; isEstimate: boolean } | null
  seconds: number
  threads: number
  seed: number
  /** Instead of seconds, for a result that is the same each time. */
  iterations?: number
}

/** To the thread of a run: the orders in parts, so that none delays the sender for long, and the rest to begin. */
export type ToRunThread = { orders: readonly Order[] } | { start: RunTask } | { isStopped: true }

export interface RunFound {
  /** `planContent` as JSON, which the receiver only stores. */
  content: string
  figures: PlanFigures
  point: RunPoint
  iterations: number
}

/** From it. `failure` of `done`: a search died, the others went on. */
export type FromRunThread =
  | { kind: 'began'; figuresBefore: PlanFigures; relaxed: string[] }
  | ({ kind: 'better' } & RunFound)
  | ({ kind: 'done'; leftOut: LeftOutReason[]; failure?: string } & RunFound)
  | { kind: 'failed'; code: 'contradiction' | 'no_result' | 'internal'; message: string }
