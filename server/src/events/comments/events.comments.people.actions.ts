import { can } from '@rumbo/contract/access'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  type assignEvent,
  eventPeopleLimit,
  type listEventPeople,
} from '@rumbo/contract/events.comments.contract'
import { canHandle, type Event } from '@rumbo/contract/events.contract'
import { findStaff } from '../../organisation/index.ts'
import { type Actor, reachesVehicle, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { readEventOf } from '../events.actions.ts'
import type { EventAssigned } from '../events.facts.ts'
import { lockHeld } from '../events.handling.repository.ts'
import { writeAssignee } from './events.comments.repository.ts'

/**
 * The event, for a person who may handle it; the calls run under the system role, so the person is checked here.
 * @throws Problem `event_not_found`, `forbidden`, `feature_locked`, `feature_off`
 */
export async function readHandled(tx: Transaction, actor: Actor, id: string): Promise<Event> {
  const event = await readEventOf(tx, id)
  const { companyId, fleetId, vehicleId } = event
  const target = { companyId, fleetId, vehicleId }
  if (!can(actor, 'events.read', target) || !reachesVehicle(actor, target)) throw problem('event_not_found')
  requireCan(actor, 'events.handle', target)
  return event
}

interface Named {
  id: string
  displayName: string
  mayHandle: boolean
}

/** Those of these users who may read the event, with the caller, who may be of no company. */
export async function findNamed(
  tx: Transaction,
  actor: Actor,
  event: Event,
  ids: readonly string[],
): Promise<Named[]> {
  if (ids.length === 0) return []
  const { companyId, fleetId } = event
  const staff = await findStaff(tx, { companyId, fleetId, ids, limit: ids.length })
  const named = staff.map(({ id, displayName, mayManage }) => ({ id, displayName, mayHandle: mayManage }))
  const { userId: id, displayName } = actor
  if (ids.includes(id) && named.every((one) => one.id !== id))
    named.push({ id, displayName, mayHandle: true })
  return named
}

/** @throws Problem `event_not_found`, `forbidden` */
export async function listPeopleOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { search, mayHandle = false }: ParsedOf<typeof listEventPeople>['query'],
): Promise<OutputOf<typeof listEventPeople>> {
  const { companyId, fleetId } = await readHandled(tx, actor, id)
  const asked = { companyId, fleetId, search, isManaging: mayHandle, limit: eventPeopleLimit }
  const staff = await findStaff(tx, asked)
  return {
    items: staff.map((one) => ({ id: one.id, displayName: one.displayName, mayHandle: one.mayManage })),
  }
}

/**
 * Assigns an open event to a user who may handle it, or to nobody.
 * @throws Problem `event_not_found`, `forbidden`, `validation_failed`, `event_wrong_state`
 */
export async function assignEventTo(
  tx: Transaction,
  actor: Actor,
  id: string,
  { assigneeId, formerId }: ParsedOf<typeof assignEvent>['body'],
): Promise<Event> {
  await readHandled(tx, actor, id)
  await lockHeld(tx, [id])
  const event = await readEventOf(tx, id)
  if (
    !canHandle(event.status, 'resolve') ||
    (event.assigneeId !== formerId && event.assigneeId !== assigneeId)
  )
    throw problem('event_wrong_state', { current: event })
  if (event.assigneeId === assigneeId) return event
  const [assignee] = assigneeId === null ? [] : await findNamed(tx, actor, event, [assigneeId])
  if (assigneeId !== null && !assignee?.mayHandle)
    throw fieldProblem({ path: 'body.assigneeId', code: 'not_allowed' })
  await writeAssignee(tx, id, assignee ?? null)
  const { companyId, fleetId, vehicleId, vehicleNumber } = event
  tx.stale({ domain: 'events', id, companyId, fleetId, vehicleId })
  if (assignee)
    tx.fact({
      kind: 'event.assigned',
      companyId,
      fleetId,
      payload: { eventId: id, vehicleId, assigneeId: assignee.id },
    } satisfies EventAssigned)
  tx.audit({
    action: 'event.assigned',
    entity: 'event',
    entityId: id,
    entityName: vehicleNumber,
    companyId,
    fleetId,
    changes: { assignee: [event.assignee, assignee?.displayName ?? null] },
  })
  return readEventOf(tx, id)
}
