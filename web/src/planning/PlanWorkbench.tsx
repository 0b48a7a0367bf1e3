import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { PlanContent, PlanVisit } from '@rumbo/contract/planning.contract'
import { secondOf } from '@rumbo/planning/problem'
import { type ReactNode, useCallback, useMemo } from 'react'
import { addresses } from '../addresses.ts'
import { Anchor, useAddressStep } from '../app/navigation/address.tsx'
import { useServiceImports } from '../services/imports/ServiceImportActions.tsx'
import { useServiceActions } from '../services/use-service-actions.tsx'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { usePoolProps, useVisitProps } from './editor/move/use-visit-props.ts'
import { usePlanEditor } from './editor/plan-editor.ts'
import { HoverProvider } from './hover.tsx'
import { PlanMap } from './map/PlanMap.tsx'
import { placesAlong, planShapes } from './map/plan-shapes.rules.ts'
import { useRoadLine } from './map/use-road-line.ts'
import { PlanLayout, type PlanPane } from './PlanLayout.tsx'
import { PlanTotals } from './PlanTotals.tsx'
import { PlanWarnings } from './PlanWarnings.tsx'
import { PoolPane } from './pool/PoolPane.tsx'
import { isUnplanned, poolItems } from './pool/pool.rules.ts'
import { usePoolState } from './pool/use-pool-state.ts'
import { RoutePanel } from './route/RoutePanel.tsx'
import type { RouteView } from './route-view.rules.ts'
import { Timeline } from './timeline/Timeline.tsx'
import type { MoveOf } from './timeline/TimelineRow.tsx'
import type { Scale } from './timeline/timeline.rules.ts'
import { usePlanEscape } from './use-plan-escape.ts'
import { usePlanTexts } from './use-plan-texts.ts'
import { usePlanTimes } from './use-plan-times.ts'
import { useRouteViews } from './use-route-views.ts'

export interface WorkbenchProps {
  isNarrow: boolean
  pane: PlanPane
  onPane: (pane: PlanPane) => void
  /** The routes as they are shown. */
  views: ReadonlyMap<string, RouteView>
  /** In place of the selected route: settings of a run, a proposal, versions. Null: none of them. */
  panel: ReactNode
  onClosePanel: () => void
  /** Called where a vehicle is selected, whose route is shown in place of the panel then. */
  onGiveWay: () => void
  /** Above the selected route, or alone beside the map; in a narrow window above the timeline. */
  restingPanel: ReactNode
  /** Routes that a search proposes, shown on the map in place of the plan's. */
  proposed: PlanContent | null
  /** Plans an order again with looser limits. */
  onRetry?: (serviceId: string) => void
  /** What can be done with the selected route, and with the selected orders. */
  routeActions?: (view: RouteView) => ReactNode
  selectionActions?: ReactNode
  /** Drawn over a row of the timeline. */
  overlayOf?: (view: RouteView, scale: Scale) => ReactNode
}

/** The open plan: pool, map, timeline and the selected route, with what is selected and hovered in one the same in all. */
export function PlanWorkbench(props: WorkbenchProps) {
  const { isNarrow, pane, onPane, views, panel, onClosePanel, onGiveWay, restingPanel, proposed, onRetry } =
    props
  const hasPanel = panel !== null
  const { t } = useText()
  const editor = usePlanEditor()
  const { plan, day, content, settings, leftOut, selection, select, mayEdit } = editor
  const { serviceIds: selected, vehicleId } = selection
  const poolState = usePoolState()
  const services = useServiceActions({ newStep: useAddressStep('new') })
  const imports = useServiceImports(useAddressStep('import'))
  const moveOf: MoveOf = useVisitProps()
  const moveOrder = usePoolProps()
  const times = usePlanTimes(day)
  const words = usePlanTexts(day)
  const { origin } = day
  const second = useCallback((instant: string) => secondOf({ origin }, instant), [origin])

  const numberOfService = useMemo(() => {
    const numbers = new Map<string, string>()
    for (const { vehicle, visits } of views.values())
      for (const { visit } of visits)
        if (visit.serviceId !== null) numbers.set(visit.serviceId, vehicle?.vehicleNumber ?? '—')
    return numbers
  }, [views])
  const items = useMemo(
    () =>
      poolItems({
        orders: day.orders,
        timeZone: day.timeZone,
        vehicleNumberOf: (serviceId) => numberOfService.get(serviceId) ?? null,
        leftOut,
        warnings: day.warnings,
      }),
    [day, numberOfService, leftOut],
  )

  const open = useMemo(() => items.filter(isUnplanned).map(({ order }) => order), [items])

  const chosen = vehicleId === null ? null : (views.get(vehicleId) ?? null)
  const { isReturning } = settings
  const along = useMemo(
    () => (chosen === null ? [] : placesAlong(chosen, { workspace: day, isReturning })),
    [chosen, day, isReturning],
  )
  const roads = useRoadLine(along)
  const proposedViews = useRouteViews({ day, content: proposed ?? noContent, timed: noTimes })
  const shapes = useMemo(
    () =>
      planShapes({
        workspace: day,
        views: proposed ? proposedViews : views,
        isReturning,
        unplanned: open,
        selected,
        vehicleId,
        roads: proposed ? null : roads,
        before: proposed ? { content, views } : null,
      }),
    [day, views, proposed, proposedViews, isReturning, open, selected, vehicleId, roads, content],
  )

  const selectServices = useCallback((serviceIds: Iterable<string>) => select({ serviceIds }), [select])
  const uncover = useCallback(
    (id: string) => (id === vehicleId ? onClosePanel() : onGiveWay()),
    [vehicleId, onClosePanel, onGiveWay],
  )
  const selectVehicle = useCallback(
    (id: string) => {
      uncover(id)
      select({ vehicleId: id === vehicleId && !hasPanel ? null : id, serviceIds: [] })
    },
    [select, vehicleId, hasPanel, uncover],
  )
  const selectStop = useCallback(
    (serviceId: string, ofVehicle: string | null, isAdding: boolean) => {
      const next = new Set(isAdding ? selected : [])
      if (isAdding && selected.has(serviceId)) next.delete(serviceId)
      else next.add(serviceId)
      if (ofVehicle !== null && !isAdding) uncover(ofVehicle)
      // The map goes to the vehicle that is selected, which would not help to pick some stops on it.
      select(
        ofVehicle === null || isAdding ? { serviceIds: next } : { serviceIds: next, vehicleId: ofVehicle },
      )
    },
    [select, selected, uncover],
  )

  const showServices = (serviceIds: readonly string[]) => {
    const isOne = ({ serviceId }: PlanVisit) => serviceId !== null && serviceIds.includes(serviceId)
    const route = content.routes.find(({ visits }) => visits.some(isOne))
    if (route) uncover(route.vehicleId)
    else onClosePanel()
    select({ serviceIds, vehicleId: route?.vehicleId ?? null })
  }

  // In a narrow window a panel lies over the pane that the tab asks for.
  const showPane = (next: PlanPane) => {
    if (isNarrow) select({ vehicleId: null })
    onPane(next)
  }
  usePlanEscape({
    hasSelection: selected.size > 0,
    clear: () => select({ serviceIds: [] }),
    close: hasPanel ? onClosePanel : chosen === null ? null : () => select({ vehicleId: null }),
  })

  const actions = (
    <>
      {services.mayDispatch && (
        <Button variant="outlined" startIcon={<AddRounded />} onClick={services.openNew}>
          {t('planning.pool.create')}
        </Button>
      )}
      {imports.actions}
    </>
  )
  const noVehicles = (
    <EmptyState
      title={t('planning.timeline.noVehicles')}
      text={t('planning.timeline.noVehiclesText')}
      action={
        <Button variant="outlined" component={Anchor} to={addresses.shifts()}>
          {t('planning.timeline.openShifts')}
        </Button>
      }
    />
  )
  const stops = [...views.values()].reduce((sum, view) => sum + view.stops, 0)
  const routePanel = chosen !== null && (
    <RoutePanel
      view={chosen}
      selected={selected}
      times={times}
      words={words}
      onSelectStop={selectStop}
      onClose={() => select({ vehicleId: null })}
      actions={props.routeActions?.(chosen)}
      moveOf={mayEdit ? moveOf : undefined}
    />
  )
  const sidePanel =
    routePanel && restingPanel !== null && !isNarrow ? (
      <Box sx={restingAbove}>
        {restingPanel}
        {routePanel}
      </Box>
    ) : (
      routePanel || (isNarrow ? null : restingPanel)
    )
  return (
    <HoverProvider>
      <PlanTotals views={views} />
      <PlanWarnings words={words} onShow={showServices} />
      <PlanLayout
        isNarrow={isNarrow}
        pane={pane}
        onPane={showPane}
        counts={{ pool: open.length, routes: stops }}
        panel={panel ?? sidePanel}
        content={{
          pool: (
            <PoolPane
              state={poolState}
              items={items}
              selected={selected}
              onSelect={selectServices}
              times={times}
              words={words}
              second={second}
              onRetry={mayEdit ? onRetry : undefined}
              moveOf={mayEdit ? moveOrder : undefined}
              cutAt={day.isCut ? day.orders.length : null}
              actions={actions}
              selectionActions={mayEdit ? props.selectionActions : undefined}
            />
          ),
          map: (
            <PlanMap
              shapes={shapes}
              subject={`${plan.id} ${vehicleId ?? ''}`}
              isByRoads={roads !== null}
              hasProposal={proposed !== null}
              onPick={(mark, isAdding) => {
                if (mark === null) select({ serviceIds: [] })
                else selectStop(mark.serviceId, mark.vehicleId, isAdding)
              }}
              onLasso={(serviceIds, isAdding) =>
                select({ serviceIds: isAdding ? [...selected, ...serviceIds] : serviceIds })
              }
            />
          ),
          routes: (
            <Box sx={isNarrow && restingPanel !== null ? restingAbove : { height: '100%', minHeight: 0 }}>
              {isNarrow && restingPanel}
              <Timeline
                plan={plan}
                workspace={day}
                views={views}
                vehicleId={vehicleId}
                selected={selected}
                times={times}
                words={words}
                isNarrow={isNarrow}
                mayEdit={mayEdit}
                isReturning={isReturning}
                empty={noVehicles}
                onSelectVehicle={selectVehicle}
                onSelectStop={selectStop}
                moveOf={mayEdit ? moveOf : undefined}
                overlayOf={props.overlayOf}
              />
            </Box>
          ),
        }}
      />
      {services.dialogs}
      {imports.dialogs}
    </HoverProvider>
  )
}

const restingAbove = {
  display: 'grid',
  gridTemplateRows: 'fit-content(40%) minmax(0, 1fr)',
  gridTemplateColumns: 'minmax(0, 1fr)',
  height: '100%',
  minHeight: 0,
} as const
const noTimes = new Map()
const noContent: PlanContent = { routes: [] }
