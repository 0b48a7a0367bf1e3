import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { autoShownStatuses, type VehicleStatus, vehicleStatuses } from '@rumbo/contract/vehicles.contract'

export type VehicleOrder = 'status' | 'number'
export interface VehicleFilter {
  /** Statuses to show; none means all. */
  statuses: readonly VehicleStatus[]
  search: string
  order: VehicleOrder
}

/** Order on screen: what needs a person first, then those at work, then those that are not available. */
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

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Every word of the search is somewhere in number, plate, make, model or year; accents and case aside. */
export function matchesSearch(vehicle: LiveVehicle, search: string): boolean {
  const words = plain(search).split(/\s+/).filter(Boolean)
  if (words.length === 0) return true
  const text = plain(
    `${vehicle.vehicleNumber} ${vehicle.plateNumber} ${vehicle.make} ${vehicle.model} ${vehicle.year}`,
  )
  const bare = text.replaceAll('-', '')
  return words.every((word) => text.includes(word) || bare.includes(word))
}

const byNumber = (a: LiveVehicle, b: LiveVehicle) =>
  a.vehicleNumber.localeCompare(b.vehicleNumber, undefined, { numeric: true })
const bySeverity = (a: LiveVehicle, b: LiveVehicle) =>
  displayOrder.indexOf(a.status) - displayOrder.indexOf(b.status) || byNumber(a, b)

/**
 * What map and list show: critical and alarmed vehicles whatever the status filter (`autoShown` counts those it would
 * have hidden), the rest by filter; all by search.
 */
export function chooseVehicles(vehicles: readonly LiveVehicle[], filter: VehicleFilter) {
  const { statuses, search, order } = filter
  let autoShown = 0
  const shown = vehicles.filter((vehicle) => {
    if (!matchesSearch(vehicle, search)) return false
    if (statuses.length === 0 || statuses.includes(vehicle.status)) return true
    if (!isAutoShown(vehicle.status)) return false
    autoShown += 1
    return true
  })
  return { shown: shown.sort(order === 'number' ? byNumber : bySeverity), autoShown }
}

export function countStatuses(vehicles: readonly LiveVehicle[]): Record<VehicleStatus, number> {
  const counts = Object.fromEntries(vehicleStatuses.map((status) => [status, 0])) as Record<
    VehicleStatus,
    number
  >
  for (const { status } of vehicles) counts[status] += 1
  return counts
}
