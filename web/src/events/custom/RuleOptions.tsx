import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { eventSeverities } from '@rumbo/contract/events.contract'
import { scheduleHolidays } from '@rumbo/contract/geofences.triggers.contract'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { VehiclesField } from '../../vehicles/choose/VehiclesField.tsx'
import { HoursField } from '../../vehicles/HoursField.tsx'
import type { RuleCheck } from './rule-check.rules.ts'
import type { RuleDraft } from './rule-draft.rules.ts'

interface RuleOptionsProps {
  fleetId: string
  draft: RuleDraft
  /** Null before the form was sent: nothing is wrong yet. */
  check: RuleCheck | null
  onChange: (some: Partial<RuleDraft>) => void
}

/** What of a rule is no condition: how long, how severe, when, and for which vehicles. */
export function RuleOptions({ fleetId, draft, check, onChange }: RuleOptionsProps) {
  const { t } = useText()
  const wrong = (field: 'seconds' | 'cooldownMinutes' | 'windows' | 'vehicleIds') => {
    const key = check?.[field]
    return key && t(key)
  }
  const figure = (field: 'seconds' | 'cooldownMinutes', unit: string) => (
    <TextField
      label={t(`customRules.field.${field}`)}
      value={draft[field]}
      onChange={({ target }) => onChange({ [field]: target.value })}
      error={wrong(field) !== undefined}
      helperText={wrong(field) ?? t(`customRules.hint.${field}`)}
      slotProps={{
        htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 6 },
        input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  )
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: '16px',
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 190px), 1fr))',
        }}
      >
        {figure('seconds', 's')}
        {figure('cooldownMinutes', 'min')}
        <ChoiceField
          label={t('events.field.severity')}
          value={draft.severity}
          choices={eventSeverities.map((value) => ({ value, label: t(`events.severity.${value}`) }))}
          onChange={(severity) => onChange({ severity })}
        />
        <ChoiceField
          label={t('customRules.field.scope')}
          value={draft.scope}
          choices={[
            { value: 'fleet', label: t('vehicles.scope.fleet') },
            { value: 'vehicles', label: t('vehicles.scope.vehicles') },
          ]}
          onChange={(scope) => onChange({ scope })}
        />
        <ChoiceField
          label={t('customRules.field.holidays')}
          value={draft.holidays}
          choices={scheduleHolidays.map((value) => ({ value, label: t(`customRules.holidays.${value}`) }))}
          onChange={(holidays) => onChange({ holidays })}
        />
      </Box>
      {draft.scope === 'vehicles' && (
        <VehiclesField
          fleetId={fleetId}
          label={t('vehicles.scope.vehicles')}
          value={draft.vehicleIds}
          error={wrong('vehicleIds')}
          onChange={(vehicleIds) => onChange({ vehicleIds })}
        />
      )}
      <HoursField
        label={t('customRules.field.windows')}
        value={draft.windows}
        error={wrong('windows')}
        noneText={t('customRules.hint.windows')}
        onChange={(windows) => onChange({ windows })}
      />
    </>
  )
}
