import { newPassword } from '@rumbo/contract/identity.contract'
import { describe, expect, it } from 'vitest'
import {
  validateConfirmation,
  validateEmail,
  validateFirstName,
  validateLastName,
  validateNewPassword,
  validateOtp,
  validatePhone,
  validateUsername,
  validateVerificationCode,
} from './identity.rules.ts'

const long = (length: number) => 'a'.repeat(length)

describe('the fields of an account', () => {
  it.each([
    ['', 'usernameRequired'],
    ['ab', 'usernameLength'],
    [long(51), 'usernameLength'],
    ['ana maría', 'usernameLetters'],
    ['abc', null],
    [long(50), null],
    ['ana_77', null],
  ])('username %s: %s', (value, verdict) => {
    expect(validateUsername(value)).toBe(verdict && `identity.valid.${verdict}`)
  })

  it.each([
    ['', 'passwordRequired'],
    ['Aa1!aaa', 'passwordMinimum'],
    [`Aa1!${long(60)}`, 'passwordLength'],
    ['AAAA111!', 'passwordLower'],
    ['aaaa111!', 'passwordUpper'],
    ['AAAAaaa!', 'passwordNumber'],
    ['AAAAaaa1', 'passwordSpecial'],
    ['AAAAaaa1?', 'passwordSpecial'],
    ['Aa1!aaaa', null],
    [`Aa1!${long(59)}`, null],
  ])('new password %s: %s', (value, verdict) => {
    expect(validateNewPassword(value)).toBe(verdict && `identity.valid.${verdict}`)
    expect(newPassword.safeParse(value).success).toBe(verdict === null)
  })

  it('names, e-mail, phone, confirmation and one-time code', () => {
    expect(validateFirstName('  ')).toBe('identity.valid.firstNameRequired')
    expect(validateFirstName(long(101))).toBe('identity.valid.firstNameLength')
    expect(validateLastName('')).toBe('identity.valid.lastNameRequired')
    expect(validateLastName(long(100))).toBeNull()
    expect(validateEmail('')).toBe('identity.valid.emailRequired')
    expect(validateEmail('ana@')).toBe('identity.valid.email')
    expect(validateEmail('ana@flota.mx')).toBeNull()
    expect(validateEmail('ana..gil@flota.mx')).toBe('identity.valid.email')
    expect(validateEmail('ñandú@flota.mx')).toBe('identity.valid.email')
    expect(validatePhone('')).toBeNull()
    expect(validatePhone('12')).toBe('identity.valid.phone')
    expect(validatePhone('+52 55 5512 3456')).toBeNull()
    expect(validateConfirmation('', 'x')).toBe('identity.valid.confirmRequired')
    expect(validateConfirmation('y', 'x')).toBe('identity.valid.passwordsMatch')
    expect(validateConfirmation('x', 'x')).toBeNull()
    expect(validateOtp('', false)).toBeNull()
    expect(validateOtp('', true)).toBe('identity.valid.otpRequired')
    expect(validateOtp('12345', true)).toBe('identity.valid.otpDigits')
    expect(validateOtp('123456', true)).toBeNull()
  })
})

it('accepts only six digits as a verification code', () => {
  expect(validateVerificationCode(' ')).toBe('identity.valid.codeRequired')
  expect(validateVerificationCode('12')).toBe('identity.valid.codeDigits')
  expect(validateVerificationCode('12345a')).toBe('identity.valid.codeDigits')
  expect(validateVerificationCode(' 123456 ')).toBeNull()
})
