import HomeRounded from '@mui/icons-material/HomeRounded'
import LockRounded from '@mui/icons-material/LockRounded'
import Box from '@mui/material/Box'
import type { FocusEvent, MouseEvent } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { VisitProps } from '../editor/move/use-visit-props.ts'
import { useHover, useIsHovered } from '../hover.tsx'
import { routeColour } from '../RouteSwatch.tsx'
import type { VisitView } from '../route-view.rules.ts'
import type { PlanTexts } from '../use-plan-texts.ts'
import type { PlanTimes } from '../use-plan-times.ts'
import { useStopText } from '../use-stop-text.ts'
import { leastNumberPixels, type Scale, stopWidthOf, xOf } from './timeline.rules.ts'

const heightPixels = 24

interface TimelineStopProps {
  visit: VisitView
  /** Of the route, for its colour. */
  index: number
  scale: Scale
  /** Pixels to the next stop. */
  room: number
  isSelected: boolean
  times: PlanTimes
  words: PlanTexts
  onSelect: (serviceId: string, isAdding: boolean) => void
  /** What makes it draggable, and its keys. */
  moving?: VisitProps
}

/** A stop in its row: as wide as it takes, red with a sign where it breaks something, amber where that was accepted. */
export function TimelineStop(props: TimelineStopProps) {
  const { visit: view, index, scale, room, isSelected, times, words, onSelect, moving } = props
  const { t } = useText()
  const hover = useHover()
  const { visit, number, times: at, violations, accepted, isMade } = view
  const isHovered = useIsHovered(visit.serviceId)
  const text = useStopText({ times, words })(view)
  if (at === null) return null
  const from = xOf(scale, at.begins)
  const width = stopWidthOf(xOf(scale, at.departs) - from, room)
  const colour = routeColour(index)
  if (visit.serviceId === null)
    return (
      <Box
        component="span"
        role="img"
        data-plan-index={view.ahead ?? undefined}
        aria-label={t('planning.stop.reload')}
        title={t('planning.stop.reload')}
        style={{ left: from, width }}
        sx={{
          position: 'absolute',
          top: 9,
          height: heightPixels,
          borderRadius: '6px',
          display: 'grid',
          placeItems: 'center',
          overflow: 'hidden',
          color: token('surface'),
          backgroundColor: token('text'),
          opacity: 0.8,
        }}
      >
        <HomeRounded sx={{ fontSize: 13 }} />
      </Box>
    )
  const { serviceId, stopId } = visit
  const isWrong = violations.length > 0
  const isAccepted = !isWrong && accepted.length > 0
  const sign = isWrong ? '!' : isAccepted ? '✓' : null
  const signColour = token(isWrong ? 'critical' : 'alarmed')
  const isWide = width >= leastNumberPixels
  const show = (element: HTMLElement) => hover.set({ serviceId, stopId, element })
  return (
    <Box
      {...moving}
      component="button"
      type="button"
      data-stop={stopId}
      data-plan-index={view.ahead ?? undefined}
      tabIndex={moving?.tabIndex ?? -1}
      aria-pressed={isSelected}
      aria-label={text.all}
      onClick={(event: MouseEvent) => onSelect(serviceId, event.ctrlKey || event.metaKey || event.shiftKey)}
      onPointerEnter={(event: { currentTarget: HTMLElement }) => show(event.currentTarget)}
      onPointerLeave={() => hover.set(null)}
      onFocus={(event: FocusEvent<HTMLElement>) => {
        show(event.currentTarget)
        moving?.onFocus(event)
      }}
      onBlur={() => hover.set(null)}
      // Places are styles of their own: a class for each of thousands of stops would slow the whole page down.
      style={{ left: from, width }}
      sx={{
        position: 'absolute',
        top: 9,
        height: heightPixels,
        p: 0,
        overflow: visit.lock === null && (isWide || sign === null) ? 'hidden' : undefined,
        border: 0,
        borderRadius: '6px',
        font: 'inherit',
        fontSize: '0.71875rem',
        fontWeight: 700,
        color: token('markInk'),
        backgroundColor: sign === null ? colour : signColour,
        opacity: isMade ? 0.55 : 1,
        cursor: 'pointer',
        touchAction: 'manipulation',
        userSelect: 'none',
        zIndex: isHovered || isSelected ? 3 : 2,
        boxShadow: isSelected
          ? `0 0 0 2px ${token('surface')}, 0 0 0 4px ${token('text')}`
          : isHovered
            ? `0 0 0 2px ${token('surface')}, 0 0 0 3.5px ${token('lineStrong')}`
            : `0 0 0 1px ${token('surface')}`,
        '&:focus-visible': {
          outline: 'none',
          boxShadow: `0 0 0 2px ${token('surface')}, 0 0 0 4px ${token('primaryText')}`,
        },
      }}
    >
      {isWide && (sign ?? number)}
      {!isWide && sign !== null && <Sign sign={sign} colour={signColour} isBelow={visit.lock !== null} />}
      {visit.lock !== null && (
        <LockRounded
          aria-hidden
          sx={{
            position: 'absolute',
            right: -5,
            top: -6,
            fontSize: 12,
            p: '1px',
            borderRadius: '50%',
            color: token('text'),
            backgroundColor: token('surface'),
          }}
        />
      )}
    </Box>
  )
}

const signPixels = 9

/** What a stop too narrow for a sign has beside it, so that its colour is not all there is; below where its lock is above. */
function Sign({ sign, colour, isBelow }: { sign: string; colour: string; isBelow: boolean }) {
  return (
    <Box
      component="span"
      aria-hidden
      data-wrong
      sx={{
        position: 'absolute',
        left: '50%',
        [isBelow ? 'bottom' : 'top']: -signPixels,
        width: signPixels,
        height: signPixels,
        ml: `${-signPixels / 2}px`,
        borderRadius: '50%',
        fontSize: 8,
        fontWeight: 800,
        lineHeight: `${signPixels}px`,
        textAlign: 'center',
        color: token('markInk'),
        backgroundColor: colour,
      }}
    >
      {sign}
    </Box>
  )
}
