/** The draft of the invitation dialog and its rules. Pure. */
import type { Level } from '@rumbo/contract/access'
import type { invite } from '@rumbo/contract/identity.invitations.contract'
import type { languages } from '@rumbo/contract/identity.users.contract'
import type * as z from 'zod'
import { validateEmail } from '../identity.rules.ts'
import { assignmentOf, checkPlace, type PlaceDraft } from './place-draft.rules.ts'
import { levelsToCreate } from './user-access.rules.ts'
import type { UserErrorKey } from './user-draft.rules.ts'

export type InvitedLevel = Exclude<Level, 'super_admin'>
export interface InviteDraft extends PlaceDraft {
  email: string
  level: InvitedLevel | ''
  language: (typeof languages)[number]
}
export type InviteErrors = Partial<Record<keyof InviteDraft, UserErrorKey>>

/** Levels that may be invited: those one may create, except super admins. */
export const levelsToInvite = (level: Level): InvitedLevel[] =>
  levelsToCreate(level).filter((one): one is InvitedLevel => one !== 'super_admin')

/** Errors by field; empty when the invitation can be sent. */
export function checkInvite(draft: InviteDraft): InviteErrors {
  const found: InviteErrors = {}
  const email = validateEmail(draft.email)
  if (email !== null) found.email = email
  if (draft.email.trim().length > 254) found.email = 'fields.too_long'
  if (draft.level === '') found.level = 'users.valid.level'
  if (draft.level === 'guest')
    return draft.companyId === '' ? { ...found, companyId: 'users.valid.company' } : found
  return { ...found, ...checkPlace(draft) }
}

/** The request body. Requires a draft without errors. */
export function inviteBody(draft: InviteDraft): z.input<NonNullable<typeof invite.body>> {
  const { level, language, companyId } = draft
  if (level === '') throw new Error('The draft has no level')
  const place = level === 'guest' ? { fleetId: null, role: null } : assignmentOf(draft)
  return { email: draft.email.trim(), level, language, companyId, fleetId: place.fleetId, role: place.role }
}
