import type { openDirectThread, ThreadDetails } from '@rumbo/contract/communication.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { v7 as uuid } from 'uuid'
import { findFleetIds, findStaff } from '../../organisation/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import type { Channels } from '../messages/communication.recipients.actions.ts'
import { detailsOf, publishThread, readAgain } from './communication.threads.actions.ts'
import { insertMembers, insertThread } from './communication.threads.repository.ts'

/** The names of those who are of the company's staff, by id. */
export async function findStaffNames(
  tx: Transaction,
  companyId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const staff = new Map<string, string>()
  for (const fleetId of await findFleetIds(tx, { companyId }))
    for (const one of await findStaff(tx, { companyId, fleetId, ids, limit: ids.length }))
      staff.set(one.id, one.displayName)
  return staff
}

/** @throws Problem `company_denied`, `validation_failed` for somebody who is not of the company's staff */
export async function openDirectThreadOf(
  tx: Transaction,
  actor: Actor,
  { companyId, userIds, title }: ParsedOf<typeof openDirectThread>['body'],
  channels: Channels,
): Promise<ThreadDetails> {
  if (!actor.companies.read.includes(companyId)) throw problem('company_denied')
  const ids = [...new Set(userIds)].filter((id) => id !== actor.userId)
  if (ids.length === 0) throw fieldProblem({ path: 'body.userIds', code: 'not_allowed' })
  const staff = await findStaffNames(tx, companyId, ids)
  const unknown = userIds.findIndex((id) => id !== actor.userId && !staff.has(id))
  if (unknown >= 0) throw fieldProblem({ path: `body.userIds.${unknown}`, code: 'not_allowed' })
  const people = [
    { id: actor.userId, name: actor.displayName },
    ...ids.map((id) => ({ id, name: staff.get(id) ?? '' })),
  ]
  const directKey = people.length === 2 ? [companyId, ...people.map(({ id }) => id).sort()].join(' ') : null
  const named =
    title ??
    people
      .map(({ name }) => name)
      .join(', ')
      .slice(0, 200)
  const thread = { id: uuid(), companyId, fleetId: null, kind: 'direct', title: named, directKey } as const
  const { id, isNew } = await insertThread(tx, thread)
  if (isNew) await insertMembers(tx, id, people)
  const row = await readAgain(tx, actor, id)
  if (isNew) await publishThread(tx, row)
  return detailsOf(tx, actor, row, channels)
}
