import AddRounded from '@mui/icons-material/AddRounded'
import FitScreenOutlined from '@mui/icons-material/FitScreenOutlined'
import RemoveRounded from '@mui/icons-material/RemoveRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Plan } from '@rumbo/contract/planning.contract'
import { type PlanDay, secondOf } from '@rumbo/planning/problem'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { nowMs, useNow } from '../../ui/clock.ts'
import { useLatest } from '../../ui/hooks/use-latest.ts'
import { useText } from '../../ui/i18n.tsx'
import { useFixedRows } from '../../ui/table/fixed-rows.ts'
import { token } from '../../ui/theme/tokens.ts'
import type { RouteView } from '../route-view.rules.ts'
import type { PlanTexts } from '../use-plan-texts.ts'
import type { PlanTimes } from '../use-plan-times.ts'
import { StopTip } from './StopTip.tsx'
import { TimelineLegend } from './TimelineLegend.tsx'
import { rowPixels, TimelineRow, type TimelineRowProps } from './TimelineRow.tsx'
import {
  hourPixelsOf,
  labelledHours,
  orderRows,
  type Scale,
  spanOf,
  widthOf,
  xOf,
  zoomFactors,
} from './timeline.rules.ts'
import { UnfitVehicles } from './UnfitVehicles.tsx'
import { useFollow } from './use-follow.ts'

const axisPixels = 28
/** A row of fifty stops has hundreds of elements. */
const spareRows = 4
const headPixels = { wide: 244, narrow: 132 } as const
const noneSelected: ReadonlySet<string> = new Set()

export interface TimelineProps
  extends Pick<TimelineRowProps, 'onSelectVehicle' | 'onSelectStop' | 'moveOf' | 'overlayOf'> {
  mayEdit: boolean
  /** Routes end where they began. */
  isReturning: boolean
  plan: Pick<Plan, 'from' | 'until'>
  workspace: PlanDay
  views: ReadonlyMap<string, RouteView>
  vehicleId: string | null
  selected: ReadonlySet<string>
  times: PlanTimes
  words: PlanTexts
  isNarrow: boolean
  /** Shown instead of rows where no vehicle has a shift. */
  empty: ReactNode
}

/** The day of every vehicle over one axis of time. Only rows in sight are drawn. */
export function Timeline(props: TimelineProps) {
  return props.views.size === 0 ? props.empty : <Rows {...props} />
}

function Rows(props: TimelineProps) {
  const { plan, workspace, views, vehicleId, selected, times, words, isNarrow, empty } = props
  const { t } = useText()
  const scroller = useRef<HTMLDivElement>(null)
  const width = useWidth(scroller)
  const [zoom, setZoom] = useState(0)
  const head = isNarrow ? headPixels.narrow : headPixels.wide
  const { planned, unfit } = useMemo(() => orderRows(views.values()), [views])
  const { from, until } = useMemo(() => spanOf(plan, workspace, views.values()), [plan, workspace, views])
  const hourPixels = hourPixelsOf({ from, until }, width - head - 2, zoom)
  const scale = useMemo((): Scale => ({ span: { from, until }, hourPixels }), [from, until, hourPixels])
  const [first, last] = useFixedRows(scroller, { count: planned.length, rowPixels, spare: spareRows })
  const visits = useMemo(
    () =>
      new Map(
        planned.flatMap((view) =>
          view.visits.map((visit) => [visit.visit.stopId ?? visit.key, visit] as const),
        ),
      ),
    [planned],
  )
  const tabStop = planned.some((view) => view.vehicleId === vehicleId) ? vehicleId : planned[0]?.vehicleId

  // The same functions with each selection, so that only rows are drawn again that changed.
  const latest = useLatest({ vehicle: props.onSelectVehicle, stop: props.onSelectStop })
  const selectVehicle = useCallback<typeof props.onSelectVehicle>(
    (id) => latest.current.vehicle(id),
    [latest],
  )
  const selectStop = useCallback<typeof props.onSelectStop>(
    (...args) => latest.current.stop(...args),
    [latest],
  )

  useFollow(scroller, { planned, scale, rowPixels, axisPixels, headPixels: head }, vehicleId)

  return (
    <Box
      component="section"
      aria-label={t('planning.timeline.label')}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        minHeight: 0,
        backgroundColor: token('surface'),
      }}
    >
      <Box
        ref={scroller}
        data-plan-scroll={head}
        onKeyDown={moveInTimeline}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', overscrollBehavior: 'contain' }}
      >
        <Box
          sx={{
            position: 'sticky',
            top: 0,
            zIndex: 6,
            display: 'flex',
            width: head + widthOf(scale),
            height: axisPixels,
            backgroundColor: token('surface'),
            borderBottom: `1px solid ${token('line')}`,
            typography: 'caption',
            color: token('textSoft'),
          }}
        >
          <Box
            sx={{
              position: 'sticky',
              left: 0,
              zIndex: 1,
              flex: 'none',
              width: head,
              display: 'flex',
              alignItems: 'center',
              pl: '10px',
              backgroundColor: token('surface'),
              borderRight: `1px solid ${token('line')}`,
            }}
          >
            <Box component="span" sx={{ ml: 'auto', display: 'flex', '& svg': { fontSize: 16 } }}>
              <IconButton
                size="small"
                sx={{ p: '3px' }}
                aria-label={t('planning.timeline.zoomOut')}
                disabled={zoom === 0}
                onClick={() => setZoom(zoom - 1)}
              >
                <RemoveRounded />
              </IconButton>
              <IconButton
                size="small"
                sx={{ p: '3px' }}
                aria-label={t('planning.timeline.fit')}
                disabled={zoom === 0}
                onClick={() => setZoom(0)}
              >
                <FitScreenOutlined />
              </IconButton>
              <IconButton
                size="small"
                sx={{ p: '3px' }}
                aria-label={t('planning.timeline.zoomIn')}
                disabled={zoom === zoomFactors.length - 1}
                onClick={() => setZoom(zoom + 1)}
              >
                <AddRounded />
              </IconButton>
            </Box>
          </Box>
          <Box aria-hidden sx={{ position: 'relative', flex: 1, overflow: 'hidden' }}>
            {labelledHours(scale).map((second) => (
              <Box
                component="span"
                key={second}
                sx={{ position: 'absolute', top: 6, left: xOf(scale, second) + 4 }}
              >
                {times.clock(second)}
              </Box>
            ))}
          </Box>
        </Box>
        {planned.length === 0 && empty}
        <Box sx={{ position: 'relative', width: head + widthOf(scale) }}>
          <Box
            component="ul"
            aria-label={t('planning.timeline.list')}
            sx={{ listStyle: 'none', m: 0, p: 0, position: 'relative', height: planned.length * rowPixels }}
          >
            {planned.slice(first, last).map((view, at) => (
              <li
                key={view.vehicleId}
                aria-setsize={planned.length}
                aria-posinset={first + at + 1}
                style={{ position: 'absolute', transform: `translateY(${(first + at) * rowPixels}px)` }}
              >
                <TimelineRow
                  view={view}
                  scale={scale}
                  headPixels={head}
                  origin={workspace.origin}
                  depotPlace={workspace.depotPlace}
                  isReturning={props.isReturning}
                  isSelected={view.vehicleId === vehicleId}
                  isTabStop={view.vehicleId === tabStop}
                  selected={
                    view.visits.some(({ visit }) => visit.serviceId !== null && selected.has(visit.serviceId))
                      ? selected
                      : noneSelected
                  }
                  times={times}
                  words={words}
                  mayDrag={props.mayEdit && !isNarrow}
                  onSelectVehicle={selectVehicle}
                  onSelectStop={selectStop}
                  moveOf={props.moveOf}
                  overlayOf={props.overlayOf}
                />
              </li>
            ))}
          </Box>
          <NowLine workspace={workspace} scale={scale} headPixels={head} times={times} />
        </Box>
        <UnfitVehicles vehicles={unfit} />
      </Box>
      {!isNarrow && <TimelineLegend />}
      <StopTip visitOf={(stopId) => visits.get(stopId)} times={times} words={words} />
    </Box>
  )
}

/** Arrows up and down move between rows, left and right between a row and its stops. */
function moveInTimeline(event: KeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (!(event.target instanceof HTMLElement)) return
  const row = event.target.closest('li')
  if (row === null) return
  const step = { ArrowUp: -1, ArrowDown: 1, ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (step === undefined) return
  const stops = [...row.querySelectorAll<HTMLElement>('[data-row-open], [data-stop]')]
  const next =
    event.key === 'ArrowUp' || event.key === 'ArrowDown'
      ? (step > 0 ? row.nextElementSibling : row.previousElementSibling)?.querySelector<HTMLElement>(
          '[data-row-open]',
        )
      : stops[stops.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}

function NowLine({
  workspace,
  scale,
  headPixels: head,
  times,
}: {
  workspace: PlanDay
  scale: Scale
  headPixels: number
  times: PlanTimes
}) {
  const { t } = useText()
  useNow(30)
  const second = secondOf(workspace, new Date(nowMs()).toISOString())
  if (second < scale.span.from || second > scale.span.until) return null
  return (
    <Box
      role="img"
      aria-label={t('planning.timeline.now', { time: times.clock(second) })}
      sx={{
        position: 'absolute',
        top: 0,
        bottom: 0,
        left: head + xOf(scale, second),
        width: 2,
        ml: '-1px',
        zIndex: 3,
        pointerEvents: 'none',
        backgroundColor: token('primaryText'),
      }}
    />
  )
}

/** The width of an element in pixels, followed as it changes. */
function useWidth(of: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1_100)
  useEffect(() => {
    const element = of.current
    if (element === null) return
    const look = () => {
      if (element.clientWidth > 0) setWidth(element.clientWidth)
    }
    look()
    const watch = new ResizeObserver(look)
    watch.observe(element)
    return () => watch.disconnect()
  }, [of])
  return width
}
