import { historyRoute } from '@rumbo/contract/telemetry.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { type ComponentProps, useMemo } from 'react'
import { useEndpoint } from '../../app/data/use-data.ts'
import { SmallMap } from '../../map/SmallMap.tsx'
import { useText } from '../../ui/i18n.tsx'

export interface Place {
  latitude: number
  longitude: number
}

/** What a test on history found; `at` in ISO 8601. */
export interface TestedEvent {
  vehicleId: string
  at: string
  /** Null where the vehicle was at no known place. */
  latitude: number | null
  longitude: number | null
}

/** Time shown before and after an event. */
const aroundMs = 5 * minuteMs

const placeOf = ({ latitude, longitude }: TestedEvent): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

export interface TestedMapProps extends Pick<ComponentProps<typeof SmallMap>, 'areas'> {
  events: readonly TestedEvent[]
  chosen: TestedEvent | null
  centre: Place | null
}

/** Where the events of a test were, or the chosen one with the way of its vehicle around it. */
export function TestedMap({ events, chosen, centre, areas }: TestedMapProps) {
  const { t } = useText()
  const at = chosen ? Date.parse(chosen.at) : 0
  const route = useEndpoint(
    historyRoute,
    {
      params: { id: chosen?.vehicleId ?? '' },
      query: {
        from: new Date(at - aroundMs).toISOString(),
        to: new Date(at + aroundMs).toISOString(),
        points: 500,
      },
    },
    { enabled: chosen !== null },
  )
  const positions = chosen ? route.data?.positions : undefined
  const tracks = useMemo(
    () =>
      positions && [
        {
          id: 'around',
          points: positions.time.map((_, index) => ({
            latitude: positions.latitude[index] as number,
            longitude: positions.longitude[index] as number,
            speedKmh: positions.speedKmh[index] ?? null,
          })),
        },
      ],
    [positions],
  )
  const pins = useMemo(
    () =>
      (chosen ? [chosen] : events).flatMap((event, index) => {
        const place = placeOf(event)
        return place ? [{ id: String(index), ...place, letter: '', isPoint: true }] : []
      }),
    [chosen, events],
  )
  const point = (chosen && placeOf(chosen)) ?? centre ?? pins[0]
  if (!point) return null
  return (
    <SmallMap
      key={chosen ? `${chosen.vehicleId} ${chosen.at}` : 'all'}
      label={t('history.test.map')}
      point={point}
      areas={areas}
      height={260}
      tracks={tracks}
      pins={pins}
    />
  )
}
