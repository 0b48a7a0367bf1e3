/** What the vehicle dialog holds while it is filled in, and the rules of section 5 on it. Pure. */
import type {
  createVehicle,
  fuelTypes,
  manualStatuses,
  Vehicle,
  vehicleColors,
  vehicleTypes,
} from '@rumbo/contract/vehicles.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import type * as z from 'zod'

export interface VehicleDraft {
  vehicleNumber: string
  plateNumber: string
  vin: string
  make: string
  model: string
  year: string
  type: (typeof vehicleTypes)[number] | ''
  status: (typeof manualStatuses)[number]
  color: (typeof vehicleColors)[number] | ''
  fuelType: (typeof fuelTypes)[number] | ''
  mileage: string
  imei: string
  simNumber: string
  gpsModel: string
  gpsSerialNumber: string
  gpsFirmwareVersion: string
  gpsHardwareVersion: string
  lastServiceDate: string | null
  nextServiceDate: string | null
  installationDate: string | null
  installationResponsible: string
  notesOwner: string
  notesMechanic: string
  notesGeneral: string
}
export type VehicleErrorKey = Extract<TextKey, `vehicles.valid.${string}` | `fields.${string}`>
export type VehicleErrors = Partial<Record<keyof VehicleDraft, VehicleErrorKey>>
export type VehicleBody = z.input<NonNullable<typeof createVehicle.body>>

export const emptyVehicle: VehicleDraft = {
  vehicleNumber: '',
  plateNumber: '',
  vin: '',
  make: '',
  model: '',
  year: '',
  type: '',
  status: 'active',
  color: '',
  fuelType: '',
  mileage: '',
  imei: '',
  simNumber: '',
  gpsModel: '',
  gpsSerialNumber: '',
  gpsFirmwareVersion: '',
  gpsHardwareVersion: '',
  lastServiceDate: null,
  nextServiceDate: null,
  installationDate: null,
  installationResponsible: '',
  notesOwner: '',
  notesMechanic: '',
  notesGeneral: '',
}

export const vehicleDraftOf = (vehicle: Vehicle): VehicleDraft => ({
  vehicleNumber: vehicle.vehicleNumber,
  plateNumber: vehicle.plateNumber,
  vin: vehicle.vin ?? '',
  make: vehicle.make,
  model: vehicle.model,
  year: String(vehicle.year),
  type: vehicle.type,
  status: vehicle.manualStatus,
  color: vehicle.color,
  fuelType: vehicle.fuelType,
  mileage: String(vehicle.mileage),
  imei: vehicle.imei ?? '',
  simNumber: vehicle.simNumber ?? '',
  gpsModel: vehicle.gpsModel ?? '',
  gpsSerialNumber: vehicle.gpsSerialNumber ?? '',
  gpsFirmwareVersion: vehicle.gpsFirmwareVersion ?? '',
  gpsHardwareVersion: vehicle.gpsHardwareVersion ?? '',
  lastServiceDate: vehicle.lastServiceDate,
  nextServiceDate: vehicle.nextServiceDate,
  installationDate: vehicle.installationDate,
  installationResponsible: vehicle.installationResponsible ?? '',
  notesOwner: vehicle.notesOwner ?? '',
  notesMechanic: vehicle.notesMechanic ?? '',
  notesGeneral: vehicle.notesGeneral ?? '',
})

const required = [
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

const longest: Partial<Record<keyof VehicleDraft, number>> = {
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
}

/** What is wrong with the form, by field; empty when it may be sent. */
export function checkVehicle(draft: VehicleDraft, now: Date): VehicleErrors {
  const found: VehicleErrors = {}
  const note = (field: keyof VehicleDraft, isWrong: boolean, key: VehicleErrorKey) => {
    if (isWrong) found[field] ??= key
  }
  for (const field of required) note(field, (draft[field] ?? '').trim() === '', 'vehicles.valid.required')
  for (const [field, most] of Object.entries(longest) as [keyof VehicleDraft, number][]) {
    note(field, (draft[field] ?? '').trim().length > most, 'fields.too_long')
  }
  note('vin', draft.vin.trim() !== '' && draft.vin.trim().length !== 17, 'vehicles.valid.vin')
  const year = Number(draft.year)
  note('year', !Number.isInteger(year), 'fields.wrong_format')
  note('year', year < 1900, 'vehicles.valid.yearMinimum')
  note('year', year > now.getFullYear(), 'vehicles.valid.yearFuture')
  const mileage = Number(draft.mileage || '0')
  note('mileage', !Number.isFinite(mileage), 'fields.wrong_format')
  note('mileage', mileage < 0, 'vehicles.valid.mileage')
  note('mileage', mileage > 9_999_999, 'fields.too_big')
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
  return found
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The body to send. Call it only for a draft without errors. */
export function vehicleBodyOf(draft: VehicleDraft, fleetId: string): VehicleBody {
  const { type, color, fuelType, installationDate } = draft
  if (type === '' || color === '' || fuelType === '' || installationDate === null)
    throw new Error('The draft still lacks what a vehicle needs')
  return {
    fleetId,
    vehicleNumber: draft.vehicleNumber.trim(),
    plateNumber: draft.plateNumber.trim(),
    vin: orNull(draft.vin),
    make: draft.make.trim(),
    model: draft.model.trim(),
    year: Number(draft.year),
    type,
    status: draft.status,
    color,
    fuelType,
    mileage: Number(draft.mileage || '0'),
    imei: orNull(draft.imei),
    simNumber: orNull(draft.simNumber),
    gpsModel: orNull(draft.gpsModel),
    gpsSerialNumber: orNull(draft.gpsSerialNumber),
    gpsFirmwareVersion: orNull(draft.gpsFirmwareVersion),
    gpsHardwareVersion: orNull(draft.gpsHardwareVersion),
    lastServiceDate: draft.lastServiceDate,
    nextServiceDate: draft.nextServiceDate,
    installationDate,
    installationResponsible: orNull(draft.installationResponsible),
    notesOwner: orNull(draft.notesOwner),
    notesMechanic: orNull(draft.notesMechanic),
    notesGeneral: orNull(draft.notesGeneral),
  }
}

/** The server's refused fields as the form's. */
export function vehicleErrorsOf(
  errors: readonly { path: string; code: string }[] | undefined,
): VehicleErrors {
  return Object.fromEntries(
    (errors ?? []).map(({ path, code }) => [
      path.replace(/^body\./, ''),
      `fields.${code}` as VehicleErrorKey,
    ]),
  )
}
