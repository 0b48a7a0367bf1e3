import type { Plan, PlanContent, PlanSettings } from '@rumbo/contract/planning.contract'
import type { LeftOutReason, PlanRun } from '@rumbo/contract/planning.runs.contract'
import type { Order, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { EditProblem, TimedRoute } from '@rumbo/optimizer'
import type { PlanDay } from '@rumbo/planning/problem'
import { createContext, useContext } from 'react'
import type { PlanConflict, PlanDocument } from './plan-document.ts'

/**
 * - `unsaved`: will be saved in a moment.
 * - `stale`: somebody else saved first; the planner is asked what to keep.
 * - `failed`: refused, see `saveError`; the next edit or `retrySave` tries again.
 * - `offline`: kept, and saved once there is a connection.
 */
export type SaveState = 'saved' | 'saving' | 'unsaved' | 'stale' | 'failed' | 'offline'

export interface PlanSelection {
  serviceIds: ReadonlySet<string>
  vehicleId: string | null
}

/** An open plan as it is edited. It changes with every edit; the functions stay the same. */
export interface PlanEditor {
  /** As it is saved; `content` and `settings` are as edited. */
  plan: Plan
  workspace: PlanWorkspace
  /** As `workspace`, but the same object for as long as reading the day again changes nothing else. */
  day: PlanDay
  content: PlanContent
  settings: PlanSettings
  document: PlanDocument
  problem: EditProblem
  /** Times of the routes by vehicle, of the stops that are still to come. */
  timed: ReadonlyMap<string, TimedRoute>
  /** Of each order that may be planned its stops to come, as the problem numbers them. */
  stopsToCome: ReadonlyMap<string, readonly string[]>
  unplanned: readonly Order[]
  /** Why the last search left orders out that are still unplanned, by service. */
  leftOut: ReadonlyMap<string, LeftOutReason>
  selection: PlanSelection
  select: (change: Partial<{ serviceIds: Iterable<string>; vehicleId: string | null }>) => void
  /** @param label what it does in words, for undo; null where it cannot be undone by itself */
  apply: (change: (content: PlanContent) => PlanContent, label: string) => void
  /** As `apply`, of the whole document. */
  change: (change: (document: PlanDocument) => PlanDocument, label: string) => void
  undo: () => void
  redo: () => void
  canUndo: boolean
  canRedo: boolean
  /** What undo and redo would do in words. */
  undoLabel: string | null
  redoLabel: string | null
  saveState: SaveState
  saveError: string | null
  retrySave: () => void
  /** Saves what is unsaved; the plan as it is saved then, null where that failed. */
  saveNow: () => Promise<Plan | null>
  /**
   * Saves, then does `work`, a call of an endpoint that is given the version. Where that is refused as stale, the plan is read
   * again. Use `usePlanWork` to show how it goes.
   * @throws NotSavedError where it could not be saved before, and errors of the call
   */
  withSaved: <T>(work: (version: number) => Promise<T>) => Promise<T>
  /** As `withSaved`, where the endpoint changes the plan and answers with it. Undo reverts it. */
  changeBy: (work: (version: number) => Promise<Plan>, label: string) => Promise<void>
  conflict: PlanConflict | null
  /** What another planner changed last, which was taken over since nothing was unsaved. */
  takenOver: { before: Plan; after: Plan } | null
  takeTheirs: () => void
  /** Does the unsaved changes to the other planner's plan, as far as they are applicable. */
  keepMine: () => void
  /** Whether a service may still be planned, and put on that vehicle; null: be unplanned. */
  isApplicable: (serviceId: string, vehicleId: string | null) => boolean
  mayEdit: boolean
  /** Why it may not be edited in words. */
  lockedReason: string | null
  isEstimate: boolean
  /** From 0 to 1, of the travel times. */
  travelShare: number
  /** The latest search, also while it goes on. */
  run: PlanRun | null
  /** The result of the latest search, until it is accepted or discarded. */
  proposal: PlanRun | null
}

const EditorContext = createContext<PlanEditor | null>(null)
export const PlanEditorContext = EditorContext.Provider

/** The open plan. Use it below `PlanEditorProvider` only. */
export function usePlanEditor(): PlanEditor {
  const editor = useContext(EditorContext)
  if (editor === null) throw new Error('usePlanEditor is used outside PlanEditorProvider')
  return editor
}
