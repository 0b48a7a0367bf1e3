import { type AccessHolder, can } from '@rumbo/contract/access'
import { foldText, searchWords } from '@rumbo/contract/fold-text'
import {
  assignableStatuses,
  type HoursWindow,
  identifierFields,
  manualStatuses,
  type Vehicle,
  type VehicleStatus,
  vehicleStatuses,
} from '@rumbo/contract/vehicles.contract'

/** Causes of a vehicle's status. A vehicle may have several; the most severe determines the displayed status. */
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

/** Causes that a person sets and clears by choosing a status. */
export const manualCauses = [
  'maintenance',
  'out_of_service',
  'inactive_by_hand',
] as const satisfies readonly StatusCause[]
/** Causes cleared when an alarm is dismissed: the vehicle is active again, and its silence is counted from then. */
export const dismissedCauses = [
  'critical',
  'alarmed',
  'silent',
  'inactive_by_hand',
] as const satisfies readonly StatusCause[]

const statusOfCause = (cause: StatusCause): VehicleStatus =>
  cause === 'silent' || cause === 'inactive_by_hand' ? 'inactive' : cause

/** Rank by severity; 0 is the most severe. */
export const severityOf = (status: VehicleStatus): number => vehicleStatuses.indexOf(status)

/** The status of the most severe cause; active without any. */
export function statusOf(causes: Iterable<StatusCause>): VehicleStatus {
  let worst: VehicleStatus = 'active'
  for (const cause of causes) {
    const status = statusOfCause(cause)
    if (severityOf(status) < severityOf(worst)) worst = status
  }
  return worst
}

/** Whether a service may be assigned: only to an active or inactive vehicle. */
export const isAssignable = (causes: Iterable<StatusCause>): boolean =>
  (assignableStatuses as readonly VehicleStatus[]).includes(statusOf(causes))

/** The status that a person chose, from its manual cause; active without one. */
export const manualStatusOf = (cause: string | null): ManualStatus =>
  manualStatuses.find((status) => status === (cause === 'inactive_by_hand' ? 'inactive' : cause)) ?? 'active'

/**
 * The manual causes after a person chose a status. The displayed status does not matter: a silent vehicle may be
 * inactive by hand as well, and a form that sends the current `manualStatus` changes nothing.
 */
export function manualCausesAfter(chosen: ManualStatus, present: readonly StatusCause[]): StatusCause[] {
  const manual = manualCauses.filter((cause) => present.includes(cause))
  if (chosen === manualStatusOf(manual[0] ?? null)) return manual
  if (chosen === 'active') return []
  return [chosen === 'inactive' ? 'inactive_by_hand' : chosen]
}

/** A cause with its service, alarm, event or workshop; '' where it has none. */
interface SourcedCause {
  cause: StatusCause
  source_id: string
}
/** Whether a workshop, which the vehicle is in, sets it to maintenance: docs/decisions/0009-geofences.md. */
export const isOfWorkshop = ({ cause, source_id }: SourcedCause): boolean =>
  cause === 'maintenance' && source_id !== ''

/**
 * The changes of a manually chosen status, by form, import or bulk change; none if it is set already. Any status is
 * allowed for a vehicle at work too, because it may break down there: docs/decisions/0005-vehicles.md.
 */
export function manualChanges(vehicleId: string, chosen: ManualStatus, present: readonly StatusCause[]) {
  const wanted = manualCausesAfter(chosen, present)
  return manualCauses
    .filter((cause) => present.includes(cause) !== wanted.includes(cause))
    .map((cause) => ({ vehicleId, cause, sourceId: null, holds: wanted.includes(cause) }))
}

/**
 * The same of a status that a person named, rather than left as a form or a file shows it: maintenance that only a workshop
 * set becomes the person's own as well, which the vehicle's exit does not end.
 */
export function namedChanges(vehicleId: string, chosen: ManualStatus, causes: readonly SourcedCause[]) {
  const present = causes.map(({ cause }) => cause)
  const isOwn = causes.some((one) => one.cause === 'maintenance' && !isOfWorkshop(one))
  if (chosen === 'maintenance' && causes.some(isOfWorkshop) && !isOwn)
    return [{ vehicleId, cause: 'maintenance' as const, sourceId: null, holds: true }]
  return manualChanges(vehicleId, chosen, present)
}

/** Sort key: digits padded to eight, so that T-9 precedes T-10, followed by the name, to distinguish T-9 from T-09. */
export const numberKey = (vehicleNumber: string): string => {
  const plain = foldText(vehicleNumber).replace(/\s+/g, ' ')
  const padded = plain.replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, '').padStart(8, '0'))
  return `${padded} ${plain}`
}

/** Letters and digits only: ABC-123-D and ABC 123 D are the same plate. */
export const plateKey = (plateNumber: string): string =>
  foldText(plateNumber).replace(/[^\p{L}\p{N}]/gu, '') || foldText(plateNumber)

/** "Cadena de frío" and "cadena de  FRIO" are the same skill. */
export const skillKey = (skill: string): string => foldText(skill).replace(/\s+/g, ' ').trim()

/** Removes duplicates; keeps the first spelling of each skill. */
export function uniqueSkills(skills: readonly string[]): string[] {
  const keys = skills.map(skillKey)
  return skills.filter((_, index) => keys.indexOf(keys[index] ?? '') === index).map((skill) => skill.trim())
}

/** The days of a window without duplicates, Monday first. */
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
/** The searched text of a vehicle. */
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
    .map(foldText)
    .join(' ')

/** Whether a search matches the visible fields of a vehicle. */
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
 * A vehicle as the actor may see it. Anyone who knows a tracker's identifier can send reports in its name, so identifiers
 * are visible only to those who may edit the vehicle. Guests see no versions and notes either.
 */
export const asSeenBy = (holder: AccessHolder, vehicle: Vehicle): Vehicle => {
  const { companyId, fleetId, id: vehicleId } = vehicle
  if (can(holder, 'vehicles.edit', { companyId, fleetId, vehicleId })) return vehicle
  return holder.level === 'guest'
    ? { ...vehicle, ...withheld, ...withheldFromGuests }
    : { ...vehicle, ...withheld }
}
