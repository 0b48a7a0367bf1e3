import * as z from 'zod'
import { levels } from './access.ts'
import { endpoint } from './endpoint.ts'
import { avatarColors, avatarTypes } from './identity.avatars.ts'
import { newPassword, otpCode, personName, phone, recoveryCode, username } from './identity.contract.ts'
import { languages } from './identity.users.contract.ts'
import { signIn } from './identity.users.security.contract.ts'
import { done, id, idParams, instant, version } from './lists.ts'

export const notificationChannels = ['email', 'sms', 'push', 'webhook'] as const

/** One's own account. */
export const account = z.object({
  id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  displayName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  level: z.enum(levels),
  language: z.enum(languages),
  avatar: z.object({ type: z.enum(avatarTypes), color: z.enum(avatarColors) }),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  twoFactorEnabled: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  passwordChangedAt: instant.nullable(),
  /** Where notifications go when not to the account's own e-mail and telephone. */
  notificationEmail: z.string().nullable(),
  notificationPhone: z.string().nullable(),
  /** Channels this installation can currently send by. */
  channels: z.array(z.object({ channel: z.enum(notificationChannels), isConfigured: z.boolean() })),
  createdAt: instant,
  lastLogin: instant.nullable(),
  version,
})
export type Account = z.infer<typeof account>

export const readAccount = endpoint({
  name: 'account.read',
  method: 'GET',
  path: '/auth/profile',
  summary: 'One’s own account',
  access: 'signed-in',
  output: account,
})
export const updateAccount = endpoint({
  name: 'account.update',
  method: 'PUT',
  path: '/auth/profile',
  summary: 'Change one’s own account; a changed telephone has to be verified again',
  access: 'signed-in',
  body: z.strictObject({
    firstName: personName,
    lastName: personName,
    phone: phone.nullable(),
    language: z.enum(languages),
    avatar: z.strictObject({ type: z.enum(avatarTypes), color: z.enum(avatarColors) }),
    notificationEmail: z.email().max(254).nullable(),
    notificationPhone: phone.nullable(),
    version,
  }),
  output: account,
  problems: ['stale_version'],
})

const ownPassword = z.string().min(1).max(200)
export const changeOwnEmail = endpoint({
  name: 'account.changeEmail',
  isRepeatable: false,
  method: 'POST',
  path: '/auth/profile/email',
  summary: 'Change one’s own e-mail; the new one has to be verified',
  access: 'signed-in',
  body: z.strictObject({ email: z.email().max(254), password: ownPassword }),
  output: account,
  problems: ['current_password_incorrect', 'email_taken', 'rate_limited'],
})
const channel = z.enum(['email', 'phone'])
export const sendVerification = endpoint({
  name: 'account.sendVerification',
  isRepeatable: false,
  limit: { calls: 10, seconds: 600 },
  method: 'POST',
  path: '/auth/profile/verification',
  summary: 'Send a code of six digits to one’s own e-mail or telephone',
  access: 'signed-in',
  body: z.strictObject({ channel }),
  output: done,
  problems: ['phone_missing', 'rate_limited'],
})
export const confirmVerification = endpoint({
  name: 'account.confirmVerification',
  isRepeatable: false,
  method: 'POST',
  path: '/auth/profile/verification/confirm',
  summary: 'Confirm e-mail or telephone by the code',
  access: 'signed-in',
  body: z.strictObject({ channel, code: otpCode }),
  output: account,
  problems: ['verification_invalid'],
})

export const beginTwoFactor = endpoint({
  name: 'account.beginTwoFactor',
  isRepeatable: false,
  method: 'POST',
  path: '/auth/profile/two-factor/begin',
  summary: 'A new secret for an authenticator; counts only once a code of it was entered',
  access: 'signed-in',
  body: z.strictObject({ password: ownPassword }),
  output: z.object({
    /** Base32, to type by hand. */
    secret: z.string(),
    /** `otpauth://` for the QR code. */
    uri: z.string(),
  }),
  problems: ['current_password_incorrect', 'two_factor_on', 'rate_limited'],
})
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export const enableTwoFactor = endpoint({
  name: 'account.enableTwoFactor',
  isRepeatable: false,
  method: 'POST',
  path: '/auth/profile/two-factor/enable',
  summary: 'Switch the second factor on by a code; the ten recovery codes are shown this once',
  access: 'signed-in',
  body: z.strictObject({ code: otpCode }),
  output: recoveryCodes,
  problems: ['otp_incorrect', 'two_factor_not_begun', 'two_factor_on', 'rate_limited'],
})
/** A recovery code replaces a one-time code when the telephone is lost. */
const ownProof = z.strictObject({
  password: ownPassword,
  otp_code: otpCode.optional(),
  recovery_code: recoveryCode.optional(),
})
export const disableTwoFactor = endpoint({
  name: 'account.disableTwoFactor',
  isRepeatable: false,
  method: 'POST',
  path: '/auth/profile/two-factor/disable',
  summary: 'Switch the second factor off',
  access: 'signed-in',
  body: ownProof,
  output: account,
  problems: ['current_password_incorrect', 'otp_incorrect', 'two_factor_off', 'rate_limited'],
})
export const renewRecoveryCodes = endpoint({
  name: 'account.renewRecoveryCodes',
  isRepeatable: false,
  method: 'POST',
  path: '/auth/profile/two-factor/recovery-codes',
  summary: 'Ten new recovery codes; the former ones end',
  access: 'signed-in',
  body: ownProof,
  output: recoveryCodes,
  problems: ['current_password_incorrect', 'otp_incorrect', 'two_factor_off', 'rate_limited'],
})

export const listOwnSessions = endpoint({
  name: 'account.listSessions',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'One’s own open sessions',
  access: 'signed-in',
  output: z.object({ items: z.array(signIn) }),
})
export const endOwnSession = endpoint({
  name: 'account.endSession',
  method: 'DELETE',
  path: '/auth/sessions/:id',
  summary: 'End one of one’s own sessions',
  access: 'signed-in',
  params: idParams,
  output: done,
  problems: ['session_not_found'],
})
export const endOtherSessions = endpoint({
  name: 'account.endOtherSessions',
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'End all of one’s own sessions but this one',
  access: 'signed-in',
  output: done,
})

/** What the page of an invitation shows; the token is the 43 characters of the link. */
const invitationToken = z.strictObject({ token: z.string().min(20).max(100) })
export const readInvitation = endpoint({
  name: 'account.readInvitation',
  limit: { calls: 30, seconds: 60 },
  method: 'GET',
  path: '/auth/invitations/:token',
  summary: 'Whom an invitation is for',
  access: 'public',
  params: invitationToken,
  output: z.object({
    email: z.string(),
    companyName: z.string(),
    invitedBy: z.string().nullable(),
    language: z.enum(languages),
    expiresAt: instant,
  }),
  problems: ['invitation_invalid'],
})
export const acceptInvitation = endpoint({
  name: 'account.acceptInvitation',
  isRepeatable: false,
  limit: { calls: 10, seconds: 600 },
  method: 'POST',
  path: '/auth/invitations/:token/accept',
  summary: 'Become the invited user, active and with a verified e-mail',
  access: 'public',
  status: 201,
  params: invitationToken,
  body: z.strictObject({
    username,
    first_name: personName,
    last_name: personName,
    phone: phone.optional(),
    password: newPassword,
  }),
  output: z.object({ id, username: z.string() }),
  problems: ['invitation_invalid', 'username_taken', 'email_taken', 'password_weak'],
})
