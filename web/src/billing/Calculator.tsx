import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { Rates } from '@rumbo/contract/billing.contract'
import { chargeLines } from '@rumbo/contract/billing.rules'
import { moneyOf } from '@rumbo/contract/money'
import type { Zone } from '@rumbo/contract/places.zones.contract'
import { useId, useState } from 'react'
import { boxLook } from '../ui/card-look.ts'
import { nowMs } from '../ui/clock.ts'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateTimeField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { ChargeLines } from './ChargeLines.tsx'
import { type RideDraft, rideOf, usualRide } from './calculator.rules.ts'
import { NumberField } from './NumberField.tsx'

interface CalculatorProps {
  /** Null while the rates have errors. */
  rates: Rates | null
  currency: string
  timeZone: string
  zones: readonly Zone[]
}

/** What an example ride costs, line by line, computed here by the rules of the server. */
export function Calculator({ rates, currency, timeZone, zones }: CalculatorProps) {
  const { t } = useText()
  const titleId = useId()
  const [ride, setRide] = useState<RideDraft>(() => usualRide(new Date(nowMs()).toISOString()))
  const set = (some: Partial<RideDraft>) => setRide({ ...ride, ...some })
  const priced = rideOf(ride, timeZone, zones)
  const result = rates && priced ? chargeLines(rates, priced, currency) : null
  const number = (name: 'km' | 'minutes' | 'waitingMinutes' | 'stops', unit: 'km' | 'min' | 'stop') => (
    <NumberField
      size="small"
      label={t(`billing.ride.${name}`)}
      value={ride[name]}
      unit={t(`billing.unit.${unit}`)}
      onChange={(value) => set({ [name]: value })}
    />
  )
  const zone = (name: 'fromZoneId' | 'toZoneId') => (
    <ChoiceField
      size="small"
      label={t(`billing.ride.${name}`)}
      value={ride[name]}
      choices={[
        { value: 'none', label: t('billing.ride.noZone') },
        ...zones.map(({ id, name: label }) => ({ value: id, label })),
      ]}
      onChange={(id) => set({ [name]: id })}
    />
  )
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      sx={{ ...boxLook, p: '16px', display: 'grid', gap: '12px', alignContent: 'start' }}
    >
      <Box component="h3" id={titleId} sx={{ typography: 'h3', m: 0 }}>
        {t('billing.calculator')}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: '10px',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 130px), 1fr))',
        }}
      >
        {number('km', 'km')}
        {number('minutes', 'min')}
        {number('waitingMinutes', 'min')}
        {number('stops', 'stop')}
      </Box>
      <DateTimeField
        label={t('billing.ride.startsAt')}
        value={ride.startsAt}
        timeZone={timeZone}
        onChange={(startsAt) => set({ startsAt })}
      />
      {rates && rates.zoneFares.length > 0 && (
        <Box sx={{ display: 'grid', gap: '10px', gridTemplateColumns: { sm: '1fr 1fr' } }}>
          {zone('fromZoneId')}
          {zone('toZoneId')}
        </Box>
      )}
      {rates?.extras.map(({ key, name }) => (
        <FormControlLabel
          key={key}
          control={
            <Checkbox
              size="small"
              checked={ride.extras.includes(key)}
              onChange={(_, isOn) =>
                set({ extras: isOn ? [...ride.extras, key] : ride.extras.filter((one) => one !== key) })
              }
            />
          }
          label={name}
        />
      ))}
      <Box role="status">
        {result ? (
          <ChargeLines
            label={t('billing.calculator')}
            charge={{
              lines: result.lines,
              total: moneyOf(Math.max(0, result.totalMinor), currency),
              currency,
            }}
          />
        ) : (
          <Box sx={{ typography: 'body2', color: token('textSoft') }}>
            {t(rates ? 'billing.calculator.ride' : 'billing.calculator.rates')}
          </Box>
        )}
      </Box>
    </Box>
  )
}
