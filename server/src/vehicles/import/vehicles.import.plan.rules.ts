import { foldText } from '@rumbo/contract/fold-text'
import { requiredImportFields, type VehicleImportField } from '@rumbo/contract/vehicles.files.contract'
import type { BadRow } from '@rumbo/contract/work.contract'
import { type VehicleBody, vehicleDefaults } from '../vehicles.body.ts'
import { numberKey, plateKey } from '../vehicles.rules.ts'
import { badRow, type CheckedRow, type RowVehicle } from './vehicles.import.rules.ts'

/** A live vehicle with a number, plate, VIN or device that the file contains. */
export interface ExistingVehicle {
  id: string
  companyId: string
  fleetId: string
  numberKey: string
  plateKey: string
  vin: string | null
  imei: string | null
  isAtWork: boolean
}

export interface ImportScope {
  companyId: string
  /** The fleet of rows that name none. */
  fleetId: string | null
  /** Fleets of the company in which the actor may edit vehicles. */
  fleets: readonly { id: string; name: string }[]
  duplicates: 'skip' | 'update' | 'fail'
}

export interface PlannedVehicle {
  /** The vehicle to change; null to add one. */
  id: string | null
  /** Null to keep the vehicle's present fleet. */
  fleetId: string | null
  vehicle: RowVehicle
}
export interface ImportPlan {
  added: (PlannedVehicle & { fleetId: string; vehicle: VehicleBody })[]
  updated: (PlannedVehicle & { id: string })[]
  skipped: number
  bad: BadRow[]
}

/** The fields that must be unique, with the key by which they are compared. */
const keys = {
  vehicleNumber: (text: string) => numberKey(text),
  plateNumber: (text: string) => plateKey(text),
  vin: (text: string) => text,
  imei: (text: string) => text,
} as const
type KeyField = keyof typeof keys
const keyFields = Object.keys(keys) as KeyField[]
export type RowKeys = Readonly<Partial<Record<KeyField, string>>>

export function keysOf(vehicle: RowVehicle): RowKeys {
  return Object.fromEntries(
    keyFields.flatMap((field) => {
      const text = vehicle[field]
      return text === null || text === undefined ? [] : [[field, keys[field](text)]]
    }),
  )
}

const heldBy: Record<KeyField, (holder: ExistingVehicle) => string | null> = {
  vehicleNumber: (holder) => holder.numberKey,
  plateNumber: (holder) => holder.plateKey,
  vin: (holder) => holder.vin,
  imei: (holder) => holder.imei,
}

/** Finds a fleet by name, ignoring case, and ignoring accents too if that is unambiguous (León, Leon). */
function fleetFinder(fleets: ImportScope['fleets']): (name: string) => string | null {
  const plain = (name: string) => name.normalize('NFC').trim().toLowerCase()
  const byName = new Map(fleets.map(({ id, name }) => [plain(name), id]))
  const byFolded = new Map<string, string | null>()
  for (const { id, name } of fleets) {
    const folded = foldText(name.trim())
    byFolded.set(folded, byFolded.has(folded) ? null : id)
  }
  return (name) => byName.get(plain(name)) ?? byFolded.get(foldText(name.trim())) ?? null
}

/**
 * Plans the valid rows. A row matches the company's vehicle with its number, else its plate, else its VIN, else its
 * device. A number, plate, VIN or device that occurs twice in the file, or that another vehicle has, is refused.
 */
export function planImport(
  rows: readonly CheckedRow[],
  scope: ImportScope,
  holders: readonly ExistingVehicle[],
): ImportPlan {
  const plan: ImportPlan = { added: [], updated: [], skipped: 0, bad: [] }
  const byKey = new Map<string, ExistingVehicle>()
  for (const holder of holders) {
    for (const field of keyFields) {
      const isFar = field !== 'imei' && holder.companyId !== scope.companyId
      const key = heldBy[field](holder)
      if (key !== null && !isFar) byKey.set(`${field} ${key}`, holder)
    }
  }
  const reachable = new Set(scope.fleets.map(({ id }) => id))
  const fleetOf = fleetFinder(scope.fleets)
  const seen = new Set<string>()
  for (const row of rows) {
    const before = plan.bad.length
    const refuse = (field: VehicleImportField, code: string) =>
      plan.bad.push(badRow(row.number, field, code, { ...row.vehicle, fleet: row.fleet }))
    const given = keysOf(row.vehicle)
    const held: Partial<Record<KeyField, ExistingVehicle>> = {}
    for (const field of keyFields) {
      const key = given[field]
      if (key === undefined) continue
      if (seen.has(`${field} ${key}`)) refuse(field, 'twice_in_file')
      seen.add(`${field} ${key}`)
      const holder = byKey.get(`${field} ${key}`)
      if (holder) held[field] = holder
    }
    if (plan.bad.length > before) continue
    const named = row.fleet === null ? null : fleetOf(row.fleet)
    if (row.fleet !== null && named === null) refuse('fleet', 'fleet_unknown')

    const match = keyFields.map((field) => held[field]).find((one) => one?.companyId === scope.companyId)
    if (match && scope.duplicates === 'skip') {
      if (plan.bad.length === before) plan.skipped += 1
      continue
    }
    const isChanged = match !== undefined && scope.duplicates === 'update' && reachable.has(match.fleetId)
    for (const field of keyFields) {
      if (held[field] && !(isChanged && held[field] === match)) refuse(field, 'taken')
    }
    if (isChanged) {
      if (named !== null && named !== match.fleetId && match.isAtWork) refuse('fleet', 'vehicle_at_work')
      if (plan.bad.length === before)
        plan.updated.push({
          id: match.id,
          fleetId: named === match.fleetId ? null : named,
          vehicle: row.vehicle,
        })
      continue
    }
    for (const field of requiredImportFields) if (row.vehicle[field] === undefined) refuse(field, 'required')
    const fleetId = named ?? scope.fleetId
    if (fleetId === null && row.fleet === null) refuse('fleet', 'required')
    if (plan.bad.length > before || fleetId === null) continue
    const vehicle = { ...vehicleDefaults(), ...row.vehicle, fleetId } as VehicleBody
    plan.added.push({ id: null, fleetId, vehicle })
  }
  return plan
}
