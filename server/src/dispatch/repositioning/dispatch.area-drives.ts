import { distanceMetres } from '@rumbo/geo'
import type { Roads } from '../../places/index.ts'
import { drivesOf } from '../engine/dispatch.drives.ts'
import type { DemandArea } from './dispatch.demand.repository.ts'
import { reachOf, type Standing } from './dispatch.moves.rules.ts'
import { areasToCompare } from './dispatch.repositioning.rules.ts'

/** Seconds by road from vehicles to the areas that each is considered for; others are out of reach. */
export async function drivesToAreas(
  roads: Pick<Roads, 'table'>,
  vehicles: readonly Standing[],
  areas: readonly DemandArea[],
  demand: ArrayLike<number>,
  signal: AbortSignal,
) {
  const pairs = vehicles.flatMap(({ place }, vehicle) =>
    areasToCompare(demand, (area) => distanceMetres(place, areas[area] as DemandArea)).map((request) => ({
      vehicle,
      request,
    })),
  )
  const requests = areas.map(({ latitude, longitude }) => ({ pickup: { latitude, longitude } }))
  const { seconds, isEstimate } = await drivesOf(roads, vehicles, requests, pairs, signal)
  const at = new Map(pairs.map(({ vehicle, request }, pair) => [vehicle * areas.length + request, pair]))
  const pairOf = (vehicle: number, area: number) => at.get(vehicle * areas.length + area) ?? -1
  return {
    secondsTo: (vehicle: number, area: number) => seconds[pairOf(vehicle, area)] ?? Number.NaN,
    isEstimate: (vehicle: number, area: number) => isEstimate[pairOf(vehicle, area)] ?? true,
    vehiclesIn: (area: number) =>
      vehicles.filter(({ place }) => {
        const of = areas[area] as DemandArea
        return distanceMetres(place, of) <= reachOf(of)
      }).length,
  }
}
