import {
  addedMark,
  type changeMembers,
  partyLimit,
  removedMark,
} from '@rumbo/contract/communication.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { requireThread } from '../communication.access.ts'
import { findParties } from '../communication.people.repository.ts'
import { insertMessage } from '../messages/communication.messages.repository.ts'
import { findStaffNames } from './communication.direct.actions.ts'
import { addMembers, isOfTwo, removeMembers, writeParties } from './communication.members.repository.ts'
import { publishThread, recordOf } from './communication.threads.actions.ts'
import { findMarks, lockThread, type ThreadRow, writeMark } from './communication.threads.repository.ts'

interface Change {
  addIds: readonly string[]
  removeIds: readonly string[]
}
interface Named {
  added: readonly { id: string; name: string }[]
  removed: readonly { id: string; name: string }[]
}

/** @throws Problem `validation_failed` for too many or none */
function requireCount(count: number): void {
  if (count > partyLimit) throw fieldProblem({ path: 'body.addIds', code: 'too_big' })
  if (count === 0) throw fieldProblem({ path: 'body.removeIds', code: 'not_allowed' })
}

/** Contacts of a group: from now on its messages go to them. @throws Problem `contact_not_found`, `validation_failed` */
async function changeParties(tx: Transaction, thread: ThreadRow, change: Change): Promise<Named> {
  const { companyId, partyIds } = thread
  const addIds = change.addIds.filter((id) => !partyIds.includes(id))
  const kept = partyIds.filter((id) => !change.removeIds.includes(id))
  const removeIds = partyIds.filter((id) => change.removeIds.includes(id))
  const added = await findParties(tx, companyId, addIds)
  if (added.length < new Set(addIds).size) throw problem('contact_not_found')
  const next = kept.concat(added.map(({ id }) => id))
  requireCount(next.length)
  await writeParties(tx, thread.id, next)
  const removed = await findParties(tx, companyId, removeIds)
  for (const { userId } of added.concat(removed))
    if (userId !== null) tx.stale({ domain: 'driverThreads', userId })
  return { added, removed }
}

/** Members of a private conversation. @throws Problem `thread_members_fixed`, `validation_failed` */
async function changeUsers(tx: Transaction, thread: ThreadRow, change: Change): Promise<Named> {
  if (await isOfTwo(tx, thread.id)) throw problem('thread_members_fixed')
  const members = (await findMarks(tx, thread.id)).filter(({ isMember }) => isMember)
  const addIds = [...new Set(change.addIds)].filter((id) => members.every((member) => member.id !== id))
  const staff = await findStaffNames(tx, thread.companyId, addIds)
  const unknown = change.addIds.findIndex((id) => addIds.includes(id) && !staff.has(id))
  if (unknown >= 0) throw fieldProblem({ path: `body.addIds.${unknown}`, code: 'not_allowed' })
  const removed = members.filter(({ id }) => change.removeIds.includes(id))
  requireCount(members.length - removed.length + addIds.length)
  const added = addIds.map((id) => ({ id, name: staff.get(id) ?? '' }))
  await addMembers(tx, thread.id, added)
  await removeMembers(
    tx,
    thread.id,
    removed.map(({ id }) => id),
  )
  // Pages of those who are gone show it no longer.
  for (const { id: userId } of removed) tx.stale({ domain: 'communication', id: thread.id, userId })
  return { added, removed }
}

/**
 * Adds and removes people of a group or a private conversation, with an entry for each; who is gone sees nothing that is
 * written later. Somebody who removes themselves leaves.
 * @throws Problem `thread_not_found`, `forbidden`, `thread_members_fixed`, `contact_not_found`, `validation_failed`
 */
export async function changeMembersOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  change: ParsedOf<typeof changeMembers>['body'],
): Promise<{ done: true }> {
  const { kind } = await requireThread(tx, actor, id, 'write')
  if (change.addIds.length + change.removeIds.length === 0) return { done: true }
  if (kind !== 'group' && kind !== 'direct') throw problem('thread_members_fixed')
  const thread = await lockThread(tx, id, actor.userId)
  if (!thread) throw problem('thread_not_found')
  const isGroup = kind === 'group'
  const { added, removed } = await (isGroup ? changeParties : changeUsers)(tx, thread, change)
  const namesOf = (people: Named['added']) => people.map(({ name }) => name).join(', ')
  for (const [mark, people] of [
    [addedMark, added],
    [removedMark, removed],
  ] as const) {
    if (people.length === 0) continue
    const sequence = await insertMessage(tx, id, {
      id: uuid(),
      authorKind: 'staff',
      authorId: actor.userId,
      author: actor.displayName,
      kind: 'log',
      text: `${mark} ${namesOf(people)}`,
      priority: 'normal',
    })
    if (sequence !== null && thread.readSequence >= thread.lastSequence)
      await writeMark(tx, id, actor, sequence)
  }
  if (isGroup && added.length + removed.length > 0)
    recordOf(tx, thread, 'thread.members_changed', {
      members: [namesOf(removed) || null, namesOf(added) || null],
    })
  await publishThread(tx, thread)
  return { done: true }
}
