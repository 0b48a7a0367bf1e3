import { distanceMetres } from '@rumbo/geo'
import type { Roads } from '../../places/index.ts'
import { drivesOf } from '../engine/dispatch.drives.ts'
import type { DemandArea } from './dispatch.demand.repository.ts'
import { reachOf, type Standing } from './dispatch.moves.rules.ts'
import { comparedAreas } from './dispatch.repositioning.rules.ts'

/** Seconds by road from vehicles to the nearest areas of each; farther areas are out of reach. */
export async function drivesToAreas(
  roads: Pick<Roads, 'table'>,
  vehicles: readonly Standing[],
  areas: readonly DemandArea[],
  signal: AbortSignal,
) {
  const pairs = vehicles.flatMap(({ place }, vehicle) =>
    areas
      .map((area, request) => ({ vehicle, request, metres: distanceMetres(place, area) }))
      .sort((a, b) => a.metres - b.metres)
      .slice(0, comparedAreas),
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
