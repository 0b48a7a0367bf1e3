import { listPlanVersions, readPlan } from '@rumbo/contract/planning.contract'
import {
  acceptPlanRun,
  discardPlanRun,
  listPlanRuns,
  type PlanRun,
  type RunMode,
  readPlanRun,
  startPlanRun,
  stopPlanRun,
} from '@rumbo/contract/planning.runs.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { ProblemError } from '../../app/data/problems.ts'
import { useData } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'

export interface RunWish {
  mode: RunMode
  seconds: number
  /** Only these orders, beside what is planned; null: all. */
  serviceIds: readonly string[] | null
}

/** Starts, stops, accepts and discards searches. One at a time: `isBusy` while a call is under way. */
export function useRunActions() {
  const { t } = useText()
  const { call, evictEndpoint } = useData()
  const message = useErrorMessage()
  const editor = usePlanEditor()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)

  const readAgain = () => {
    evictEndpoint(listPlanRuns)
    evictEndpoint(readPlanRun)
    evictEndpoint(listPlanVersions)
  }
  /** @returns whether it went well */
  async function doing(work: () => Promise<unknown>, failed: string): Promise<boolean> {
    setBusy(true)
    setError(null)
    try {
      await work()
      return true
    } catch (caught) {
      // Somebody else changed the plan, which is read again by then.
      const isStale = caught instanceof ProblemError && caught.code === 'stale_version'
      if (isStale) evictEndpoint(readPlan)
      setError(isStale ? t('planPanels.stale') : message(caught, failed))
      return false
    } finally {
      setBusy(false)
      readAgain()
    }
  }
  /** @throws where the plan cannot be saved first */
  async function savedVersion(): Promise<number> {
    const saved = await editor.saveNow()
    if (saved === null) throw new Error(t('planEditor.saveFailed'))
    return saved.version
  }

  return {
    isBusy,
    error,
    start: ({ mode, seconds, serviceIds }: RunWish) =>
      doing(async () => {
        const version = await savedVersion()
        await call(startPlanRun, {
          params: { id: editor.plan.id },
          body: { version, mode, seconds, settings: null, serviceIds: serviceIds && [...serviceIds] },
        })
      }, t('planPanels.run.startFailed')),
    stop: (run: PlanRun) =>
      doing(() => call(stopPlanRun, { params: { id: run.id } }), t('planPanels.run.stopFailed')),
    accept: (run: PlanRun, vehicleIds: readonly string[] | null) =>
      doing(async () => {
        const body = (version: number) => ({ version, vehicleIds: vehicleIds && [...vehicleIds] })
        const isSaved = await editor.changeBy(
          (version) => call(acceptPlanRun, { params: { id: run.id }, body: body(version) }),
          t('planPanels.proposal.accepted'),
        )
        if (!isSaved) throw new Error(t('planEditor.saveFailed'))
      }, t('planPanels.proposal.acceptFailed')),
    discard: (run: PlanRun) =>
      doing(() => call(discardPlanRun, { params: { id: run.id } }), t('planPanels.proposal.discardFailed')),
  }
}
