/** The draft of a contact's access to the system: none, a new user, or an existing one. Pure. */
import type { Level } from '@rumbo/contract/access'
import type { createSystemUser } from '@rumbo/contract/directory.contract'
import type { InputOf } from '@rumbo/contract/endpoint'
import type { AssignmentRole } from '@rumbo/contract/organisation.assignments.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import type { Language } from '@rumbo/i18n/language'
import { validateConfirmation, validateNewPassword, validateUsername } from '../identity/identity.rules.ts'
import { isCompanyRole } from '../identity/users/place-draft.rules.ts'

export interface SystemUserDraft {
  mode: 'none' | 'create' | 'link'
  username: string
  password: string
  confirmation: string
  level: Level | ''
  role: AssignmentRole | ''
  fleetId: string
  language: Language
  /** The user to link. */
  userId: string | null
}
type FormKey = Extract<
  TextKey,
  | `identity.valid.${string}`
  | `users.valid.${'level' | 'role' | 'fleet'}`
  | `problems.${'username_taken' | 'password_weak' | 'level_not_allowed'}`
>
type AccessKey = Extract<
  TextKey,
  `problems.${'email_taken' | 'contact_linked'}` | `directory.user.${'emailNeeded' | 'required'}`
>
export type SystemUserErrors = Partial<
  Record<'username' | 'password' | 'confirmation' | 'level' | 'role' | 'fleetId', FormKey> &
    Record<'mode' | 'userId', AccessKey>
>

export const noSystemUser = (language: Language): SystemUserDraft => ({
  mode: 'none',
  username: '',
  password: '',
  confirmation: '',
  level: '',
  role: '',
  fleetId: '',
  language,
  userId: null,
})

/** Guests watch one vehicle and super admins see everything: neither is assigned to a fleet. */
export const needsRole = (level: Level | ''): boolean => level !== 'guest' && level !== 'super_admin'

/**
 * Errors by field: a new user needs the contact's e-mail and a level, and a role unless super admin or guest; a link
 * needs a user.
 */
export function checkSystemUser(draft: SystemUserDraft, email: string): SystemUserErrors {
  const found: SystemUserErrors = {}
  if (draft.mode === 'link' && draft.userId === null) found.userId = 'directory.user.required'
  if (draft.mode !== 'create') return found
  if (email.trim() === '') found.mode = 'directory.user.emailNeeded'
  const username = validateUsername(draft.username)
  if (username !== null) found.username = username
  const password = validateNewPassword(draft.password)
  if (password !== null) found.password = password
  const confirmation = validateConfirmation(draft.confirmation, draft.password)
  if (confirmation !== null) found.confirmation = confirmation
  if (draft.level === '') found.level = 'users.valid.level'
  else if (needsRole(draft.level)) {
    if (draft.role === '') found.role = 'users.valid.role'
    else if (!isCompanyRole(draft.role) && draft.fleetId === '') found.fleetId = 'users.valid.fleet'
  }
  return found
}

/** The request body. Requires a draft without errors. */
export function systemUserBodyOf(draft: SystemUserDraft): InputOf<typeof createSystemUser>['body'] {
  const { username, password, level, role, fleetId, language } = draft
  if (level === '') throw new Error('The draft has no level')
  const given = needsRole(level) && role !== '' ? role : null
  return {
    username,
    password,
    level,
    language,
    role: given,
    fleetId: given === null || isCompanyRole(given) ? null : fleetId,
  }
}

const places = {
  username_taken: 'username',
  email_taken: 'mode',
  password_weak: 'password',
  level_not_allowed: 'level',
  contact_linked: 'userId',
} as const

/** The field of the form that a refusal concerns; empty if it concerns none. */
export function systemUserRefusal(code: string | null): SystemUserErrors {
  if (code === null || !(code in places)) return {}
  const known = code as keyof typeof places
  return { [places[known]]: `problems.${known}` }
}
