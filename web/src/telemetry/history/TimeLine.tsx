import Box from '@mui/material/Box'
import { formatDate } from '@rumbo/i18n/formats'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { Leg } from './legs.rules.ts'
import { plotGutterPixels } from './plot-options.ts'
import type { Replay } from './replay.ts'
import type { Gap } from './track.rules.ts'
import { useReplayMoment } from './use-history-day.ts'

export interface TimeLineEvent {
  id: string
  atMs: number
  title: string
  isCritical: boolean
}

interface TimeLineProps {
  replay: Replay
  /** The visible span, epoch milliseconds. */
  span: { fromMs: number; toMs: number }
  /** First and last report, the bounds of the replay, epoch milliseconds. */
  bounds: { fromMs: number; toMs: number }
  legs: readonly Leg[]
  gaps: readonly Gap[]
  events: readonly TimeLineEvent[]
  /** The mark of an event was clicked. */
  onEvent: (id: string) => void
  timeZone: string
  /** The moment and the vehicle's state in words. */
  valueText: (ms: number) => string
  /** Changes the visible span by this factor, around the moment. */
  onZoom: (times: number) => void
}

const stepMs = 10_000
const longStepMs = 60_000

/** Trips, stops, gaps and events of a day with the shown moment; operated by drag or keyboard. */
export function TimeLine({
  replay,
  span,
  bounds,
  legs,
  gaps,
  events,
  onEvent,
  timeZone,
  valueText,
  onZoom,
}: TimeLineProps) {
  const { t, language } = useText()
  const track = useRef<HTMLDivElement>(null)
  const head = useRef<HTMLDivElement>(null)
  const { atMs } = useReplayMoment(replay)
  const lengthMs = Math.max(1, span.toMs - span.fromMs)
  const share = (ms: number) => Math.max(0, Math.min(1, (ms - span.fromMs) / lengthMs))
  const percent = (ms: number) => `${share(ms) * 100}%`
  const { fromMs, toMs } = span

  useEffect(() => {
    const place = () => {
      const part = (replay.at() - fromMs) / Math.max(1, toMs - fromMs)
      if (head.current === null) return
      head.current.style.left = `${part * 100}%`
      head.current.style.visibility = part < 0 || part > 1 ? 'hidden' : 'visible'
    }
    place()
    const leave = replay.subscribe(place)
    return () => {
      leave()
    }
  }, [replay, fromMs, toMs])

  const seekTo = (event: PointerEvent) => {
    const box = track.current?.getBoundingClientRect()
    if (box === undefined || box.width === 0) return
    replay.seek(span.fromMs + ((event.clientX - box.left) / box.width) * lengthMs)
  }
  const press = (event: KeyboardEvent) => {
    // Keys of the browser, such as its zoom.
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '+' || event.key === '-') {
      event.preventDefault()
      onZoom(event.key === '+' ? 0.5 : 2)
      return
    }
    const step = event.shiftKey ? longStepMs : stepMs
    const to: Record<string, number> = {
      ArrowLeft: replay.at() - step,
      ArrowDown: replay.at() - step,
      ArrowRight: replay.at() + step,
      ArrowUp: replay.at() + step,
      PageUp: replay.at() + 10 * longStepMs,
      PageDown: replay.at() - 10 * longStepMs,
      Home: bounds.fromMs,
      End: bounds.toMs,
    }
    const next = to[event.key]
    if (next === undefined) return
    event.preventDefault()
    replay.seek(next)
  }
  const bar = (startMs: number, endMs: number) => ({
    position: 'absolute' as const,
    left: percent(startMs),
    width: `max(2px, ${(share(endMs) - share(startMs)) * 100}%)`,
  })
  const inView = (gap: Gap) => gap.toMs > fromMs && gap.fromMs < toMs

  return (
    <Box sx={{ pl: `${plotGutterPixels.left}px`, pr: `${plotGutterPixels.right}px` }}>
      <Box
        ref={track}
        role="slider"
        tabIndex={0}
        aria-label={t('history.replay.timeline')}
        aria-description={t('history.replay.keys')}
        aria-valuemin={Math.round(bounds.fromMs / 1000)}
        aria-valuemax={Math.round(bounds.toMs / 1000)}
        aria-valuenow={Math.round(atMs / 1000)}
        aria-valuetext={valueText(atMs)}
        onKeyDown={press}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          seekTo(event)
        }}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && seekTo(event)}
        sx={{
          position: 'relative',
          height: 34,
          borderRadius: '8px',
          backgroundColor: token('sunken'),
          overflow: 'visible',
          cursor: 'ew-resize',
          touchAction: 'none',
        }}
      >
        {legs
          .filter(({ startMs, endMs }) => inView({ fromMs: startMs, toMs: endMs }))
          .map((leg) => (
            <Box
              key={leg.id}
              title={`${t(`history.leg.${leg.kind}`)} ${leg.number} · ${formatDate(language, leg.startMs, { show: 'time', timeZone })}`}
              sx={{
                ...bar(leg.startMs, leg.endMs),
                top: leg.kind === 'trip' ? 8 : 13,
                height: leg.kind === 'trip' ? 18 : 8,
                borderRadius: '4px',
                backgroundColor: leg.kind === 'trip' ? token('occupied') : 'transparent',
                border: leg.kind === 'trip' ? 'none' : `1.5px solid ${token('lineStrong')}`,
              }}
            />
          ))}
        {gaps.filter(inView).map((gap) => (
          <Box
            key={gap.fromMs}
            title={t('history.legend.gap')}
            sx={{
              ...bar(gap.fromMs, gap.toMs),
              top: 6,
              height: 22,
              borderRadius: '4px',
              background: `repeating-linear-gradient(135deg, ${token('lineStrong')} 0 2px, ${token('sunken')} 2px 7px)`,
            }}
          />
        ))}
        {events
          .filter(({ atMs: ms }) => ms >= span.fromMs && ms <= span.toMs)
          .map((event) => (
            // By keyboard, the list of events opens them: a slider has no buttons within.
            <Box
              key={event.id}
              title={`${event.title} · ${formatDate(language, event.atMs, { show: 'time', timeZone })}`}
              data-event={event.id}
              onPointerDown={(pressed) => pressed.stopPropagation()}
              onClick={() => onEvent(event.id)}
              sx={{
                position: 'absolute',
                left: percent(event.atMs),
                top: -3,
                ml: '-9px',
                width: 18,
                height: 18,
                cursor: 'pointer',
                '&::before': {
                  content: '""',
                  position: 'absolute',
                  left: 4,
                  top: 3,
                  borderLeft: '5px solid transparent',
                  borderRight: '5px solid transparent',
                  borderTop: `9px solid ${token(event.isCritical ? 'critical' : 'alarmed')}`,
                },
              }}
            />
          ))}
        <Box
          ref={head}
          aria-hidden
          sx={{
            position: 'absolute',
            top: -3,
            bottom: -3,
            width: '3px',
            ml: '-1.5px',
            borderRadius: '2px',
            backgroundColor: token('primaryText'),
            boxShadow: `0 0 0 1.5px ${token('surface')}`,
            pointerEvents: 'none',
            '&::after': {
              content: '""',
              position: 'absolute',
              left: -5,
              top: -4,
              width: 13,
              height: 13,
              borderRadius: '50%',
              backgroundColor: token('primaryText'),
              border: `2px solid ${token('surface')}`,
              boxSizing: 'border-box',
            },
          }}
        />
      </Box>
    </Box>
  )
}
