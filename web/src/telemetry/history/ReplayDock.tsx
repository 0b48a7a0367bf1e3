import FastForwardRounded from '@mui/icons-material/FastForwardRounded'
import PauseRounded from '@mui/icons-material/PauseRounded'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import ZoomInRounded from '@mui/icons-material/ZoomInRounded'
import ZoomOutRounded from '@mui/icons-material/ZoomOutRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Event } from '@rumbo/contract/events.contract'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useScreenKeys } from '../../app/navigation/screen-keys.ts'
import { useMany } from '../../ui/hooks/use-many.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { eventTitle } from '../EventList.tsx'
import type { Leg } from './legs.rules.ts'
import { type Replay, rateBeside, replayRates } from './replay.ts'
import { TimeLine } from './TimeLine.tsx'
import { TrackPlots, type TrackPlotsHandle } from './TrackPlots.tsx'
import { type TimeView, viewAfter, viewOfLeg, zoomView } from './time-view.rules.ts'
import { spotAt, type Track } from './track.rules.ts'
import { type HistoryDay, useReplayMoment } from './use-history-day.ts'

interface ReplayDockProps {
  day: HistoryDay
  track: Track
  /** The part of the day that can be shown. */
  span: TimeView
  bounds: { fromMs: number; toMs: number }
  events: readonly Event[]
  onEvent: (id: string) => void
  /** Scrolled into view when it is chosen. */
  chosenLeg: Leg | null
  limitKmh: number | null
  replay: Replay
  isNarrow: boolean
  /** The moment hovered on the map. */
  pointedMs: number | null
  /** Called with the moment hovered in a plot; null when the pointer has left. */
  onPoint: (ms: number | null) => void
}

/** Play button, speed, time line and plots of a day. */
export function ReplayDock(props: ReplayDockProps) {
  const { day, track, span, bounds, events, chosenLeg, limitKmh, replay, isNarrow, pointedMs, onPoint } =
    props
  const { t, language } = useText()
  const many = useMany()
  const { timeZone } = day
  const [zoom, setZoom] = useState<TimeView | null>(null)
  const view = zoom ?? span
  const { atMs, isPlaying, rate } = useReplayMoment(replay)
  const [isSkipping, setSkipping] = useState(false)
  useEffect(() => {
    const stops = isSkipping ? day.legs.filter(({ kind }) => kind === 'stay') : []
    replay.setSkips(stops.map(({ startMs, endMs }) => ({ fromMs: startMs, toMs: endMs })))
  }, [replay, isSkipping, day.legs])
  const turn = () => (replay.isPlaying() ? replay.pause() : replay.play())
  useScreenKeys([
    { keys: ['p'], label: t('history.key.play'), act: turn },
    {
      keys: [',', '.'],
      label: t('history.key.rate'),
      act: (key) => replay.setRate(rateBeside(replay.rate(), key === '.' ? 1 : -1)),
    },
    { keys: ['←', '→'], label: t('history.replay.timeline') },
  ])
  const plots = useRef<TrackPlotsHandle>(null)
  const pointed = useRef<number | null>(null)
  const [legStartMs, legEndMs] = [chosenLeg?.startMs ?? null, chosenLeg?.endMs ?? null]
  const wholeSpan = useEffectEvent(() => span)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is shown whole
  useEffect(() => {
    const leg = legStartMs === null || legEndMs === null ? null : { startMs: legStartMs, endMs: legEndMs }
    setZoom(leg === null ? null : viewOfLeg(leg, wholeSpan()))
  }, [span.fromMs, legStartMs])
  const former = useRef({ atMs, endMs: bounds.toMs })
  useEffect(() => {
    const before = former.current
    if (before.atMs === atMs) return
    former.current = { atMs, endMs: bounds.toMs }
    const isCarried = !replay.isPlaying() && before.atMs >= before.endMs && atMs > before.endMs
    const whole = wholeSpan()
    setZoom((shown) => shown && viewAfter(shown, whole, { formerMs: before.atMs, atMs, isCarried }))
  }, [atMs, bounds.toMs, replay])
  const zoomBy = (times: number) => setZoom(zoomView(view, span, atMs, times))

  const point = useCallback((ms: number | null) => plots.current?.point(ms, replay.at()), [replay])
  useEffect(() => {
    pointed.current = pointedMs
    point(pointedMs)
  }, [pointedMs, point])
  useEffect(() => {
    const leave = replay.subscribe(() => {
      if (pointed.current === null) point(null)
    })
    return () => {
      leave()
    }
  }, [replay, point])
  const hover = (ms: number | null) => {
    pointed.current = ms
    point(ms)
    onPoint(ms)
  }

  const valueText = (ms: number) => {
    const spot = spotAt(track, ms)
    const time = formatDate(language, ms, { show: 'dateTimeSeconds', timeZone }).slice(-8)
    const state =
      spot === null
        ? t('history.replay.before')
        : spot.isUnknown
          ? t('history.replay.unknown')
          : t('history.replay.speed', { speed: formatNumber(language, spot.speedKmh) })
    return { time, state }
  }
  const { time, state } = valueText(atMs)

  const { whole: all } = day
  return (
    <Box component="section" aria-label={t('history.replay.label')} sx={{ p: '10px 4px 4px' }}>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px', px: '10px', mb: '8px' }}
      >
        <IconButton
          aria-label={t(isPlaying ? 'history.replay.pause' : 'history.replay.play')}
          title={t(isPlaying ? 'history.replay.pause' : 'history.replay.play')}
          aria-keyshortcuts="p"
          disabled={bounds.toMs <= bounds.fromMs}
          onClick={turn}
          sx={{ '&&:not(:disabled)': { backgroundColor: token('primary'), color: token('onPrimary') } }}
        >
          {isPlaying ? <PauseRounded /> : <PlayArrowRounded />}
        </IconButton>
        <Box sx={{ minWidth: 132 }}>
          <Box sx={{ typography: 'h3', fontVariantNumeric: 'tabular-nums' }}>{time}</Box>
          <Box sx={{ typography: 'body2', color: token('textSoft'), fontVariantNumeric: 'tabular-nums' }}>
            {state}
          </Box>
        </Box>
        <ToggleButtonGroup
          exclusive
          size="small"
          aria-label={t('history.replay.rate')}
          value={rate}
          onChange={(_, next: number | null) => next !== null && replay.setRate(next)}
        >
          {replayRates.map((one) => (
            <ToggleButton key={one} value={one} sx={{ px: '8px', fontVariantNumeric: 'tabular-nums' }}>
              {one}×
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <ToggleButton
          size="small"
          value="skip"
          selected={isSkipping}
          onChange={() => setSkipping(!isSkipping)}
          sx={{ px: '10px', gap: '6px' }}
        >
          <FastForwardRounded aria-hidden sx={{ fontSize: 18 }} />
          {t('history.replay.skipStops')}
        </ToggleButton>
        <Box role="group" aria-label={t('history.replay.zoom')} sx={{ display: 'flex' }}>
          <IconButton
            aria-label={t('history.replay.closer')}
            title={t('history.replay.closer')}
            onClick={() => zoomBy(0.5)}
          >
            <ZoomInRounded />
          </IconButton>
          <IconButton
            aria-label={t('history.replay.wider')}
            title={t('history.replay.wider')}
            disabled={zoom === null}
            onClick={() => zoomBy(2)}
          >
            <ZoomOutRounded />
          </IconButton>
        </Box>
        <Box sx={{ ml: 'auto', display: 'flex', alignItems: 'center', gap: '8px' }}>
          {zoom !== null && (
            <Button size="small" variant="outlined" onClick={() => setZoom(null)}>
              {t('history.replay.wholeDay')}
            </Button>
          )}
          <Box role="status" sx={{ typography: 'caption', color: token('textSoft') }}>
            {all.error
              ? t('history.replay.failed')
              : all.isWhole
                ? t('history.replay.whole', { total: many(all.track.time.length).shown })
                : t('history.replay.loading', { total: many(all.track.time.length).shown })}
          </Box>
          {all.error !== null && (
            <Button size="small" onClick={all.retry}>
              {t('ui.retry')}
            </Button>
          )}
        </Box>
      </Box>
      <TimeLine
        replay={replay}
        span={view}
        bounds={bounds}
        legs={day.legs}
        gaps={day.gaps}
        events={events.map((event) => ({
          id: event.id,
          atMs: Date.parse(event.occurredAt),
          title: eventTitle(t, event),
          isCritical: event.severity === 'critical',
        }))}
        onEvent={props.onEvent}
        timeZone={timeZone}
        valueText={(ms) => t('history.replay.value', valueText(ms))}
        onZoom={zoomBy}
      />
      <Box sx={{ mt: '6px', display: 'grid', gap: '8px' }} title={t('history.replay.plotHint')}>
        <TrackPlots
          ref={plots}
          track={track}
          view={view}
          timeZone={timeZone}
          summary={(what) => t('history.plot.summary', { what })}
          limitKmh={limitKmh}
          heights={{ speed: isNarrow ? 110 : 120, levels: 104 }}
          atMs={atMs}
          onHover={hover}
          onChoose={replay.seek}
          onZoom={setZoom}
        />
      </Box>
    </Box>
  )
}
