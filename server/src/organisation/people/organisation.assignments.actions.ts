import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { assignUser, changeAssignment } from '@rumbo/contract/identity.users.assignments.contract'
import type { Assignment } from '@rumbo/contract/organisation.assignments.contract'
import { recordUserChange, requireUserForChange } from '../../identity/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { assignments, keepInCompany } from '../organisation.access.ts'
import {
  type AssignmentRow,
  archiveAssignments,
  clearPrimary,
  findAssignments,
  rewriteAssignment,
} from './organisation.assignments.repository.ts'
import { statusOfAssignment } from './organisation.assignments.rules.ts'
import { requireVisibleUser } from './organisation.people.actions.ts'

const answerOf = (row: AssignmentRow): Assignment => ({
  id: row.id,
  companyId: row.companyId,
  companyName: row.companyName,
  fleetId: row.fleetId,
  fleetName: row.fleetName,
  role: row.role,
  isPrimary: row.isPrimary,
  isActive: row.isActive,
  status: statusOfAssignment(row),
  assignedAt: row.assignedAt.toISOString(),
  assignedBy: row.assignedBy,
})

async function find(tx: Transaction, userId: string, id: string): Promise<AssignmentRow> {
  const row = (await findAssignments(tx, userId)).find((held) => held.id === id)
  if (!row) throw problem('assignment_not_found')
  return row
}

/** Assignments of a user in companies and fleets that the actor sees. */
export async function listAssignmentsOf(
  tx: Transaction,
  actor: Actor,
  userId: string,
): Promise<{ items: Assignment[] }> {
  await requireVisibleUser(tx, actor, userId)
  return { items: (await findAssignments(tx, userId)).map(answerOf) }
}

const withPlace = (ids: readonly string[], companyId: string) => [
  companyId,
  ...ids.filter((id) => id !== companyId),
]

/** @throws Problem `assignment_exists`, and those of `requirePlace` and `requireUserForChange` */
export async function addAssignment(
  tx: Transaction,
  actor: Actor,
  userId: string,
  body: ParsedOf<typeof assignUser>['body'],
): Promise<Assignment> {
  const taken = await requireUserForChange(tx, assignments, actor, userId)
  const place = await assignments.requirePlace(tx, actor, taken.user.level, body)
  const { isPrimary, isActive } = body
  const id = await assignments.assign(tx, userId, { ...place, isPrimary, isActive })
  if (id === null) throw problem('guest_no_fleets')
  recordUserChange(
    tx,
    { ...taken, companyIds: withPlace(taken.companyIds, place.companyId) },
    'user.assigned',
    {
      role: [null, place.role],
      fleetId: [null, place.fleetId],
    },
  )
  return answerOf(await find(tx, userId, id))
}

/** Changes role, primary flag or activity. @throws Problem `assignment_not_found`, `assignment_exists` */
export async function rewriteAssignmentOf(
  tx: Transaction,
  actor: Actor,
  userId: string,
  id: string,
  body: ParsedOf<typeof changeAssignment>['body'],
): Promise<Assignment> {
  const taken = await requireUserForChange(tx, assignments, actor, userId)
  const before = await find(tx, userId, id)
  const { companyId, fleetId } = before
  const isSwitchedOn = body.isActive && !before.isActive
  if (body.role !== before.role || isSwitchedOn)
    await assignments.requirePlace(tx, actor, taken.user.level, { companyId, fleetId, role: body.role })
  if (body.isPrimary && !before.isPrimary) await clearPrimary(tx, userId)
  await rewriteAssignment(tx, id, body)
  tx.forgetUsers([userId])
  const { role, isPrimary, isActive } = before
  const changes = differences({ role, isPrimary, isActive }, { ...body })
  recordUserChange(
    tx,
    { ...taken, companyIds: withPlace(taken.companyIds, companyId) },
    'user.assignment_changed',
    changes,
  )
  return answerOf(await find(tx, userId, id))
}

/**
 * Ends an assignment. If it was the primary one, the earliest remaining one becomes primary. After the last one the user
 * stays in the company without access, so that they can be assigned again.
 */
export async function endAssignment(
  tx: Transaction,
  actor: Actor,
  userId: string,
  id: string,
): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, userId)
  const ended = await find(tx, userId, id)
  await archiveAssignments(tx, userId, id)
  const [next] = await findAssignments(tx, userId)
  if (!next) await keepInCompany(tx, userId, ended)
  else if (ended.isPrimary) {
    const { role, isActive } = next
    await rewriteAssignment(tx, next.id, { role, isActive, isPrimary: true })
  }
  tx.forgetUsers([userId])
  recordUserChange(
    tx,
    { ...taken, companyIds: withPlace(taken.companyIds, ended.companyId) },
    'user.unassigned',
    {
      role: [ended.role, null],
      fleetId: [ended.fleetId, null],
    },
  )
}
