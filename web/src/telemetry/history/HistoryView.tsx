import Box from '@mui/material/Box'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useCan, useErrorMessage, useFeatures } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import type { HistoryLayers } from '../../map/layers/history-layers.ts'
import type { MapHandle } from '../../map/map-model.ts'
import { useHeight } from '../../ui/hooks/use-height.ts'
import { useText } from '../../ui/i18n.tsx'
import { CardsSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { HistoryMap, placesOf } from './HistoryMap.tsx'
import { HistoryMapTools } from './HistoryMapTools.tsx'
import { HistoryHead, HistoryPanel } from './HistoryPanel.tsx'
import { dateText, isDate, type Leg } from './legs.rules.ts'
import { ReplayDock } from './ReplayDock.tsx'
import { createReplay } from './replay.ts'
import { SpeedLegend } from './SpeedLegend.tsx'
import { spotAt } from './track.rules.ts'
import { useDayEvents } from './use-day-events.ts'
import { useHistoryDay, useReplayMoment } from './use-history-day.ts'

const toolsPixels = 52

interface HistoryViewProps {
  vehicle: Vehicle
  title: string
  /** Shows the details of an event of the day. */
  eventCard: (eventId: string, onClose: () => void) => React.ReactNode
}

/** A day of a vehicle: panel and map side by side, replay controls and plots below. */
export function HistoryView({ vehicle, title, eventCard }: HistoryViewProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const features = useFeatures()
  const [query, change] = useAddressState()
  const isNarrow = useMediaQuery('(max-width: 1199px)', { noSsr: true })
  const askedText = oneOf(query.date)
  const asked = isDate(askedText) ? askedText : null
  const day = useHistoryDay(vehicle.id, asked)
  const { route, dates, span, line, track, legs, date, isToday, shownDate } = day
  const limitKmh = vehicle.speedLimitKmh
  const canReadEvents =
    features.includes('events') &&
    can('events.read', { companyId: vehicle.companyId, fleetId: vehicle.fleetId, vehicleId: vehicle.id })
  const dayEvents = useDayEvents({
    vehicleId: vehicle.id,
    from: canReadEvents ? route.data?.from : undefined,
    to: route.data?.to,
  })
  const { events } = dayEvents

  const [replay] = useState(createReplay)
  useEffect(() => () => replay.stop(), [replay])
  const firstMs = track?.time[0]
  const lastMs = track?.time.at(-1)
  const bounds = useMemo(
    () => (firstMs === undefined || lastMs === undefined ? null : { fromMs: firstMs, toMs: lastMs }),
    [firstMs, lastMs],
  )
  const momentText = oneOf(query.at)
  const legId = oneOf(query.leg)
  const chosenLeg = legs.find(({ id }) => id === legId) ?? null
  const legStartMs = chosenLeg?.startMs ?? null
  const placed = useRef('')
  const endMs = useRef<number | null>(null)
  useEffect(() => {
    if (bounds === null) return
    // A replay at the end of the current day follows new positions.
    const isAtEnd = endMs.current !== null && replay.at() >= endMs.current && !replay.isPlaying()
    endMs.current = isToday ? bounds.toMs : null
    replay.setBounds(bounds)
    if (shownDate !== date) return
    if (placed.current !== `${date}`) {
      placed.current = `${date}`
      const moment = Date.parse(momentText)
      replay.pause()
      const first = legStartMs ?? (isToday ? bounds.toMs : bounds.fromMs)
      replay.seek(Number.isNaN(moment) ? first : moment)
    } else if (isAtEnd) replay.seek(bounds.toMs)
  }, [replay, bounds, date, shownDate, isToday, momentText, legStartMs])

  const isFull = oneOf(query.full) !== '0'
  const [isFollowing, setFollowing] = useState(false)
  const [pointedMs, setPointedMs] = useState<number | null>(null)
  const map = useRef<MapHandle>(null)
  const layers = useRef<HistoryLayers | null>(null)
  const [bar, barHeight] = useHeight()
  const covered = useMemo(
    () => ({ leftPixels: 0, rightPixels: toolsPixels, topPixels: barHeight + 12, bottomPixels: 0 }),
    [barHeight],
  )
  const { atMs } = useReplayMoment(replay, 500)
  const part = chosenLeg
    ? { fromMs: chosenLeg.startMs, toMs: chosenLeg.endMs }
    : isFull || span === null
      ? null
      : { fromMs: span.fromMs, toMs: atMs }

  const chooseLeg = (leg: Leg | null) => {
    change({ leg: leg?.id })
    if (leg !== null) replay.seek(leg.startMs)
  }
  const openEvent = (id: string) => {
    const event = events.find((one) => one.id === id)
    if (event) replay.seek(Date.parse(event.occurredAt))
    change({ event: id }, { push: true })
  }
  const openId = oneOf(query.event)
  const chooseDay = (next: string) => {
    replay.pause()
    change({ date: next, leg: undefined, at: undefined }, { push: true })
  }

  let content: React.ReactNode
  if (dates.isError && dates.data === undefined)
    content = (
      <ErrorState
        title={t('history.error.dates')}
        text={message(dates.error, t('ui.error.text'))}
        onRetry={() => void dates.refetch()}
      />
    )
  else if (askedText !== '' && asked === null) content = <ErrorState title={t('history.error.date')} />
  else if (dates.data !== undefined && dates.data.items.length === 0 && date === null)
    content =
      vehicle.imei === null && can('vehicles.edit', vehicle) ? (
        <EmptyState title={t('history.empty.noDevice')} text={t('history.empty.noDeviceText')} />
      ) : (
        <EmptyState title={t('history.empty.none')} text={t('history.empty.noneText')} />
      )
  else if (route.isError && route.data === undefined)
    content = (
      <ErrorState
        title={t('history.error.route')}
        text={message(route.error, t('ui.error.text'))}
        onRetry={() => void route.refetch()}
      />
    )
  else if (route.data === undefined || line === null || track === null || span === null)
    content = <CardsSkeleton />
  else if (track.time.length === 0 && shownDate !== date) content = <CardsSkeleton />
  else if (track.time.length === 0)
    content = (
      <EmptyState
        title={t('history.empty.day', { date: dateText(date ?? '') })}
        text={t('history.empty.dayText')}
      />
    )
  else
    content = (
      <Box
        aria-busy={shownDate !== date}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          height: isNarrow ? 'auto' : '100%',
          minHeight: 0,
          opacity: shownDate === date ? 1 : 0.5,
        }}
      >
        <Box sx={{ position: 'relative', flex: isNarrow ? 'none' : 1, minHeight: isNarrow ? 384 : 200 }}>
          <HistoryMap
            line={line}
            track={track}
            legs={legs}
            gaps={day.gaps}
            events={events}
            chosenLeg={chosenLeg}
            part={part}
            hasRest={isFull}
            limitKmh={limitKmh}
            vehicleNumber={vehicle.vehicleNumber}
            replay={replay}
            isFollowing={isFollowing}
            onFollow={setFollowing}
            onLeg={(id) => chooseLeg(legs.find((leg) => leg.id === id) ?? null)}
            onEvent={openEvent}
            onHover={setPointedMs}
            handle={map}
            layersRef={layers}
            covered={covered}
          />
          <HistoryMapTools
            map={map}
            isFull={isFull}
            onFull={(next) => change({ full: next ? undefined : '0' })}
            isFollowing={isFollowing}
            onFollow={setFollowing}
            spot={() => spotAt(track, replay.at())}
            onShowAll={() => {
              setFollowing(false)
              map.current?.fit(placesOf(line, chosenLeg), { maxZoom: 16 })
            }}
            onShare={() => change({ date: date ?? undefined, at: new Date(replay.at()).toISOString() })}
            barRef={bar}
            legend={isNarrow ? null : <SpeedLegend limitKmh={limitKmh} />}
          />
        </Box>
        <Box
          sx={{ flex: 'none', backgroundColor: token('surface'), borderTop: `1px solid ${token('line')}` }}
        >
          {isNarrow && <SpeedLegend limitKmh={limitKmh} isPlain />}
          <ReplayDock
            day={day}
            track={track}
            span={day.view ?? span}
            bounds={bounds ?? span}
            events={events}
            onEvent={openEvent}
            chosenLeg={chosenLeg}
            limitKmh={limitKmh}
            replay={replay}
            isNarrow={isNarrow}
            pointedMs={pointedMs}
            onPoint={(ms) => layers.current?.point(ms === null ? null : spotAt(track, ms))}
          />
        </Box>
      </Box>
    )

  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        display: 'grid',
        gridTemplateColumns: isNarrow ? 'minmax(0, 1fr)' : '392px minmax(0, 1fr)',
        // Rows keep their height: within a bounded height, 'auto' rows would be squeezed over each other.
        gridTemplateRows: isNarrow ? 'max-content max-content' : 'minmax(0, 1fr)',
        overflowY: isNarrow ? 'auto' : 'hidden',
      }}
    >
      <Box
        sx={{
          order: isNarrow ? 2 : 0,
          minHeight: 0,
          backgroundColor: token('surface'),
          borderRight: isNarrow ? undefined : `1px solid ${token('line')}`,
        }}
      >
        <HistoryPanel
          title={title}
          vehicle={vehicle}
          day={day}
          track={track}
          events={dayEvents}
          onEvent={openEvent}
          canReadEvents={canReadEvents}
          chosenLegId={chosenLeg?.id ?? null}
          onLeg={chooseLeg}
          onMoment={replay.seek}
          onDay={chooseDay}
          tab={oneOf(query.tab)}
          onTab={(tab) => change({ tab })}
          hasHead={!isNarrow}
        />
      </Box>
      <Box sx={{ position: 'relative', minHeight: 0, minWidth: 0 }}>
        {isNarrow && <HistoryHead title={title} vehicle={vehicle} day={day} onDay={chooseDay} />}
        {content}
      </Box>
      {openId !== '' && canReadEvents && eventCard(openId, () => change({ event: undefined }))}
    </Box>
  )
}
