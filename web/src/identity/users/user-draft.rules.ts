/** The draft of the user dialog and the rules of section 5 for it. Pure. */
import type { Level } from '@rumbo/contract/access'
import type { createUser, languages, User, updateUser } from '@rumbo/contract/identity.users.contract'
import type { AssignmentRole } from '@rumbo/contract/organisation.assignments.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import type * as z from 'zod'
import {
  validateConfirmation,
  validateEmail,
  validateFirstName,
  validateLastName,
  validateNewPassword,
  validatePhone,
  validateUsername,
} from '../identity.rules.ts'
import { assignmentOf, checkPlace, type PlaceDraft } from './place-draft.rules.ts'

export interface UserDraft extends PlaceDraft {
  username: string
  firstName: string
  lastName: string
  email: string
  phone: string
  password: string
  confirmation: string
  level: Level | ''
  language: (typeof languages)[number]
  notes: string
  forcePasswordChange: boolean
  /** Whether a first assignment is created with the user. */
  isAssigned: boolean
}
export type UserErrorKey = Extract<
  TextKey,
  | `identity.valid.${string}`
  | `users.valid.${string}`
  | `fields.${string}`
  | `problems.${keyof typeof takenFields}`
>
export type UserErrors = Partial<Record<keyof UserDraft, UserErrorKey>>

const longestNotes = 4000

/** An empty form, with the company preselected if there is only one. */
export const emptyUser = (companyId: string, language: UserDraft['language']): UserDraft => ({
  username: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  password: '',
  confirmation: '',
  level: '',
  language,
  notes: '',
  forcePasswordChange: true,
  isAssigned: true,
  companyId,
  fleetId: '',
  role: '',
  isPrimary: true,
})

export const userDraftOf = (user: User): UserDraft => ({
  ...emptyUser(user.companyId ?? '', user.language),
  username: user.username,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phone: user.phone ?? '',
  level: user.level,
  notes: user.notes ?? '',
  forcePasswordChange: user.forcePasswordChange,
})

/** Where a user of this level belongs: guests to a company, super admins nowhere, others to an assignment. */
export const placeOfLevel = (level: Level | ''): 'company' | 'assignment' | 'none' =>
  level === 'guest' ? 'company' : level === 'super_admin' || level === '' ? 'none' : 'assignment'

/** The default role of a level. */
export const usualRole = (level: Level | '', mayBeCompanyWide: boolean): AssignmentRole | '' => {
  if (level === 'admin') return mayBeCompanyWide ? 'company_manager' : 'fleet_manager'
  if (level === 'manager') return 'fleet_manager'
  return level === 'user' ? 'fleet_member' : ''
}

const firstOf = (key: UserErrorKey | null): UserErrorKey | undefined => key ?? undefined
const onlyFound = (all: UserErrors): UserErrors =>
  Object.fromEntries(Object.entries(all).filter(([, key]) => key !== undefined))

/**
 * Errors of an edited user by field; empty when it can be saved. A stored username that breaks today's rule may stay.
 */
export function checkEditedUser(draft: UserDraft, storedUsername?: string): UserErrors {
  return onlyFound({
    username: draft.username === storedUsername ? undefined : firstOf(validateUsername(draft.username)),
    firstName: firstOf(validateFirstName(draft.firstName)),
    lastName: firstOf(validateLastName(draft.lastName)),
    email: draft.email.trim().length > 254 ? 'fields.too_long' : firstOf(validateEmail(draft.email)),
    phone: firstOf(validatePhone(draft.phone)),
    notes: draft.notes.trim().length > longestNotes ? 'users.valid.notes' : undefined,
  })
}

/** Errors of a new user by field; empty when it can be saved. */
export function checkNewUser(draft: UserDraft): UserErrors {
  const place = placeOfLevel(draft.level)
  return {
    ...checkEditedUser(draft),
    ...onlyFound({
      password: firstOf(validateNewPassword(draft.password)),
      confirmation: firstOf(validateConfirmation(draft.confirmation, draft.password)),
      level: draft.level === '' ? 'users.valid.level' : undefined,
      companyId: place === 'company' && draft.companyId === '' ? 'users.valid.company' : undefined,
    }),
    ...(place === 'assignment' && draft.isAssigned ? checkPlace(draft) : {}),
  }
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
const shared = (draft: UserDraft) => ({
  username: draft.username,
  firstName: draft.firstName.trim(),
  lastName: draft.lastName.trim(),
  email: draft.email.trim(),
  phone: orNull(draft.phone),
  language: draft.language,
  notes: orNull(draft.notes),
})

/** The body that creates the user. Requires a draft without errors. */
export function newUserBody(draft: UserDraft): z.input<NonNullable<typeof createUser.body>> {
  if (draft.level === '') throw new Error('The draft has no level')
  const place = placeOfLevel(draft.level)
  return {
    ...shared(draft),
    password: draft.password,
    level: draft.level,
    forcePasswordChange: draft.forcePasswordChange,
    companyId: place === 'company' ? draft.companyId : null,
    assignment: place === 'assignment' && draft.isAssigned ? assignmentOf(draft) : null,
  }
}

/** The body that changes the user. */
export const editedUserBody = (
  draft: UserDraft,
  version: number,
): z.input<NonNullable<typeof updateUser.body>> => ({ ...shared(draft), version })

const takenFields = {
  username_taken: 'username',
  email_taken: 'email',
  password_weak: 'password',
  level_not_allowed: 'level',
  company_denied: 'companyId',
} as const satisfies Record<string, keyof UserDraft>

/** The field that a refusal of the whole request concerns, with its text. */
export function fieldOfRefusal(code: string): UserErrors {
  const field = takenFields[code as keyof typeof takenFields]
  return field === undefined ? {} : { [field]: `problems.${code}` as UserErrorKey }
}

/** Whether an error is about a field that is still empty. */
export const isMissing = <Name extends string>(
  draft: Readonly<Partial<Record<Name, unknown>>>,
  errors: Readonly<Partial<Record<Name, unknown>>>,
): boolean => (Object.keys(errors) as Name[]).some((name) => draft[name] === '')
