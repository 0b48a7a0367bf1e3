import { type Plan, type PlanContent, readPlan, savePlan } from '@rumbo/contract/planning.contract'
import type { LeftOutReason, PlanRun } from '@rumbo/contract/planning.runs.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { problemOf, stopsToComeOf, unplannedOrders } from '@rumbo/planning/problem'
import { type ReactNode, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useCan, useErrorMessage } from '../../app/client-context.tsx'
import { TransportError } from '../../app/data/problems.ts'
import { useData } from '../../app/data/use-data.ts'
import { useLiveStatus } from '../../live/use-live.ts'
import { useText } from '../../ui/i18n.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { MoveProvider } from './move/MoveProvider.tsx'
import { PlanGuards } from './PlanGuards.tsx'
import { type PlanEditor, PlanEditorContext, type PlanSelection, type SaveState } from './plan-editor.ts'
import { createPlanStore, type PlanStoreState } from './plan-store.ts'
import { useDay, useTimedRoutes } from './use-day.ts'
import { useLatestRun, usePlanData, usePlanTravel } from './use-plan-data.ts'

interface PlanEditorProviderProps {
  planId: string
  /** Shown until the plan and its day are there. */
  loading: ReactNode
  /** Shown where they cannot be read. */
  failed: (error: Error, onRetry: () => void) => ReactNode
  children: ReactNode
}

/** Opens a plan for everything below, which uses it by `usePlanEditor`. */
export function PlanEditorProvider({ planId, loading, failed, children }: PlanEditorProviderProps) {
  const { plan, workspace } = usePlanData(planId)
  const error = plan.data && workspace.data ? null : (plan.error ?? workspace.error)
  if (error)
    return failed(error, () => {
      void plan.refetch()
      void workspace.refetch()
    })
  if (!plan.data || !workspace.data) return loading
  return (
    <OpenPlan key={planId} latest={plan.data} workspace={workspace.data}>
      {children}
    </OpenPlan>
  )
}

const nothingSelected: PlanSelection = { serviceIds: new Set(), vehicleId: null }

interface OpenPlanProps {
  /** As read last. */
  latest: Plan
  workspace: PlanWorkspace
  children: ReactNode
}

function OpenPlan({ latest, workspace, children }: OpenPlanProps) {
  const [store, state] = usePlanStore(latest)
  const { document, plan } = state
  const { content, settings } = document
  const [selection, setSelection] = useState(nothingSelected)
  const known = usePlanTravel(plan.id, workspace)
  const run = useLatestRun(plan.id)
  const day = useDay(workspace)
  const { orders, vehicles } = day
  const stopsToCome = useMemo(() => stopsToComeOf({ orders }), [orders])
  const travel = known?.travel
  const problem = useMemo(
    () => travel && problemOf({ workspace: day, settings, travel }),
    [day, settings, travel],
  )
  const timed = useTimedRoutes(problem, content, { workspace, stopsToCome })
  const unplanned = useMemo(() => unplannedOrders({ orders }, content), [content, orders])
  const reasons = useLastReasons(run)
  const leftOut = useMemo(() => {
    const open = new Set(unplanned.map(({ serviceId }) => serviceId))
    return new Map(reasons.filter(({ serviceId }) => open.has(serviceId)).map((one) => [one.serviceId, one]))
  }, [reasons, unplanned])
  const select = useCallback<PlanEditor['select']>(
    ({ serviceIds, vehicleId }) =>
      setSelection((before) => ({
        serviceIds: serviceIds === undefined ? before.serviceIds : new Set(serviceIds),
        vehicleId: vehicleId === undefined ? before.vehicleId : vehicleId,
      })),
    [],
  )
  const saving = useSaveState(state)
  const { lockedReason } = saving
  useUnsaved(document !== state.saved, {
    isKeptAt: (query) => query.plan === plan.id,
    save: async () => (await store.saveNow()) !== null,
  })

  const acts = useMemo(
    () => ({
      apply: (change: (content: PlanContent) => PlanContent, label: string) =>
        store.change((before) => {
          const after = change(before.content)
          return after === before.content ? before : { ...before, content: after }
        }, label),
      change: store.change,
      undo: store.undo,
      redo: store.redo,
      retrySave: store.retry,
      saveNow: store.saveNow,
      withSaved: store.withSaved,
      changeBy: store.changeBy,
      takeTheirs: store.takeTheirs,
    }),
    [store],
  )
  const isApplicable = useCallback(
    (serviceId: string, vehicleId: string | null) =>
      stopsToCome.has(serviceId) &&
      (vehicleId === null || vehicles.some((vehicle) => vehicle.vehicleId === vehicleId)),
    [stopsToCome, vehicles],
  )
  const editor = useMemo((): PlanEditor | null => {
    if (!problem || !timed) return null
    const isEditable = lockedReason === null
    return {
      ...acts,
      keepMine: () => store.keepMine(isApplicable),
      isApplicable,
      plan,
      workspace,
      day,
      content,
      settings,
      document,
      problem,
      timed,
      stopsToCome,
      unplanned,
      leftOut,
      selection,
      select,
      canUndo: isEditable && state.done.length > 0,
      canRedo: isEditable && state.undone.length > 0,
      undoLabel: state.done.at(-1)?.label ?? null,
      redoLabel: state.undone.at(-1)?.label ?? null,
      saveState: saving.saveState,
      saveError: saving.saveError,
      conflict: state.conflict,
      takenOver: state.takenOver,
      mayEdit: isEditable,
      lockedReason,
      isEstimate: known?.isEstimate ?? true,
      travelShare: known?.share ?? 0,
      run,
      proposal: run?.status === 'finished' && run.content !== null ? run : null,
    }
  }, [
    acts,
    store,
    isApplicable,
    plan,
    workspace,
    day,
    content,
    settings,
    document,
    problem,
    timed,
    stopsToCome,
    unplanned,
    leftOut,
    selection,
    select,
    state.done,
    state.undone,
    state.conflict,
    state.takenOver,
    saving.saveState,
    saving.saveError,
    lockedReason,
    known?.isEstimate,
    known?.share,
    run,
  ])
  return (
    editor && (
      <PlanEditorContext value={editor}>
        <MoveProvider>
          {children}
          <PlanGuards />
        </MoveProvider>
      </PlanEditorContext>
    )
  )
}

const noReasons: readonly LeftOutReason[] = []

/** The reasons of the latest run; while a new one is being read, those of the one before. */
function useLastReasons(run: PlanRun | null): readonly LeftOutReason[] {
  const [last, setLast] = useState(noReasons)
  const reasons = run?.leftOut ?? last
  if (reasons !== last) setLast(reasons)
  return reasons
}

function usePlanStore(latest: Plan) {
  const { call, settle, evict, evictEndpoint } = useData()
  const [store] = useState(() =>
    createPlanStore(latest, {
      save: (body) => call(savePlan, { params: { id: latest.id }, body }),
      onSaved: (before, after) => {
        void settle('planning', after)
        const isOtherDay =
          before.from !== after.from ||
          before.until !== after.until ||
          JSON.stringify(before.settings.depot) !== JSON.stringify(after.settings.depot)
        if (isOtherDay) evict(['planning'])
      },
      onStale: () => evictEndpoint(readPlan),
    }),
  )
  const state = useSyncExternalStore(store.subscribe, store.state)
  useEffect(() => store.arrive(latest), [store, latest])
  useEffect(() => {
    store.open()
    return () => store.close()
  }, [store])
  const { state: live } = useLiveStatus()
  const isOnline = live !== 'offline'
  useEffect(() => store.setOnline(isOnline), [store, isOnline])
  return [store, state] as const
}

/** How saving goes, and why the plan may not be edited, in words. */
function useSaveState({ plan, document, saved, isSending, conflict, error }: PlanStoreState) {
  const { t } = useText()
  const can = useCan()
  const message = useErrorMessage()
  const { state: live } = useLiveStatus()
  const isCut = live === 'offline'
  const isOffline = isCut || error instanceof TransportError
  const isUnsaved = document !== saved
  const saveState = ((): SaveState => {
    if (conflict !== null) return 'stale'
    if (isOffline && (isUnsaved || isCut)) return 'offline'
    if (isSending) return 'saving'
    if (error !== null) return 'failed'
    return isUnsaved ? 'unsaved' : 'saved'
  })()
  const lockedReason = ((): string | null => {
    if (!can('planning.edit', { companyId: plan.companyId, fleetId: plan.fleetId }))
      return t('planEditor.locked.viewer')
    if (saveState === 'offline') return t('planEditor.locked.offline')
    if (saveState === 'stale') return t('planEditor.locked.stale')
    return null
  })()
  const saveError = saveState === 'failed' ? message(error, t('planEditor.saveFailed')) : null
  return { saveState, saveError, lockedReason }
}
