import { useMemo, useState } from 'react'
import { useCan, useFeatures, useFleetSelection, useFleetsWithout } from '../app/client-context.tsx'
import { listOf, oneOf, useAddressSearch, useAddressState } from '../app/navigation/address.tsx'
import { nowMs, useNow } from '../ui/clock.ts'
import { useHeldFleet } from '../vehicles/use-held.ts'
import { chooseVehicles, countStatuses, readStatuses } from '../vehicles/vehicle-list.rules.ts'
import { densities, gridOrders, gridViews, inOrder, isProblem, reliefs } from './grid.rules.ts'

/** The vehicles that the grid shows: the address holds view, density, filters and order. */
export function useGrid(fleetId: string | null) {
  const [query, change] = useAddressState()
  const [isRunning, setRunning] = useState(true)
  const [search, setSearch] = useAddressSearch()
  useNow(5)

  const { vehicles, isLoaded: hasFleet, waiting } = useHeldFleet(fleetId, isRunning, useFleetsWithout('grid'))

  const can = useCan()
  const features = useFeatures()
  // Zones belong to one fleet.
  const isOneFleet = useFleetSelection()?.isAll === false
  const hasZones = isOneFleet && can('tariffs.read') && features.includes('services')
  const views = hasZones ? gridViews : gridViews.filter((value) => value !== 'zones')
  const view = views.find((value) => value === oneOf(query.show)) ?? 'tiles'
  const density = densities.find((value) => value === oneOf(query.density)) ?? 'comfortable'
  const order = gridOrders.find((value) => value === oneOf(query.sort)) ?? 'status'
  const onlyProblems = oneOf(query.only) === 'problems'
  const statusKey = listOf(query.status).join(' ')
  const statuses = useMemo(() => readStatuses(statusKey.split(' ')), [statusKey])
  const {
    shown: chosen,
    autoShown,
    alarmed,
  } = useMemo(() => {
    const found = chooseVehicles(vehicles, {
      statuses,
      search,
      order: order === 'number' ? 'number' : 'status',
    })
    return { ...found, shown: inOrder(found.shown, order) }
  }, [vehicles, statuses, search, order])
  const shown = onlyProblems ? chosen.filter((vehicle) => isProblem(vehicle, nowMs())) : chosen
  const filter = { statuses, search, onlyProblems }

  return {
    hasFleet,
    vehicles,
    waiting,
    shown,
    autoShown,
    alarmed,
    ...filter,
    view,
    views,
    density,
    order,
    isRunning,
    change,
    setSearch,
    setRunning,
    counts: useMemo(() => countStatuses(vehicles), [vehicles]),
    /** When nothing is shown: each filter, and how many vehicles would show without it. */
    reliefs: shown.length === 0 ? reliefs(vehicles, filter, nowMs()) : [],
    clear: () => {
      setSearch('')
      change({ status: undefined, only: undefined })
    },
  }
}
export type GridState = ReturnType<typeof useGrid>
