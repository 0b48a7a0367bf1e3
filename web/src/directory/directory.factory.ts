import type { Contact, ContactAddress } from '@rumbo/contract/directory.contract'

/** An address for tests: an office on Reforma, with its point. */
export function someAddress(some: Partial<ContactAddress> = {}): ContactAddress {
  return {
    type: 'work',
    line1: 'Paseo de la Reforma 222',
    line2: null,
    city: 'Ciudad de México',
    state: 'CDMX',
    postalCode: '06600',
    country: 'México',
    latitude: 19.4284,
    longitude: -99.1627,
    ...some,
  }
}

/** A contact for tests: a client with telephone and e-mail, without a user. */
export function someContact(some: Partial<Contact> = {}): Contact {
  return {
    id: 'k1',
    companyId: 'c1',
    firstName: 'Elena',
    middleName: null,
    lastName: 'Torres',
    primaryPhone: '+52 55 5512 3456',
    secondaryPhone: null,
    email: 'elena@example.com',
    secondaryEmail: null,
    companyName: 'Papelera Norte',
    jobTitle: 'Compras',
    department: null,
    specialty: null,
    emergencyContact: null,
    emergencyPhone: null,
    medicalInfo: null,
    role: 'client',
    status: 'active',
    phoneVerified: true,
    emailVerified: false,
    backgroundCheck: false,
    notes: null,
    addresses: [],
    user: null,
    createdAt: '2026-11-20T15:00:00.000Z',
    version: 3,
    ...some,
  }
}
