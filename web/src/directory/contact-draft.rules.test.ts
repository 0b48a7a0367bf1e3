import { addressTypes, contactFields } from '@rumbo/contract/directory.contract'
import { isEmail, isPhone } from '@rumbo/contract/identity.contract'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import {
  type AddressDraft,
  addressDraftOf,
  addressOf,
  addressText,
  checkAddress,
  checkContact,
  contactBodyOf,
  contactDraftOf,
  contactErrorsOf,
  contactLimits,
  contactName,
  contactTextFields,
  emptyAddress,
  emptyContact,
  stepOfField,
  withAddress,
} from './contact-draft.rules.ts'
import { someAddress, someContact } from './directory.factory.ts'

const good = contactDraftOf(someContact())
const schema = z.strictObject({ ...contactFields, addresses: z.array(z.unknown()) })

describe('a contact', () => {
  it('needs first name, last name and primary phone', () => {
    expect(checkContact(emptyContact('client'))).toEqual({
      firstName: 'fields.required',
      lastName: 'fields.required',
      primaryPhone: 'fields.required',
    })
    expect(checkContact({ ...good, lastName: '   ' })).toEqual({ lastName: 'fields.required' })
    expect(checkContact(good)).toEqual({})
  })

  it.each(contactTextFields)('limits %s to the length in the contract', (name) => {
    const isPhoneField = name.toLowerCase().includes('phone')
    const isEmailField = name.toLowerCase().includes('email')
    const of = (length: number) =>
      isPhoneField
        ? '5'.repeat(length)
        : isEmailField
          ? `${'a'.repeat(length - 10)}@ejemplo.mx`.slice(-length)
          : 'x'.repeat(length)
    for (const length of [contactLimits[name], contactLimits[name] + 1]) {
      const draft = { ...good, [name]: of(length) }
      const isTaken = schema.safeParse(contactBodyOf(draft)).success
      expect(checkContact(draft)[name] === undefined, `${length}`).toBe(isTaken)
      expect(isTaken, `${length}`).toBe(length === contactLimits[name])
    }
  })

  it.each([
    'elena@example.com',
    ' elena@example.com ',
    "o'hara+taxi@sub.example.mx",
    'a@b.mx',
    'a@b.m',
    'a@b',
    'a b@example.com',
    '.a@example.com',
    'a..b@example.com',
    "a'@example.com",
    'ñandú@example.com',
    'a@exa_mple.com',
    'a@-example.com',
    '@example.com',
    'elena',
  ])('validates the e-mail %j as the contract does', (email) => {
    expect(isEmail(email)).toBe(z.email().max(254).safeParse(email.trim()).success)
  })

  it.each([
    ['+52 (55) 5512-3456', true],
    ['5512345', true],
    ['551234', false],
    ['55.12.34.56', true],
    ['5'.repeat(20), true],
    ['5'.repeat(21), false],
    ['55 doce', false],
  ] as const)('%s is a phone: %s', (phone, expected) => {
    expect(isPhone(phone)).toBe(expected)
  })

  it('is unchanged after conversion to the form and back', () => {
    const { id, companyId, user, createdAt, version, ...rest } = someContact({ addresses: [someAddress()] })
    expect(contactBodyOf(contactDraftOf(someContact({ addresses: [someAddress()] })))).toEqual(rest)
    expect([id, companyId, user, version, typeof createdAt]).toEqual(['k1', 'c1', null, 3, 'string'])
  })

  it('shows refusals of the server at the fields', () => {
    const errors = contactErrorsOf([
      { path: 'body.email', code: 'email_invalid', message: '' },
      { path: 'body.addresses.1.type', code: 'address_twice', message: '' },
      { path: 'body.notes', code: 'something_new', message: '' },
      { path: 'body.unheardOf', code: 'unknown_field', message: '' },
    ])
    expect(errors).toEqual({
      email: 'fields.email_invalid',
      addresses: 'fields.address_twice',
      notes: 'fields.not_allowed',
    })
    expect(['email', 'addresses', 'notes', 'role', 'backgroundCheck'].map(stepOfField)).toEqual([
      0, 1, 2, 0, 2,
    ])
  })

  it('has a display name of all its names', () => {
    expect(contactName(someContact({ middleName: 'María' }))).toBe('Elena María Torres')
  })
})

describe('an address', () => {
  const draft = (some: Partial<AddressDraft> = {}): AddressDraft => ({
    ...addressDraftOf(someAddress()),
    ...some,
  })

  it('needs a type and some text or a point', () => {
    expect(checkAddress({ ...emptyAddress([]), type: '' })).toEqual({
      type: 'fields.required',
      line1: 'directory.address.empty',
    })
    expect(checkAddress(draft({ line1: '' }))).toEqual({})
  })

  it('accepts both coordinates or none, within the earth', () => {
    expect(checkAddress(draft({ longitude: '' }))).toEqual({ longitude: 'directory.address.both' })
    expect(checkAddress(draft({ latitude: '90.1', longitude: '-180.1' }))).toEqual({
      latitude: 'directory.address.latitude',
      longitude: 'directory.address.longitude',
    })
    expect(checkAddress(draft({ latitude: '−90', longitude: '180' }))).toEqual({})
    expect(addressOf(draft({ latitude: '−33.5', longitude: '0' }))).toMatchObject({
      latitude: -33.5,
      longitude: 0,
    })
    expect(checkAddress(draft({ latitude: 'norte', longitude: '1' }))).toEqual({
      latitude: 'directory.address.latitude',
    })
  })

  it('has lines of at most 200 characters', () => {
    expect(checkAddress(draft({ line1: 'x'.repeat(200), postalCode: '1'.repeat(20) }))).toEqual({})
    expect(checkAddress(draft({ line1: 'x'.repeat(201), postalCode: '1'.repeat(21) }))).toEqual({
      line1: 'fields.too_long',
      postalCode: 'fields.too_long',
    })
  })

  it('exists once per type: another of the type replaces it, an edited one moves', () => {
    const [home, work] = [someAddress({ type: 'home' }), someAddress({ type: 'work' })]
    const other = someAddress({ type: 'home', line1: 'Insurgentes 1' })
    expect(withAddress([home, work], other, null)).toEqual([other, work])
    expect(withAddress([home, work], { ...work, type: 'home' }, 'work')).toEqual([{ ...work, type: 'home' }])
    expect(emptyAddress([home]).type).toBe('work')
    expect(emptyAddress(addressTypes.map((type) => someAddress({ type }))).type).toBe('')
  })

  it('is formatted as one line, or as its point without text', () => {
    expect(addressText(someAddress())).toBe('Paseo de la Reforma 222, 06600 Ciudad de México, CDMX, México')
    const bare = { line1: null, city: null, state: null, postalCode: null, country: null }
    expect(addressText(someAddress(bare))).toBe('19.42840, -99.16270')
  })
})
