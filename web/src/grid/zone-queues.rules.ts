import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { createAreaFinder } from '@rumbo/geo/geometry/area-finder'

interface NamedArea {
  id: string
  name: string
  corners: readonly (readonly [number, number])[]
}
/** The free vehicles of a zone, the one that has been free longest first. */
export interface ZoneQueue {
  /** Null: outside all zones. */
  zone: { id: string; name: string } | null
  queue: readonly LiveVehicle[]
  /** How many others are there: on a service, in maintenance, silent. */
  others: number
}

/** A vehicle counts to the smallest zone it is in; one without a position to none. */
export function zoneQueues(zones: readonly NamedArea[], vehicles: readonly LiveVehicle[]): ZoneQueue[] {
  const zoneAt = createAreaFinder(zones)
  const queues = new Map<string | null, LiveVehicle[]>()
  const others = new Map<string | null, number>()
  for (const vehicle of vehicles) {
    const { latitude, longitude, status } = vehicle
    if (latitude === null || longitude === null) continue
    const zoneId = zoneAt({ latitude, longitude })?.id ?? null
    if (status !== 'active') others.set(zoneId, (others.get(zoneId) ?? 0) + 1)
    else queues.set(zoneId, [...(queues.get(zoneId) ?? []), vehicle])
  }
  return [...zones.map(({ id, name }) => ({ id, name })), null].map((zone) => {
    const key = zone?.id ?? null
    const queue = (queues.get(key) ?? []).sort(byTimeClear)
    return { zone, queue, others: others.get(key) ?? 0 }
  })
}

const byTimeClear = (a: LiveVehicle, b: LiveVehicle) =>
  (a.statusSince ?? Number.POSITIVE_INFINITY) - (b.statusSince ?? Number.POSITIVE_INFINITY) ||
  a.vehicleNumber.localeCompare(b.vehicleNumber, 'es', { numeric: true })
