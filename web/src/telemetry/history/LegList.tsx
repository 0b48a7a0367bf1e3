import LocalParkingRounded from '@mui/icons-material/LocalParkingRounded'
import RouteOutlined from '@mui/icons-material/RouteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { usePlaceName } from '../../places/use-address.ts'
import { useText } from '../../ui/i18n.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { type Leg, spanText } from './legs.rules.ts'

/** The zone and the street of a stay, or where a trip ended. */
function LegPlace({ leg }: { leg: Leg }) {
  const { t } = useText()
  const { place, isLoading, isDegraded } = usePlaceName(leg.latitude, leg.longitude)
  const words = place?.name ?? (isLoading ? '…' : t('history.leg.noAddress'))
  return (
    <Box
      component="span"
      title={isDegraded ? t('places.field.degraded') : undefined}
      sx={{ color: token('textSoft') }}
    >
      {leg.zone !== null && (
        <Box component="strong" sx={{ color: token('text') }}>
          {leg.zone}
          {' · '}
        </Box>
      )}
      {isDegraded ? `${words} (${t('places.degraded')})` : words}
    </Box>
  )
}

interface LegListProps {
  legs: readonly Leg[]
  chosenId: string | null
  timeZone: string
  onChoose: (leg: Leg | null) => void
}

/** Trips and stops of a day in order; choosing one shows only its part of the route. */
export function LegList({ legs, chosenId, timeZone, onChoose }: LegListProps) {
  const { t, language } = useText()
  const clock = (ms: number) => formatDate(language, ms, { show: 'time', timeZone })
  if (legs.length === 0) return <EmptyState title={t('history.leg.none')} />
  return (
    <>
      {chosenId !== null && (
        <Box sx={{ p: '8px 12px 0' }}>
          <Button size="small" variant="outlined" onClick={() => onChoose(null)}>
            {t('history.leg.clear')}
          </Button>
        </Box>
      )}
      <Box component="ul" aria-label={t('history.leg.list')} sx={{ listStyle: 'none', m: 0, p: '6px' }}>
        {legs.map((leg) => {
          const isTrip = leg.kind === 'trip'
          const Icon = isTrip ? RouteOutlined : LocalParkingRounded
          const isChosen = leg.id === chosenId
          const figures = isTrip
            ? [
                `${formatNumber(language, leg.distanceMetres / 1000, 1)} km`,
                t('history.leg.maximum', { speed: formatNumber(language, leg.maxSpeedKmh) }),
              ]
            : leg.idleSeconds > 0
              ? [t('history.leg.idle', { duration: spanText(leg.idleSeconds) })]
              : []
          return (
            <Box component="li" key={leg.id}>
              <ButtonBase
                aria-pressed={isChosen}
                onClick={() => onChoose(isChosen ? null : leg)}
                sx={{
                  display: 'flex',
                  width: '100%',
                  gap: '10px',
                  p: '8px',
                  borderRadius: '10px',
                  textAlign: 'left',
                  alignItems: 'flex-start',
                  justifyContent: 'flex-start',
                  backgroundColor: isChosen ? token('primarySoft') : undefined,
                  '&:hover': { backgroundColor: isChosen ? token('primarySoft') : token('sunken') },
                }}
              >
                <Icon
                  aria-hidden
                  sx={{ fontSize: 20, mt: '2px', color: token(isTrip ? 'occupied' : 'textSoft') }}
                />
                <Box sx={{ minWidth: 0, flex: 1 }}>
                  <Box sx={{ display: 'flex', gap: '8px', alignItems: 'baseline' }}>
                    <Box component="span" sx={{ typography: 'subtitle2' }}>
                      {t(`history.leg.${leg.kind}`)} {leg.number}
                    </Box>
                    <Box
                      component="span"
                      sx={{ ml: 'auto', typography: 'body2', fontVariantNumeric: 'tabular-nums' }}
                    >
                      {clock(leg.startMs)}–{leg.isRunning ? t('history.leg.running') : clock(leg.endMs)}
                    </Box>
                  </Box>
                  <Box sx={{ typography: 'body2' }}>
                    {[spanText((leg.endMs - leg.startMs) / 1000), ...figures].join(' · ')}
                  </Box>
                  <Box
                    sx={{
                      typography: 'body2',
                      overflow: 'hidden',
                      textOverflow: 'ellipsis',
                      whiteSpace: 'nowrap',
                    }}
                  >
                    <LegPlace leg={leg} />
                  </Box>
                </Box>
              </ButtonBase>
            </Box>
          )
        })}
      </Box>
    </>
  )
}
