import { describe, expect, it } from 'vitest'
import {
  type CompanyDraft,
  checkCompany,
  companyBodyOf,
  companyDraftOf,
  emptyCompany,
  isMexico,
  isOddRfc,
} from './company-draft.rules.ts'
import { someCompany } from './organisation.factory.ts'

const zones = ['America/Mexico_City', 'America/Tijuana']
const check = (some: Partial<CompanyDraft>) => checkCompany({ ...emptyCompany, name: 'Uno', ...some }, zones)

describe('a company', () => {
  it('needs a name of 1 to 150 characters and a known time zone', () => {
    expect(check({})).toEqual({})
    expect(check({ name: '  ' })).toEqual({ name: 'companies.valid.required' })
    expect(check({ name: 'x'.repeat(150) })).toEqual({})
    expect(check({ name: 'x'.repeat(151) })).toEqual({ name: 'fields.too_long' })
    expect(check({ timeZone: '' })).toEqual({ timeZone: 'companies.valid.required' })
    expect(check({ timeZone: 'America/Atlantis' })).toEqual({ timeZone: 'companies.valid.timeZone' })
  })

  it('has a retention of 3 to 3,650 whole days', () => {
    for (const historyDays of ['3', '180', '3650']) expect(check({ historyDays })).toEqual({})
    for (const historyDays of ['', '2', '3651', '30.5', '-30', 'diez'])
      expect(check({ historyDays })).toEqual({ historyDays: 'companies.valid.historyDays' })
    const draft = companyDraftOf(someCompany({ historyDays: 365 }))
    expect(companyBodyOf(draft, false)).toMatchObject({ historyDays: 365 })
  })

  it('may omit e-mail and phone, but needs valid ones if given', () => {
    expect(check({ email: 'a@b', phone: '12' })).toEqual({
      email: 'fields.email_invalid',
      phone: 'fields.phone_invalid',
    })
    expect(check({ email: 'hola@rumbo.mx', phone: '+52 55 1234 5678' })).toEqual({})
  })

  it('shows a warning for an unusual RFC in Mexico only, and is never refused for it', () => {
    expect(isOddRfc({ taxId: 'RUM260101AB1', country: 'México' })).toBe(false)
    expect(isOddRfc({ taxId: 'GODE561231GR8', country: '' })).toBe(false)
    expect(isOddRfc({ taxId: 'ABC', country: 'Mexico' })).toBe(true)
    expect(isOddRfc({ taxId: '', country: 'México' })).toBe(false)
    expect(isOddRfc({ taxId: 'DE123456789', country: 'Alemania' })).toBe(false)
    expect(isMexico(' MÉXICO ')).toBe(true)
    expect(check({ taxId: 'ABC' })).toEqual({})
  })

  it('sends empty fields as null, and super admin fields only for super admins', () => {
    const draft = companyDraftOf(someCompany({ tier: 'enterprise', legalName: null }))
    expect(companyBodyOf(draft, false).tier).toBeUndefined()
    expect(companyBodyOf(draft, true)).toMatchObject({ tier: 'enterprise', legalName: null })
  })
})
