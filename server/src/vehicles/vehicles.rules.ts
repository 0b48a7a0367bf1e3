import { type AccessHolder, can } from '@rumbo/contract/access'
import {
  assignableStatuses,
  type HoursWindow,
  identifierFields,
  manualStatuses,
  type Vehicle,
  type VehicleStatus,
  vehicleStatuses,
} from '@rumbo/contract/vehicles.contract'

/** Why a vehicle has its status. Several may hold at once; the most severe is displayed. */
export const statusCauses = [
  'critical',
  'alarmed',
  'maintenance',
  'out_of_service',
  'occupied',
  'en_route',
  'in_service',
  'silent',
  'inactive_by_hand',
] as const
export type StatusCause = (typeof statusCauses)[number]
export type ManualStatus = (typeof manualStatuses)[number]

/** Causes a person sets and clears by choosing a status. */
export const manualCauses = [
  'maintenance',
  'out_of_service',
  'inactive_by_hand',
] as const satisfies readonly StatusCause[]
/** Causes that end when an alarm is dismissed: the vehicle is active again, and its silence counts anew. */
export const dismissedCauses = [
  'critical',
  'alarmed',
  'silent',
  'inactive_by_hand',
] as const satisfies readonly StatusCause[]

const statusOfCause = (cause: StatusCause): VehicleStatus =>
  cause === 'silent' || cause === 'inactive_by_hand' ? 'inactive' : cause

/** Place in the order of severity, 0 the most severe. */
export const severityOf = (status: VehicleStatus): number => vehicleStatuses.indexOf(status)

/** The most severe of what the causes stand for; active without any. */
export function statusOf(causes: Iterable<StatusCause>): VehicleStatus {
  let worst: VehicleStatus = 'active'
  for (const cause of causes) {
    const status = statusOfCause(cause)
    if (severityOf(status) < severityOf(worst)) worst = status
  }
  return worst
}

/** Whether a service may be given to it: only an active or inactive vehicle. */
export const isAssignable = (causes: Iterable<StatusCause>): boolean =>
  (assignableStatuses as readonly VehicleStatus[]).includes(statusOf(causes))

/** The status a person chose, by the cause it left; active without one. */
export const manualStatusOf = (cause: string | null): ManualStatus =>
  manualStatuses.find((status) => status === (cause === 'inactive_by_hand' ? 'inactive' : cause)) ?? 'active'

/**
 * The manual causes after a person chose a status. Only what a person set counts, not what is displayed: a silent
 * vehicle may be inactive by hand besides, and a form sent back with `manualStatus` changes nothing.
 */
export function manualCausesAfter(chosen: ManualStatus, present: readonly StatusCause[]): StatusCause[] {
  const manual = manualCauses.filter((cause) => present.includes(cause))
  if (chosen === manualStatusOf(manual[0] ?? null)) return manual
  if (chosen === 'active') return []
  return [chosen === 'inactive' ? 'inactive_by_hand' : chosen]
}

/**
 * What a person's choice of a status changes, by form, import or for many at once. It may be any also of a vehicle at
 * work, which may break down there: docs/decisions/0005-vehicles.md. None where it is so already.
 */
export function manualChanges(vehicleId: string, chosen: ManualStatus, present: readonly StatusCause[]) {
  const wanted = manualCausesAfter(chosen, present)
  return manualCauses
    .filter((cause) => present.includes(cause) !== wanted.includes(cause))
    .map((cause) => ({ vehicleId, cause, sourceId: null, holds: wanted.includes(cause) }))
}

const marks = /[\u0300-\u036f]/g
/** Lower case without accents, for search and for telling names apart. */
export const fold = (text: string): string => text.normalize('NFD').replace(marks, '').toLowerCase()

/** Digits padded to eight, so that T-9 is sorted before T-10; the plain name behind it tells T-9 from T-09. */
export const numberKey = (vehicleNumber: string): string => {
  const plain = fold(vehicleNumber).replace(/\s+/g, ' ')
  const padded = plain.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(8, '0'))
  return `${padded} ${plain}`
}

/** Letters and digits only: ABC-123-D and ABC 123 D are one plate. */
export const plateKey = (plateNumber: string): string =>
  fold(plateNumber).replace(/[^\p{L}\p{N}]/gu, '') || fold(plateNumber)

/** "Cadena de frío" and "cadena de  FRIO" are one skill. */
export const skillKey = (skill: string): string => fold(skill).replace(/\s+/g, ' ').trim()

/** Each skill once, as it is written first. */
export function uniqueSkills(skills: readonly string[]): string[] {
  const keys = skills.map(skillKey)
  return skills.filter((_, index) => keys.indexOf(keys[index] ?? '') === index).map((skill) => skill.trim())
}

/** The days of a window once each, Monday first. */
export const orderedDays = (window: HoursWindow): HoursWindow => ({
  ...window,
  days: [...new Set(window.days)].sort((a, b) => a - b),
})

interface Searched {
  vehicleNumber: string
  plateNumber: string
  make: string
  model: string
  vin: string | null
  imei: string | null
}
/** What a search looks through. */
export const searchTextOf = (vehicle: Searched): string =>
  [
    vehicle.vehicleNumber,
    vehicle.plateNumber,
    plateKey(vehicle.plateNumber),
    vehicle.make,
    vehicle.model,
    vehicle.vin ?? '',
    vehicle.imei ?? '',
  ]
    .map(fold)
    .join(' ')

/** The words of a search, each to be found; at most five. */
const searchWords = (search: string): string[] => fold(search).split(/\s+/).filter(Boolean).slice(0, 5)
/** The same as LIKE patterns. */
export const searchPatterns = (search: string): string[] =>
  searchWords(search).map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

/** Whether a search finds a vehicle by what is shown of it. */
export const isFound = (search: string, vehicle: Searched): boolean => {
  const text = searchTextOf(vehicle)
  return searchWords(search).every((word) => text.includes(word))
}

const none = <Field extends keyof Vehicle>(...fields: Field[]) =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<Field, null>
const withheld = none(...identifierFields)
const withheldFromGuests = none(
  'gpsFirmwareVersion',
  'gpsHardwareVersion',
  'notesOwner',
  'notesMechanic',
  'notesGeneral',
)

/**
 * A vehicle as the person may see it. Anybody who knows a tracker's identifier can report in its place, so identifiers are
 * for those who may edit the vehicle; a guest reads no versions and notes either.
 */
export const asSeenBy = (holder: AccessHolder, vehicle: Vehicle): Vehicle => {
  const { companyId, fleetId, id: vehicleId } = vehicle
  if (can(holder, 'vehicles.edit', { companyId, fleetId, vehicleId })) return vehicle
  return { ...vehicle, ...withheld, ...(holder.level === 'guest' && withheldFromGuests) }
}
