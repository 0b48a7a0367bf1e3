import { type LiveVisit, readLivePlan } from '@rumbo/contract/planning.publish.contract'
import { useMemo } from 'react'
import { useEndpoint } from '../../app/data/use-data.ts'

/** Predictions change without a hint while a vehicle drives; read again so often, in milliseconds. */
const paceMs = 30_000
const hintSpacingMs = 5_000

/**
 * A published plan against what happens, read again at every hint and every 30 seconds.
 * @param isOn false: nothing is read
 */
export function useLivePlan(planId: string, isOn: boolean) {
  const { data, error, refetch } = useEndpoint(
    readLivePlan,
    { params: { id: planId } },
    { enabled: isOn, refetchInterval: isOn ? paceMs : false, meta: { hintSpacingMs } },
  )
  const live = isOn ? data : undefined
  const byVehicle = useMemo(() => {
    const visits = new Map<string, LiveVisit[]>()
    for (const visit of live?.visits ?? [])
      visits.set(visit.vehicleId, [...(visits.get(visit.vehicleId) ?? []), visit])
    return visits
  }, [live])
  return {
    now: live?.now ?? null,
    visits: live?.visits ?? null,
    byVehicle,
    error: isOn ? error : null,
    refetch,
  }
}
