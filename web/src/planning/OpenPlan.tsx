import EventRepeatRounded from '@mui/icons-material/EventRepeatRounded'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import type { PlanSummary } from '@rumbo/contract/planning.contract'
import { instantOf, secondOf } from '@rumbo/planning/problem'
import { type ReactNode, useCallback, useMemo } from 'react'
import { useAddressStep } from '../app/navigation/address.tsx'
import { useText } from '../ui/i18n.tsx'
import { usePlanEditor } from './editor/plan-editor.ts'
import { usePlanWords } from './editor/use-plan-words.ts'
import type { ExportedPlan } from './exports/exported.ts'
import { PlanExportButton, usePlanExports } from './exports/PlanExportButton.tsx'
import { LiveOverlay } from './live/LiveOverlay.tsx'
import { LiveToggle } from './live/LiveToggle.tsx'
import { RiskPanel } from './live/RiskPanel.tsx'
import { useLivePlan } from './live/use-live-plan.ts'
import { useLiveWords } from './live/use-live-words.ts'
import { PlanBar } from './PlanBar.tsx'
import type { PlanPane } from './PlanLayout.tsx'
import { PlanWorkbench } from './PlanWorkbench.tsx'
import { RouteMenu } from './panels/RouteMenu.tsx'
import { usePlanTools } from './panels/use-plan-tools.tsx'
import type { PlanActions } from './picker/use-plan-actions.tsx'
import { SidePanel } from './route/SidePanel.tsx'
import type { RouteView } from './route-view.rules.ts'
import { SchedulesPanel } from './schedules/SchedulesPanel.tsx'
import { type Scale, xOf } from './timeline/timeline.rules.ts'
import { useRouteViews } from './use-route-views.ts'

interface OpenPlanProps {
  plans: readonly PlanSummary[]
  actions: PlanActions
  onOpen: (planId: string) => void
  isNarrow: boolean
  pane: PlanPane
  onPane: (pane: PlanPane) => void
  /** What happens is laid over the plan. */
  isLive: boolean
  onLive: (isLive: boolean) => void
  /** Puts the bar above the rest. */
  frame: (bar: ReactNode, content: ReactNode) => ReactNode
}

/** The open plan with everything that acts on it. */
export function OpenPlan(props: OpenPlanProps) {
  const { plans, actions, onOpen, isNarrow, pane, onPane, onLive, frame } = props
  const { t } = useText()
  const { plan, document, day, content, timed, isEstimate, mayEdit, lockedReason, select } = usePlanEditor()
  const schedules = useAddressStep('schedules')
  const views = useRouteViews({ day, content, timed })
  const isLive = props.isLive && plan.status !== 'draft'
  const tools = usePlanTools()
  const words = usePlanWords()
  const live = useLivePlan(plan.id, isLive)
  const liveWords = useLiveWords(day.timeZone)

  const exported = useMemo(
    () => ({
      id: plan.id,
      name: document.name,
      date: plan.date,
      version: plan.version,
      origin: day.origin,
      timeZone: day.timeZone,
      routes: [...views.values()].filter(({ visits }) => visits.length > 0),
    }),
    [plan, document.name, day.origin, day.timeZone, views],
  )
  const overlayOf = useCallback(
    (view: RouteView, scale: Scale) => {
      const visits = live.byVehicle.get(view.vehicleId)
      return (
        visits && (
          <LiveOverlay
            vehicleNumber={view.vehicle?.vehicleNumber ?? ''}
            visits={visits}
            now={live.now ?? instantOf({ origin: day.origin }, 0)}
            xAt={(instant) => xOf(scale, secondOf({ origin: day.origin }, instant))}
            words={liveWords}
          />
        )
      )
    },
    [live.byVehicle, live.now, day.origin, liveWords],
  )
  const risk = isLive && (
    <SidePanel>
      <RiskPanel
        visits={live.visits}
        now={live.now}
        error={live.error}
        onRetry={() => void live.refetch()}
        vehicleNumberOf={words.names.vehicle}
        customerOf={(id) => day.orders.find(({ serviceId }) => serviceId === id)?.customerName ?? '—'}
        words={liveWords}
        onShow={({ vehicleId, serviceId }) => select({ vehicleId, serviceIds: [serviceId] })}
        onRepair={tools.openRun}
        lockedReason={lockedReason}
      />
    </SidePanel>
  )
  return (
    <>
      {frame(
        <PlanBar plans={plans} actions={actions} onOpen={onOpen}>
          <LiveToggle status={plan.status} isOn={isLive} onChange={onLive} />
          <Tooltip title={t('planningLive.schedules.title')}>
            <IconButton aria-label={t('planningLive.schedules.title')} onClick={() => schedules.open('1')}>
              <EventRepeatRounded />
            </IconButton>
          </Tooltip>
          <PlanExportButton plan={exported} status={plan.status} isEstimate={isEstimate} />
          {tools.bar}
        </PlanBar>,
        <PlanWorkbench
          isNarrow={isNarrow}
          pane={pane}
          onPane={onPane}
          views={views}
          panel={tools.panel}
          onClosePanel={tools.closePanel}
          onGiveWay={tools.giveWay}
          restingPanel={risk || null}
          proposed={tools.proposed}
          onRetry={tools.onRetry}
          routeActions={(view) => <RouteTools view={view} plan={exported} />}
          selectionActions={tools.selectionActions}
          overlayOf={isLive ? overlayOf : undefined}
        />,
      )}
      {tools.dialogs}
      {schedules.value === '1' && (
        <SchedulesPanel fleetId={plan.fleetId} plan={plan} mayEdit={mayEdit} onClose={schedules.close} />
      )}
    </>
  )
}

/** The menu of the selected route, with its export. */
function RouteTools({ view, plan }: { view: RouteView; plan: ExportedPlan }) {
  const { plan: saved, isEstimate } = usePlanEditor()
  const { items, dialog } = usePlanExports({
    plan: { ...plan, routes: [view] },
    status: saved.status,
    isEstimate,
  })
  return (
    <>
      <RouteMenu
        vehicleId={view.vehicleId}
        extra={items.map((item, at) => ({ ...item, isApart: at === 0 }))}
      />
      {dialog}
    </>
  )
}
