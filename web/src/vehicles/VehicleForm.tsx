import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { fuelTypes, manualStatuses, vehicleColors, vehicleTypes } from '@rumbo/contract/vehicles.contract'
import type { ReactNode } from 'react'
import { useWorkspace } from '../app/client-context.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import { HoursField } from './HoursField.tsx'
import { SkillsField } from './SkillsField.tsx'
import type { TrackerParts } from './tracker-slot.ts'
import { useFleetChoices } from './use-fleet-choices.ts'
import { errorText, type VehicleErrors } from './vehicle-check.rules.ts'
import type { VehicleDraft } from './vehicle-draft.rules.ts'
import { WorkingZonesField } from './WorkingZones.tsx'

export interface VehicleFormProps {
  draft: VehicleDraft
  errors: VehicleErrors
  onChange: (some: Partial<VehicleDraft>) => void
}

type TextName = {
  [Name in keyof VehicleDraft]: VehicleDraft[Name] extends string
    ? string extends VehicleDraft[Name]
      ? Name
      : never
    : never
}[keyof VehicleDraft]

const recordFields = [
  'seats',
  'loadKg',
  'loadM3',
  'skills',
  'speedLimitKmh',
  'allowedHours',
  'insurer',
  'insurancePolicy',
  'insuranceExpiresOn',
  'licenceExpiresOn',
  'workingZoneIds',
] as const
const isOfRecord = (name: keyof VehicleDraft): name is (typeof recordFields)[number] =>
  (recordFields as readonly string[]).includes(name)

/** Returns the labels of the form's fields. */
export function useFieldNames(): (name: keyof VehicleDraft) => string {
  const { t } = useText()
  return (name) =>
    name === 'fleetId'
      ? t('vehicleRecord.field.fleet')
      : isOfRecord(name)
        ? t(`vehicleRecord.field.${name}`)
        : t(`vehicles.field.${name}`)
}

function useFields({ draft, errors, onChange }: VehicleFormProps) {
  const { t, language } = useText()
  const nameOf = useFieldNames()
  const wrong = (name: keyof VehicleDraft) => {
    const error = errors[name]
    return error && errorText(t, language, name, error)
  }
  return {
    wrong,
    text: (name: TextName, { isRequired = false, isNumber = false, rows = 0, hint = '' } = {}) => (
      <TextField
        label={nameOf(name)}
        value={draft[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
        required={isRequired}
        error={wrong(name) !== undefined}
        helperText={wrong(name) ?? (hint || undefined)}
        autoComplete="off"
        multiline={rows > 0}
        minRows={rows > 0 ? rows : undefined}
        slotProps={{ htmlInput: { inputMode: isNumber ? 'decimal' : undefined } }}
      />
    ),
  }
}

interface SectionProps {
  title: string
  children: ReactNode
}

/** A section of a vehicle's form with a heading, in columns. */
function Section({ title, children }: SectionProps) {
  return (
    <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, minWidth: 0 }}>
      <Box component="legend" sx={{ typography: 'h2', p: 0, mb: '12px' }}>
        {title}
      </Box>
      <Box
        sx={{
          m: 0,
          display: 'grid',
          gap: '14px',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            sm: 'repeat(3, minmax(0, 1fr))',
          },
        }}
      >
        {children}
      </Box>
    </Box>
  )
}

type DateName =
  | 'installationDate'
  | 'lastServiceDate'
  | 'nextServiceDate'
  | 'insuranceExpiresOn'
  | 'licenceExpiresOn'

interface InformationProps extends VehicleFormProps {
  tracker?: TrackerParts
  /** Contacts of a saved vehicle. */
  contacts?: ReactNode
}

/** Identity, capacity, device, service dates, papers, hours and contacts of a vehicle. */
export function VehicleInformation(props: InformationProps) {
  const { draft, onChange, tracker, contacts } = props
  const { t } = useText()
  const { text, wrong } = useFields(props)
  const nameOf = useFieldNames()
  const { fleets } = useWorkspace()
  const choices = useFleetChoices()
  /** A vehicle of a fleet that is not offered here stays in it. */
  const asksFleet = draft.fleetId === '' || fleets.some(({ id }) => id === draft.fleetId)
  const date = (name: DateName, isRequired = false) => (
    <DateField
      label={nameOf(name)}
      value={draft[name]}
      onChange={(value) => onChange({ [name]: value })}
      isRequired={isRequired}
      isClearable={!isRequired}
      error={wrong(name)}
    />
  )
  return (
    <Box sx={{ display: 'grid', gap: '22px' }}>
      <Section title={t('vehicleForm.form.identity')}>
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
          error={wrong('type')}
        />
        <ChoiceField
          label={t('vehicles.field.status')}
          value={draft.status}
          choices={manualStatuses.map((value) => ({ value, label: t(`vehicles.status.${value}`) }))}
          onChange={(status) => onChange({ status })}
          isRequired
          error={wrong('status')}
          hint={t('vehicleForm.form.statusHint')}
        />
        <ChoiceField
          label={t('vehicles.field.color')}
          value={draft.color}
          choices={vehicleColors.map((value) => ({ value, label: t(`vehicleForm.colour.${value}`) }))}
          onChange={(color) => onChange({ color })}
          isRequired
          error={wrong('color')}
        />
        <ChoiceField
          label={t('vehicles.field.fuelType')}
          value={draft.fuelType}
          choices={fuelTypes.map((value) => ({ value, label: t(`vehicleForm.fuel.${value}`) }))}
          onChange={(fuelType) => onChange({ fuelType })}
          isRequired
          error={wrong('fuelType')}
        />
        {text('mileage', { isNumber: true })}
        {asksFleet && choices.length > 1 && (
          <ChoiceField
            label={nameOf('fleetId')}
            value={draft.fleetId}
            choices={choices}
            // Zones belong to a fleet.
            onChange={(fleetId) => onChange({ fleetId, workingZoneIds: [] })}
            isRequired
            error={wrong('fleetId')}
          />
        )}
      </Section>
      <Section title={t('vehicleForm.form.device')}>
        {text('imei')}
        {text('simNumber')}
        {tracker
          ? tracker.model({
              label: t('vehicles.field.gpsModel'),
              value: draft.gpsModel,
              onChange: (gpsModel) => onChange({ gpsModel }),
              error: wrong('gpsModel'),
            })
          : text('gpsModel')}
        {text('gpsSerialNumber')}
        {text('gpsFirmwareVersion')}
        {text('gpsHardwareVersion')}
        {tracker && <Box sx={{ gridColumn: '1 / -1' }}>{tracker.connect({ draft, onChange })}</Box>}
      </Section>
      <Section title={t('vehicleForm.form.service')}>
        {date('installationDate', true)}
        {text('installationResponsible')}
        {date('lastServiceDate')}
        {date('nextServiceDate')}
      </Section>
      <Section title={t('vehicleForm.form.capacity')}>
        {text('seats', { isNumber: true })}
        {text('loadKg', { isNumber: true })}
        {text('loadM3', { isNumber: true })}
        <SkillsField
          label={nameOf('skills')}
          hint={t('vehicleForm.skills.hint')}
          value={draft.skills}
          error={wrong('skills')}
          onChange={(skills) => onChange({ skills })}
        />
        {text('speedLimitKmh', { isNumber: true, hint: t('vehicleForm.speedHint') })}
        {draft.fleetId !== '' && (
          <WorkingZonesField
            fleetId={draft.fleetId}
            label={nameOf('workingZoneIds')}
            value={draft.workingZoneIds}
            error={wrong('workingZoneIds')}
            onChange={(workingZoneIds) => onChange({ workingZoneIds })}
          />
        )}
      </Section>
      <Section title={t('vehicleForm.form.hours')}>
        <HoursField
          label={nameOf('allowedHours')}
          value={draft.allowedHours}
          error={wrong('allowedHours')}
          noneText={t('vehicleForm.hours.always')}
          onChange={(allowedHours) => onChange({ allowedHours })}
        />
      </Section>
      <Section title={t('vehicleForm.form.papers')}>
        {text('insurer')}
        {text('insurancePolicy')}
        {date('insuranceExpiresOn')}
        {date('licenceExpiresOn')}
      </Section>
      {contacts && <Section title={t('vehicleForm.form.contacts')}>{contacts}</Section>}
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
