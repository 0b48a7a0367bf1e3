import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { fuelTypes, manualStatuses, vehicleColors, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import type { ReactNode } from 'react'
import { ChoiceField } from '../ui/ChoiceField.tsx'
import { DateField } from '../ui/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import type { TrackerParts } from './tracker-slot.ts'
import type { VehicleDraft, VehicleErrors } from './vehicle-draft.rules.ts'

export interface VehicleFormProps {
  draft: VehicleDraft
  errors: VehicleErrors
  isReadOnly: boolean
  onChange: (some: Partial<VehicleDraft>) => void
}

type TextName = {
  [Name in keyof VehicleDraft]: VehicleDraft[Name] extends string
    ? string extends VehicleDraft[Name]
      ? Name
      : never
    : never
}[keyof VehicleDraft]

function useFields({ draft, errors, isReadOnly, onChange }: VehicleFormProps) {
  const { t } = useText()
  const wrong = (name: keyof VehicleDraft) => {
    const key = errors[name]
    return key ? t(key) : undefined
  }
  return {
    wrong,
    text: (name: TextName, { isRequired = false, isNumber = false, rows = 0 } = {}) => (
      <TextField
        label={t(`vehicles.field.${name}`)}
        value={draft[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
        required={isRequired}
        error={wrong(name) !== undefined}
        helperText={wrong(name)}
        autoComplete="off"
        multiline={rows > 0}
        minRows={rows > 0 ? rows : undefined}
        slotProps={{ htmlInput: { readOnly: isReadOnly, inputMode: isNumber ? 'decimal' : undefined } }}
      />
    ),
  }
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ typography: 'h2', p: 0, mb: '12px' }}>
        {title}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: '14px',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(3, minmax(0, 1fr))' },
        }}
      >
        {children}
      </Box>
    </Box>
  )
}

/** Identity, device and service dates of a vehicle. */
export function VehicleInformation(props: VehicleFormProps & { tracker?: TrackerParts }) {
  const { draft, isReadOnly, onChange, tracker } = props
  const { t } = useText()
  const { text, wrong } = useFields(props)
  const date = (name: 'installationDate' | 'lastServiceDate' | 'nextServiceDate', isRequired = false) => (
    <DateField
      label={t(`vehicles.field.${name}`)}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
      isRequired={isRequired}
      isDisabled={isReadOnly}
      isClearable={!isRequired}
      error={wrong(name)}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: '22px' }}>
      <Section title={t('vehicles.form.identity')}>
        {text('vehicleNumber', { isRequired: true })}
        {text('plateNumber', { isRequired: true })}
        {text('vin')}
        {text('make', { isRequired: true })}
        {text('model', { isRequired: true })}
        {text('year', { isRequired: true, isNumber: true })}
        <ChoiceField
          label={t('vehicles.field.type')}
          value={draft.type}
          choices={vehicleTypes.map((value) => ({ value, label: t(`vehicles.type.${value}`) }))}
          onChange={(type) => onChange({ type })}
          isRequired
          isDisabled={isReadOnly}
          error={wrong('type')}
        />
        <ChoiceField
          label={t('vehicles.field.status')}
          value={draft.status}
          choices={manualStatuses.map((value) => ({ value, label: t(`vehicles.status.${value}`) }))}
          onChange={(status) => onChange({ status })}
          isRequired
          isDisabled={isReadOnly}
          error={wrong('status')}
          hint={t('vehicles.form.statusHint')}
        />
        <ChoiceField
          label={t('vehicles.field.color')}
          value={draft.color}
          choices={vehicleColors.map((value) => ({ value, label: t(`vehicles.colour.${value}`) }))}
          onChange={(color) => onChange({ color })}
          isRequired
          isDisabled={isReadOnly}
          error={wrong('color')}
        />
        <ChoiceField
          label={t('vehicles.field.fuelType')}
          value={draft.fuelType}
          choices={fuelTypes.map((value) => ({ value, label: t(`vehicles.fuel.${value}`) }))}
          onChange={(fuelType) => onChange({ fuelType })}
          isRequired
          isDisabled={isReadOnly}
          error={wrong('fuelType')}
        />
        {text('mileage', { isNumber: true })}
      </Section>
      <Section title={t('vehicles.form.device')}>
        {text('imei')}
        {text('simNumber')}
        {tracker
          ? tracker.model({
              label: t('vehicles.field.gpsModel'),
              value: draft.gpsModel,
              onChange: (gpsModel) => onChange({ gpsModel }),
              isReadOnly,
              error: wrong('gpsModel'),
            })
          : text('gpsModel')}
        {text('gpsSerialNumber')}
        {text('gpsFirmwareVersion')}
        {text('gpsHardwareVersion')}
        {!isReadOnly && tracker && (
          <Box sx={{ gridColumn: '1 / -1' }}>{tracker.connect({ draft, onChange })}</Box>
        )}
      </Section>
      <Section title={t('vehicles.form.service')}>
        {date('installationDate', true)}
        {text('installationResponsible')}
        {date('lastServiceDate')}
        {date('nextServiceDate')}
      </Section>
    </Box>
  )
}

/** Notes of the owner, the mechanic, and in general. */
export function VehicleNotes(props: VehicleFormProps) {
  const { text } = useFields(props)
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      {text('notesOwner', { rows: 3 })}
      {text('notesMechanic', { rows: 3 })}
      {text('notesGeneral', { rows: 3 })}
    </Box>
  )
}
