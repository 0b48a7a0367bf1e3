import type { DispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import { demandMinutes } from '@rumbo/contract/dispatch.repositioning.contract'
import { type Coordinates, destination } from '@rumbo/geo'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import { anyService, exclusionsOf } from '../engine/dispatch.constraints.rules.ts'
import type { FleetVehicle } from '../engine/dispatch.fleet-state.actions.ts'
import type { DemandArea } from './dispatch.demand.repository.ts'
import type { PlacedVehicle } from './dispatch.repositioning.rules.ts'
import type { RecentMoves, StoredSuggestion } from './dispatch.suggestions.repository.ts'

/** The vehicles of a fleet that are considered, those that are free soonest. */
const mostVehicles = 400
/** A vehicle whose shift ends this soon after the longest move stays where it is, in seconds. */
const shiftMargin = 1_800
/** A vehicle is in an area at least within this distance of its middle. */
const leastReach = 300
const metresPerDegree = 111_000

/** A vehicle with its place, now or when it will be free. */
export interface Standing extends PlacedVehicle {
  vehicleId: string
  vehicleNumber: string
  driverId: string | null
  driverName: string | null
  place: Coordinates
}

/** How near to the middle of an area a vehicle must be to be in it, in metres. */
export const reachOf = ({ spread }: DemandArea): number => Math.max(leastReach, spread * metresPerDegree)

/** Seconds from the middle of an area to a place within it. */
export function within(area: DemandArea): number {
  const { latitude, longitude, spread } = area
  const middle = { latitude, longitude }
  return estimateLeg(middle, destination(middle, 0, spread * metresPerDegree)).durationSeconds
}

/** What is known of a fleet when moves are proposed. */
export interface MovableFleet {
  now: Date
  settings: Pick<DispatchSettings, 'requiresShift' | 'longestMoveMinutes' | 'hourlyMoveMinutes'>
  vehicles: readonly FleetVehicle[]
  reservations: readonly { vehicleId: string }[]
  /** Suggestions that are open. */
  open: readonly StoredSuggestion[]
  recent: readonly RecentMoves[]
}

/**
 * The vehicles that can serve a request of the next minutes, which reserved ones cannot, with how far each may be moved: not
 * at all while it is busy or on its way already, limited to zones, not active, near the end of its shift, or where a person
 * dismissed a suggestion lately.
 */
export function standingVehicles({
  now,
  settings: { requiresShift, longestMoveMinutes, hourlyMoveMinutes },
  vehicles,
  reservations,
  open,
  recent,
}: MovableFleet): Standing[] {
  const reserved = new Set(reservations.map(({ vehicleId }) => vehicleId))
  const openOf = new Map(open.map((suggestion) => [suggestion.vehicleId, suggestion]))
  const recentOf = new Map(recent.map((moves) => [moves.vehicleId, moves]))
  const rules = { requiresShift, freeWithin: demandMinutes * 60 }
  return vehicles
    .flatMap((vehicle): Standing[] => {
      const { vehicleId, vehicleNumber, driverId, driverName, place, freeIn, status, driver } = vehicle
      if (place === null || freeIn === null || reserved.has(vehicleId)) return []
      if (exclusionsOf(vehicle, anyService, rules).length > 0) return []
      const base = { vehicleId, vehicleNumber, driverId, driverName }
      const moving = openOf.get(vehicleId)
      if (moving) {
        const passed = (now.getTime() - moving.suggestedAt.getTime()) / 1000
        const to = { latitude: moving.toLatitude, longitude: moving.toLongitude }
        return [{ ...base, place: to, freeIn: Math.max(0, moving.driveSeconds - passed), mostDrive: 0 }]
      }
      const lately = recentOf.get(vehicleId)
      const longest = longestMoveMinutes * 60
      const left = hourlyMoveMinutes * 60 - (lately?.driveSeconds ?? 0)
      const endsSoon = driver?.shiftEndsIn != null && driver.shiftEndsIn < longest + shiftMargin
      // A move might lead it out of its zones.
      const hasZones = vehicle.zones !== undefined && vehicle.zones.length > 0
      const stays = freeIn > 0 || status !== 'active' || hasZones || endsSoon || lately?.wasDismissed === true
      return [{ ...base, place, freeIn, mostDrive: stays ? 0 : Math.max(0, Math.min(longest, left)) }]
    })
    .sort((a, b) => a.freeIn - b.freeIn)
    .slice(0, mostVehicles)
}
