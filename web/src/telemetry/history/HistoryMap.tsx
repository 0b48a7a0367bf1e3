import Box from '@mui/material/Box'
import type { Event } from '@rumbo/contract/events.contract'
import type { Bounds } from '@rumbo/contract/lists'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { LiveMap } from '../../map/LiveMap.tsx'
import { createHistoryLayers, type HistoryLayers } from '../../map/layers/history-layers.ts'
import { hasLeftView } from '../../map/map-bounds.ts'
import type { Covered, MapHandle, MapMark, MapTrack, Points } from '../../map/map-model.ts'
import { useText } from '../../ui/i18n.tsx'
import type { Leg } from './legs.rules.ts'
import type { Replay } from './replay.ts'
import { type Gap, indexAt, nearestTo, spotAt, type Track } from './track.rules.ts'

interface HistoryMapProps {
  /** The simplified line that is drawn. */
  line: Track
  /** Every position, for moving the mark. */
  track: Track
  legs: readonly Leg[]
  gaps: readonly Gap[]
  events: readonly Event[]
  chosenLeg: Leg | null
  /** The part of the line that is drawn, epoch milliseconds. Default: all of it. */
  part: { fromMs: number; toMs: number } | null
  /** The rest of the line is drawn in grey. */
  hasRest: boolean
  limitKmh: number | null
  vehicleNumber: string
  replay: Replay
  isFollowing: boolean
  onFollow: (isFollowing: boolean) => void
  onLeg: (id: string) => void
  onEvent: (id: string) => void
  /** The pointer is over a moment of the line (epoch milliseconds); null when it has left. */
  onHover: (ms: number | null) => void
  handle: React.RefObject<MapHandle | null>
  /** Areas of the map that are covered; fitted content avoids them. */
  covered: Covered
  /** Lets the plots show the hovered moment on the map. */
  layersRef: React.RefObject<HistoryLayers | null>
}

const markId = 'replay'
const followEveryMs = 250
/** A map rendered by the CPU must leave time for the rest of the page. */
const moveEveryMs = 33

/** Points of a part of a line, in epoch milliseconds; the first point after a gap starts a new line. */
function pointsOf(line: Track, gaps: readonly Gap[], part: { fromMs: number; toMs: number } | null) {
  const first = part === null ? 0 : Math.max(0, indexAt(line.time, part.fromMs))
  const end = part === null ? line.time.length : indexAt(line.time, part.toMs) + 1
  const points: MapTrack['points'][number][] = []
  let gapAt = 0
  for (let at = first; at < end; at += 1) {
    const ms = line.time[at] ?? 0
    while (gapAt < gaps.length && (gaps[gapAt]?.toMs ?? 0) <= (line.time[at - 1] ?? 0)) gapAt += 1
    const gap = gaps[gapAt]
    points.push({
      latitude: line.latitude[at] ?? 0,
      longitude: line.longitude[at] ?? 0,
      speedKmh: line.speedKmh[at] ?? null,
      isAfterGap: gap !== undefined && at > first && gap.fromMs >= (line.time[at - 1] ?? 0) && gap.toMs <= ms,
    })
  }
  return points
}

/** The route of a day with its stops and events, and the mark of the replay. */
export function HistoryMap(props: HistoryMapProps) {
  const {
    line,
    track,
    legs,
    gaps,
    events,
    chosenLeg,
    part,
    hasRest,
    limitKmh,
    vehicleNumber,
    replay,
    isFollowing,
  } = props
  const { handle, layersRef } = props
  const { t } = useText()
  const latest = useEffectEvent(() => props)
  const [isReady, setReady] = useState(false)

  const [layers] = useState(() => {
    const momentNear = (place: { latitude: number; longitude: number; withinDegrees: number }) => {
      const near = nearestTo(latest().line, place)
      return near === null || near.degrees > place.withinDegrees
        ? null
        : (latest().line.time[near.index] ?? null)
    }
    return createHistoryLayers({
      onSpot: (id) => {
        const isEvent = latest().events.some((event) => event.id === id)
        if (isEvent) latest().onEvent(id)
        else latest().onLeg(id)
      },
      onHover: (place) => {
        const ms = place === null ? null : momentNear(place)
        const spot = ms === null ? null : spotAt(latest().line, ms)
        layers.point(spot)
        latest().onHover(ms)
      },
      onClick: (place) => {
        const ms = momentNear(place)
        if (ms !== null) latest().replay.seek(ms)
      },
    })
  })
  useEffect(() => {
    layersRef.current = layers
  }, [layers, layersRef])

  const [fromMs, toMs] = [part?.fromMs ?? null, part?.toMs ?? null]
  const tracks = useMemo<MapTrack[]>(() => {
    const shown = fromMs === null || toMs === null ? null : { fromMs, toMs }
    const day = { id: 'day', points: pointsOf(line, gaps, shown), limitKmh }
    if (shown === null || !hasRest) return [day]
    return [{ id: 'rest', points: pointsOf(line, gaps, null), isFaint: true }, day]
  }, [line, gaps, fromMs, toMs, hasRest, limitKmh])

  const chosenId = chosenLeg?.id ?? null
  useEffect(() => {
    const place = (ms: number) => {
      const at = Math.max(0, indexAt(track.time, ms))
      return { latitude: track.latitude[at] ?? 0, longitude: track.longitude[at] ?? 0 }
    }
    const placeOf = ({ latitude, longitude, occurredAt }: (typeof events)[number]) =>
      latitude === null || longitude === null ? place(Date.parse(occurredAt)) : { latitude, longitude }
    layers.show({
      spots: [
        ...legs
          .filter(({ kind, id }) => kind === 'stay' && (chosenId === null || id === chosenId))
          .map(({ id, number, latitude, longitude }) => ({
            id,
            kind: 'stay' as const,
            text: String(number),
            latitude,
            longitude,
            isChosen: id === chosenId,
          })),
        ...events.map((event) => ({
          id: event.id,
          kind: 'event' as const,
          text: '!',
          isChosen: true,
          ...placeOf(event),
        })),
      ],
      gaps: gaps.map((gap) => ({ from: place(gap.fromMs), to: place(gap.toMs) })),
    })
  }, [layers, legs, events, gaps, chosenId, track])

  const firstSpot = track.time.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer track moves the mark outside React
  const marks = useMemo<MapMark[]>(() => {
    const spot = firstSpot ? spotAt(track, Math.max(replay.at(), track.time[0] ?? 0)) : null
    return spot === null
      ? []
      : [
          {
            id: markId,
            status: 'active',
            label: vehicleNumber,
            latitude: spot.latitude,
            longitude: spot.longitude,
            headingDegrees: spot.heading,
          },
        ]
  }, [firstSpot, vehicleNumber, replay])

  const bounds = useRef<Bounds | null>(null)
  const holdBounds = useCallback((next: Bounds) => {
    bounds.current = next
  }, [])
  useEffect(() => {
    if (!isReady) return
    let followedMs = 0
    let movedMs = 0
    let shownSpot: ReturnType<typeof spotAt> = null
    const move = () => {
      const now = performance.now()
      if (replay.isPlaying() && now - movedMs < moveEveryMs) return
      movedMs = now
      const spot = spotAt(latest().track, replay.at())
      if (spot === null) return
      handle.current?.moveMark(markId, { ...spot, headingDegrees: spot.heading })
      // Today the vehicle drives on: one that leaves the view takes the map along, one looked away from does not.
      const hasLeft = !replay.isPlaying() && hasLeftView(bounds.current, shownSpot, spot)
      shownSpot = spot
      const isFollowed = latest().isFollowing && !(replay.isPlaying() && now - followedMs < followEveryMs)
      if (!isFollowed && !hasLeft) return
      followedMs = now
      handle.current?.goTo(spot)
    }
    move()
    const leave = replay.subscribe(move)
    return () => {
      leave()
    }
  }, [isReady, replay, handle])
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new track places the mark again
  useEffect(() => {
    const spot = isReady ? spotAt(track, replay.at()) : null
    if (spot === null) return
    handle.current?.moveMark(markId, { ...spot, headingDegrees: spot.heading })
    if (isFollowing) handle.current?.goTo(spot)
  }, [isReady, track, isFollowing, marks])

  /** The map is fitted when another day or leg is shown. */
  const [dayKey] = [line.time[0] ?? 0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the map is fitted only to another day or leg
  useEffect(() => {
    if (!isReady || line.time.length === 0) return
    handle.current?.fit(placesOf(line, chosenLeg), { maxZoom: 16, isInstant: chosenLeg === null })
  }, [isReady, dayKey, chosenId])

  return (
    <Box sx={{ position: 'absolute', inset: 0 }}>
      <LiveMap
        ref={handle}
        label={t('history.map.label')}
        view={null}
        tracks={tracks}
        marks={marks}
        attach={layers.attach}
        covered={props.covered}
        onBounds={holdBounds}
        onReady={() => setReady(true)}
        onDrag={() => props.onFollow(false)}
      />
    </Box>
  )
}

/** The points of a line within a leg, or all of them. */
export function placesOf(line: Track, leg: Leg | null): Points {
  const first = leg === null ? 0 : Math.max(0, indexAt(line.time, leg.startMs))
  const end = leg === null ? line.time.length : indexAt(line.time, leg.endMs) + 1
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => ({
    latitude: line.latitude[first + at] ?? 0,
    longitude: line.longitude[first + at] ?? 0,
  }))
}
