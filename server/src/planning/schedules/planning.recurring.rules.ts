import type { PlanContent, PlanVisit } from '@rumbo/contract/planning.contract'
import type { RecurringService } from './planning.schedules.repository.ts'

interface RecurringInput {
  template: PlanContent
  /** The services of series in the template, and those of the new day. */
  before: readonly RecurringService[]
  now: readonly RecurringService[]
  /** Vehicles that can drive on the new day. */
  vehicleIds: ReadonlySet<string>
}

/**
 * The routes of a template with the services of another day: a service takes the vehicle and the places that the one of its
 * series has. What the day does not have is left out, and a vehicle that cannot drive has no route. Where the template has
 * several services of one series, the first one with a place is followed.
 */
export function recurringContent({ template, before, now, vehicleIds }: RecurringInput): PlanContent {
  const seriesOf = new Map(before.map((service) => [service.serviceId, service]))
  const successors = new Map(now.map((service) => [service.seriesId, service]))
  /** By service of the day: the one of the template whose places it takes. */
  const followed = new Map<string, string>()
  const visitOf = (visit: PlanVisit): PlanVisit[] => {
    if (visit.serviceId === null) return [visit]
    const former = seriesOf.get(visit.serviceId)
    const next = former && successors.get(former.seriesId)
    // A series whose stops changed since is planned anew.
    if (!former || !next || former.stopIds.length !== next.stopIds.length) return []
    const stopId = next.stopIds[former.stopIds.indexOf(visit.stopId ?? '')]
    if (stopId === undefined) return []
    if ((followed.get(next.serviceId) ?? former.serviceId) !== former.serviceId) return []
    followed.set(next.serviceId, former.serviceId)
    return [{ ...visit, serviceId: next.serviceId, stopId }]
  }
  return {
    routes: template.routes.flatMap((route) => {
      if (!vehicleIds.has(route.vehicleId)) return []
      const visits = route.visits.flatMap(visitOf)
      return visits.some(({ serviceId }) => serviceId !== null) ? [{ ...route, visits }] : []
    }),
  }
}
