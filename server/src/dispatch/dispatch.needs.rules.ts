import { needAfterSeconds, serviceNeeds } from '@rumbo/contract/dispatch.contract'
import type { OpenService } from '../services/index.ts'

export interface ServiceNeed {
  kind: (typeof serviceNeeds)[number]
  serviceId: string
  /** When it started to need attention. */
  since: Date
}

const needAfterMs = needAfterSeconds * 1000

/** What a service needs and since when; a time in the future is when it will start to. */
function needOf(
  { id: serviceId, status, statusSince, waitingSince, vehicleId, windowEnd }: OpenService,
  reportedAt: ReadonlyMap<string, Date | null>,
  lateSince: ReadonlyMap<string, Date>,
  now: Date,
): { need: ServiceNeed | null; changesAt: Date | null } {
  const after = (time: Date) => new Date(time.getTime() + needAfterMs)
  if (status === 'on_dispatch') {
    const begins = after(waitingSince)
    const predicted = lateSince.get(serviceId)
    if (predicted && begins >= now)
      return { need: { kind: 'late', serviceId, since: predicted }, changesAt: begins }
    return begins < now
      ? { need: { kind: 'unassigned', serviceId, since: waitingSince }, changesAt: null }
      : { need: null, changesAt: begins }
  }
  const silent =
    vehicleId !== null && reportedAt.has(vehicleId) ? (reportedAt.get(vehicleId) ?? statusSince) : null
  if (silent && after(silent) < now)
    return { need: { kind: 'silent', serviceId, since: silent }, changesAt: null }
  const isLate = windowEnd !== null && windowEnd < now
  const ahead = [silent && after(silent), isLate ? null : windowEnd].filter((time) => time !== null)
  const predicted = lateSince.get(serviceId)
  return {
    need: isLate
      ? { kind: 'late', serviceId, since: windowEnd }
      : predicted
        ? { kind: 'late', serviceId, since: predicted }
        : null,
    changesAt: ahead.length === 0 ? null : new Date(Math.min(...ahead.map(Number))),
  }
}

/**
 * The services that need attention, by kind and then longest first, and when the list will change merely by time.
 * @param reportedAt last report by vehicle; null where it never reported; without vehicles that the caller cannot see
 * @param lateSince by service, since when it is predicted to be late
 */
export function needsOf(
  services: readonly OpenService[],
  reportedAt: ReadonlyMap<string, Date | null>,
  lateSince: ReadonlyMap<string, Date>,
  now: Date,
): { needs: ServiceNeed[]; changesAt: Date | null } {
  const all = services.map((service) => needOf(service, reportedAt, lateSince, now))
  const times = all.flatMap(({ changesAt }) => changesAt?.getTime() ?? [])
  const rank = ({ kind }: ServiceNeed) => serviceNeeds.indexOf(kind)
  return {
    needs: all
      .flatMap(({ need }) => need ?? [])
      .sort(
        (a, b) =>
          rank(a) - rank(b) || Number(a.since) - Number(b.since) || (a.serviceId < b.serviceId ? -1 : 1),
      ),
    changesAt: times.length === 0 ? null : new Date(times.reduce((least, time) => Math.min(least, time))),
  }
}
