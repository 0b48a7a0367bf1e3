import { useState } from 'react'
import { useCan, useFeatures } from '../app/client-context.tsx'
import { listOf, oneOf, useAddressState } from '../app/navigation/address.tsx'
import type { FleetSelection } from '../app/session/workspace.ts'
import { type MapView, readView, writeView } from '../map/map-model.ts'
import { readLayers } from './layers.ts'
import { readType } from './use-map-vehicles.ts'

/** The state of the live map in the address: selection, filters, order, layers and view. */
export function useMapAddress() {
  const [query, change] = useAddressState()
  // Captured at the first render: a later address may belong to the next screen while this one unmounts.
  const [changeNow] = useState(() => change)
  const can = useCan()
  const maySeeServices = useFeatures().includes('services') && can('services.read')
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
    maySeeServices,
    layers: readLayers(listOf(query.layer)).filter((layer) => layer !== 'services' || maySeeServices),
    /** The address of the current map, for sharing. */
    addressOf: ({ id, isAll }: FleetSelection, view: MapView | undefined): string => {
      const shared: { fleet?: string; view?: string } = isAll ? {} : { fleet: id }
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
