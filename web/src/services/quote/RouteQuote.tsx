import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { formatDate, formatDurationShort, formatMoney, formatNumber } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { ChargeLines } from '../../billing/ChargeLines.tsx'
import { boxLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { isAmount } from '../service-check.rules.ts'
import type { ServiceDraft } from '../service-draft.rules.ts'
import { ExtraChoices } from './ExtraChoices.tsx'
import { quoteInputOf, useQuote } from './use-quote.ts'

interface RouteQuoteProps {
  draft: ServiceDraft
  fleetId: string | null
  currency: string
  timeZone: string | undefined
  onChange: (some: Partial<ServiceDraft>) => void
}

const metresPerKm = 1_000

/** Distance, time, arrival and price of the route through the stops, while they are typed, and the tariff's extras. */
export function RouteQuote({ draft, fleetId, currency, timeZone, onChange }: RouteQuoteProps) {
  const { t, language } = useText()
  const asked = quoteInputOf(draft, fleetId, currency)
  const { quote, lastOffered, isLoading, hasFailed, retry } = useQuote(asked)
  const [areLinesOpen, setLinesOpen] = useState(false)
  if (asked === null) return null
  const { route, charge } = quote ?? {}
  const isAgreed = draft.estimatedCost !== ''
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
    facts.push([
      t(isAgreed ? 'services.quote.byTariff' : 'services.field.estimatedCost'),
      formatMoney(language, charge.total, charge.currency),
    ])
  if (isAgreed && isAmount(draft.estimatedCost, currency))
    facts.push([t('services.quote.agreed'), formatMoney(language, draft.estimatedCost, currency)])
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
      {charge &&
        (areLinesOpen ? (
          <ChargeLines charge={charge} label={t('services.field.estimatedCost')} />
        ) : (
          <Box>
            <Button size="small" onClick={() => setLinesOpen(true)}>
              {t('services.quote.lines')}
            </Button>
          </Box>
        ))}
      <ExtraChoices
        offered={quote?.extras ?? lastOffered}
        chosen={draft.extras}
        currency={charge?.currency ?? currency}
        onChange={(extras) => onChange({ extras })}
      />
      {!isLoading && charge && charge.currency === currency && isAgreed && (
        <Box>
          <Button size="small" variant="outlined" onClick={() => onChange({ estimatedCost: '' })}>
            {t('services.quote.useTariff', { amount: formatMoney(language, charge.total, charge.currency) })}
          </Button>
        </Box>
      )}
    </Box>
  )
}
