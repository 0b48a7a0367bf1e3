import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { eventSeverities } from '@rumbo/contract/events.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { scheduleHolidays, type triggerFigures } from '@rumbo/contract/geofences.triggers.contract'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { HoursField } from '../vehicles/HoursField.tsx'
import { CheckpointsField } from './CheckpointsField.tsx'
import { figuresOfTrigger, type TriggerDraft } from './fence-draft.rules.ts'

interface TriggerFieldsProps {
  fleetId: string
  fenceId: string | null
  overlaps: ((shape: FenceShape) => boolean) | null
  /** Its place among the triggers of the fence, from 1. */
  number: number
  value: TriggerDraft
  errorOf: (field: string) => string | undefined
  onChange: (value: TriggerDraft) => void
  onRemove: () => void
}

const units = {
  minutes: 'min',
  limitKmh: 'km/h',
  seconds: 's',
  metres: 'm',
  cooldownSeconds: 's',
} as const satisfies Record<keyof typeof triggerFigures, string>

/** One trigger with its figures, severity, cool-down and schedule. */
export function TriggerFields(props: TriggerFieldsProps) {
  const { fleetId, fenceId, overlaps, number, value, errorOf, onChange, onRemove } = props
  const { t } = useText()
  const kind = t(`geofences.trigger.${value.kind}`)
  const name = `${number}. ${kind}`
  const change = (some: Partial<TriggerDraft>) => onChange({ ...value, ...some })
  const wrongKind = errorOf('kind')
  return (
    <Box
      component="fieldset"
      aria-label={name}
      sx={{
        m: 0,
        p: '10px 12px 12px',
        minWidth: 0,
        display: 'grid',
        gap: '12px',
        borderRadius: '12px',
        border: `1px solid ${wrongKind === undefined ? token('line') : token('critical')}`,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px' }}>
        <Box sx={{ typography: 'subtitle2', flex: 1 }}>{kind}</Box>
        <IconButton size="small" aria-label={t('geofences.trigger.remove', { name })} onClick={onRemove}>
          <DeleteOutlineRounded />
        </IconButton>
      </Box>
      {wrongKind !== undefined && <FormHelperText error>{wrongKind}</FormHelperText>}
      <Box
        sx={{
          display: 'grid',
          gap: '12px',
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
        }}
      >
        {[...figuresOfTrigger[value.kind], 'cooldownSeconds' as const].map((figure) => (
          <TextField
            key={figure}
            size="small"
            label={t(`geofences.figure.${figure}`)}
            value={value[figure]}
            onChange={({ target }) => change({ [figure]: target.value })}
            error={errorOf(figure) !== undefined}
            helperText={errorOf(figure)}
            slotProps={{
              htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 8 },
              input: { endAdornment: <InputAdornment position="end">{units[figure]}</InputAdornment> },
            }}
          />
        ))}
        <ChoiceField
          size="small"
          label={t('events.field.severity')}
          value={value.severity}
          choices={eventSeverities.map((one) => ({ value: one, label: t(`events.severity.${one}`) }))}
          onChange={(severity) => change({ severity })}
        />
        <ChoiceField
          size="small"
          label={t('geofences.schedule.holidays')}
          value={value.holidays}
          choices={scheduleHolidays.map((one) => ({ value: one, label: t(`geofences.holidays.${one}`) }))}
          onChange={(holidays) => change({ holidays })}
        />
      </Box>
      {value.kind === 'missed_checkpoint' && (
        <CheckpointsField
          fleetId={fleetId}
          fenceId={fenceId}
          overlaps={overlaps}
          value={value.fenceIds}
          error={errorOf('fenceIds')}
          onChange={(fenceIds) => change({ fenceIds })}
        />
      )}
      <HoursField
        label={t('geofences.schedule.label', { name })}
        value={value.windows}
        error={errorOf('schedule')}
        noneText={t('geofences.schedule.always')}
        onChange={(windows) => change({ windows })}
      />
    </Box>
  )
}
