/** The rules of section 5 for a vehicle's form. Pure. */
import { figureOf } from '@rumbo/contract/figures'
import { hoursWindowLimit, skillLimit } from '@rumbo/contract/vehicles.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import type { TextKey } from '@rumbo/i18n/keys'
import type { Language } from '@rumbo/i18n/language'
import type { WordText } from '../ui/i18n.tsx'
import type { VehicleDraft } from './vehicle-draft.rules.ts'

export type VehicleErrorKey =
  | `vehicleForm.valid.${'required' | 'vin' | 'yearMinimum' | 'yearFuture' | 'mileage'}`
  | Extract<TextKey, `fields.${string}`>
export type VehicleErrors = Partial<Record<keyof VehicleDraft, VehicleErrorKey>>

const required = [
  'fleetId',
  'vehicleNumber',
  'plateNumber',
  'make',
  'model',
  'year',
  'type',
  'status',
  'color',
  'fuelType',
  'installationDate',
] as const satisfies readonly (keyof VehicleDraft)[]

type TextField = Exclude<keyof VehicleDraft, 'skills' | 'allowedHours' | 'workingZoneIds'>
const longest: Partial<Record<TextField, number>> = {
  vehicleNumber: 20,
  plateNumber: 20,
  make: 60,
  model: 60,
  gpsModel: 60,
  gpsSerialNumber: 60,
  gpsFirmwareVersion: 60,
  gpsHardwareVersion: 60,
  installationResponsible: 120,
  notesOwner: 4000,
  notesMechanic: 4000,
  notesGeneral: 4000,
  insurer: 120,
  insurancePolicy: 60,
}
/** Minimum and maximum of optional figures, and whether they must be integers. */
const figures = {
  mileage: { min: 0, max: 9_999_999, isWhole: false },
  seats: { min: 0, max: 300, isWhole: true },
  loadKg: { min: 0, max: 100_000, isWhole: false },
  loadM3: { min: 0, max: 1_000, isWhole: false },
  speedLimitKmh: { min: 10, max: 200, isWhole: true },
} as const
type FigureField = keyof typeof figures
const longestSkill = 40

/** Errors by field; empty when the form can be sent. */
export function checkVehicle(draft: VehicleDraft, now: Date): VehicleErrors {
  const found: VehicleErrors = {}
  const note = (field: keyof VehicleDraft, isWrong: boolean, key: VehicleErrorKey) => {
    if (isWrong) found[field] ??= key
  }
  for (const field of required) note(field, (draft[field] ?? '').trim() === '', 'vehicleForm.valid.required')
  for (const [field, most] of Object.entries(longest) as [TextField, number][]) {
    note(field, (draft[field] ?? '').trim().length > most, 'fields.too_long')
  }
  note('vin', draft.vin.trim() !== '' && draft.vin.trim().length !== 17, 'vehicleForm.valid.vin')
  const year = figureOf(draft.year)
  note('year', !Number.isInteger(year), 'fields.wrong_format')
  note('year', year < 1900, 'vehicleForm.valid.yearMinimum')
  note('year', year > now.getFullYear(), 'vehicleForm.valid.yearFuture')
  note('mileage', figureOf(draft.mileage) < 0, 'vehicleForm.valid.mileage')
  note(
    'imei',
    draft.imei.trim() !== '' && !/^[A-Za-z0-9_-]{3,40}$/.test(draft.imei.trim()),
    'fields.wrong_format',
  )
  note(
    'simNumber',
    draft.simNumber.trim() !== '' && !/^\+?[0-9 ()-]{5,25}$/.test(draft.simNumber.trim()),
    'fields.phone_invalid',
  )
  for (const [field, { min, max, isWhole }] of Object.entries(figures) as [
    FigureField,
    (typeof figures)[FigureField],
  ][]) {
    if (draft[field].trim() === '') continue
    const value = figureOf(draft[field])
    note(field, Number.isNaN(value) || (isWhole && !Number.isInteger(value)), 'fields.wrong_format')
    note(field, value < min, 'fields.too_small')
    note(field, value > max, 'fields.too_big')
  }
  note(
    'skills',
    draft.skills.length > skillLimit || draft.skills.some((skill) => skill.length > longestSkill),
    'fields.too_long',
  )
  note(
    'allowedHours',
    draft.allowedHours.some(({ days }) => days.length === 0),
    'vehicleForm.valid.required',
  )
  note(
    'allowedHours',
    draft.allowedHours.some(({ from, to }) => !isHour(from) || !isHour(to)),
    'fields.wrong_format',
  )
  note('allowedHours', draft.allowedHours.length > hoursWindowLimit, 'fields.too_long')
  return found
}

const isHour = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const isFigure = (field: keyof VehicleDraft): field is FigureField => Object.hasOwn(figures, field)

/** The text of an error, which explains what would be valid. */
export function errorText(
  t: WordText,
  language: Language,
  field: keyof VehicleDraft,
  error: VehicleErrorKey,
): string {
  const number = (value: number) => formatNumber(language, value)
  if (isFigure(field) && error.startsWith('fields.')) {
    const { min, max, isWhole } = figures[field]
    const words = { least: number(min), most: number(max) }
    return t(isWhole ? 'vehicleForm.valid.whole' : 'vehicleForm.valid.figure', words)
  }
  if (field === 'allowedHours')
    return t(
      error === 'vehicleForm.valid.required' ? 'vehicleForm.valid.hourDays' : 'vehicleForm.valid.hourTimes',
    )
  if (error === 'fields.too_long') {
    if (field === 'skills')
      return t('vehicleForm.valid.skills', { most: number(skillLimit), letters: number(longestSkill) })
    const most = field === 'workingZoneIds' ? undefined : longest[field]
    if (most !== undefined) return t('vehicleForm.valid.long', { most: number(most) })
  }
  if (error === 'fields.wrong_format') {
    if (field === 'year') return t('vehicleForm.valid.year')
    if (field === 'imei') return t('vehicleForm.valid.imei')
  }
  return t(error)
}

/** Maps fields refused by the server to fields of the form. */
export function vehicleErrorsOf(
  errors: readonly { path: string; code: string }[] | undefined,
): VehicleErrors {
  return Object.fromEntries(
    (errors ?? []).map(({ path, code }) => [
      path.replace(/^body\./, '').split('.')[0] ?? '',
      `fields.${code}` as VehicleErrorKey,
    ]),
  )
}
