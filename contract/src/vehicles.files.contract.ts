import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './lists.ts'
import { exportedFile, importedFile, inspection, skipBad, tableWork } from './table-files.ts'
import { vehicleFiltersOfBody } from './vehicles.contract.ts'

/** Columns of a file that an import fills, and what an export writes; `fleet` is a fleet's name. */
export const vehicleImportFields = [
  'fleet',
  'vehicleNumber',
  'plateNumber',
  'vin',
  'make',
  'model',
  'year',
  'type',
  'status',
  'color',
  'fuelType',
  'mileage',
  'seats',
  'loadKg',
  'loadM3',
  'skills',
  'speedLimitKmh',
  'allowedHours',
  'imei',
  'simNumber',
  'gpsModel',
  'gpsSerialNumber',
  'gpsFirmwareVersion',
  'gpsHardwareVersion',
  'installationDate',
  'installationResponsible',
  'lastServiceDate',
  'nextServiceDate',
  'insurer',
  'insurancePolicy',
  'insuranceExpiresOn',
  'licenceExpiresOn',
  'notesOwner',
  'notesMechanic',
  'notesGeneral',
] as const
export type VehicleImportField = (typeof vehicleImportFields)[number]
const importField = z.enum(vehicleImportFields)
/** Each needs a column, unless rows only change vehicles that are there; then the number alone is needed. */
export const requiredImportFields = [
  'vehicleNumber',
  'plateNumber',
  'make',
  'model',
  'year',
  'type',
  'color',
  'fuelType',
  'installationDate',
] as const satisfies readonly VehicleImportField[]

export const inspectVehicleImport = endpoint({
  ...inspection(importField),
  name: 'vehicles.inspectImport',
  path: '/vehicles/imports/inspect',
  summary: 'Columns, sample and a proposed mapping of an uploaded CSV or XLSX file of vehicles',
  access: 'vehicles.edit',
})
export const importVehicles = endpoint({
  ...tableWork,
  name: 'vehicles.import',
  path: '/vehicles/imports',
  summary: 'Import vehicles, all or none; a dry run changes nothing and lists every bad row',
  access: 'vehicles.edit',
  body: z.strictObject({
    companyId: id,
    /** Fleet for rows that name none; without it, such rows are invalid. */
    fleetId: id.nullable().default(null),
    ...importedFile(importField),
    /** How to handle a row whose number, plate, VIN or IMEI belongs to an existing vehicle of the company. */
    duplicates: z.enum(['skip', 'update', 'fail']).default('skip'),
    skipBad,
  }),
  problems: ['company_denied', 'fleet_denied', 'file_not_found', 'file_unreadable'],
})
export const exportVehicles = endpoint({
  ...tableWork,
  name: 'vehicles.export',
  path: '/vehicles/exports',
  summary: 'Write what the filter shows into a file that an import takes again',
  access: 'vehicles.read',
  body: z.strictObject({ ...vehicleFiltersOfBody, ...exportedFile }),
  problems: ['company_denied'],
})
