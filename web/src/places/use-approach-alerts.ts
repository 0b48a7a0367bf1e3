import { type ApproachAlert, listApproachAlerts } from '@rumbo/contract/watchpoints.approach.contract'
import { useCan, useWorkspace } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'

const none: readonly ApproachAlert[] = []

/**
 * The user's approach alerts, which the server checks: waiting ones, and those that ended and were not shown yet; of all
 * fleets, whichever is on screen.
 */
export function useApproachAlerts(): readonly ApproachAlert[] {
  const can = useCan()
  const { fleets } = useWorkspace()
  const mayHave = fleets.some(
    ({ id, company_id: companyId, features }) =>
      features.includes('radar') && can('watchpoints.read', { companyId, fleetId: id }),
  )
  return useEndpoint(listApproachAlerts, {}, { enabled: mayHave }).data?.items ?? none
}
