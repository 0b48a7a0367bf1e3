import { describe, expect, it } from 'vitest'
import {
  judgeConfirmation,
  judgeEmail,
  judgeFirstName,
  judgeLastName,
  judgeNewPassword,
  judgeOtp,
  judgePhone,
  judgeUsername,
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
    expect(judgeUsername(value)).toBe(verdict && `identity.valid.${verdict}`)
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
    expect(judgeNewPassword(value)).toBe(verdict && `identity.valid.${verdict}`)
  })

  it('names, e-mail, phone, confirmation and one-time code', () => {
    expect(judgeFirstName('  ')).toBe('identity.valid.firstNameRequired')
    expect(judgeFirstName(long(101))).toBe('identity.valid.firstNameLength')
    expect(judgeLastName('')).toBe('identity.valid.lastNameRequired')
    expect(judgeLastName(long(100))).toBeNull()
    expect(judgeEmail('')).toBe('identity.valid.emailRequired')
    expect(judgeEmail('ana@')).toBe('identity.valid.email')
    expect(judgeEmail('ana@flota.mx')).toBeNull()
    expect(judgeEmail('ana..gil@flota.mx')).toBe('identity.valid.email')
    expect(judgeEmail('ñandú@flota.mx')).toBe('identity.valid.email')
    expect(judgePhone('')).toBeNull()
    expect(judgePhone('12')).toBe('identity.valid.phone')
    expect(judgePhone('+52 55 5512 3456')).toBeNull()
    expect(judgeConfirmation('', 'x')).toBe('identity.valid.confirmRequired')
    expect(judgeConfirmation('y', 'x')).toBe('identity.valid.passwordsMatch')
    expect(judgeConfirmation('x', 'x')).toBeNull()
    expect(judgeOtp('', false)).toBeNull()
    expect(judgeOtp('', true)).toBe('identity.valid.otpRequired')
    expect(judgeOtp('12345', true)).toBe('identity.valid.otpDigits')
    expect(judgeOtp('123456', true)).toBeNull()
  })
})
