import {
  type AddressType,
  addressTypes,
  type Contact,
  type ContactAddress,
  type createContact,
  type DirectoryRole,
  type directoryStatuses,
} from '@rumbo/contract/directory.contract'
import type { InputOf } from '@rumbo/contract/endpoint'
import { isEmail, isPhone } from '@rumbo/contract/identity.contract'
import { type FieldCode, fieldCodes, type Problem } from '@rumbo/contract/problems.contract'

export type ContactStatus = (typeof directoryStatuses)[number]

/** Maximum length of each field, in characters. */
export const contactLimits = {
  firstName: 100,
  middleName: 100,
  lastName: 100,
  primaryPhone: 20,
  secondaryPhone: 20,
  email: 254,
  secondaryEmail: 254,
  companyName: 150,
  jobTitle: 100,
  department: 100,
  specialty: 100,
  emergencyContact: 150,
  emergencyPhone: 20,
  medicalInfo: 2000,
  notes: 4000,
} as const
export type ContactTextField = keyof typeof contactLimits
export const contactTextFields = Object.keys(contactLimits) as ContactTextField[]

/** The draft of a contact: empty strings for unknown values. */
export type ContactDraft = Record<ContactTextField, string> & {
  role: DirectoryRole
  status: ContactStatus
  phoneVerified: boolean
  emailVerified: boolean
  backgroundCheck: boolean
  addresses: readonly ContactAddress[]
}
export type ContactErrors = Partial<Record<keyof ContactDraft, `fields.${FieldCode}`>>

export const contactName = ({
  firstName,
  middleName,
  lastName,
}: Pick<Contact, 'firstName' | 'middleName' | 'lastName'>): string =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

/** The draft of a new contact in one of the roles. */
export function emptyContact(role: DirectoryRole): ContactDraft {
  const texts = Object.fromEntries(contactTextFields.map((name) => [name, ''])) as Record<
    ContactTextField,
    string
  >
  return {
    ...texts,
    role,
    status: 'active',
    phoneVerified: false,
    emailVerified: false,
    backgroundCheck: false,
    addresses: [],
  }
}

export function contactDraftOf(contact: Contact): ContactDraft {
  const { role, status, phoneVerified, emailVerified, backgroundCheck, addresses } = contact
  const texts = Object.fromEntries(contactTextFields.map((name) => [name, contact[name] ?? ''])) as Record<
    ContactTextField,
    string
  >
  return { ...texts, role, status, phoneVerified, emailVerified, backgroundCheck, addresses }
}

const phones: readonly ContactTextField[] = ['primaryPhone', 'secondaryPhone', 'emergencyPhone']
const emails: readonly ContactTextField[] = ['email', 'secondaryEmail']
const required: readonly ContactTextField[] = ['firstName', 'lastName', 'primaryPhone']

/** The step of the dialog that shows a field, from 0. */
export function stepOfField(name: string): number {
  if (name.startsWith('addresses')) return 1
  const onFirst = [
    ...required,
    ...emails,
    'middleName',
    'secondaryPhone',
    'role',
    'status',
    'phoneVerified',
    'emailVerified',
  ]
  return (onFirst as readonly string[]).includes(name) ? 0 : 2
}

/** Errors by field: names and a phone are required; phones, e-mails and lengths must be valid. */
export function checkContact(draft: Partial<Record<ContactTextField, string>>): ContactErrors {
  const found: ContactErrors = {}
  for (const name of contactTextFields) {
    const text = draft[name]?.trim()
    if (text === undefined) continue
    if (text === '') {
      if (required.includes(name)) found[name] = 'fields.required'
    } else if (phones.includes(name)) {
      if (!isPhone(text)) found[name] = 'fields.phone_invalid'
    } else if (emails.includes(name)) {
      if (!isEmail(text)) found[name] = 'fields.email_invalid'
    } else if (text.length > contactLimits[name]) found[name] = 'fields.too_long'
  }
  return found
}

/**
 * The refused fields of an answer under their names in the form; any error in an address is reported at `addresses`.
 */
export function contactErrorsOf(errors: Problem['errors']): ContactErrors {
  const found: ContactErrors = {}
  const known: readonly string[] = fieldCodes
  for (const { path, code } of errors ?? []) {
    const name = path.replace(/^\/?body[./]/, '').split(/[./[]/)[0] ?? ''
    const isKnown = name in contactLimits || ['role', 'status', 'addresses'].includes(name)
    if (isKnown) {
      found[name as keyof ContactDraft] =
        `fields.${known.includes(code) ? (code as FieldCode) : 'not_allowed'}`
    }
  }
  return found
}

type Body = Omit<InputOf<typeof createContact>['body'], 'companyId'>

/** The request body. Requires a draft without errors. */
export function contactBodyOf(draft: ContactDraft): Body {
  const text = (name: ContactTextField) => draft[name].trim()
  const orNull = (name: ContactTextField) => text(name) || null
  return {
    firstName: text('firstName'),
    middleName: orNull('middleName'),
    lastName: text('lastName'),
    primaryPhone: text('primaryPhone'),
    secondaryPhone: orNull('secondaryPhone'),
    email: orNull('email'),
    secondaryEmail: orNull('secondaryEmail'),
    companyName: orNull('companyName'),
    jobTitle: orNull('jobTitle'),
    department: orNull('department'),
    specialty: orNull('specialty'),
    emergencyContact: orNull('emergencyContact'),
    emergencyPhone: orNull('emergencyPhone'),
    medicalInfo: orNull('medicalInfo'),
    notes: orNull('notes'),
    role: draft.role,
    status: draft.status,
    phoneVerified: draft.phoneVerified,
    emailVerified: draft.emailVerified,
    backgroundCheck: draft.backgroundCheck,
    addresses: [...draft.addresses],
  }
}

/** Maximum length of each field of an address, in characters. */
export const addressLimits = {
  line1: 200,
  line2: 200,
  city: 100,
  state: 100,
  postalCode: 20,
  country: 100,
} as const
export type AddressTextField = keyof typeof addressLimits
const addressTextFields = Object.keys(addressLimits) as AddressTextField[]

/** The draft of an address: coordinates as typed. */
export type AddressDraft = Record<AddressTextField | 'latitude' | 'longitude', string> & {
  type: AddressType | ''
}
export type AddressErrors = Partial<
  Record<
    keyof AddressDraft,
    `fields.${FieldCode}` | `directory.address.${'both' | 'empty' | 'latitude' | 'longitude'}`
  >
>

/** The draft of a new address, of the first unused type. */
export function emptyAddress(taken: readonly ContactAddress[]): AddressDraft {
  const free = addressTypes.find((type) => taken.every((address) => address.type !== type))
  const texts = Object.fromEntries(addressTextFields.map((name) => [name, ''])) as Record<
    AddressTextField,
    string
  >
  return { ...texts, type: free ?? '', latitude: '', longitude: '' }
}

export function addressDraftOf(address: ContactAddress): AddressDraft {
  const texts = Object.fromEntries(addressTextFields.map((name) => [name, address[name] ?? ''])) as Record<
    AddressTextField,
    string
  >
  return {
    ...texts,
    type: address.type,
    latitude: address.latitude === null ? '' : String(address.latitude),
    longitude: address.longitude === null ? '' : String(address.longitude),
  }
}

/** Parses typed degrees (also with a typographic minus); null if invalid or beyond the limit. */
function degrees(text: string, limit: number): number | null {
  const value = Number(text.trim().replaceAll('−', '-'))
  return Number.isFinite(value) && Math.abs(value) <= limit ? value : null
}

/** Errors by field: the type is required, coordinates come in pairs, and an address needs text or a point. */
export function checkAddress(draft: AddressDraft): AddressErrors {
  const found: AddressErrors = {}
  if (draft.type === '') found.type = 'fields.required'
  for (const name of addressTextFields) {
    if (draft[name].trim().length > addressLimits[name]) found[name] = 'fields.too_long'
  }
  const [latitude, longitude] = [draft.latitude.trim(), draft.longitude.trim()]
  if (latitude === '' && longitude === '') {
    if (addressTextFields.every((name) => draft[name].trim() === '')) found.line1 = 'directory.address.empty'
    return found
  }
  if (latitude === '') found.latitude = 'directory.address.both'
  else if (degrees(latitude, 90) === null) found.latitude = 'directory.address.latitude'
  if (longitude === '') found.longitude = 'directory.address.both'
  else if (degrees(longitude, 180) === null) found.longitude = 'directory.address.longitude'
  return found
}

/** The address of a draft. Requires a draft without errors. */
export function addressOf(draft: AddressDraft): ContactAddress {
  const orNull = (name: AddressTextField) => draft[name].trim() || null
  return {
    type: draft.type === '' ? 'other' : draft.type,
    line1: orNull('line1'),
    line2: orNull('line2'),
    city: orNull('city'),
    state: orNull('state'),
    postalCode: orNull('postalCode'),
    country: orNull('country'),
    latitude: draft.latitude.trim() === '' ? null : degrees(draft.latitude, 90),
    longitude: draft.longitude.trim() === '' ? null : degrees(draft.longitude, 180),
  }
}

/** Adds an address to the list, replacing the edited one and any other of its type. */
export function withAddress(
  addresses: readonly ContactAddress[],
  address: ContactAddress,
  edited: AddressType | null,
): ContactAddress[] {
  const kept = addresses.filter(({ type }) => type !== edited && type !== address.type)
  return [...kept, address].sort((a, b) => addressTypes.indexOf(a.type) - addressTypes.indexOf(b.type))
}

/** Whether an address has more than its point. */
export const hasWords = (address: ContactAddress): boolean =>
  addressTextFields.some((name) => address[name] !== null)

/** An address in one line; its point if it has no text. */
export function addressText(address: ContactAddress): string {
  const { line1, line2, city, state, postalCode, country, latitude, longitude } = address
  const place = [postalCode, city].filter(Boolean).join(' ')
  const words = [line1, line2, place, state, country].filter(Boolean).join(', ')
  if (words !== '' || latitude === null || longitude === null) return words
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
}
