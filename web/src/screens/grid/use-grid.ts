import { useMemo, useState } from 'react'
import { listOf, oneOf, useAddressState } from '../../app/address.tsx'
import { useHasLiveFleet, useLiveVehicles } from '../../live/use-live.ts'
import { nowMs, useNow } from '../../ui/clock.ts'
import { useHeld } from '../../vehicles/use-held.ts'
import {
  chooseVehicles,
  countChanges,
  countStatuses,
  readStatuses,
} from '../../vehicles/vehicle-list.rules.ts'
import { densities, gridOrders, gridViews, inOrder, isProblem, reliefs } from './grid.rules.ts'

/** What the grid shows of a fleet: the address holds view, density, filters and order. */
export function useGrid(fleetId: string | null) {
  const [query, change] = useAddressState()
  const [isRunning, setRunning] = useState(true)
  const [search, setSearch] = useState('')
  useNow(5)

  const present = useLiveVehicles(fleetId)
  const hasFleet = useHasLiveFleet(fleetId)
  const vehicles = useHeld(present, isRunning, fleetId ?? '')

  const view = gridViews.find((value) => value === oneOf(query.show)) ?? 'tiles'
  const density = densities.find((value) => value === oneOf(query.density)) ?? 'comfortable'
  const order = gridOrders.find((value) => value === oneOf(query.sort)) ?? 'status'
  const onlyProblems = oneOf(query.only) === 'problems'
  const statusKey = listOf(query.status).join(' ')
  const statuses = useMemo(() => readStatuses(statusKey.split(' ')), [statusKey])
  const { shown: chosen, autoShown } = useMemo(() => {
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
    ...{ hasFleet, vehicles, shown, autoShown, view, density, order, isRunning, change, ...filter },
    setSearch,
    setRunning,
    counts: useMemo(() => countStatuses(vehicles), [vehicles]),
    waiting: isRunning ? 0 : countChanges(vehicles, present),
    /** Where nothing is shown: each filter, and how many units would show without it. */
    reliefs: shown.length === 0 ? reliefs(vehicles, filter, nowMs()) : [],
    clear: () => {
      setSearch('')
      change({ status: undefined, only: undefined })
    },
  }
}
export type GridState = ReturnType<typeof useGrid>
