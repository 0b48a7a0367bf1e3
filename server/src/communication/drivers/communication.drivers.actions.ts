import { oldestActionMs } from '@rumbo/contract/drivers.contract'
import type {
  actInDriverThreads,
  DriverMessageAction,
  DriverThread,
} from '@rumbo/contract/drivers.threads.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { translate } from '@rumbo/i18n'
import { v7 as uuid } from 'uuid'
import { type Actor, asSystem, requireCan } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { readServiceOf } from '../../services/index.ts'
import { recordReceived } from '../communication.facts.ts'
import { findParties } from '../communication.people.repository.ts'
import { attach, recordInServices } from '../messages/communication.messages.actions.ts'
import {
  findMessage,
  findMessagesOfDriver,
  insertMessage,
  type NewMessage,
} from '../messages/communication.messages.repository.ts'
import { hasUndelivered, markDelivered, markRead } from '../messages/communication.recipients.repository.ts'
import { publishThread } from '../threads/communication.threads.actions.ts'
import {
  findThread,
  insertThread,
  type ThreadRow,
  writeMark,
} from '../threads/communication.threads.repository.ts'
import {
  type DriverThreadRow,
  findDriverAction,
  findOwnPlace,
  findThreadsOfDriver,
  insertDriverAction,
} from './communication.drivers.repository.ts'

export interface DriverThreadDeps {
  database: Database
  clock: Clock
}

const ownThreads = (tx: Transaction, actor: Actor): Promise<DriverThreadRow[]> =>
  findThreadsOfDriver(tx, {
    userId: actor.userId,
    contactIds: actor.contacts,
    fleetIds: actor.fleets.read,
  })

/** The caller's conversations as a driver; what they show counts as delivered from then on. */
export async function readDriverThreadsOf(
  { database }: DriverThreadDeps,
  actor: Actor,
): Promise<{ items: DriverThread[] }> {
  if (actor.contacts.length === 0) return { items: [] }
  const identity = asSystem('read threads of driver', actor)
  const { answer, isNew } = await database.transaction(
    identity,
    async (tx) => {
      const threads = await ownThreads(tx, actor)
      const messages = await findMessagesOfDriver(tx, {
        threadIds: threads.map(({ id }) => id),
        userId: actor.userId,
        contactIds: actor.contacts,
      })
      const items = threads.map((thread) => showThread(actor, thread, messages))
      return { answer: { items }, isNew: await hasUndelivered(tx, actor.contacts) }
    },
    { readOnly: true },
  )
  // Only then is anything written: this is asked for often.
  if (isNew)
    await database.transaction(identity, async (tx) => {
      for (const id of await markDelivered(tx, actor.contacts)) {
        const thread = await findThread(tx, id, actor.userId)
        if (thread) await publishThread(tx, thread)
      }
    })
  return answer
}

function showThread(
  actor: Actor,
  { companyId: _company, fleetId: _fleet, staffSequence, lastAt, kind, ...thread }: DriverThreadRow,
  messages: Awaited<ReturnType<typeof findMessagesOfDriver>>,
): DriverThread {
  return {
    ...thread,
    kind: kind as DriverThread['kind'],
    lastAt: lastAt.toISOString(),
    messages: messages
      .filter(({ threadId }) => threadId === thread.id)
      .map(({ reach: _reach, ...message }) => {
        const isOwn = message.authorId === actor.userId
        return { ...message, isOwn, isRead: isOwn && message.sequence <= staffSequence }
      }),
  }
}

/** The conversation with the driver, opened if there is none. @throws Problem `thread_not_found` */
async function threadFor(tx: Transaction, actor: Actor, threadId: string | null): Promise<ThreadRow> {
  let id = threadId
  if (id === null) {
    const place = await findOwnPlace(tx, actor.contacts)
    const [party] = place ? await findParties(tx, place.companyId, [place.driverId]) : []
    if (!place || !party || !actor.fleets.read.includes(place.fleetId)) throw problem('thread_not_found')
    const { companyId, fleetId, driverId } = place
    id = (
      await insertThread(tx, { id: uuid(), companyId, fleetId, kind: 'driver', title: party.name, driverId })
    ).id
  } else if ((await ownThreads(tx, actor)).every((own) => own.id !== threadId))
    throw problem('thread_not_found')
  const thread = await findThread(tx, id, actor.userId)
  if (!thread || thread.fleetId === null) throw problem('thread_not_found')
  requireCan(actor, 'services.read', { companyId: thread.companyId, fleetId: thread.fleetId })
  return thread
}

const authorOf = (actor: Actor) =>
  ({ authorKind: 'driver', authorId: actor.userId, author: actor.displayName }) as const

async function write(
  tx: Transaction,
  actor: Actor,
  thread: ThreadRow,
  message: NewMessage,
  attachmentIds: readonly string[] = [],
): Promise<void> {
  const sequence = await insertMessage(tx, thread.id, message)
  if (sequence === null) throw problem('message_id_taken')
  await writeMark(tx, thread.id, actor, sequence)
  await attach(tx, message.id, actor.userId, attachmentIds)
  await recordInServices(tx, thread, message)
  recordReceived(tx, thread, message.id)
  await publishThread(tx, thread)
  tx.stale({ domain: 'driverThreads', userId: actor.userId })
}

async function perform(
  tx: Transaction,
  actor: Actor,
  action: DriverMessageAction,
  writtenAt: Date,
): Promise<void> {
  if (actor.contacts.length === 0) throw problem('thread_not_found')
  switch (action.kind) {
    case 'read': {
      const thread = await threadFor(tx, actor, action.threadId)
      await markRead(tx, { threadId: thread.id, readerIds: actor.contacts, sequence: action.sequence })
      await writeMark(tx, thread.id, actor, action.sequence)
      await publishThread(tx, thread)
      return
    }
    case 'send': {
      const { id, text, attachmentIds } = action
      if (text === '' && attachmentIds.length === 0) throw problem('validation_failed')
      const thread = await threadFor(tx, actor, action.threadId)
      // Who was removed from a group keeps what came before, and writes nothing any more.
      if (thread.kind === 'group' && !actor.contacts.some((contact) => thread.partyIds.includes(contact)))
        throw problem('thread_not_found')
      const written = { id, text, ...authorOf(actor), kind: 'text', priority: 'normal', writtenAt } as const
      return write(tx, actor, thread, written, attachmentIds)
    }
    case 'request': {
      const { id, type, serviceId } = action
      const thread = await threadFor(tx, actor, null)
      const service = serviceId === null ? null : await readServiceOf(tx, serviceId)
      const isOwn = actor.contacts.includes(service?.assignedDriverId ?? '')
      if ((type === 'no_show' || serviceId !== null) && !isOwn) throw problem('service_not_found')
      const refs = service
        ? [{ kind: 'service' as const, id: service.id, label: String(service.serviceNumber) }]
        : []
      return write(tx, actor, thread, {
        id,
        ...authorOf(actor),
        kind: 'request',
        refs,
        writtenAt,
        request: { type, serviceId },
        // The history of the service has a sentence even where the driver typed none.
        text: action.text === '' ? translate('es', `mails.message.request.${type}`) : action.text,
        priority: type === 'help' ? 'urgent' : 'normal',
      })
    }
  }
}

/**
 * Does what a driver did in conversations on the phone, in the order given, each in a transaction of its own and once,
 * however often it is sent.
 */
export async function actInDriverThreadsOf(
  deps: DriverThreadDeps,
  actor: Actor,
  { sentAt, actions }: ParsedOf<typeof actInDriverThreads>['body'],
): Promise<OutputOf<typeof actInDriverThreads>> {
  const items: { id: string; problem: string | null }[] = []
  for (const action of actions)
    items.push({ id: action.id, problem: await actOnce(deps, actor, sentAt, action) })
  return { items }
}

class AlreadyDone extends Error {}

async function actOnce(
  { database, clock }: DriverThreadDeps,
  actor: Actor,
  sentAt: string,
  action: DriverMessageAction,
): Promise<string | null> {
  const identity = asSystem('driver message', actor)
  const now = clock.now().getTime()
  // The phone's clock may be wrong by hours; only differences on the phone count.
  const happened = Math.min(now, now - (Date.parse(sentAt) - Date.parse(action.at)))
  const before = () =>
    database.transaction(
      identity,
      async (tx) => {
        const done = await findDriverAction(tx, action.id, actor.userId)
        if (done !== null || action.kind !== 'send') return done
        // A text that was edited after it arrived is not taken for the one that is there.
        const written = await findMessage(tx, action.id)
        return written === null || written.text === action.text ? null : 'message_changed'
      },
      { readOnly: true },
    )
  const done = await before()
  if (done !== undefined) return done
  const record = (tx: Transaction, code: string | null) =>
    insertDriverAction(tx, { id: action.id, userId: actor.userId, kind: action.kind, problem: code })
  try {
    // What a driver wrote a day ago is still to be read; what was asked for then is over.
    if (action.kind === 'request' && now - happened > oldestActionMs) throw problem('action_too_old')
    return await database.transaction(identity, async (tx) => {
      // Recorded first: a second request with the same id waits here, and then does nothing.
      if (!(await record(tx, null))) throw new AlreadyDone()
      await perform(tx, actor, action, new Date(happened))
      return null
    })
  } catch (error) {
    const meanwhile = await before()
    if (meanwhile !== undefined) return meanwhile
    if (!(error instanceof Problem)) throw error
    await database.transaction(identity, (tx) => record(tx, error.code))
    return error.code
  }
}
