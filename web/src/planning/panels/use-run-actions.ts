import { listPlanVersions, type PlanSettings } from '@rumbo/contract/planning.contract'
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
import { useData } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { usePlanEditor } from '../editor/plan-editor.ts'
import { usePlanWork } from '../editor/use-plan-work.ts'

export interface RunWish {
  mode: RunMode
  seconds: number
  /** Only these orders, beside what is planned; null: all. */
  serviceIds: readonly string[] | null
  /** Instead of the plan's settings, for this search only. */
  settings?: PlanSettings | null
}

/** Starts, stops, accepts and discards searches. One at a time: `isBusy` while a call is under way. */
export function useRunActions() {
  const { t } = useText()
  const { call, evictEndpoint } = useData()
  const editor = usePlanEditor()
  const { isBusy, error, doing: doingOne } = usePlanWork()

  /** @returns whether it went well */
  async function doing(work: () => Promise<unknown>, failed: string): Promise<boolean> {
    const isDone = await doingOne(work, failed)
    evictEndpoint(listPlanRuns)
    evictEndpoint(readPlanRun)
    evictEndpoint(listPlanVersions)
    return isDone
  }

  return {
    isBusy,
    error,
    start: ({ mode, seconds, serviceIds, settings = null }: RunWish) =>
      doing(
        () =>
          editor.withSaved((version) =>
            call(startPlanRun, {
              params: { id: editor.plan.id },
              body: { version, mode, seconds, settings, serviceIds: serviceIds && [...serviceIds] },
            }),
          ),
        t('planPanels.run.startFailed'),
      ),
    stop: (run: PlanRun) =>
      doing(() => call(stopPlanRun, { params: { id: run.id } }), t('planPanels.run.stopFailed')),
    accept: (run: PlanRun, vehicleIds: readonly string[] | null) =>
      doing(() => {
        const body = (version: number) => ({ version, vehicleIds: vehicleIds && [...vehicleIds] })
        return editor.changeBy(
          (version) => call(acceptPlanRun, { params: { id: run.id }, body: body(version) }),
          t('planPanels.proposal.accepted'),
        )
      }, t('planPanels.proposal.acceptFailed')),
    discard: (run: PlanRun) =>
      doing(() => call(discardPlanRun, { params: { id: run.id } }), t('planPanels.proposal.discardFailed')),
  }
}
