import { vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { useMemo } from 'react'
import { listOf, oneOf, useAddressState } from '../app/navigation/address.tsx'
import { readStatuses } from '../vehicles/vehicle-list.rules.ts'
import { type RadarFilter, type Reach, reachNames, readMaxMinutes } from './radar.rules.ts'

const readMinimum = (text: string): number => {
  const least = Number(text)
  return Number.isFinite(least) && least > 0 ? least : 0
}

/** The radar's filters in the address. */
export function useRadarFilters() {
  const [query, change] = useAddressState()
  const statusKey = listOf(query.status).join(' ')
  const statuses = useMemo(() => readStatuses(statusKey.split(' ')), [statusKey])
  const type = vehicleTypes.find((one) => one === oneOf(query.type)) ?? ''
  const seats = readMinimum(oneOf(query.seats))
  const skill = oneOf(query.skill)
  const fuel = readMinimum(oneOf(query.fuel))
  const battery = readMinimum(oneOf(query.battery))
  const filter = useMemo(
    (): RadarFilter => ({ statuses, types: type === '' ? [] : [type], seats, skill, fuel, battery }),
    [statuses, type, seats, skill, fuel, battery],
  )
  const reach: Reach = reachNames.find((one) => one === oneOf(query.reach)) ?? 'near'
  return {
    filter,
    statuses,
    type,
    seats,
    skill,
    fuel,
    battery,
    reach,
    /** Fewer minutes than the outermost ring; null for all of it. */
    maxMinutes: readMaxMinutes(oneOf(query.max), reach),
    /** The number of active filters besides the statuses. */
    moreCount: [type, skill].filter(Boolean).length + [seats, fuel, battery].filter(Boolean).length,
    setReach: (next: Reach) => change({ reach: next === 'near' ? undefined : next, max: undefined }),
    setMaxMinutes: (minutes: number | null) => change({ max: minutes ?? undefined }),
    showAllKinds: () =>
      change({
        status: undefined,
        type: undefined,
        seats: undefined,
        skill: undefined,
        fuel: undefined,
        battery: undefined,
      }),
    change,
  }
}
export type RadarFilters = ReturnType<typeof useRadarFilters>
