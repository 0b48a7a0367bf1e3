import { type createVehicle, type updateVehicle, vehicleFields } from '@rumbo/contract/vehicles.contract'
import * as z from 'zod'
import { numberKey, orderedDays, plateKey, searchTextOf, skillKey, uniqueSkills } from './vehicles.rules.ts'

export type VehicleBody = z.output<NonNullable<typeof createVehicle.body>>
const {
  fleetId: _fleet,
  vehicleNumber: _number,
  plateNumber: _plate,
  make: _make,
  model: _model,
  year: _year,
  type: _type,
  color: _color,
  fuelType: _fuel,
  installationDate: _installed,
  ...optionalFields
} = vehicleFields
/** Default field values of a vehicle; returns a new object each time. */
export const vehicleDefaults = () => z.object(optionalFields).parse({})

export type VehicleChange = z.output<NonNullable<typeof updateVehicle.body>>

/** The columns that a form writes, with the keys for sorting and searching. */
export const columnsOfBody = (body: Omit<VehicleBody, 'status'>, companyId: string) => {
  const skills = uniqueSkills(body.skills)
  return {
    company_id: companyId,
    fleet_id: body.fleetId,
    vehicle_number: body.vehicleNumber,
    plate_number: body.plateNumber,
    vin: body.vin,
    make: body.make,
    model: body.model,
    year: body.year,
    type: body.type,
    color: body.color,
    fuel_type: body.fuelType,
    mileage: body.mileage,
    imei: body.imei,
    sim_number: body.simNumber,
    gps_model: body.gpsModel,
    gps_serial_number: body.gpsSerialNumber,
    gps_firmware_version: body.gpsFirmwareVersion,
    gps_hardware_version: body.gpsHardwareVersion,
    last_service_date: body.lastServiceDate,
    next_service_date: body.nextServiceDate,
    installation_date: body.installationDate,
    installation_responsible: body.installationResponsible,
    notes_owner: body.notesOwner,
    notes_mechanic: body.notesMechanic,
    notes_general: body.notesGeneral,
    seats: body.seats,
    load_kg: body.loadKg,
    load_m3: body.loadM3,
    skills,
    skill_keys: skills.map(skillKey),
    speed_limit_kmh: body.speedLimitKmh,
    allowed_hours: JSON.stringify(body.allowedHours.map(orderedDays)),
    insurer: body.insurer,
    insurance_policy: body.insurancePolicy,
    insurance_expires_on: body.insuranceExpiresOn,
    licence_expires_on: body.licenceExpiresOn,
    number_key: numberKey(body.vehicleNumber),
    plate_key: plateKey(body.plateNumber),
    search_text: searchTextOf(body),
  }
}
