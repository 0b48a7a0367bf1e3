import type { Accounts } from '../directory/index.ts'
import {
  addUser,
  type Passwords,
  type People,
  recordLinkedUserChange,
  requireUserForChange,
  type UserParts,
} from '../identity/index.ts'

/** User management for the directory, which may not import identity. */
export function createAccounts(parts: UserParts & { passwords: Passwords }, { answerOf }: People): Accounts {
  const { assignments, passwords } = parts
  return {
    take: (tx, actor, userId) => requireUserForChange(tx, assignments, actor, userId),
    recordChange: (tx, userId, action, changes) =>
      recordLinkedUserChange(tx, assignments, userId, action, changes),
    add: (tx, actor, person) => addUser(tx, parts, actor, person),
    hashPassword: (password) => passwords.hash(password),
    answerOf,
  }
}
