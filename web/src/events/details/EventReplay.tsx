import PauseRounded from '@mui/icons-material/PauseRounded'
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Slider from '@mui/material/Slider'
import type { Event } from '@rumbo/contract/events.contract'
import { historyPositions } from '@rumbo/contract/telemetry.contract'
import { secondMs } from '@rumbo/contract/time-units'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import type { MapHandle, MapMark } from '../../map/map-model.ts'
import { SmallMap } from '../../map/SmallMap.tsx'
import { createReplay } from '../../telemetry/history/replay.ts'
import { emptyTrack, spotAt, trackOf } from '../../telemetry/history/track.rules.ts'
import { useReplayMoment } from '../../telemetry/history/use-history-day.ts'
import { nowMs } from '../../ui/clock.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { linePointsOf, replaySpanOf } from './event-replay.rules.ts'

const markId = 'replay'
/** The twenty minutes pass in forty seconds. */
const usualRate = 30
const stepSeconds = 10
/** Polling interval in milliseconds while the minutes after the event are not over. */
const lookMs = 10_000

interface EventReplayProps {
  event: Event
  /** Where the event was. */
  place: { latitude: number; longitude: number }
  timeZone: string | undefined
}

/** Where an event was, with the way of its vehicle in the minutes before and after, to be played or moved through. */
export function EventReplay({ event, place, timeZone }: EventReplayProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const { latitude, longitude } = place
  const { lastOccurredAt, lastKnownAt } = event
  const { atMs: eventMs, fromMs, toMs } = replaySpanOf({ lastOccurredAt, lastKnownAt })
  const range = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
  const answer = useEndpoint(
    historyPositions,
    { params: { id: event.vehicleId }, query: range },
    { refetchInterval: () => (nowMs() < toMs ? lookMs : false) },
  )
  const positions = answer.data?.positions
  const track = useMemo(() => (positions === undefined ? emptyTrack : trackOf(positions)), [positions])
  const [firstMs, lastMs] = [track.time[0] ?? null, track.time.at(-1) ?? null]

  const [replay] = useState(() => {
    const created = createReplay()
    created.setRate(usualRate)
    return created
  })
  useEffect(() => () => replay.stop(), [replay])
  const wasPlaced = useRef(false)
  useEffect(() => {
    if (firstMs === null || lastMs === null) return
    replay.setBounds({ fromMs: firstMs, toMs: lastMs })
    if (!wasPlaced.current) replay.seek(eventMs)
    wasPlaced.current = true
  }, [replay, firstMs, lastMs, eventMs])
  const { atMs, isPlaying } = useReplayMoment(replay)

  const pins = useMemo(() => [{ id: 'event', latitude, longitude, letter: '!' }], [latitude, longitude])
  const tracks = useMemo(() => [{ id: 'way', points: linePointsOf(track) }], [track])
  const hasTrack = firstMs !== null && lastMs !== null && lastMs > firstMs
  // biome-ignore lint/correctness/useExhaustiveDependencies: the mark then moves outside React
  const marks = useMemo<MapMark[]>(() => {
    // At first the replay has no moment yet: it begins at the event.
    const startMs = replay.at() || eventMs
    const spot = hasTrack ? spotAt(track, Math.min(lastMs, Math.max(startMs, firstMs))) : null
    if (spot === null) return []
    const label = event.vehicleNumber
    return [{ id: markId, status: 'active', label, ...spot, headingDegrees: spot.heading }]
  }, [hasTrack, event.vehicleNumber, replay])
  const map = useRef<MapHandle>(null)
  useEffect(() => {
    const move = () => {
      const spot = spotAt(track, replay.at())
      if (spot) map.current?.moveMark(markId, { ...spot, headingDegrees: spot.heading })
    }
    const leave = replay.subscribe(move)
    return () => {
      leave()
    }
  }, [replay, track])

  const valueText = (ms: number) => {
    const spot = spotAt(track, ms)
    const time = formatDate(language, ms, { show: 'dateTimeSeconds', timeZone }).slice(-8)
    const state =
      spot === null || spot.isUnknown || Number.isNaN(spot.speedKmh)
        ? t('history.replay.unknown')
        : t('history.replay.speed', { speed: formatNumber(language, spot.speedKmh) })
    return t('history.replay.value', { time, state })
  }
  const words = t(isPlaying ? 'history.replay.pause' : 'history.replay.play')
  return (
    <Box component="section" aria-label={t('events.replay.label')} sx={{ display: 'grid', gap: '6px' }}>
      <SmallMap
        label={t('events.details.place')}
        point={{ latitude, longitude }}
        pins={pins}
        tracks={tracks}
        marks={marks}
        handle={map}
        height={220}
      />
      {hasTrack ? (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: '12px' }}>
          <IconButton
            aria-label={words}
            title={words}
            onClick={() => (isPlaying ? replay.pause() : replay.play())}
          >
            {isPlaying ? <PauseRounded /> : <PlayArrowRounded />}
          </IconButton>
          <Slider
            size="small"
            aria-label={t('history.replay.timeline')}
            getAriaValueText={(seconds) => valueText(seconds * secondMs)}
            min={Math.floor(firstMs / secondMs)}
            max={Math.ceil(lastMs / secondMs)}
            step={1}
            shiftStep={6 * stepSeconds}
            value={Math.round(atMs / secondMs)}
            marks={[{ value: Math.round(eventMs / secondMs) }]}
            onChange={(_, seconds) => {
              replay.pause()
              replay.seek((seconds as number) * secondMs)
            }}
          />
          <Box
            aria-hidden
            sx={{
              typography: 'body2',
              minWidth: 128,
              fontVariantNumeric: 'tabular-nums',
              textAlign: 'right',
            }}
          >
            {valueText(atMs)}
          </Box>
        </Box>
      ) : (
        <Box role="status" sx={{ typography: 'body2', color: token('textSoft') }}>
          {answer.isError
            ? message(answer.error, t('events.replay.failed'))
            : t(answer.data === undefined ? 'ui.loading' : 'events.replay.none')}
        </Box>
      )}
    </Box>
  )
}
