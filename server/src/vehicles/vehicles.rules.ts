import {
  assignableStatuses,
  manualStatuses,
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
 * The manual causes after a person chose a status in the form.
 * Choosing what is displayed already changes nothing: a form sent back does not make a silent vehicle inactive by hand.
 */
export function manualCausesAfter(
  chosen: ManualStatus,
  displayed: VehicleStatus,
  present: readonly StatusCause[],
): StatusCause[] {
  const manual = manualCauses.filter((cause) => present.includes(cause))
  if (chosen === displayed) return manual
  if (chosen === 'active') return []
  return [chosen === 'inactive' ? 'inactive_by_hand' : chosen]
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

/** The words of a search as LIKE patterns; at most five, each to be found. */
export const searchPatterns = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 5)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
