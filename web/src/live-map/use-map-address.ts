import { useState } from 'react'
import { useCan, useFeatures, useFleetSelection } from '../app/client-context.tsx'
import { listOf, oneOf, useAddressState } from '../app/navigation/address.tsx'
import type { FleetSelection } from '../app/session/workspace.ts'
import { type MapView, readView, writeView } from '../map/map-model.ts'
import { type MapLayer, mapLayers, readLayers } from './layers.ts'
import { readType } from './use-map-vehicles.ts'

/** The state of the live map in the address: selection, filters, order, layers and view. */
export function useMapAddress() {
  const [query, change] = useAddressState()
  // Captured at the first render: a later address may belong to the next screen while this one unmounts.
  const [changeNow] = useState(() => change)
  const can = useCan()
  const features = useFeatures()
  const isAll = useFleetSelection()?.isAll === true
  const maySee: Record<MapLayer, boolean> = {
    services: features.includes('services') && can('services.read'),
    // They are read by fleet.
    fences: !isAll && features.includes('geofences') && can('geofences.read'),
    trail: true,
  }
  const [firstView] = useState(() => readView(oneOf(query.view)))
  return {
    change,
    /** Stable across renders. */
    changeNow,
    chosenId: oneOf(query.unit) || null,
    serviceId: oneOf(query.service) || null,
    order: oneOf(query.sort) === 'number' ? ('number' as const) : ('status' as const),
    type: readType(oneOf(query.type)),
    statusKey: listOf(query.status).join(' '),
    linkedFleetId: oneOf(query.fleet),
    firstView,
    layers: readLayers(listOf(query.layer)).filter((layer) => maySee[layer]),
    /** Layers this user may see. */
    offeredLayers: mapLayers.filter((layer) => maySee[layer]),
    /** The address of the current map, for sharing. */
    addressOf: ({ id, isAll: areAll }: FleetSelection, view: MapView | undefined): string => {
      const shared: { fleet?: string; view?: string } = areAll ? {} : { fleet: id }
      if (view !== undefined) shared.view = writeView(view)
      change(shared)
      // The browser's own address is updated a moment later.
      const address = new URL(location.href)
      for (const [name, value] of Object.entries(shared)) address.searchParams.set(name, value)
      return address.href
    },
  }
}
export type MapAddress = ReturnType<typeof useMapAddress>
