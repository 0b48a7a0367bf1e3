import type { InputOf } from '@rumbo/contract/endpoint'
import type { listFences } from '@rumbo/contract/geofences.contract'
import { fenceKinds } from '@rumbo/contract/geofences.shapes.contract'
import { isRecordId, listOf, oneOf } from '../../app/navigation/address.tsx'

/** The filters of the list of geofences, by their names in the address. */
export const fenceFilterNames = ['kind', 'scope', 'vehicle', 'active', 'tag'] as const
export type FenceFilterName = (typeof fenceFilterNames)[number]

/** What the address asks for; unknown values are left out. */
export function readFenceFilter(query: Readonly<Record<string, string | string[]>>) {
  return {
    kind: fenceKinds.filter((value) => listOf(query.kind).includes(value)),
    scope: (['fleet', 'vehicles'] as const).find((value) => value === oneOf(query.scope)),
    vehicle: [oneOf(query.vehicle)].find(isRecordId),
    active: (['true', 'false'] as const).find((value) => value === oneOf(query.active)),
    tag: oneOf(query.tag).trim().slice(0, 40) || undefined,
  }
}
export type FenceFilter = ReturnType<typeof readFenceFilter>

/** Which filters are set, in the order of `fenceFilterNames`. */
export const setFilters = (filter: FenceFilter): boolean[] =>
  fenceFilterNames.map((name) => {
    const value = filter[name]
    return Array.isArray(value) ? value.length > 0 : value !== undefined
  })

/** The filter as the server's. */
export const asQuery = ({ kind, scope, vehicle, active, tag }: FenceFilter) =>
  ({
    kind: kind.length > 0 ? kind : undefined,
    scope,
    vehicleId: vehicle,
    isActive: active,
    tag,
  }) satisfies Partial<InputOf<typeof listFences>['query']>
