import Box from '@mui/material/Box'
import { secondOf } from '@rumbo/planning/problem'
import { memo, type ReactNode, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { VisitProps } from '../editor/move/use-visit-props.ts'
import { routeLine } from '../RouteSwatch.tsx'
import type { RouteView, VisitView } from '../route-view.rules.ts'
import type { PlanTexts } from '../use-plan-texts.ts'
import type { PlanTimes } from '../use-plan-times.ts'
import { DepotSign, depotPixels } from './DepotSign.tsx'
import { OverStop } from './OverStop.tsx'
import { RouteHead } from './RouteHead.tsx'
import { TimelineStop } from './TimelineStop.tsx'
import {
  type Bar,
  barsOf,
  depotTimesOf,
  marginOf,
  overPlaceOf,
  type Scale,
  stopWidthOf,
  widthOf,
  xOf,
} from './timeline.rules.ts'

export const rowPixels = 43

export const hatch = `repeating-linear-gradient(135deg, ${token('lineStrong')} 0 1.5px, transparent 1.5px 5px)`

/** Properties of a visit that can be moved, by vehicle and index among the visits to come. */
export type MoveOf = (vehicleId: string, index: number) => VisitProps

export interface TimelineRowProps {
  view: RouteView
  scale: Scale
  headPixels: number
  origin: string
  depotPlace: number | null
  /** Routes end where they began. */
  isReturning: boolean
  isSelected: boolean
  isTabStop: boolean
  /** Of its stops, those whose services are selected. */
  selected: ReadonlySet<string>
  times: PlanTimes
  words: PlanTexts
  /** Orders can be dragged to it. */
  mayDrag: boolean
  onSelectVehicle: (vehicleId: string) => void
  onSelectStop: (serviceId: string, vehicleId: string, isAdding: boolean) => void
  /** What makes a stop draggable, with its keys. */
  moveOf?: MoveOf
  /** Drawn over the row: gaps of a drag, what really happened. */
  overlayOf?: (view: RouteView, scale: Scale) => ReactNode
}

/** The day of one vehicle. */
export const TimelineRow = memo(Row, isSameRow)

/**
 * Whether a row would be drawn as it is. What moves its stops follows from its route and its selected stops; its handlers
 * read what else they need when they are called.
 */
function isSameRow(before: TimelineRowProps, after: TimelineRowProps): boolean {
  const keys = Object.keys({ ...before, ...after }) as (keyof TimelineRowProps)[]
  return keys.every((key) =>
    key === 'moveOf'
      ? (before.moveOf === undefined) === (after.moveOf === undefined)
      : before[key] === after[key],
  )
}

function Row(props: TimelineRowProps) {
  const { view, scale, headPixels, origin, isSelected, isTabStop, selected, times, words, mayDrag } = props
  const { onSelectVehicle, onSelectStop, moveOf, overlayOf, depotPlace, isReturning } = props
  const { t } = useText()
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const hasMargins = isSelected || isPointed || isFocused
  const { vehicle, visits, index, vehicleId } = view
  return (
    <Box
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      sx={{
        display: 'flex',
        width: headPixels + widthOf(scale),
        height: rowPixels,
        borderBottom: `1px solid ${token('line')}`,
        backgroundColor: isSelected ? token('primarySoft') : token('surface'),
      }}
    >
      <Box
        sx={{
          position: 'sticky',
          left: 0,
          zIndex: 4,
          flex: 'none',
          width: headPixels,
          borderRight: `1px solid ${token('line')}`,
          backgroundColor: 'inherit',
        }}
      >
        <RouteHead
          view={view}
          isSelected={isSelected}
          isTabStop={isTabStop}
          times={times}
          words={words}
          onSelect={() => onSelectVehicle(vehicleId)}
        />
      </Box>
      <Box
        data-plan-route={vehicleId}
        sx={{ position: 'relative', flex: 1, overflow: 'hidden', ...gridOf(scale) }}
      >
        {vehicle !== null && vehicle.from !== null && vehicle.until !== null && (
          <OffShift
            from={xOf(scale, secondOf({ origin }, vehicle.from))}
            until={xOf(scale, secondOf({ origin }, vehicle.until))}
          />
        )}
        {visits.length === 0 && vehicle?.from && (
          <Box
            style={{
              left: xOf(scale, secondOf({ origin }, vehicle.from)) + 4,
              right: vehicle.until ? widthOf(scale) - xOf(scale, secondOf({ origin }, vehicle.until)) + 4 : 4,
            }}
            sx={{
              position: 'absolute',
              top: 9,
              bottom: 9,
              display: 'grid',
              alignItems: 'center',
              borderRadius: '8px',
              border: `1px dashed ${token('line')}`,
              typography: 'caption',
              color: token('textFaint'),
              overflow: 'hidden',
              whiteSpace: 'nowrap',
            }}
          >
            <Box component="span" sx={{ px: '12px' }}>
              {t(mayDrag ? 'planning.timeline.freeDrag' : 'planning.timeline.free', {
                from: times.clock(secondOf({ origin }, vehicle.from)),
              })}
            </Box>
          </Box>
        )}
        {barsOf(view).map((bar) => (
          <BarBox key={`${bar.kind} ${bar.from}`} bar={bar} index={index} scale={scale} />
        ))}
        {visits.map((visit) => (
          <Brackets key={`window ${visit.key}`} visit={visit} scale={scale} hasMargin={hasMargins} />
        ))}
        {visits.map((visit, at) => {
          if (visit.over === null) return null
          const { second, nth } = overPlaceOf(visits, at)
          const first = vehicle?.from ? secondOf({ origin }, vehicle.from) : scale.span.from
          return (
            <OverStop
              key={`over ${visit.key}`}
              visit={visit}
              left={xOf(scale, second ?? first)}
              nth={nth}
              isSelected={visit.visit.serviceId !== null && selected.has(visit.visit.serviceId)}
              times={times}
              words={words}
              onSelect={(serviceId, isAdding) => onSelectStop(serviceId, vehicleId, isAdding)}
            />
          )
        })}
        <Depots view={view} scale={scale} times={times} of={{ depotPlace, isReturning }} />
        {visits.map((visit, at) => (
          <TimelineStop
            key={visit.key}
            visit={visit}
            index={index}
            scale={scale}
            room={roomAfter(visits, at, scale)}
            isSelected={visit.visit.serviceId !== null && selected.has(visit.visit.serviceId)}
            times={times}
            words={words}
            onSelect={(serviceId, isAdding) => onSelectStop(serviceId, vehicleId, isAdding)}
            moving={visit.ahead === null ? undefined : moveOf?.(vehicleId, visit.ahead)}
          />
        ))}
        {overlayOf?.(view, scale)}
      </Box>
    </Box>
  )
}

/** Pixels from a stop to the next one. */
function roomAfter(visits: readonly VisitView[], at: number, scale: Scale): number {
  const [here, next] = [visits[at]?.times, visits.slice(at + 1).find(({ times }) => times !== null)?.times]
  return here && next ? xOf(scale, next.begins) - xOf(scale, here.begins) : Number.POSITIVE_INFINITY
}

/** Lines at quarters of an hour, stronger at hours. */
const gridOf = ({ hourPixels }: Scale) => ({
  backgroundImage: [
    `repeating-linear-gradient(to right, ${token('line')} 0 1px, transparent 1px ${hourPixels}px)`,
    ...(hourPixels >= 72
      ? [
          `repeating-linear-gradient(to right, color-mix(in srgb, ${token('line')} 45%, transparent) 0 1px, transparent 1px ${hourPixels / 4}px)`,
        ]
      : []),
  ].join(', '),
})

/** Before and after the shift. */
function OffShift({ from, until }: { from: number; until: number }) {
  const shade = {
    position: 'absolute',
    top: 0,
    bottom: 0,
    backgroundColor: `color-mix(in srgb, ${token('sunken')} 70%, transparent)`,
  } as const
  return (
    <>
      {from > 0 && <Box style={{ left: 0, width: from }} sx={shade} />}
      <Box style={{ left: Math.max(0, until), right: 0 }} sx={shade} />
    </>
  )
}

function BarBox({ bar: { kind, from, until }, index, scale }: { bar: Bar; index: number; scale: Scale }) {
  const left = xOf(scale, from)
  const width = Math.max(2, xOf(scale, until) - left)
  const look =
    kind === 'travel'
      ? { top: 20, height: 3, background: routeLine(index, 'to right'), opacity: 0.65 }
      : kind === 'waiting'
        ? { top: 14, height: 14, background: `${hatch}, ${token('surface')}`, borderRadius: '3px' }
        : {
            top: 10,
            height: 22,
            background: `${hatch}, ${token('sunken')}`,
            border: `1px solid ${token('line')}`,
            borderRadius: '6px',
          }
  return <Box data-bar={kind} style={{ left, width }} sx={{ position: 'absolute', ...look }} />
}

/** Where a route leaves the depot and is back. */
function Depots({
  view,
  scale,
  times,
  of,
}: {
  view: RouteView
  scale: Scale
  times: PlanTimes
  of: Parameters<typeof depotTimesOf>[1]
}) {
  const { t } = useText()
  const { leaves, returns } = depotTimesOf(view, of)
  // A short last stop is drawn wider than it lasts.
  const last = view.visits.findLast((visit) => visit.times !== null)?.times
  const lastBegins = last ? xOf(scale, last.begins) : 0
  const lastEnd = last
    ? lastBegins + stopWidthOf(xOf(scale, last.departs) - lastBegins, Number.POSITIVE_INFINITY)
    : 0
  return (
    <>
      {leaves !== null && (
        <DepotSign
          left={Math.max(0, xOf(scale, leaves) - depotPixels)}
          label={t('planning.stop.leaves', { time: times.clock(leaves) })}
        />
      )}
      {returns !== null && (
        <DepotSign
          left={Math.min(widthOf(scale) - depotPixels, Math.max(xOf(scale, returns), lastEnd + 1))}
          label={t('planning.stop.returns', { time: times.clock(returns) })}
        />
      )}
    </>
  )
}

/** The window of a stop as a bracket below it, and on request when its service is dispatched at the latest. */
function Brackets({ visit, scale, hasMargin }: { visit: VisitView; scale: Scale; hasMargin: boolean }) {
  const { window, violations } = visit
  if (window.from === null && window.until === null) return null
  const margin = hasMargin ? marginOf(visit) : null
  const from = xOf(scale, window.from ?? scale.span.from)
  const until = xOf(scale, window.until ?? scale.span.until)
  const isLate = violations.some(({ code }) => code === 'late')
  const colour = isLate ? token('critical') : token('lineStrong')
  return (
    <>
      <Box
        data-window
        style={{ left: from, width: Math.max(3, until - from) }}
        sx={{
          position: 'absolute',
          top: 34,
          height: 5,
          border: `1px solid ${colour}`,
          borderTop: 0,
          borderLeftWidth: window.from === null ? 0 : 1,
          borderRightWidth: window.until === null ? 0 : 1,
          opacity: hasMargin || isLate ? 1 : 0.7,
        }}
      />
      {margin !== null && (
        <Box
          data-margin
          style={{ left: xOf(scale, margin) }}
          sx={{
            position: 'absolute',
            top: 30,
            bottom: 0,
            width: 2,
            ml: '-1px',
            backgroundColor: token('critical'),
          }}
        />
      )}
    </>
  )
}
