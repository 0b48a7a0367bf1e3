import { isEmail, isPhone, passwordRules, usernamePattern } from '@rumbo/contract/identity.contract'
import type { TextKey } from '@rumbo/i18n/keys'

/** Text key of the reason a value is invalid; null if it is valid. */
export type Verdict = Extract<TextKey, `identity.valid.${string}`> | null

/** Required, 3 to 50 characters; letters, numbers and underscores only. */
export function validateUsername(value: string): Verdict {
  if (value === '') return 'identity.valid.usernameRequired'
  if (value.length < 3 || value.length > 50) return 'identity.valid.usernameLength'
  return usernamePattern.test(value) ? null : 'identity.valid.usernameLetters'
}

export function validateFirstName(value: string): Verdict {
  const { length } = value.trim()
  if (length === 0) return 'identity.valid.firstNameRequired'
  return length > 100 ? 'identity.valid.firstNameLength' : null
}

export function validateLastName(value: string): Verdict {
  const { length } = value.trim()
  if (length === 0) return 'identity.valid.lastNameRequired'
  return length > 100 ? 'identity.valid.lastNameLength' : null
}

export function validateEmail(value: string): Verdict {
  if (value.trim() === '') return 'identity.valid.emailRequired'
  return isEmail(value) ? null : 'identity.valid.email'
}

/** Optional; must be valid if given. */
export function validatePhone(value: string): Verdict {
  return value.trim() === '' || isPhone(value) ? null : 'identity.valid.phone'
}

/** 8 to under 64 characters with a lowercase letter, an uppercase letter, a number and one of !@#$%^&*. */
export function validateNewPassword(value: string): Verdict {
  if (value === '') return 'identity.valid.passwordRequired'
  if (value.length < 8) return 'identity.valid.passwordMinimum'
  if (!passwordRules.length(value)) return 'identity.valid.passwordLength'
  if (!passwordRules.lower(value)) return 'identity.valid.passwordLower'
  if (!passwordRules.upper(value)) return 'identity.valid.passwordUpper'
  if (!passwordRules.number(value)) return 'identity.valid.passwordNumber'
  return passwordRules.special(value) ? null : 'identity.valid.passwordSpecial'
}

export function validateConfirmation(value: string, password: string): Verdict {
  if (value === '') return 'identity.valid.confirmRequired'
  return value === password ? null : 'identity.valid.passwordsMatch'
}

/** The six digits of a mailed or texted code. */
export function validateVerificationCode(value: string): Verdict {
  const code = value.trim()
  if (code === '') return 'identity.valid.codeRequired'
  return /^\d{6}$/.test(code) ? null : 'identity.valid.codeDigits'
}

/** Six digits; optional unless the account requires it. */
export function validateOtp(value: string, isRequired: boolean): Verdict {
  if (value === '') return isRequired ? 'identity.valid.otpRequired' : null
  return /^\d{6}$/.test(value) ? null : 'identity.valid.otpDigits'
}
