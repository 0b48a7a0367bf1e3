/** The draft of the vehicle dialog. Pure. */
import { figureOf } from '@rumbo/contract/figures'
import type {
  createVehicle,
  fuelTypes,
  HoursWindow,
  manualStatuses,
  Vehicle,
  vehicleColors,
  vehicleTypes,
} from '@rumbo/contract/vehicles.contract'
import type * as z from 'zod'

export interface VehicleDraft {
  fleetId: string
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
  seats: string
  loadKg: string
  loadM3: string
  skills: readonly string[]
  speedLimitKmh: string
  allowedHours: readonly HoursWindow[]
  insurer: string
  insurancePolicy: string
  insuranceExpiresOn: string | null
  licenceExpiresOn: string | null
  workingZoneIds: readonly string[]
}
export type VehicleBody = z.input<NonNullable<typeof createVehicle.body>>

export const emptyVehicle: VehicleDraft = {
  fleetId: '',
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
  seats: '',
  loadKg: '',
  loadM3: '',
  skills: [],
  speedLimitKmh: '',
  allowedHours: [],
  insurer: '',
  insurancePolicy: '',
  insuranceExpiresOn: null,
  licenceExpiresOn: null,
  workingZoneIds: [],
}

const figure = (value: number | null) => (value === null ? '' : String(value))

export const vehicleDraftOf = (vehicle: Vehicle): VehicleDraft => ({
  fleetId: vehicle.fleetId,
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
  seats: figure(vehicle.seats),
  loadKg: figure(vehicle.loadKg),
  loadM3: figure(vehicle.loadM3),
  skills: vehicle.skills,
  speedLimitKmh: figure(vehicle.speedLimitKmh),
  allowedHours: vehicle.allowedHours,
  insurer: vehicle.insurer ?? '',
  insurancePolicy: vehicle.insurancePolicy ?? '',
  insuranceExpiresOn: vehicle.insuranceExpiresOn,
  licenceExpiresOn: vehicle.licenceExpiresOn,
  workingZoneIds: vehicle.workingZoneIds,
})

/** An optional figure; null if empty. */
const figureOrNull = (text: string) => (text.trim() === '' ? null : figureOf(text))
const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The request body. Requires a draft without errors. */
export function vehicleBodyOf(draft: VehicleDraft): VehicleBody {
  const { fleetId, type, color, fuelType, installationDate } = draft
  if (type === '' || color === '' || fuelType === '' || installationDate === null)
    throw new Error('The draft lacks required fields of a vehicle')
  return {
    fleetId,
    vehicleNumber: draft.vehicleNumber.trim(),
    plateNumber: draft.plateNumber.trim(),
    vin: orNull(draft.vin),
    make: draft.make.trim(),
    model: draft.model.trim(),
    year: figureOf(draft.year),
    type,
    status: draft.status,
    color,
    fuelType,
    mileage: figureOrNull(draft.mileage) ?? 0,
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
    seats: figureOrNull(draft.seats),
    loadKg: figureOrNull(draft.loadKg),
    loadM3: figureOrNull(draft.loadM3),
    skills: [...draft.skills],
    speedLimitKmh: figureOrNull(draft.speedLimitKmh),
    allowedHours: draft.allowedHours.map((window) => ({ ...window, days: [...window.days] })),
    insurer: orNull(draft.insurer),
    insurancePolicy: orNull(draft.insurancePolicy),
    insuranceExpiresOn: draft.insuranceExpiresOn,
    licenceExpiresOn: draft.licenceExpiresOn,
    workingZoneIds: [...draft.workingZoneIds],
  }
}
