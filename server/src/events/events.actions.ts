import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  canHandle,
  type countEvents,
  type Event,
  type EventAction,
  type handleEvents,
} from '@rumbo/contract/events.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { type Actor, reachesVehicle, requireCan } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { Problem, problem } from '../platform/problem.ts'
import { changeCauses, dismissAlarmOf, lockVehicles } from '../vehicles/index.ts'
import type { EventHandled } from './events.facts.ts'
import {
  findHeld,
  type HeldEvent,
  lockHeld,
  lockOpenAlarms,
  writeHandling,
} from './events.handling.repository.ts'
import { countOpen, findEvents, findEventsById } from './events.repository.ts'
import { severityOf, statusAfter } from './events.rules.ts'
import type { EventFilter, EventPlace } from './lists/events.lists.statements.repository.ts'

export async function listEventsOf(tx: Transaction, filter: EventFilter) {
  return { ...(await findEvents(tx, filter)), page: filter.page, size: filter.size }
}

/** The event, if within the caller's scopes. @throws Problem `event_not_found` */
export async function readEventOf(tx: Transaction, id: string): Promise<Event> {
  const [found] = await findEventsById(tx, [id])
  if (!found) throw problem('event_not_found')
  return found
}

/** Like `readEventOf`, for a signed-in actor. @throws Problem `event_not_found` */
export async function showEvent(tx: Transaction, actor: Actor, id: string): Promise<Event> {
  const event = await readEventOf(tx, id)
  if (!reachesVehicle(actor, event)) throw problem('event_not_found')
  return event
}

export async function countEventsOf(
  tx: Transaction,
  place: EventPlace,
): Promise<OutputOf<typeof countEvents>> {
  const none = { info: 0, warning: 0, critical: 0 }
  const counts = { active: { ...none }, acknowledged: { ...none } }
  for (const { status, severity, amount } of await countOpen(tx, place)) {
    if (status === 'active' || status === 'acknowledged') counts[status][severityOf(severity)] = amount
  }
  return counts
}

/** Where a person did it, whom others hear of. */
function publishHandled(
  tx: Transaction,
  { id: eventId, companyId, fleetId, vehicleId }: HeldEvent,
  status: EventHandled['payload']['status'],
): void {
  if (!tx.actor) return
  const { displayName: by } = tx.actor
  const payload = { eventId, vehicleId, status, by }
  tx.fact({ kind: 'event.handled', companyId, fleetId, payload } satisfies EventHandled)
}

/** Closes or acknowledges locked events, and clears the causes they gave their vehicles. */
async function close(
  tx: Transaction,
  events: readonly HeldEvent[],
  action: EventAction,
  note: string | null,
): Promise<void> {
  const status = statusAfter[action]
  if (status === 'active') return
  await writeHandling(
    tx,
    events.map((event) => event.id),
    status,
    note,
  )
  await changeCauses(
    tx,
    events.flatMap(({ id, vehicleId }) =>
      (['critical', 'alarmed'] as const).map((cause) => ({ vehicleId, cause, sourceId: id, holds: false })),
    ),
  )
  for (const event of events) {
    const { id, companyId, fleetId, vehicleId } = event
    publishHandled(tx, event, status)
    tx.stale({ domain: 'events', id, companyId, fleetId, vehicleId })
    tx.audit({
      action: `event.${status}`,
      entity: 'event',
      entityId: id,
      entityName: event.vehicleNumber,
      companyId,
      fleetId,
      changes:
        note === null
          ? { status: [event.status, status] }
          : { status: [event.status, status], note: [null, note] },
    })
  }
}

type Refusal = OutputOf<typeof handleEvents>['items'][number]['problem']
const refusals: readonly string[] = ['forbidden', 'feature_off', 'feature_locked']

/** Why the person may not handle the event; null if they may. */
function refusalOf(actor: Actor, { companyId, fleetId }: HeldEvent): Refusal {
  try {
    requireCan(actor, 'events.handle', { companyId, fleetId })
    return null
  } catch (error) {
    if (error instanceof Problem && refusals.includes(error.code)) return error.code as Refusal
    throw error
  }
}

/** Applies an action to each event that allows it. Locks vehicles first, in the same order as alarms do. */
async function handleAll(
  tx: Transaction,
  actor: Actor,
  { ids, action, note }: ParsedOf<typeof handleEvents>['body'],
): Promise<Map<string, Refusal>> {
  const known = await findHeld(tx, ids)
  const outcomes = new Map<string, Refusal>(ids.map((id) => [id, 'event_not_found']))
  for (const event of known) outcomes.set(event.id, refusalOf(actor, event))
  const allowed = known.filter((event) => outcomes.get(event.id) === null)
  await lockVehicles(tx, [...new Set(allowed.map((event) => event.vehicleId))])
  const locked = await lockHeld(
    tx,
    allowed.map((event) => event.id),
  )
  const fitting = locked.filter((event) => canHandle(event.status, action))
  for (const { id } of allowed) outcomes.set(id, 'event_wrong_state')
  for (const { id } of fitting) outcomes.set(id, null)
  await close(tx, fitting, action, note || null)
  return outcomes
}

/** @throws Problem `event_not_found`, `event_wrong_state` with the current event and who changed it */
export async function handleEvent(
  tx: Transaction,
  actor: Actor,
  id: string,
  action: EventAction,
  note: string | null,
): Promise<Event> {
  const refusal = (await handleAll(tx, actor, { ids: [id], action, note })).get(id)
  if (refusal === 'event_wrong_state') {
    const current = await readEventOf(tx, id)
    const { by, at } = current.dismissed ?? current.resolved ?? current.acknowledged ?? {}
    throw problem(refusal, { current, changedBy: by ?? null, changedAt: new Date(at ?? current.updatedAt) })
  }
  if (refusal) throw problem(refusal)
  return readEventOf(tx, id)
}

export async function handleEventsOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof handleEvents>['body'],
): Promise<OutputOf<typeof handleEvents>> {
  const ids = [...new Set(body.ids)]
  const outcomes = await handleAll(tx, actor, { ...body, ids })
  const events = new Map((await findEventsById(tx, ids)).map((event) => [event.id, event]))
  return {
    items: ids.map((id) => ({ id, problem: outcomes.get(id) ?? null, event: events.get(id) ?? null })),
  }
}

/** Closes all open alarms of a vehicle and their events; it becomes active, and its silence is counted from now. */
export async function dismissAlarms(tx: Transaction, actor: Actor, vehicleId: string): Promise<Vehicle> {
  await lockVehicles(tx, [vehicleId])
  const open = await lockOpenAlarms(tx, vehicleId)
  const ids = open.map((event) => event.id)
  const vehicle = await dismissAlarmOf(tx, actor, vehicleId, ids)
  await writeHandling(tx, ids, 'dismissed', null)
  for (const event of open) publishHandled(tx, event, 'dismissed')
  if (open.length > 0) {
    const { companyId, fleetId } = vehicle
    tx.stale({ domain: 'events', companyId, fleetId })
  }
  return vehicle
}
