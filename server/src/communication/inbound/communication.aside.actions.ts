import type { AsideReply, listAside } from '@rumbo/contract/communication.aside.contract'
import { messageLength } from '@rumbo/contract/communication.messages.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { expireFiles } from '../../platform/files/record-files.ts'
import { problem } from '../../platform/problem.ts'
import { fleetsIn, requireCompany, requireThread } from '../communication.access.ts'
import { insertMessage } from '../messages/communication.messages.repository.ts'
import { publishThread } from '../threads/communication.threads.actions.ts'
import {
  type AsideScope,
  areAllFleets,
  countNotKept,
  deleteAside,
  findAside,
  findCompanyOfAside,
  lockAside,
  moveFiles,
} from './communication.aside.repository.ts'

/**
 * What the caller sees of a company: replies to conversations of own fleets, and of contacts with whom these have
 * conversations. What belongs to no fleet is for those who read all of them.
 */
async function scopeOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
  fleetIds = fleetsIn(actor, companyId),
): Promise<AsideScope> {
  return { companyId, fleetIds, isCompanyWide: await areAllFleets(tx, companyId, fleetIds) }
}

/** @throws Problem `company_denied`, `forbidden` */
export async function listAsideOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
): Promise<OutputOf<typeof listAside>> {
  requireCompany(actor, companyId, 'communication.read')
  return {
    items: await findAside(tx, await scopeOf(tx, actor, companyId)),
    notKept: await countNotKept(tx, companyId),
  }
}

/** Whether the caller sees a reply that is kept aside, and so its files. */
export async function maySeeAside(tx: Transaction, actor: Actor, id: string): Promise<boolean> {
  const companyId = await findCompanyOfAside(tx, id)
  if (companyId === null || fleetsIn(actor, companyId).length === 0) return false
  return (await findAside(tx, await scopeOf(tx, actor, companyId), id)).length > 0
}

/** The reply, locked, for somebody who may decide what becomes of it. @throws Problem `not_found`, `forbidden` */
async function take(tx: Transaction, actor: Actor, id: string): Promise<AsideReply> {
  const companyId = await lockAside(tx, id)
  if (companyId === null || fleetsIn(actor, companyId).length === 0) throw problem('not_found')
  if ((await findAside(tx, await scopeOf(tx, actor, companyId), id)).length === 0) throw problem('not_found')
  requireCompany(actor, companyId, 'communication.write')
  const managed = fleetsIn(actor, companyId).filter((fleetId) => actor.fleets.manage.includes(fleetId))
  const [aside] = await findAside(tx, await scopeOf(tx, actor, companyId, managed), id)
  if (!aside) throw problem('forbidden')
  return aside
}

async function end(
  tx: Transaction,
  { id, companyId, from }: AsideReply,
  action: 'reply.placed' | 'reply.discarded',
): Promise<{ done: true }> {
  await expireFiles(tx, await deleteAside(tx, [id]))
  tx.audit({
    action,
    entity: 'reply',
    entityId: id,
    entityName: from,
    companyId,
  })
  tx.stale({ domain: 'communicationAside', companyId })
  return { done: true }
}

/** @throws Problem `not_found`, `forbidden` */
export const discardAsideOf = async (tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> =>
  end(tx, await take(tx, actor, id), 'reply.discarded')

/**
 * Writes it into a conversation of its company, with its files. It is an internal note of who placed it, since nobody
 * knows who wrote it.
 * @throws Problem `not_found`, `forbidden`, `thread_not_found`
 */
export async function placeAsideOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  threadId: string,
): Promise<{ done: true }> {
  const aside = await take(tx, actor, id)
  const thread = await requireThread(tx, actor, threadId, 'write')
  if (thread.companyId !== aside.companyId || thread.fleetId === null) throw problem('thread_not_found')
  const head = [aside.contactName, aside.from].filter((part) => part !== null).join(' · ')
  const text = [head, aside.subject, aside.text].filter((part) => part !== '').join('\n\n')
  await insertMessage(tx, threadId, {
    id,
    authorKind: 'staff',
    authorId: actor.userId,
    author: actor.displayName,
    kind: 'note',
    text: text.slice(0, messageLength),
    priority: 'normal',
    writtenAt: new Date(aside.receivedAt),
  })
  await moveFiles(tx, { asideId: id, messageId: id })
  await publishThread(tx, thread)
  return end(tx, aside, 'reply.placed')
}
