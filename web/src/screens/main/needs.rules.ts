import type { GpsCommand } from '@rumbo/contract/commands.contract'
import type { Event } from '@rumbo/contract/events.contract'
import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { waitingSinceMs } from '../../dispatch/dispatch.rules.ts'

/** A service waits this long for a vehicle before it needs a person. */
export const unassignedAfterMs = 3 * 60_000
/** A vehicle with a service is silent after this long without a report. */
export const silentAfterMs = 3 * 60_000
/** Commands that failed longer ago are history. */
export const commandFailedWithinMs = 60 * 60_000

/** Something a person has to look at. `sinceMs` is when it began to need somebody, epoch milliseconds. */
export type Need =
  | { kind: 'event'; id: string; sinceMs: number; isGrave: boolean; event: Event }
  | { kind: 'unassigned'; id: string; sinceMs: number; isGrave: boolean; service: Service }
  | { kind: 'silent'; id: string; sinceMs: number; isGrave: boolean; service: Service; vehicle: LiveVehicle }
  | { kind: 'late'; id: string; sinceMs: number; isGrave: boolean; service: Service }
  | { kind: 'command'; id: string; sinceMs: number; isGrave: boolean; command: GpsCommand }
export type NeedKind = Need['kind']
export const needIdOfEvent = (eventId: string): string => `event:${eventId}`

/** What the panel has read; a part that could not be read is an empty list. */
export interface NeedSources {
  events: readonly Event[]
  waiting: readonly Service[]
  running: readonly Service[]
  commands: readonly GpsCommand[]
  vehicleOf: (id: string) => LiveVehicle | undefined
}

/** The lower, the more pressing; within a rank what lasts longest comes first. */
const rankOf = (need: Need): number => {
  if (need.kind === 'event') {
    if (need.event.severity === 'critical') return 0
    // The workshop can wait for whoever waits for a vehicle.
    return need.event.category === 'maintenance' ? 6 : 4
  }
  return { unassigned: 1, silent: 2, late: 3, command: 5 }[need.kind]
}

/** When the next stop's window ended; null while it has not, or there is none. */
function lateSinceMs({ plannedStops, executedStops }: Service, nowMs: number): number | null {
  const end = plannedStops[executedStops.length]?.timeWindowEnd
  const endMs = end ? Date.parse(end) : Number.POSITIVE_INFINITY
  return endMs < nowMs ? endMs : null
}

function ofRunning(service: Service, vehicleOf: NeedSources['vehicleOf'], nowMs: number): Need[] {
  const vehicle = service.assignedVehicleId === null ? undefined : vehicleOf(service.assignedVehicleId)
  const heardMs = vehicle?.at ?? Date.parse(service.statusSince)
  if (vehicle !== undefined && nowMs - heardMs > silentAfterMs) {
    return [{ kind: 'silent', id: `silent:${service.id}`, sinceMs: heardMs, isGrave: true, service, vehicle }]
  }
  const lateMs = lateSinceMs(service, nowMs)
  return lateMs === null
    ? []
    : [{ kind: 'late', id: `late:${service.id}`, sinceMs: lateMs, isGrave: false, service }]
}

/** Everything that needs a person now, the most pressing first; each thing once. */
export function rankNeeds(sources: NeedSources, nowMs: number): Need[] {
  const needs: Need[] = [
    ...sources.events
      .filter(({ status, severity }) => status === 'active' && severity !== 'info')
      .map((event): Need => {
        // By the server's clock: repeating itself makes an alarm no younger, and a late one nobody could know of.
        const sinceMs = Date.parse(event.createdAt)
        return {
          kind: 'event',
          id: needIdOfEvent(event.id),
          sinceMs,
          isGrave: event.severity === 'critical',
          event,
        }
      }),
    ...sources.waiting
      .filter((service) => nowMs - waitingSinceMs(service) > unassignedAfterMs)
      .map((service): Need => {
        const sinceMs = waitingSinceMs(service)
        return { kind: 'unassigned', id: `unassigned:${service.id}`, sinceMs, isGrave: true, service }
      }),
    ...sources.running.flatMap((service) => ofRunning(service, sources.vehicleOf, nowMs)),
    ...sources.commands
      .filter(
        ({ status, createdAt }) =>
          (status === 'failed' || status === 'expired') &&
          nowMs - Date.parse(createdAt) < commandFailedWithinMs,
      )
      .map((command): Need => {
        const sinceMs = Date.parse(command.createdAt)
        return { kind: 'command', id: `command:${command.id}`, sinceMs, isGrave: false, command }
      }),
  ]
  return needs.sort((a, b) => rankOf(a) - rankOf(b) || a.sinceMs - b.sinceMs || (a.id < b.id ? -1 : 1))
}
