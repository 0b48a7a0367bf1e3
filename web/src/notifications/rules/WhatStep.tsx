import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { eventCategories, eventSeverities, eventTypes } from '@rumbo/contract/events.contract'
import type { NotificationRule, RuleBody } from '@rumbo/contract/notifications.rules.contract'
import { useCan, useWorkspace } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { HoursField } from '../../vehicles/HoursField.tsx'
import { LabelledChips } from './LabelledChips.tsx'
import { FencesField, KindsField, RuleVehiclesField } from './rule-pickers.tsx'
import { useRuleName } from './use-rule-name.ts'
import { ZonesField } from './ZonesField.tsx'

interface WhatStepProps {
  companyId: string
  /** Undefined for a new one. */
  rule: NotificationRule | undefined
  draft: RuleBody
  isNameMissing: boolean
  onChange: (some: Partial<RuleBody>) => void
}

/** What a rule is about: its name, and which events of which vehicles, places and hours. */
export function WhatStep({ companyId, rule, draft, isNameMissing, onChange }: WhatStepProps) {
  const { t } = useText()
  const can = useCan()
  const nameOf = useRuleName()
  const { fleets } = useWorkspace()
  const narrow = (some: Partial<RuleBody['conditions']>) =>
    onChange({ conditions: { ...draft.conditions, ...some } })
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <TextField
        required
        label={t('notificationRules.field.name')}
        // The name a default rule was given is shown in the reader’s language, and stays as it is unless changed.
        value={rule !== undefined && draft.name === rule.name ? nameOf(rule) : draft.name}
        error={isNameMissing}
        helperText={isNameMissing ? t('notificationRules.valid.name') : undefined}
        onChange={({ target }) => onChange({ name: target.value })}
        slotProps={{ htmlInput: { maxLength: 80, autoComplete: 'off' } }}
      />
      <LabelledChips
        label={t('notificationRules.field.fleets')}
        chips={fleets.map(({ id, name }) => ({ value: id, label: name }))}
        selected={draft.fleetIds}
        onChange={(chosen) =>
          // Fleets that this person does not see stay.
          onChange({
            fleetIds: [...draft.fleetIds.filter((one) => fleets.every(({ id }) => id !== one)), ...chosen],
          })
        }
      />
      <LabelledChips
        label={t('events.filter.severity')}
        chips={eventSeverities.map((value) => ({ value, label: t(`events.severity.${value}`) }))}
        selected={draft.conditions.severities}
        onChange={(severities) => narrow({ severities })}
      />
      <LabelledChips
        label={t('events.field.category')}
        chips={eventCategories.map((value) => ({ value, label: t(`events.category.${value}`) }))}
        selected={draft.conditions.categories}
        onChange={(categories) => narrow({ categories })}
      />
      <LabelledChips
        label={t('events.filter.type')}
        chips={eventTypes.map((value) => ({ value, label: t(`events.type.${value}`) }))}
        selected={draft.conditions.types}
        onChange={(types) => narrow({ types })}
      />
      <FormControlLabel
        control={<Switch checked={draft.conditions.isAlarm} onChange={(_, isAlarm) => narrow({ isAlarm })} />}
        label={t('notificationRules.field.isAlarm')}
      />
      <KindsField kinds={draft.conditions.kinds} onChange={(kinds) => narrow({ kinds })} />
      <RuleVehiclesField
        companyId={companyId}
        ids={draft.conditions.vehicleIds}
        onChange={(vehicleIds) => narrow({ vehicleIds })}
      />
      {can('geofences.read') && (
        <FencesField
          companyId={companyId}
          ids={draft.conditions.fenceIds}
          onChange={(fenceIds) => narrow({ fenceIds })}
        />
      )}
      <ZonesField
        companyId={companyId}
        fleetIds={draft.fleetIds}
        known={rule?.zones ?? []}
        ids={draft.conditions.zoneIds}
        onChange={(zoneIds) => narrow({ zoneIds })}
      />
      <HoursField
        label={t('notificationRules.field.hours')}
        value={draft.schedule.windows}
        error={undefined}
        noneText={t('notificationRules.field.anyHour')}
        onChange={(windows) => onChange({ schedule: { ...draft.schedule, windows } })}
      />
    </Box>
  )
}
