import { foldText } from '@rumbo/contract/fold-text'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { autoShownStatuses, type VehicleStatus, vehicleStatuses } from '@rumbo/contract/vehicles.contract'
import { sortByNumber } from '../live/number-order.ts'

export type VehicleOrder = 'status' | 'number'
export interface VehicleFilter {
  /** Statuses to show; empty means all. */
  statuses: readonly VehicleStatus[]
  /** Types to show; empty means all. */
  types?: readonly string[]
  search: string
  order: VehicleOrder
}

/** Display order: vehicles that need attention, then those at work, then unavailable ones. */
export const displayOrder = [
  'critical',
  'alarmed',
  'occupied',
  'en_route',
  'in_service',
  'active',
  'inactive',
  'maintenance',
  'out_of_service',
] as const satisfies readonly VehicleStatus[]

const isAutoShown = (status: VehicleStatus) =>
  (autoShownStatuses as readonly VehicleStatus[]).includes(status)

export const readStatuses = (values: readonly string[]): VehicleStatus[] =>
  vehicleStatuses.filter((status) => values.includes(status))

/** Whether each word of the search occurs in number, plate, make, model or year, ignoring accents and case. */
export const matchesSearch = (vehicle: LiveVehicle, search: string): boolean => matcherOf(search)(vehicle)

function matcherOf(search: string): (vehicle: LiveVehicle) => boolean {
  const words = foldText(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  return ({ vehicleNumber, plateNumber, make, model, year }) => {
    const text = foldText(`${vehicleNumber} ${plateNumber} ${make} ${model} ${year}`)
    const bare = text.replaceAll('-', '')
    return words.every((word) => text.includes(word) || bare.includes(word))
  }
}

/** Nine buckets instead of a sort: a large fleet is ordered every second. */
function bySeverity(vehicles: readonly LiveVehicle[]): LiveVehicle[] {
  const of = new Map<VehicleStatus, LiveVehicle[]>(displayOrder.map((status) => [status, []]))
  for (const vehicle of vehicles) of.get(vehicle.status)?.push(vehicle)
  return [...of.values()].flat()
}

export type Shown = 'yes' | 'autoShown' | 'no'

/**
 * Whether a vehicle is shown. Critical and alarmed ones ignore the filters of status and type but not the search,
 * which looks for particular vehicles.
 */
export function shownBy({ statuses, types = [], search }: Omit<VehicleFilter, 'order'>) {
  const matches = matcherOf(search)
  return (vehicle: LiveVehicle): Shown => {
    if (!matches(vehicle)) return 'no'
    const isOfType = types.length === 0 || types.includes(vehicle.type)
    if (isOfType && (statuses.length === 0 || statuses.includes(vehicle.status))) return 'yes'
    return isAutoShown(vehicle.status) ? 'autoShown' : 'no'
  }
}

/**
 * The vehicles of map and list, the ids shown only because they are critical or alarmed, and the ids of all such
 * vehicles. Within a status the order of the input is kept: by number, as the live store provides them.
 */
export function chooseVehicles(vehicles: readonly LiveVehicle[], filter: VehicleFilter) {
  const isShown = shownBy(filter)
  const autoShown: string[] = []
  const alarmed: string[] = []
  const shown = vehicles.filter((vehicle) => {
    const answer = isShown(vehicle)
    if (isAutoShown(vehicle.status)) alarmed.push(vehicle.id)
    if (answer === 'autoShown') autoShown.push(vehicle.id)
    return answer !== 'no'
  })
  return { shown: filter.order === 'number' ? sortByNumber(shown) : bySeverity(shown), autoShown, alarmed }
}

export function countStatuses(vehicles: readonly LiveVehicle[]): Record<VehicleStatus, number> {
  const counts = Object.fromEntries(vehicleStatuses.map((status) => [status, 0])) as Record<
    VehicleStatus,
    number
  >
  for (const { status } of vehicles) counts[status] += 1
  return counts
}

/** The number of vehicles that were added, changed or removed since the view was frozen. */
export function countChanges(held: readonly LiveVehicle[], present: readonly LiveVehicle[]): number {
  if (held === present) return 0
  const before = new Set(held)
  const changed = present.filter((vehicle) => !before.has(vehicle)).length
  const here = new Set(present.map(({ id }) => id))
  return changed + held.filter(({ id }) => !here.has(id)).length
}
