import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import type { DriverOffer } from '@rumbo/contract/drivers.contract'
import { formatMoney, formatNumber } from '@rumbo/i18n/formats'
import { useEffect, useRef } from 'react'
import { Card } from '../ui/Card.tsx'
import { useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useDriverMoment } from './driver-moment.ts'
import type { Act } from './use-driver.ts'

const minutesOf = (seconds: number) => Math.max(1, Math.round(seconds / 60))

/** An offer with its countdown. It rings the phone once. */
export function OfferCard({ offer, act }: { offer: DriverOffer; act: Act }) {
  const { t, language } = useText()
  const moment = useDriverMoment()
  const nowMs = useNow()
  const heading = useRef<HTMLHeadingElement>(null)
  const { id, kind, offeredAt, expiresAt, stops, arrivalSeconds, isEstimate, pickupAt } = offer
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - nowMs) / 1000))
  const whole = (Date.parse(expiresAt) - Date.parse(offeredAt)) / 1000
  // biome-ignore lint/correctness/useExhaustiveDependencies: each offer rings once
  useEffect(() => {
    // Browsers refuse it before the first touch.
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([300, 150, 300])
    heading.current?.focus()
  }, [id])
  const facts = [
    pickupAt !== null && t('driver.offer.at', { time: moment(pickupAt, 'time') }),
    arrivalSeconds !== null &&
      `${isEstimate ? '≈ ' : ''}${t('driver.offer.arrival', { minutes: minutesOf(arrivalSeconds) })}`,
    offer.plannedDistance !== null &&
      offer.plannedDuration !== null &&
      t('driver.offer.trip', {
        distance: `${formatNumber(language, offer.plannedDistance / 1000, 1)} km`,
        minutes: minutesOf(offer.plannedDuration),
      }),
    offer.estimatedCost !== null &&
      t('driver.offer.price', { amount: formatMoney(language, offer.estimatedCost, offer.currency) }),
  ].filter((fact) => fact !== false)
  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} role="alert" style={{ outline: 'none' }}>
          {t(kind === 'now' ? 'driver.offer.title' : `driver.offer.${kind}`)}
        </span>
      }
    >
      <Box sx={{ display: 'grid', gap: '12px' }}>
        <Box>
          <LinearProgress
            variant="determinate"
            value={whole > 0 ? Math.min(100, (seconds / whole) * 100) : 0}
            aria-label={t('driver.offer.left', { seconds })}
            sx={{ height: 8, borderRadius: 4 }}
          />
          <Box sx={{ typography: 'h2', mt: '6px', fontVariantNumeric: 'tabular-nums' }}>
            {seconds > 0 ? t('driver.offer.left', { seconds }) : t('driver.offer.over')}
          </Box>
        </Box>
        <Box component="ol" sx={{ m: 0, pl: '22px', overflowWrap: 'anywhere' }}>
          {stops.map((stop, at) => (
            // Two stops may have one address.
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of stops does not change
            <li key={at}>{stop.address}</li>
          ))}
        </Box>
        <Box sx={{ color: token('textSoft') }}>{facts.join(' · ')}</Box>
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 2fr', gap: '12px' }}>
          <Button
            variant="outlined"
            size="large"
            sx={{ minHeight: 64 }}
            onClick={() => void act({ kind: 'reject', offerId: id })}
          >
            {t('driver.offer.reject')}
          </Button>
          <Button
            variant="contained"
            size="large"
            sx={{ minHeight: 64 }}
            disabled={seconds === 0}
            onClick={() => void act({ kind: 'accept', offerId: id })}
          >
            {t('driver.offer.accept')}
          </Button>
        </Box>
      </Box>
    </Card>
  )
}
