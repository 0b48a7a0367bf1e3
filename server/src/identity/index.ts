export type { Assignments, ResolvedAccess, WantedPlace } from './identity.access.ts'
export { bootstrapAdmin, forgetOldSignIns } from './identity.actions.ts'
export { createAuthenticator, findActor, type UserNews } from './identity.authenticator.ts'
export { identityEndpoints } from './identity.endpoints.ts'
export type { UserRegistered } from './identity.facts.ts'
export { hashPassword } from './identity.passwords.ts'
export { tellOfRegistration } from './identity.registrations.actions.ts'
export { findSuperAdmins } from './identity.repository.ts'
export {
  clearLockout,
  type ListedSuperAdmin,
  readSuperAdmins,
  resetAdministrator,
} from './identity.rescue.actions.ts'
export { displayNameOf } from './identity.rules.ts'
export { readFormerCodeKeys, replaceLostSecret, settleSecret } from './identity.secret.actions.ts'
export {
  type People,
  takeUser,
  tellOfLinkedUser,
  tellOfUser,
  type UserUnderChange,
} from './identity.users.access.ts'
export { addUser, type UserParts } from './identity.users.actions.ts'
export { userEndpoints } from './identity.users.endpoints.ts'
export { findLockedUsers } from './identity.users.repository.ts'
export { mayChangeUser, mayGiveLevel, refusalToChange } from './identity.users.rules.ts'
