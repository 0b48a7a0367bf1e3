import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { formatDate, formatDurationShort, formatMoney, formatNumber } from '@rumbo/i18n/formats'
import { boxLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import type { ServiceDraft } from '../service-draft.rules.ts'
import { quoteInputOf, useQuote } from './use-quote.ts'

interface RouteQuoteProps {
  draft: ServiceDraft
  fleetId: string | null
  currency: string
  timeZone: string | undefined
  /** Takes the quoted price as the estimated cost. */
  onUse: (total: string) => void
}

const metresPerKm = 1_000

/** Distance, time, arrival and price of the route through the stops, while they are typed. */
export function RouteQuote({ draft, fleetId, currency, timeZone, onUse }: RouteQuoteProps) {
  const { t, language } = useText()
  const asked = quoteInputOf(draft, fleetId, currency)
  const { quote, isLoading, hasFailed, retry } = useQuote(asked)
  if (asked === null) return null
  const { route, charge } = quote ?? {}
  const about = route?.isEstimate ? '≈ ' : ''
  const facts: [label: string, value: string][] = []
  if (route) {
    const arrival = Date.parse(asked.startsAt) + route.durationSeconds * 1_000
    facts.push(
      [
        t('services.quote.distance'),
        `${about}${formatNumber(language, route.distanceMetres / metresPerKm, 1)} km`,
      ],
      [t('services.quote.duration'), `${about}${formatDurationShort(route.durationSeconds)}`],
      [t('services.quote.arrival'), `${about}${formatDate(language, arrival, { show: 'time', timeZone })}`],
    )
  }
  if (charge)
    facts.push([t('services.field.estimatedCost'), formatMoney(language, charge.total, charge.currency)])
  return (
    <Box
      component="section"
      aria-label={t('services.quote.title')}
      aria-busy={isLoading}
      sx={{ ...boxLook, p: '12px 16px', display: 'grid', gap: '8px' }}
    >
      <Box role="status" sx={{ minHeight: 44, display: 'grid', gap: '8px', alignContent: 'center' }}>
        {isLoading && <Skeleton width="60%" height={28} />}
        {hasFailed && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' }}>
            {t('services.quote.failed')}
            <Button size="small" onClick={retry}>
              {t('ui.retry')}
            </Button>
          </Box>
        )}
        {!isLoading && facts.length > 0 && (
          <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px 24px', m: 0 }}>
            {facts.map(([label, value]) => (
              <div key={label}>
                <Box component="dt" sx={{ typography: 'caption', color: token('textSoft') }}>
                  {label}
                </Box>
                <Box
                  component="dd"
                  sx={{ m: 0, typography: 'subtitle1', fontVariantNumeric: 'tabular-nums' }}
                >
                  {value}
                </Box>
              </div>
            ))}
          </Box>
        )}
        {!isLoading && quote && (
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>
            {[
              route === null && t('services.quote.noRoute'),
              route?.isEstimate && t('services.quote.estimate'),
              charge?.tariffName && t('services.quote.tariff', { name: charge.tariffName }),
              route && !charge && t('services.quote.noTariff'),
            ]
              .filter((text) => typeof text === 'string')
              .join(' ')}
          </Box>
        )}
      </Box>
      {!isLoading && charge && charge.currency === currency && charge.total !== draft.estimatedCost && (
        <Box>
          <Button size="small" variant="outlined" onClick={() => onUse(charge.total)}>
            {t('services.quote.use', { amount: formatMoney(language, charge.total, charge.currency) })}
          </Button>
        </Box>
      )}
    </Box>
  )
}
