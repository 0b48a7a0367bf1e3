import { type Decision, mostExcludedNamed } from '@rumbo/contract/dispatch.engine.contract'
import type { Coordinates } from '@rumbo/geo'
import { distanceMetres } from '@rumbo/geo/geometry/distance'
import {
  type Asked,
  type ConstraintRules,
  type EngineRequest,
  type EngineVehicle,
  exclusionsOf,
} from './dispatch.constraints.rules.ts'
import { NearestIndex } from './dispatch.nearest-index.ts'

type NamedVehicle = EngineVehicle & { vehicleNumber: string }

/**
 * @param isOther whether the vehicle with this index may be named
 * @param ending those whose driver's shift is known to end before the pickup
 */
export type OthersOf = (
  request: Asked & Pick<EngineRequest, 'pickup'>,
  isOther: (member: number) => boolean,
  ending?: ReadonlySet<number>,
) => Decision['others']

/**
 * Names the vehicles that were not compared for a request: the nearest ones, then those without a position.
 * @param places where the vehicles are now, by index; a busy one is matched from where it will be free
 * @returns at most `mostExcludedNamed`, each with all its reasons
 */
export function createOthers(
  vehicles: readonly NamedVehicle[],
  places: readonly (Coordinates | null)[],
  rules: ConstraintRules,
): OthersOf {
  let index: NearestIndex | null = null
  const makeIndex = () =>
    new NearestIndex(places.flatMap((place, member) => (place === null ? [] : { place, member })))
  const unplaced = places.flatMap((place, member) => (place === null ? member : []))

  return (request, isOther, ending) => {
    index ??= makeIndex()
    const near = index.nearest(request.pickup, mostExcludedNamed, isOther)
    return [...near, ...unplaced.filter(isOther)].slice(0, mostExcludedNamed).map((member) => {
      const vehicle = vehicles[member] as NamedVehicle
      const place = places[member] ?? null
      const reasons = exclusionsOf(vehicle, request, rules)
      if (ending?.has(member) && !reasons.includes('shift_ends')) reasons.push('shift_ends')
      return {
        vehicleNumber: vehicle.vehicleNumber,
        metres: place && Math.round(distanceMetres(place, request.pickup)),
        reasons: reasons.length === 0 ? ['too_far' as const] : reasons,
        status: reasons.includes('status') ? vehicle.status : null,
      }
    })
  }
}
