import type { PlanContent } from '@rumbo/contract/planning.contract'
import { differencesOf, servicesOf, vehicleOfServices } from './content.ts'

/** After which stops the vehicles load again, by vehicle. */
const reloadsOf = ({ routes }: PlanContent) =>
  new Map(
    routes.map(({ vehicleId, visits }) => [
      vehicleId,
      visits
        .flatMap(({ serviceId }, at) => (serviceId === null ? [visits[at - 1]?.stopId ?? ''] : []))
        .join(),
    ]),
  )

/**
 * Whether the routes of a proposal can be taken into a plan that changed since: their services are where they were, or
 * where the proposal has them, and so are their reloads.
 * @param vehicleIds whose routes; null: all
 */
export function isAcceptable(
  { base, present, proposal }: { base: PlanContent; present: PlanContent; proposal: PlanContent },
  vehicleIds: readonly string[] | null,
): boolean {
  const isTaken = ({ vehicleId }: { vehicleId: string }) =>
    vehicleIds === null || vehicleIds.includes(vehicleId)
  const touched = new Set(
    [base, present, proposal].flatMap(({ routes }) => [...servicesOf({ routes: routes.filter(isTaken) })]),
  )
  const [was, is, proposed] = [
    vehicleOfServices(base),
    vehicleOfServices(present),
    vehicleOfServices(proposal),
  ]
  for (const serviceId of touched) {
    const now = is.get(serviceId)
    if (now !== was.get(serviceId) && now !== proposed.get(serviceId)) return false
  }
  const [reloaded, reloads, proposedReloads] = [reloadsOf(base), reloadsOf(present), reloadsOf(proposal)]
  for (const [vehicleId, now] of reloads) {
    const isOther = now !== (reloaded.get(vehicleId) ?? '') && now !== (proposedReloads.get(vehicleId) ?? '')
    if (isTaken({ vehicleId }) && isOther) return false
  }
  const changed = differencesOf(base, present).resequenced
  const unlike = differencesOf(present, proposal).resequenced
  return !changed.some((vehicleId) => isTaken({ vehicleId }) && unlike.includes(vehicleId))
}
