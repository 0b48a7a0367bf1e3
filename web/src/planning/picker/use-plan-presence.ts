import { notePresence, type PlanPresence, presenceSeconds } from '@rumbo/contract/planning.contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useData, usePace } from '../../app/data/use-data.ts'

const nobody: readonly PlanPresence[] = []

/**
 * Who else has the plan open. Says so of this page every 15 seconds while it is visible, at once when another vehicle or
 * service is at work, and when it is left.
 */
export function usePlanPresence(
  planId: string,
  { vehicleId, serviceId }: { vehicleId: string | null; serviceId: string | null },
): readonly PlanPresence[] {
  const { call } = useData()
  const [others, setOthers] = useState(nobody)
  usePace(presenceSeconds * 1_000, `${planId} ${vehicleId} ${serviceId}`, () => {
    call(notePresence, { params: { id: planId }, body: { vehicleId, serviceId } }, { retries: 0 })
      .then((answer) => setOthers(answer.others))
      // Said again in 15 seconds; meanwhile nobody is missed.
      .catch(() => undefined)
  })
  const leave = useEffectEvent(() => {
    call(
      notePresence,
      { params: { id: planId }, body: { vehicleId: null, serviceId: null, isLeaving: true } },
      { retries: 0, isLast: true },
    ).catch(() => undefined)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another plan is left and entered
  useEffect(() => {
    const onLeave = () => leave()
    window.addEventListener('pagehide', onLeave)
    return () => {
      window.removeEventListener('pagehide', onLeave)
      onLeave()
    }
  }, [planId])
  return others
}
