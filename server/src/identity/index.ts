export type { Assignments, WantedPlace } from './identity.access.ts'
export { bootstrapAdmin, forgetOldSignIns } from './identity.actions.ts'
export { identityEndpoints } from './identity.endpoints.ts'
export type { UserRegistered } from './identity.facts.ts'
export { findSuperAdmins } from './identity.repository.ts'
export { displayNameOf } from './identity.rules.ts'
export { createPasswords, hashPassword, type Passwords } from './passwords/identity.passwords.ts'
export { mailRegistration } from './registrations/identity.registrations.actions.ts'
export {
  clearLockout,
  type ListedSuperAdmin,
  readSuperAdmins,
  resetAdministrator,
} from './rescue/identity.rescue.actions.ts'
export {
  readFormerCodeKeys,
  replaceLostSecret,
  settleSecret,
} from './rescue/identity.secret.actions.ts'
export { createAuthenticator, findActor } from './sessions/identity.authenticator.ts'
export {
  type People,
  recordLinkedUserChange,
  recordUserChange,
  requireUserForChange,
} from './users/identity.users.access.ts'
export { addUser, type UserParts } from './users/identity.users.actions.ts'
export { userEndpoints } from './users/identity.users.endpoints.ts'
export { findLockedUsers } from './users/identity.users.repository.ts'
export { mayChangeUser, refusalToChange } from './users/identity.users.rules.ts'
