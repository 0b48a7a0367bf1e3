import type { GpsCommand } from '@rumbo/contract/commands.contract'
import { type listServiceNeeds, needAfterSeconds } from '@rumbo/contract/dispatch.contract'
import type { Prediction } from '@rumbo/contract/dispatch.lateness.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Event } from '@rumbo/contract/events.contract'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { ServiceSeries } from '@rumbo/contract/services.series.contract'
import { dayMs, hourMs } from '@rumbo/contract/time-units'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { dayAt, startOfDay } from '../ui/fields/calendar-day.ts'
import { duePapers, type Paper } from '../vehicles/list/vehicle-papers.rules.ts'

/** Commands that failed earlier are not listed. */
const commandFailedWithinMs = hourMs
/** Papers that expire later are not listed. */
export const paperNeedDays = 14

/** An item that needs attention. `sinceMs` is when it began to, epoch milliseconds. */
export type Need =
  | { kind: 'event'; id: string; sinceMs: number; isGrave: boolean; event: Event }
  | { kind: 'unassigned'; id: string; sinceMs: number; isGrave: boolean; service: Service }
  | { kind: 'silent'; id: string; sinceMs: number; isGrave: boolean; service: Service }
  | {
      kind: 'late'
      id: string
      sinceMs: number
      isGrave: boolean
      service: Service
      prediction: Prediction | null
    }
  | { kind: 'series'; id: string; sinceMs: number; isGrave: boolean; series: ServiceSeries }
  | { kind: 'command'; id: string; sinceMs: number; isGrave: boolean; command: GpsCommand }
  /** Grave once it has expired; until then `sinceMs` lies ahead. */
  | { kind: 'paper'; id: string; sinceMs: number; isGrave: boolean; vehicle: Vehicle; paper: Paper }
export type NeedKind = Need['kind']
export const needIdOfEvent = (eventId: string): string => `event:${eventId}`

type ServiceNeed = OutputOf<typeof listServiceNeeds>['items'][number]
export const needIdOfService = ({ kind, service }: ServiceNeed): string => `${kind}:${service.id}`

/** The loaded part of a list; empty if it could not be read. */
export interface Part<Item> {
  items: readonly Item[]
  /** The total number, loaded or not. */
  total: number
}
export interface NeedSources {
  /** Active warnings and critical events, critical ones first. */
  events: Part<Event>
  services: Part<ServiceNeed>
  /** Recurring services that cannot be created; all are loaded. */
  series: Part<ServiceSeries>
  /** All within the last hour are loaded. */
  commands: Part<GpsCommand>
  /** Vehicles with papers that have expired or soon will, the earliest first. */
  papers: Part<Vehicle>
  /** Of the company, which determines the current day. */
  timeZone: string
  vehicleOf: (id: string) => LiveVehicle | undefined
}

const expiredRank = 6

/** Lower is more urgent; within a rank the oldest comes first. */
const rankOf = (need: Need): number => {
  if (need.kind === 'event') {
    if (need.event.severity === 'critical') return 0
    // A customer waiting for a vehicle is more urgent than maintenance.
    return need.event.category === 'maintenance' ? 7 : 4
  }
  if (need.kind === 'paper') return need.isGrave ? expiredRank : 8
  return { unassigned: 1, silent: 2, late: 3, series: 4, command: 5 }[need.kind]
}

const ofEvent = (event: Event): Need => ({
  kind: 'event',
  id: needIdOfEvent(event.id),
  // By the server's clock: repetitions do not make an alarm newer, and a late report cannot make it older than its
  // arrival.
  sinceMs: Date.parse(event.createdAt),
  isGrave: event.severity === 'critical',
  event,
})

const ofService = (need: ServiceNeed): Need => ({
  kind: need.kind,
  prediction: need.prediction,
  id: needIdOfService(need),
  sinceMs: Date.parse(need.since),
  isGrave: need.kind !== 'late',
  service: need.service,
})

const ofSeries = (series: ServiceSeries): Need => ({
  kind: 'series',
  id: `series:${series.id}`,
  sinceMs: Date.parse(series.failingSince ?? series.updatedAt),
  isGrave: false,
  series,
})

const ofCommand = (command: GpsCommand): Need => ({
  kind: 'command',
  id: `command:${command.id}`,
  sinceMs: Date.parse(command.createdAt),
  isGrave: false,
  command,
})

const ofPapers = (vehicle: Vehicle, timeZone: string, today: string): Need[] =>
  duePapers(vehicle, today, paperNeedDays).map((paper) => ({
    kind: 'paper',
    id: `paper:${paper.which}:${vehicle.id}`,
    // Valid until the end of its day.
    sinceMs: startOfDay(paper.date, timeZone) + dayMs,
    isGrave: paper.date < today,
    vehicle,
    paper,
  }))

export const isRecentFailure = ({ status, createdAt }: GpsCommand, nowMs: number): boolean =>
  (status === 'failed' || status === 'expired') && nowMs - Date.parse(createdAt) < commandFailedWithinMs

/**
 * The items that need attention, most urgent first and without duplicates, and their total number. If a list is not
 * fully loaded, items that rank below its unloaded ones are omitted until it is.
 */
export function rankNeeds(
  { events, services, series, commands, papers, timeZone, vehicleOf }: NeedSources,
  isHandled: (need: Need) => boolean,
  nowMs: number,
): { needs: Need[]; total: number; hasMore: boolean } {
  // The live stream shows first that a silent vehicle reports again.
  const hasReported = ({ kind, service: { assignedVehicleId } }: ServiceNeed) => {
    const at = kind === 'silent' && assignedVehicleId !== null ? vehicleOf(assignedVehicleId)?.at : null
    return typeof at === 'number' && nowMs - at <= needAfterSeconds * 1000
  }
  const delayed = new Set(
    services.items.filter(({ kind }) => kind === 'late').map(({ service }) => service.id),
  )
  // The service is listed with what can be done about it; its event would be the same again.
  const isListedAsLate = ({ type, ruleId }: Event) =>
    type === 'service_delay' && ruleId !== null && delayed.has(ruleId)
  const today = dayAt(nowMs, timeZone)
  const read = [
    ...events.items
      .filter((event) => event.status === 'active' && event.severity !== 'info' && !isListedAsLate(event))
      .map(ofEvent),
    ...services.items.filter((need) => !hasReported(need)).map(ofService),
    ...series.items.filter(({ state }) => state !== 'ended').map(ofSeries),
    ...commands.items.filter((command) => isRecentFailure(command, nowMs)).map(ofCommand),
    ...papers.items.flatMap((vehicle) => ofPapers(vehicle, timeZone, today)),
  ]
  const open = read.filter((need) => !isHandled(need))
  const cutOf = (part: Part<unknown>) => Math.max(0, part.total - part.items.length)
  const isCut = (part: Part<unknown>) => cutOf(part) > 0
  const unread = cutOf(events) + cutOf(services) + cutOf(papers)
  const isCriticalCut = isCut(events) && events.items.at(-1)?.severity === 'critical'
  const paperRank = isCut(papers) ? expiredRank : Number.POSITIVE_INFINITY
  const lastRank = isCriticalCut ? 0 : isCut(services) ? 3 : paperRank
  return {
    needs: open
      .filter((need) => rankOf(need) <= lastRank)
      .sort((a, b) => rankOf(a) - rankOf(b) || a.sinceMs - b.sinceMs || (a.id < b.id ? -1 : 1)),
    total: open.length + unread,
    hasMore: unread > 0,
  }
}
