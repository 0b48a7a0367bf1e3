/** The draft of the company dialog and its rules. Pure. */
import type { Tier } from '@rumbo/contract/features'
import { foldText } from '@rumbo/contract/fold-text'
import { isEmail, isPhone } from '@rumbo/contract/identity.contract'
import { defaultCurrency, isCurrency } from '@rumbo/contract/money'
import {
  type Company,
  type createCompany,
  historyDaysRange,
  isRfc,
} from '@rumbo/contract/organisation.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import type * as z from 'zod'

export interface CompanyDraft {
  name: string
  legalName: string
  taxId: string
  type: Company['type']
  email: string
  phone: string
  addressLine1: string
  addressLine2: string
  city: string
  country: string
  timeZone: string
  /** As typed. */
  historyDays: string
  roadSpeedLimits: boolean
  currency: string
  status: Company['status']
  tier: Tier
  verified: boolean
}
export type CompanyErrorKey = Extract<
  TextKey,
  `companies.valid.${string}` | `fields.${string}` | 'problems.name_taken'
>
export type CompanyErrors = Partial<Record<keyof CompanyDraft, CompanyErrorKey>>
export type CompanyBody = z.input<NonNullable<typeof createCompany.body>>

export const emptyCompany: CompanyDraft = {
  name: '',
  legalName: '',
  taxId: '',
  type: 'transportation',
  email: '',
  phone: '',
  addressLine1: '',
  addressLine2: '',
  city: '',
  country: 'México',
  timeZone: 'America/Mexico_City',
  historyDays: String(historyDaysRange.default),
  roadSpeedLimits: false,
  currency: defaultCurrency,
  status: 'active',
  tier: 'starter',
  verified: false,
}

export const companyDraftOf = (company: Company): CompanyDraft => ({
  name: company.name,
  legalName: company.legalName ?? '',
  taxId: company.taxId ?? '',
  type: company.type,
  email: company.email ?? '',
  phone: company.phone ?? '',
  addressLine1: company.addressLine1 ?? '',
  addressLine2: company.addressLine2 ?? '',
  city: company.city ?? '',
  country: company.country ?? '',
  timeZone: company.timeZone,
  historyDays: String(company.historyDays),
  roadSpeedLimits: company.roadSpeedLimits,
  currency: company.currency,
  status: company.status,
  tier: company.tier,
  verified: company.verified,
})

const longest = {
  name: 150,
  legalName: 200,
  taxId: 30,
  addressLine1: 200,
  addressLine2: 200,
  city: 100,
  country: 100,
} as const satisfies Partial<Record<keyof CompanyDraft, number>>

const plain = (text: string) => foldText(text.trim())

/** Whether the tax id is an RFC: in Mexico, or while no country is given. */
export const isMexico = (country: string): boolean => ['', 'mexico', 'mx', 'mex'].includes(plain(country))

/** Whether to warn of a tax id that is not a valid RFC. It can be saved anyway. */
export const isOddRfc = ({ taxId, country }: Pick<CompanyDraft, 'taxId' | 'country'>): boolean =>
  taxId.trim() !== '' && isMexico(country) && !isRfc(taxId)

const isHistoryDays = (text: string): boolean =>
  /^\d{1,4}$/.test(text.trim()) &&
  Number(text) >= historyDaysRange.min &&
  Number(text) <= historyDaysRange.max

/** Errors by field; empty when the form can be sent. `zones` are the time zones of the browser. */
export function checkCompany(draft: CompanyDraft, zones: readonly string[]): CompanyErrors {
  const found: CompanyErrors = {}
  const note = (field: keyof CompanyDraft, isWrong: boolean, key: CompanyErrorKey) => {
    if (isWrong) found[field] ??= key
  }
  note('name', draft.name.trim() === '', 'companies.valid.required')
  for (const [field, most] of Object.entries(longest) as [keyof typeof longest, number][]) {
    note(field, draft[field].trim().length > most, 'fields.too_long')
  }
  note('email', draft.email.trim() !== '' && !isEmail(draft.email.trim()), 'fields.email_invalid')
  note('phone', draft.phone.trim() !== '' && !isPhone(draft.phone.trim()), 'fields.phone_invalid')
  note('timeZone', draft.timeZone === '', 'companies.valid.required')
  note('timeZone', !zones.includes(draft.timeZone), 'companies.valid.timeZone')
  note('currency', !isCurrency(draft.currency), 'companies.valid.currency')
  note('historyDays', !isHistoryDays(draft.historyDays), 'companies.valid.historyDays')
  return found
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

/** The request body; tier, status and verified flag are included for super admins only. */
export function companyBodyOf(draft: CompanyDraft, isSuper: boolean): CompanyBody {
  const body: CompanyBody = {
    name: draft.name.trim(),
    legalName: orNull(draft.legalName),
    taxId: orNull(draft.taxId),
    type: draft.type,
    email: orNull(draft.email),
    phone: orNull(draft.phone),
    addressLine1: orNull(draft.addressLine1),
    addressLine2: orNull(draft.addressLine2),
    city: orNull(draft.city),
    country: orNull(draft.country),
    timeZone: draft.timeZone,
    historyDays: Number(draft.historyDays),
    roadSpeedLimits: draft.roadSpeedLimits,
    currency: draft.currency,
  }
  if (isSuper) {
    body.status = draft.status
    body.tier = draft.tier
    body.verified = draft.verified
  }
  return body
}
