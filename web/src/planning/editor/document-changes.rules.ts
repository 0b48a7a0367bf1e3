import type { PlanContent, PlanLock, PlanVisit } from '@rumbo/contract/planning.contract'
import { differencesOf, type PlanDifferences } from '@rumbo/planning/content'
import { type PlanDocument, type PlanField, planFields } from './plan-document.ts'

/** Everything that one document of a plan changes against another. */
export interface DocumentChanges extends PlanDifferences {
  fields: PlanField[]
  /** Routes that were locked or unlocked as a whole. */
  lockedRoutes: { vehicleId: string; isLocked: boolean }[]
  /** When routes leave; null: no longer at a fixed time. */
  departures: { vehicleId: string; startsAt: string | null }[]
  /** Services whose stops were locked, or unlocked (null). */
  locks: { serviceId: string; lock: PlanLock | null }[]
  /** Routes with more or fewer reloads at the depot, or with one at another place among the services that stay (0). */
  reloads: { vehicleId: string; more: number }[]
}

/** Whether two values are the same as JSON. Quick where most of them are the same objects, as the routes of a plan are. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [mine, theirs] = [one, other] as Record<string, unknown>[]
  return Object.keys({ ...mine, ...theirs }).every((key) => isSame(mine?.[key], theirs?.[key]))
}

/** Name, hours and settings that differ. */
export const changedFields = (before: PlanDocument, after: PlanDocument): PlanField[] =>
  planFields.filter((field) => !isSame(before[field], after[field]))

export function changesOf(before: PlanDocument, after: PlanDocument): DocumentChanges {
  const routesBefore = new Map(before.content.routes.map((route) => [route.vehicleId, route]))
  const routesAfter = new Map(after.content.routes.map((route) => [route.vehicleId, route]))
  const vehicleIds = [...new Set([...routesBefore.keys(), ...routesAfter.keys()])]
  const differences = differencesOf(before.content, after.content)
  return {
    ...differences,
    fields: changedFields(before, after),
    lockedRoutes: vehicleIds.flatMap((vehicleId) => {
      const was = routesBefore.get(vehicleId)?.isLocked ?? false
      const isLocked = routesAfter.get(vehicleId)?.isLocked ?? false
      return was === isLocked ? [] : [{ vehicleId, isLocked }]
    }),
    // A route that is gone has no departure to speak of.
    departures: after.content.routes.flatMap(({ vehicleId, startsAt }) =>
      (routesBefore.get(vehicleId)?.startsAt ?? null) === startsAt ? [] : [{ vehicleId, startsAt }],
    ),
    locks: changedLocks(before.content, after.content),
    reloads: vehicleIds.flatMap((vehicleId) => {
      const [was, is] = [routesBefore.get(vehicleId)?.visits ?? [], routesAfter.get(vehicleId)?.visits ?? []]
      const more = reloadsIn(is) - reloadsIn(was)
      // Where the stops themselves are in another order, that says enough.
      const isElsewhere =
        more === 0 &&
        !differences.resequenced.includes(vehicleId) &&
        orderOf(was, differences) !== orderOf(is, differences)
      return more === 0 && !isElsewhere ? [] : [{ vehicleId, more }]
    }),
  }
}

const reloadsIn = (visits: readonly PlanVisit[]): number =>
  visits.filter(({ serviceId }) => serviceId === null).length

/** The order of the reloads among the stops of services that did not move. */
function orderOf(visits: readonly PlanVisit[], { moved }: PlanDifferences): string {
  const gone = new Set(moved.map(({ serviceId }) => serviceId))
  return visits
    .filter(({ serviceId }) => serviceId === null || !gone.has(serviceId))
    .map(({ stopId }) => stopId ?? 'reload')
    .join()
}

function changedLocks(before: PlanContent, after: PlanContent): DocumentChanges['locks'] {
  const was = new Map(before.routes.flatMap(({ visits }) => visits.map(({ stopId, lock }) => [stopId, lock])))
  const changed = new Map<string, PlanLock | null>()
  for (const { visits } of after.routes)
    for (const { serviceId, stopId, lock } of visits)
      if (serviceId !== null && (was.get(stopId) ?? null) !== lock) changed.set(serviceId, lock)
  return [...changed].map(([serviceId, lock]) => ({ serviceId, lock }))
}
