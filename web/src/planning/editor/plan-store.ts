import type { InputOf } from '@rumbo/contract/endpoint'
import type { Plan, PlanContent, savePlan } from '@rumbo/contract/planning.contract'
import { isWorthRetrying, ProblemError } from '../../app/data/problems.ts'
import { changedFields, isSame } from './document-changes.rules.ts'
import { changedServices, mergeContent } from './merge-content.rules.ts'
import type { PlanConflict, PlanDocument } from './plan-document.ts'

/** Milliseconds without an edit after which a plan is saved, and between tries while the server cannot be reached. */
const saveAfterMs = 1_000
const retryAfterMs = 5_000

/** A change of the document, which undo reverts and redo repeats. */
interface Step {
  before: PlanDocument
  after: PlanDocument
  label: string
}

export interface PlanStoreState {
  /** As last known from the server. */
  plan: Plan
  /** The document that `plan` has. */
  saved: PlanDocument
  document: PlanDocument
  undone: readonly Step[]
  done: readonly Step[]
  isSending: boolean
  conflict: PlanConflict | null
  /** Of the last try to save. */
  error: unknown
  /** What another planner changed last, which was taken over since nothing was unsaved. */
  takenOver: { before: Plan; after: Plan } | null
}

export interface PlanStoreOptions {
  save: (body: InputOf<typeof savePlan>['body']) => Promise<Plan>
  onSaved: (before: Plan, after: Plan) => void
  /** Another endpoint refused the version that was saved last: the plan has to be read again. */
  onStale: () => void
}

/** What has to be saved before a call could not be saved. */
export class NotSavedError extends Error {}

const documentOf = ({ name, startTime, endTime, settings, content }: Plan): PlanDocument => ({
  name,
  startTime,
  endTime,
  settings,
  content,
})

/** What changed from `base` to `mine`, done to `theirs`; of settings each by itself. */
function mergeDocuments(
  base: PlanDocument,
  mine: PlanDocument,
  theirs: PlanDocument,
  isApplied?: (serviceId: string, vehicleId: string | null) => boolean,
): PlanDocument {
  if (theirs === base && isApplied === undefined) return mine
  const merged = { ...theirs }
  for (const field of changedFields(base, mine))
    if (field !== 'settings') Object.assign(merged, { [field]: mine[field] })
  if (mine.settings !== base.settings) {
    const changed = Object.entries(mine.settings).filter(
      ([key, value]) => !isSame(base.settings[key as keyof typeof base.settings], value),
    )
    merged.settings = { ...theirs.settings, ...Object.fromEntries(changed) }
  }
  merged.content =
    mine.content === base.content
      ? theirs.content
      : mergeContent(base.content, mine.content, theirs.content, isApplied)
  return merged
}

/**
 * The document of an open plan: edits, undo and redo, and saving, one call at a time. Undo and redo change what is there now,
 * so that they leave alone what others did in the meantime.
 */
export function createPlanStore(plan: Plan, { save, onSaved, onStale }: PlanStoreOptions) {
  const first = documentOf(plan)
  let state: PlanStoreState = {
    plan,
    saved: first,
    document: first,
    undone: [],
    done: [],
    isSending: false,
    conflict: null,
    error: null,
    takenOver: null,
  }
  let isOnline = true
  let isClosed = false
  /** The call under way that needs the plan as it is saved; nothing is saved meanwhile. */
  let held: Promise<unknown> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | null = null
  /** A newer plan that arrived while one was being saved. */
  let arrived: Plan | null = null
  const listeners = new Set<() => void>()

  function set(some: Partial<PlanStoreState>) {
    state = { ...state, ...some }
    for (const listener of listeners) listener()
  }
  const isUnsaved = () => state.document !== state.saved

  function schedule(afterMs = saveAfterMs) {
    clearTimeout(timer)
    if (isClosed || !isOnline || !isUnsaved() || state.conflict !== null) return
    // Both go on here when they are through.
    if (state.isSending || held !== null) return
    timer = setTimeout(() => void send(), afterMs)
  }

  function edit(document: PlanDocument, steps: Pick<PlanStoreState, 'done' | 'undone'>) {
    if (document === state.document) return
    set({ document, ...steps })
    schedule()
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    if (held !== null) return
    if (sending) return sending
    sending = sendOnce()
    await sending
    sending = null
    takeArrived()
    // What was edited while the last save was under way.
    if (isClosed && state.error === null && state.conflict === null && isUnsaved() && isOnline) return send()
    if (state.error === null) schedule()
    else if (isWorthRetrying(state.error)) schedule(retryAfterMs)
  }

  async function sendOnce() {
    const { document, plan: before } = state
    set({ isSending: true, error: null })
    try {
      const after = await save({ ...document, version: before.version })
      set({ isSending: false, plan: after, saved: document })
      onSaved(before, after)
    } catch (error) {
      const problem = error instanceof ProblemError ? error.problem : null
      if (problem?.code === 'stale_version' && problem.current) {
        const theirs = problem.current as Plan
        const { changedBy = null, changedAt = null } = problem
        set({ isSending: false, conflict: { theirs, base: before, by: changedBy, at: changedAt } })
      } else set({ isSending: false, error })
    }
  }

  function takeArrived() {
    const newer = arrived
    arrived = null
    if (newer !== null) arrive(newer)
  }

  function arrive(newer: Plan) {
    if (state.isSending || held !== null) arrived = newer
    else if (newer.version < state.plan.version || (state.conflict?.theirs.version ?? 0) > newer.version)
      return
    else if (state.conflict !== null) set({ conflict: { ...state.conflict, theirs: newer } })
    else if (newer.version === state.plan.version) {
      // Status and figures change without a new version.
      if (newer !== state.plan) set({ plan: newer })
    } else if (!isUnsaved()) {
      const before = state.plan
      const saved = documentOf(newer)
      set({ plan: newer, saved, document: saved, takenOver: { before, after: newer } })
    }
    // What is unsaved is refused as stale in a moment, and then the planner is asked.
  }

  /** The plan was changed by another endpoint; what was edited meanwhile is kept. */
  function replace(newer: Plan, label: string) {
    const { saved: before, document } = state
    const after = documentOf(newer)
    const isChanged = !isSame(after, before)
    set({
      plan: newer,
      saved: after,
      document: document === before ? after : mergeDocuments(before, document, after),
      done: isChanged ? [...state.done, { before, after, label }] : state.done,
      undone: isChanged ? [] : state.undone,
    })
    schedule()
  }

  /** @returns the plan as it is saved; null where that failed */
  async function saveNow(): Promise<Plan | null> {
    while (isUnsaved() || state.isSending || held !== null) {
      if (held !== null) {
        await held
        continue
      }
      if (state.conflict !== null || !isOnline) return null
      await send()
      if (state.error !== null) return null
    }
    return state.plan
  }

  /** Does `work` with the plan as it is saved. What is read of the plan before the answer comes is no change of somebody else. */
  async function withSaved<T>(work: (version: number) => Promise<T>): Promise<T> {
    const saved = await saveNow()
    if (saved === null) throw new NotSavedError()
    // Another call may have begun since.
    if (held !== null || state.isSending) return withSaved(work)
    clearTimeout(timer)
    let release = () => {}
    held = new Promise<void>((resolve) => {
      release = resolve
    })
    try {
      return await work(saved.version)
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'stale_version') onStale()
      throw error
    } finally {
      held = null
      release()
      takeArrived()
      if (isClosed) sendLast()
      else schedule()
    }
  }

  function sendLast() {
    if (isUnsaved() && isOnline && state.conflict === null) void send()
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    isUnsaved,
    change(change: (document: PlanDocument) => PlanDocument, label: string) {
      const before = state.document
      const after = change(before)
      if (isSame(before, after)) return
      edit(after, { done: [...state.done, { before, after, label }], undone: [] })
    },
    undo() {
      const step = state.done.at(-1)
      if (!step) return
      const document = mergeDocuments(step.after, step.before, state.document)
      edit(document, { done: state.done.slice(0, -1), undone: [...state.undone, step] })
    },
    redo() {
      const step = state.undone.at(-1)
      if (!step) return
      const document = mergeDocuments(step.before, step.after, state.document)
      edit(document, { done: [...state.done, step], undone: state.undone.slice(0, -1) })
    },
    /** The plan was read again. */
    arrive,
    saveNow,
    /**
     * Saves, then does `work` with the version that is saved. One at a time; what is edited meanwhile is saved afterwards.
     * @throws NotSavedError, and what `work` throws
     */
    withSaved,
    /** As `withSaved`, for another endpoint that changes the plan and answers with it; undo reverts that. */
    changeBy: (work: (version: number) => Promise<Plan>, label: string): Promise<void> =>
      withSaved(async (version) => replace(await work(version), label)),
    setOnline(isNow: boolean) {
      isOnline = isNow
      schedule(0)
    },
    retry: () => void send(),
    takeTheirs() {
      const { conflict } = state
      if (conflict === null) return
      const saved = documentOf(conflict.theirs)
      // What is dropped here can no longer be undone: that would revert the other planner.
      const kept = state.done.findLastIndex(({ after }) => after === state.saved) + 1
      const done = state.done.slice(0, kept)
      set({ plan: conflict.theirs, saved, document: saved, done, undone: [], conflict: null, error: null })
    },
    /** Does the unsaved changes to the other planner's plan, as far as `isApplied` allows, and saves that. */
    keepMine(isApplied: (serviceId: string, vehicleId: string | null) => boolean) {
      const { conflict, document } = state
      if (conflict === null) return
      const saved = documentOf(conflict.theirs)
      const merged = mergeDocuments(documentOf(conflict.base), document, saved, isApplied)
      const next = isSame(merged, saved) ? saved : merged
      set({ plan: conflict.theirs, saved, document: next, conflict: null, error: null })
      schedule(0)
    },
    open() {
      isClosed = false
      schedule()
    },
    /** What is unsaved is sent at once. */
    close() {
      isClosed = true
      clearTimeout(timer)
      sendLast()
    },
  }
}

/** Services whose changes cannot be done to another plan. */
export function notApplied(
  base: PlanContent,
  mine: PlanContent,
  isApplied: (serviceId: string, vehicleId: string | null) => boolean,
): string[] {
  const target = new Map<string, string>()
  for (const { vehicleId, visits } of mine.routes)
    for (const { serviceId } of visits) if (serviceId !== null) target.set(serviceId, vehicleId)
  return [...changedServices(base, mine)].filter(
    (serviceId) => !isApplied(serviceId, target.get(serviceId) ?? null),
  )
}
