import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { Geofence } from '@rumbo/contract/geofences.contract'
import { type FenceTestResult, testedEventKinds } from '@rumbo/contract/geofences.history-test.contract'
import { dayOf } from '@rumbo/contract/holidays'
import { historyRoute } from '@rumbo/contract/telemetry.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { formatNumber } from '@rumbo/i18n/formats'
import { useMemo, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { AppLink } from '../../app/navigation/address.tsx'
import { useMoment } from '../../app/use-moment.ts'
import { SmallMap } from '../../map/SmallMap.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { areaOf } from '../fence-area.ts'
import { centreOf, sumOf } from './result.rules.ts'

/** Time shown before and after an event. */
const aroundMs = 5 * minuteMs
/** Rows that are drawn; more say how many they are. */
const mostRows = 200

type Event = FenceTestResult['events'][number]
const keyOf = ({ at, vehicleId, kind, isRaised }: Event) => `${at} ${vehicleId} ${kind} ${isRaised}`

/** What a geofence would have raised: totals, each event, and the chosen one on the map with the minutes around it. */
export function TestResult({ fence, result }: { fence: Geofence; result: FenceTestResult }) {
  const { t, language } = useText()
  const moment = useMoment()
  const { company } = useWorkspace()
  const [chosen, setChosen] = useState<Event | null>(null)
  const [isRaisedOnly, setRaisedOnly] = useState(false)
  const number = (value: number) => formatNumber(language, value)
  const numberOf = new Map(result.vehicles.map((one) => [one.vehicleId, one.vehicleNumber]))
  const positions = result.vehicles.reduce((sum, one) => sum + one.positions, 0)
  const events = result.events.filter(({ isRaised }) => isRaised || !isRaisedOnly)
  const shown = Math.min(events.length, mostRows)
  const total = sumOf(isRaisedOnly ? result.raised : result.counts)
  const facts = [
    ...testedEventKinds
      .filter((kind) => result.counts[kind] !== undefined || kind === 'entry' || kind === 'exit')
      .map((kind) => ({
        name: t(`geofences.trigger.${kind}`),
        value: t('geofences.test.counted', {
          happened: number(result.counts[kind] ?? 0),
          raised: number(result.raised[kind] ?? 0),
        }),
      })),
    { name: t('geofences.test.suppressed'), value: number(result.suppressed) },
    { name: t('geofences.test.positions'), value: number(positions) },
  ]
  return (
    <Box sx={{ display: 'grid', gap: '16px', minWidth: 0 }}>
      <FactList facts={facts} />
      <TestMap fence={fence} event={chosen} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'center' }}>
        <Box component="h3" sx={{ typography: 'h3', m: 0, flex: 1 }}>
          {t('geofences.test.events')}
        </Box>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={isRaisedOnly}
          aria-label={t('geofences.test.events')}
          onChange={(_, next: boolean | null) => next !== null && setRaisedOnly(next)}
        >
          <ToggleButton value={false}>{t('geofences.test.all')}</ToggleButton>
          <ToggleButton value={true}>{t('geofences.test.raised')}</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {events.length === 0 && (
        <Box sx={{ typography: 'body2' }}>
          {t(`geofences.test.${result.events.length === 0 ? 'none' : 'noneRaised'}`)}
        </Box>
      )}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid' }}>
        {events.slice(0, mostRows).map((event) => {
          const isChosen = event === chosen
          return (
            <Box
              component="li"
              key={keyOf(event)}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: '8px',
                borderTop: `1px solid ${token('line')}`,
              }}
            >
              <Button
                fullWidth
                aria-pressed={isChosen}
                onClick={() => setChosen(isChosen ? null : event)}
                sx={{ justifyContent: 'flex-start', textAlign: 'left', gap: '12px', flexWrap: 'wrap' }}
                color={isChosen ? 'primary' : 'inherit'}
              >
                <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                  {moment(event.at, 'dateTime')}
                </Box>
                <Box component="span">{numberOf.get(event.vehicleId)}</Box>
                <Box component="span" sx={{ fontWeight: 620 }}>
                  {t(`geofences.trigger.${event.kind}`)}
                </Box>
                {!event.isRaised && (
                  <Box component="span" sx={{ color: token('textSoft') }}>
                    {t('geofences.test.notRaised')}
                  </Box>
                )}
              </Button>
              {isChosen && (
                <AppLink
                  to={addresses.history(event.vehicleId, {
                    date: dayOf(new Date(event.at), company?.timeZone ?? 'UTC'),
                  })}
                  sx={{ flexShrink: 0, typography: 'body2' }}
                >
                  {t('geofences.test.open')}
                </AppLink>
              )}
            </Box>
          )
        })}
      </Box>
      {total > shown && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('geofences.test.more', { shown: number(shown), total: number(total) })}
        </Box>
      )}
    </Box>
  )
}

function TestMap({ fence, event }: { fence: Geofence; event: Event | null }) {
  const { t } = useText()
  const at = event ? Date.parse(event.at) : 0
  const route = useEndpoint(
    historyRoute,
    {
      params: { id: event?.vehicleId ?? '' },
      query: {
        from: new Date(at - aroundMs).toISOString(),
        to: new Date(at + aroundMs).toISOString(),
        points: 500,
      },
    },
    { enabled: event !== null },
  )
  const positions = event ? route.data?.positions : undefined
  const areas = useMemo(() => [areaOf(fence, { isChosen: true })], [fence])
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
      event === null
        ? undefined
        : [{ id: 'event', latitude: event.latitude, longitude: event.longitude, letter: '', isPoint: true }],
    [event],
  )
  return (
    <SmallMap
      key={event ? `${event.vehicleId} ${event.at}` : 'fence'}
      label={t('geofences.test.map')}
      point={event ?? centreOf(fence.shape)}
      areas={areas}
      height={260}
      tracks={tracks}
      pins={pins}
    />
  )
}
