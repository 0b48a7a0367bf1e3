import * as z from 'zod'
import { levels } from './access.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams } from './lists.ts'
import { nameText } from './text.ts'

export const usernamePattern = /^[A-Za-z0-9_]+$/
export const passwordSpecials = '!@#$%^&*'
export const username = z.string().min(3).max(50).regex(usernamePattern, { error: 'username_letters' })
export const personName = nameText(100)
const passwordLengths = { min: 8, max: 63 } as const
/** The rules of a new password, which forms show one by one. */
export const passwordRules = {
  length: (value: string) => value.length >= passwordLengths.min && value.length <= passwordLengths.max,
  lower: (value: string) => /[a-z]/.test(value),
  upper: (value: string) => /[A-Z]/.test(value),
  number: (value: string) => /\d/.test(value),
  special: (value: string) => [...passwordSpecials].some((letter) => value.includes(letter)),
} as const satisfies Record<string, (value: string) => boolean>
export type PasswordRule = keyof typeof passwordRules
/** 8 to 63 characters with lower case, upper case, digit and one of !@#$%^&*. */
export const newPassword = z
  .string()
  .min(passwordLengths.min, { abort: true })
  .max(passwordLengths.max, { abort: true })
  .refine((value) => Object.values(passwordRules).every((isMet) => isMet(value)), {
    params: { code: 'password_rules' },
  })
const phonePattern = /^\+?[\d\s().-]{7,20}$/
export const phone = z.string().trim().regex(phonePattern, { error: 'phone_invalid' })
export const otpCode = z.string().regex(/^\d{6}$/, { error: 'otp_digits' })
export const recoveryCode = z.string().trim().min(8).max(20)

const emailPattern = /^[a-z0-9_'+-]+(?:\.[a-z0-9_'+-]+)*@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i
/** Accepts what `z.email().max(254)` accepts; for forms, because no schema runs in the browser. */
export const isEmail = (text: string): boolean =>
  emailPattern.test(text.trim()) && !/'@/.test(text) && text.trim().length <= 254
/** Accepts what `phone` accepts. */
export const isPhone = (text: string): boolean => phonePattern.test(text.trim())

export const accessScope = z.object({ scope: z.string(), type: z.enum(['read', 'manage']) })
export const sessionUser = z.object({
  id,
  name: z.string(),
  lastname: z.string(),
  username: z.string(),
  email: z.string(),
  display_name: z.string().nullable(),
  can_login: z.boolean(),
  is_active: z.boolean(),
  force_password_change: z.boolean(),
  functional_role: z.string(),
  access_scopes: z.array(accessScope),
  /** Fleets in which the person only drives: own vehicles and services alone are read there. */
  driven_fleets: z.array(id),
  level: z.enum(levels),
  language: z.enum(['es', 'en']),
  avatar: z.object({ type: z.string(), color: z.string() }),
})
export type SessionUser = z.infer<typeof sessionUser>

/** `access_token` lasts `expires_in` seconds; the refresh token travels in a cookie only. */
export const authAnswer = z.object({
  user: sessionUser,
  access_token: z.string(),
  expires_in: z.number().int().default(3600),
})
export type AuthAnswer = z.infer<typeof authAnswer>

const secret = z.string().min(1).max(200)

export const login = endpoint({
  name: 'identity.login',
  worksWhenFull: true,
  limit: { calls: 30, seconds: 60 },
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in',
  access: 'public',
  body: z.strictObject({
    username_or_email: z.string().trim().min(1).max(254),
    password: secret,
    otp_code: otpCode.optional(),
    /** One of the recovery codes in place of a one-time code; each counts once. */
    recovery_code: recoveryCode.optional(),
  }),
  output: authAnswer,
  problems: [
    'invalid_credentials',
    'account_deactivated',
    'account_locked',
    'account_pending',
    'otp_required',
    'otp_invalid',
    'password_change_required',
  ],
})
export const register = endpoint({
  name: 'identity.register',
  isRepeatable: false,
  limit: { calls: 10, seconds: 600 },
  method: 'POST',
  path: '/auth/register',
  summary: 'Register a pending user',
  access: 'public',
  status: 201,
  body: z.strictObject({
    username,
    first_name: personName,
    last_name: personName,
    email: z.email().max(254),
    phone: phone.optional(),
    password: newPassword,
    language: z.enum(['es', 'en']).optional(),
  }),
  output: z.object({ id, email: z.string(), status: z.literal('pending') }),
  problems: ['email_taken', 'username_taken', 'password_weak', 'registration_closed'],
})
export const refresh = endpoint({
  name: 'identity.refresh',
  worksWhenFull: true,
  limit: { calls: 120, seconds: 60 },
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Renew the access token by the refresh cookie',
  access: 'public',
  body: z.strictObject({}).optional(),
  output: authAnswer,
  problems: ['refresh_invalid', 'refresh_reused'],
})
export const logout = endpoint({
  name: 'identity.logout',
  worksWhenFull: true,
  method: 'POST',
  path: '/auth/logout',
  summary: 'End the session',
  access: 'public',
  body: z.strictObject({}).optional(),
  output: done,
})
export const initiateReset = endpoint({
  name: 'identity.initiateReset',
  isRepeatable: false,
  limit: { calls: 10, seconds: 600 },
  method: 'POST',
  path: '/auth/reset-password/initiate',
  summary: 'Send a reset code by e-mail; the answer does not reveal whether the address is known',
  access: 'public',
  body: z.strictObject({ email: z.email().max(254) }),
  output: done,
})
export const confirmReset = endpoint({
  name: 'identity.confirmReset',
  isRepeatable: false,
  limit: { calls: 20, seconds: 600 },
  method: 'POST',
  path: '/auth/reset-password/confirm',
  summary: 'Set a new password by the code',
  access: 'public',
  body: z.strictObject({
    email: z.email().max(254),
    token: z.string().min(1).max(64),
    new_password: newPassword,
  }),
  output: done,
  problems: ['reset_code_invalid', 'password_weak'],
})
export const changePassword = endpoint({
  name: 'identity.changePassword',
  isRepeatable: false,
  method: 'POST',
  path: '/auth/change-password',
  summary: 'Change one’s own password; ends every session',
  access: 'signed-in',
  body: z.strictObject({ current_password: secret, new_password: newPassword }),
  output: z.object({ user: sessionUser }),
  problems: ['current_password_incorrect', 'password_weak', 'password_unchanged'],
})
export const changeUserPassword = endpoint({
  name: 'identity.changeUserPassword',
  method: 'POST',
  path: '/auth/user/:id/change-password',
  summary: 'Set another user’s password; ends their sessions',
  access: 'users.edit',
  params: idParams,
  body: z.strictObject({ new_password: newPassword, force_password_change: z.boolean().default(true) }),
  output: done,
  problems: ['user_not_found', 'own_account', 'forbidden', 'password_weak'],
})
export const forcedPasswordChange = endpoint({
  name: 'identity.forcedPasswordChange',
  isRepeatable: false,
  limit: { calls: 20, seconds: 60 },
  method: 'POST',
  path: '/auth/forced-password-change',
  summary: 'Change a password that must be changed before the first use',
  access: 'public',
  body: z.strictObject({
    username_or_email: z.string().trim().min(1).max(254),
    current_password: secret,
    new_password: newPassword,
    otp_code: otpCode.optional(),
    recovery_code: recoveryCode.optional(),
  }),
  output: authAnswer.partial(),
  problems: [
    'invalid_credentials',
    'account_deactivated',
    'account_locked',
    'account_pending',
    'password_change_not_pending',
    'otp_required',
    'otp_invalid',
    'password_weak',
    'password_unchanged',
  ],
})
export const profileCompanies = endpoint({
  name: 'organisation.profileCompanies',
  method: 'GET',
  path: '/auth/profile/companies',
  summary: 'Companies the caller belongs to',
  access: 'signed-in',
  output: z.object({
    items: z.array(
      z.object({
        id,
        name: z.string(),
        status: z.string(),
        tier: z.string(),
        timeZone: z.string(),
        is_active: z.boolean(),
      }),
    ),
  }),
})
