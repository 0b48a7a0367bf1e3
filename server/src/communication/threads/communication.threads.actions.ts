import {
  communicationPeopleLimit,
  type listCommunicationPeople,
  type listThreads,
  type openThread,
  type Thread,
  type ThreadCounts,
  type ThreadDetails,
  type ThreadStatus,
} from '@rumbo/contract/communication.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { v7 as uuid } from 'uuid'
import { findContact } from '../../directory/index.ts'
import { findStaff } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { readServiceOf } from '../../services/index.ts'
import { canIn, readFleetsOf, requireFleet, requireThread } from '../communication.access.ts'
import { recordAssigned } from '../communication.facts.ts'
import { findParties } from '../communication.people.repository.ts'
import { insertEntry } from '../emergency/communication.emergency.repository.ts'
import { type Channels, methodsOf, partyIdsOf } from '../messages/communication.recipients.actions.ts'
import { markRead } from '../messages/communication.recipients.repository.ts'
import { isOfTwo } from './communication.members.repository.ts'
import {
  countOpenThreads,
  findMarks,
  findOwnThreads,
  findThread,
  findThreads,
  insertThread,
  lockThread,
  type NewThread,
  type ThreadRow,
  threadOf,
  writeMark,
  writeThread,
} from './communication.threads.repository.ts'
import { findCurrentServiceOf, findDriverOf } from './communication.units.repository.ts'

/** Open pages read the conversation again: of a shared one those of its company, of a private one its members'. */
export async function publishThread(
  tx: Transaction,
  { id, companyId, fleetId }: Pick<ThreadRow, 'id' | 'companyId' | 'fleetId'>,
): Promise<void> {
  if (fleetId !== null) return tx.stale({ domain: 'communication', id, companyId, fleetId })
  for (const { id: userId, isMember } of await findMarks(tx, id))
    if (isMember) tx.stale({ domain: 'communication', id, userId })
}

export function recordOf(
  tx: Transaction,
  thread: ThreadRow,
  action: string,
  changes: Record<string, [unknown, unknown]> = {},
): void {
  tx.audit({
    action,
    entity: 'thread',
    entityId: thread.id,
    entityName: thread.title,
    companyId: thread.companyId,
    fleetId: thread.fleetId,
    changes,
  })
}

/** @throws Problem `fleet_denied`, `company_denied`, `forbidden` */
export async function listThreadsOf(
  tx: Transaction,
  actor: Actor,
  query: ParsedOf<typeof listThreads>['query'],
): Promise<OutputOf<typeof listThreads>> {
  const { fleetId, companyId, box, kind, search, page, size } = query
  if (fleetId !== undefined) requireFleet(actor, fleetId, 'communication.read')
  if (companyId !== undefined && !actor.companies.read.includes(companyId)) throw problem('company_denied')
  const fleetIds = fleetId === undefined ? readFleetsOf(actor) : [fleetId]
  const filter = { readerId: actor.userId, fleetIds, companyId: companyId ?? null, kinds: kind ?? null }
  return { ...(await findThreads(tx, { ...filter, box, search, page, size })), page, size }
}

export const countThreadsOf = (tx: Transaction, actor: Actor): Promise<ThreadCounts> =>
  countOpenThreads(tx, actor.userId, { fleetIds: readFleetsOf(actor), companyIds: actor.companies.read })

export const listOwnThreadsOf = async (tx: Transaction, actor: Actor): Promise<{ items: Thread[] }> => ({
  items: await findOwnThreads(tx, actor.userId, actor.companies.read),
})

/** Of a conversation about a service that one, of one with a driver what the driver carries out now. */
async function currentServiceOf(tx: Transaction, thread: ThreadRow): Promise<string | null> {
  const { serviceId, fleetId, driverId, vehicleId } = thread
  if (serviceId !== null || fleetId === null || driverId === null) return serviceId
  return findCurrentServiceOf(tx, { fleetId, driverId, vehicleId })
}

/** A private conversation of two stays theirs. */
const hasChangingMembers = async (tx: Transaction, { id, kind }: ThreadRow): Promise<boolean> =>
  kind === 'group' || (kind === 'direct' && !(await isOfTwo(tx, id)))

export async function detailsOf(
  tx: Transaction,
  actor: Actor,
  thread: ThreadRow,
  channels: Channels,
): Promise<ThreadDetails> {
  const marks = await findMarks(tx, thread.id)
  const mayWrite = thread.fleetId === null ? thread.isMember : canIn(actor, 'communication.write', thread)
  const parties =
    thread.fleetId === null
      ? marks
          .filter(({ isMember }) => isMember)
          .map(({ id, name }) => ({
            id,
            name,
            kind: 'user' as const,
            phone: null,
            methods: ['in_app' as const],
          }))
      : (await findParties(tx, thread.companyId, await partyIdsOf(tx, thread))).map((party) => ({
          id: party.id,
          name: party.name,
          kind: party.isDriver ? ('driver' as const) : ('contact' as const),
          phone: party.phone,
          methods: methodsOf(party).filter((method) => method === 'in_app' || channels[method]),
        }))
  return {
    ...threadOf(thread),
    currentServiceId: await currentServiceOf(tx, thread),
    parties,
    readers: marks.map(({ id, name, readSequence }) => ({ id, name, readSequence })),
    mayWrite,
    mayChangeMembers: mayWrite && (await hasChangingMembers(tx, thread)),
  }
}

/** @throws Problem `thread_not_found` */
export async function readThreadOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  channels: Channels,
): Promise<ThreadDetails> {
  return detailsOf(tx, actor, await requireThread(tx, actor, id, 'read'), channels)
}

/** The conversation as it is now, for its own reader. */
export async function readAgain(tx: Transaction, actor: Actor, id: string): Promise<ThreadRow> {
  const thread = await findThread(tx, id, actor.userId)
  if (!thread) throw problem('thread_not_found')
  return thread
}

async function opened(
  tx: Transaction,
  actor: Actor,
  thread: NewThread,
  channels: Channels,
): Promise<ThreadDetails> {
  const { id, isNew } = await insertThread(tx, thread)
  const row = await readAgain(tx, actor, id)
  if (isNew) {
    await publishThread(tx, row)
    recordOf(tx, row, 'thread.opened')
    // Its fleet sees what is kept aside of its contacts from now on.
    tx.stale({ domain: 'communicationAside', companyId: row.companyId })
  }
  return detailsOf(tx, actor, row, channels)
}

/** A contact of this company. @throws Problem `contact_not_found` */
async function contactIn(tx: Transaction, companyId: string, id: string) {
  const contact = await findContact(tx, id)
  if (contact?.companyId !== companyId) throw problem('contact_not_found')
  return contact
}

/** @throws Problem `fleet_denied`, `forbidden`, `contact_not_found`, `service_not_found`, `vehicle_without_driver` */
export async function openThreadOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof openThread>['body'],
  channels: Channels,
): Promise<ThreadDetails> {
  const { fleetId, kind } = body
  const { companyId } = requireFleet(actor, fleetId, 'communication.write')
  const base = { id: uuid(), companyId, fleetId, kind: kind === 'vehicle' ? ('driver' as const) : kind }
  const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
    `${firstName} ${lastName}`.trim()
  switch (body.kind) {
    case 'vehicle':
    case 'driver': {
      const driverId =
        body.kind === 'driver' ? body.driverId : await findDriverOf(tx, fleetId, body.vehicleId)
      if (driverId === null) throw problem('vehicle_without_driver')
      const contact = await contactIn(tx, companyId, driverId)
      if (contact.role !== 'primary_driver' && contact.role !== 'backup_driver')
        throw fieldProblem({ path: 'body.driverId', code: 'not_allowed' })
      return opened(tx, actor, { ...base, title: nameOf(contact), driverId }, channels)
    }
    case 'contact': {
      const contact = await contactIn(tx, companyId, body.contactId)
      return opened(tx, actor, { ...base, title: nameOf(contact), contactId: body.contactId }, channels)
    }
    case 'service': {
      const service = await readServiceOf(tx, body.serviceId)
      if (service.fleetId !== fleetId) throw problem('service_not_found')
      const { serviceNumber, customerName, assignedVehicleId, assignedVehicleNumber } = service
      return opened(
        tx,
        actor,
        {
          ...base,
          title: customerName,
          serviceId: service.id,
          serviceNumber,
          vehicleId: assignedVehicleId,
          vehicleNumber: assignedVehicleNumber,
        },
        channels,
      )
    }
    case 'group': {
      const partyIds = [...new Set(body.partyIds)]
      const found = new Set((await findParties(tx, companyId, partyIds)).map(({ id }) => id))
      const unknown = partyIds.findIndex((id) => !found.has(id))
      if (unknown >= 0) throw problem('contact_not_found')
      return opened(tx, actor, { ...base, title: body.title, partyIds }, channels)
    }
  }
}

/** @throws Problem `fleet_denied`, `forbidden` */
export async function listPeopleOf(
  tx: Transaction,
  actor: Actor,
  { fleetId, search }: ParsedOf<typeof listCommunicationPeople>['query'],
): Promise<OutputOf<typeof listCommunicationPeople>> {
  const { companyId } = requireFleet(actor, fleetId, 'communication.read')
  const staff = await findStaff(tx, { companyId, fleetId, search, limit: communicationPeopleLimit })
  return {
    items: staff.map(({ id, displayName, mayManage }) => ({ id, name: displayName, mayWrite: mayManage })),
  }
}

/** @throws Problem `thread_not_found` */
export async function markThreadReadOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  sequence: number,
): Promise<{ done: true }> {
  const thread = await requireThread(tx, actor, id, 'read')
  if (await writeMark(tx, id, actor, sequence)) {
    if (thread.fleetId === null) await markRead(tx, { threadId: id, readerIds: [actor.userId], sequence })
    await publishThread(tx, thread)
    // Own messages of drivers show that they were read.
    for (const party of await findParties(tx, thread.companyId, await partyIdsOf(tx, thread)))
      if (party.userId !== null) tx.stale({ domain: 'driverThreads', userId: party.userId })
  }
  return { done: true }
}

/** @throws Problem `thread_not_found`, `forbidden`, `thread_assigned`, `validation_failed` */
export async function assignThreadTo(
  tx: Transaction,
  actor: Actor,
  id: string,
  { assigneeId, formerId }: { assigneeId: string | null; formerId: string | null },
): Promise<Thread> {
  const { companyId, fleetId } = await requireThread(tx, actor, id, 'write')
  if (fleetId === null) throw problem('forbidden')
  const thread = await lockThread(tx, id, actor.userId)
  if (!thread) throw problem('thread_not_found')
  if (thread.assigneeId !== formerId && thread.assigneeId !== assigneeId)
    throw problem('thread_assigned', { current: threadOf(thread), words: { name: thread.assignee ?? '—' } })
  if (thread.assigneeId === assigneeId) return threadOf(thread)
  let assignee: { id: string; name: string } | null = null
  if (assigneeId !== null) {
    const [found] = await findStaff(tx, { companyId, fleetId, ids: [assigneeId], isManaging: true, limit: 1 })
    if (found) assignee = { id: found.id, name: found.displayName }
    else if (assigneeId === actor.userId) assignee = { id: actor.userId, name: actor.displayName }
    else throw fieldProblem({ path: 'body.assigneeId', code: 'not_allowed' })
  }
  await writeThread(tx, id, { assignee })
  recordOf(tx, thread, 'thread.assigned', { assignee: [thread.assignee, assignee?.name ?? null] })
  if (assignee !== null && assignee.id !== actor.userId)
    recordAssigned(
      tx,
      { companyId, fleetId },
      { threadId: id, title: thread.title, assigneeId: assignee.id, by: actor.displayName },
    )
  await publishThread(tx, thread)
  return threadOf(await readAgain(tx, actor, id))
}

/** Marks a shared conversation as done or open, or pins it. @throws Problem `thread_not_found`, `forbidden` */
export async function changeThreadOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  change: { status?: ThreadStatus; isPinned?: boolean },
): Promise<Thread> {
  const { companyId, fleetId } = await requireThread(tx, actor, id, 'write')
  if (fleetId === null) throw problem('forbidden')
  requireCan(actor, 'communication.write', { companyId, fleetId })
  const before = await lockThread(tx, id, actor.userId)
  if (!before) throw problem('thread_not_found')
  const { status = before.status } = change
  // That of an emergency is pinned while it is open; reopened, it is again.
  const follows = before.kind === 'emergency' && status !== before.status
  const isPinned = change.isPinned ?? (follows ? status === 'open' : before.isPinned)
  if (status === before.status && isPinned === before.isPinned) return threadOf(before)
  await writeThread(tx, id, { status, isPinned })
  if (isPinned !== before.isPinned && before.eventId !== null)
    await insertEntry(tx, {
      id: uuid(),
      threadId: id,
      eventId: before.eventId,
      kind: isPinned ? 'pinned' : 'unpinned',
      byId: actor.userId,
      by: actor.displayName,
      detail: '',
    })
  const changes: Record<string, [unknown, unknown]> = change.status
    ? { status: [before.status, status] }
    : { isPinned: [before.isPinned, isPinned] }
  recordOf(tx, before, 'thread.changed', changes)
  await publishThread(tx, before)
  return threadOf(await readAgain(tx, actor, id))
}
