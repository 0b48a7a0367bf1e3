import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import { surchargeKinds, surchargeTimes } from '@rumbo/contract/billing.contract'
import type { Zone } from '@rumbo/contract/places.zones.contract'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { HoursField } from '../vehicles/HoursField.tsx'
import { EntryList } from './EntryList.tsx'
import { HolidayFields } from './HolidayFields.tsx'
import { NumberField } from './NumberField.tsx'
import {
  newSurcharge,
  nextId,
  type RatesDraft,
  type RatesErrors,
  roomIn,
  type SurchargeDraft,
} from './tariff-draft.rules.ts'

interface RatesFieldsProps {
  draft: RatesDraft
  errors: RatesErrors
  currency: string
  zones: readonly Zone[]
  onChange: (some: Partial<RatesDraft>) => void
}

const columns = {
  display: 'grid',
  gap: '12px',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 190px), 1fr))',
}
const withChanged = <E,>(entries: readonly E[], at: number, some: Partial<E>): E[] =>
  entries.map((entry, index) => (index === at ? { ...entry, ...some } : entry))
const without = <E,>(entries: readonly E[], at: number): E[] => entries.filter((_, index) => index !== at)

/** All prices of a tariff. */
export function RatesFields({ draft, errors, currency, zones, onChange }: RatesFieldsProps) {
  const { t } = useText()
  const wrong = (path: string) => {
    const key = errors[path]
    return key ? t(key) : undefined
  }
  const number = (name: Extract<keyof RatesDraft, keyof typeof units>, hint?: string) => (
    <NumberField
      label={t(`billing.rate.${name}`)}
      value={draft[name]}
      unit={units[name] === 'money' ? currency : t(`billing.unit.${units[name]}`)}
      error={wrong(name)}
      hint={hint}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: '20px', minWidth: 0 }}>
      <Box sx={columns}>
        {number('base')}
        {number('perKm')}
        {number('perMinute')}
        {number('minimum')}
        {number('includedKm')}
        {number('includedMinutes')}
        {number('waitingPerMinute')}
        {number('freeWaitingMinutes')}
        {number('perExtraStop')}
        {number('roundTo', t('billing.rate.roundToHint'))}
      </Box>
      <EntryList
        title={t('billing.surcharges')}
        noneText={t('billing.surcharges.none')}
        addLabel={t('billing.surcharges.add')}
        entries={draft.surcharges}
        hasRoom={roomIn('surcharges', draft)}
        removeLabel={(at) => t('billing.surcharges.remove', { number: at + 1 })}
        onAdd={() => onChange({ surcharges: [...draft.surcharges, newSurcharge()] })}
        onRemove={(at) => onChange({ surcharges: without(draft.surcharges, at) })}
      >
        {(surcharge, at) => (
          <SurchargeFields
            surcharge={surcharge}
            currency={currency}
            wrong={(field) => wrong(`surcharges.${at}.${field}`)}
            onChange={(some) => onChange({ surcharges: withChanged(draft.surcharges, at, some) })}
          />
        )}
      </EntryList>
      {draft.surcharges.some(({ when }) => when === 'holidays') && (
        <HolidayFields draft={draft} onChange={onChange} />
      )}
      <EntryList
        title={t('billing.extras')}
        noneText={t('billing.extras.none')}
        addLabel={t('billing.extras.add')}
        entries={draft.extras}
        hasRoom={roomIn('extras', draft)}
        removeLabel={(at) => t('billing.extras.remove', { number: at + 1 })}
        onAdd={() =>
          onChange({ extras: [...draft.extras, { id: nextId(), key: null, name: '', amount: '' }] })
        }
        onRemove={(at) => onChange({ extras: without(draft.extras, at) })}
      >
        {({ name, amount }, at) => {
          const change = (some: Partial<RatesDraft['extras'][number]>) =>
            onChange({ extras: withChanged(draft.extras, at, some) })
          return (
            <Box sx={columns}>
              <NameField
                value={name}
                error={wrong(`extras.${at}.name`)}
                onChange={(next) => change({ name: next })}
              />
              <NumberField
                label={t('billing.amount')}
                value={amount}
                unit={currency}
                error={wrong(`extras.${at}.amount`)}
                onChange={(next) => change({ amount: next })}
              />
            </Box>
          )
        }}
      </EntryList>
      <EntryList
        title={t('billing.zoneFares')}
        noneText={t(zones.length === 0 ? 'billing.zoneFares.noZones' : 'billing.zoneFares.none')}
        addLabel={t('billing.zoneFares.add')}
        entries={draft.zoneFares}
        hasRoom={zones.length > 0 && roomIn('zoneFares', draft)}
        removeLabel={(at) => t('billing.zoneFares.remove', { number: at + 1 })}
        onAdd={() =>
          onChange({
            zoneFares: [
              ...draft.zoneFares,
              { id: nextId(), fromZoneId: '', toZoneId: '', amount: '', isBothWays: true },
            ],
          })
        }
        onRemove={(at) => onChange({ zoneFares: without(draft.zoneFares, at) })}
      >
        {(fare, at) => {
          const change = (some: Partial<RatesDraft['zoneFares'][number]>) =>
            onChange({ zoneFares: withChanged(draft.zoneFares, at, some) })
          const zone = (field: 'fromZoneId' | 'toZoneId', label: string, path: string) => (
            <ChoiceField
              label={label}
              value={fare[field]}
              choices={zones.map(({ id, name }) => ({ value: id, label: name }))}
              isRequired
              error={wrong(`zoneFares.${at}.${path}`)}
              onChange={(id) => change({ [field]: id })}
            />
          )
          return (
            <>
              <Box sx={columns}>
                {zone('fromZoneId', t('billing.zoneFares.from'), 'from')}
                {zone('toZoneId', t('billing.zoneFares.to'), 'to')}
                <NumberField
                  label={t('billing.amount')}
                  value={fare.amount}
                  unit={currency}
                  error={wrong(`zoneFares.${at}.amount`)}
                  onChange={(next) => change({ amount: next })}
                />
              </Box>
              <FormControlLabel
                control={
                  <Checkbox checked={fare.isBothWays} onChange={(_, isOn) => change({ isBothWays: isOn })} />
                }
                label={t('billing.zoneFares.bothWays')}
              />
            </>
          )
        }}
      </EntryList>
    </Box>
  )
}

const units = {
  base: 'money',
  includedKm: 'km',
  includedMinutes: 'min',
  perKm: 'money',
  perMinute: 'money',
  waitingPerMinute: 'money',
  freeWaitingMinutes: 'min',
  perExtraStop: 'money',
  minimum: 'money',
  roundTo: 'money',
} as const

interface NameFieldProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}
function NameField({ value, error, onChange }: NameFieldProps) {
  const { t } = useText()
  return (
    <TextField
      label={t('billing.name')}
      value={value}
      required
      onChange={(event) => onChange(event.target.value)}
      error={error !== undefined}
      helperText={error}
      slotProps={{ htmlInput: { maxLength: 60, autoComplete: 'off' } }}
    />
  )
}

interface SurchargeFieldsProps {
  surcharge: SurchargeDraft
  currency: string
  wrong: (field: 'name' | 'percent' | 'amount' | 'windows') => string | undefined
  onChange: (some: Partial<SurchargeDraft>) => void
}
function SurchargeFields({ surcharge, currency, wrong, onChange }: SurchargeFieldsProps) {
  const { t } = useText()
  const { name, kind, percent, amount, when, windows } = surcharge
  return (
    <>
      <Box sx={columns}>
        <NameField value={name} error={wrong('name')} onChange={(next) => onChange({ name: next })} />
        <ChoiceField
          label={t('billing.surcharge.when')}
          value={when}
          choices={surchargeTimes.map((value) => ({ value, label: t(`billing.surcharge.when.${value}`) }))}
          onChange={(next) => onChange({ when: next })}
        />
        <ChoiceField
          label={t('billing.surcharge.kind')}
          value={kind}
          choices={surchargeKinds.map((value) => ({ value, label: t(`billing.surcharge.kind.${value}`) }))}
          onChange={(next) => onChange({ kind: next })}
        />
        {kind === 'percent' ? (
          <NumberField
            label={t('billing.surcharge.percent')}
            value={percent}
            unit="%"
            error={wrong('percent')}
            onChange={(next) => onChange({ percent: next })}
          />
        ) : (
          <NumberField
            label={t('billing.amount')}
            value={amount}
            unit={currency}
            error={wrong('amount')}
            onChange={(next) => onChange({ amount: next })}
          />
        )}
      </Box>
      {when === 'hours' && (
        <HoursField
          label={t('billing.surcharge.windows')}
          noneText={t('billing.surcharge.never')}
          value={windows}
          error={wrong('windows')}
          onChange={(next) => onChange({ windows: next })}
        />
      )}
    </>
  )
}
