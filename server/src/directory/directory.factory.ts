import type { Contact, createContact } from '@rumbo/contract/directory.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { readContactOf } from './directory.actions.ts'
import { insertContact, saveLink } from './directory.repository.ts'

type NewContact = ParsedOf<typeof createContact>['body'] & { id: string; userId: string | null }

/** Creates a client of the company, for tests and the demo. */
export async function buildContact(
  tx: Transaction,
  given: Partial<NewContact> & { companyId: string },
): Promise<Contact> {
  const { userId = null, id = uuid(), ...fields } = given
  await insertContact(tx, {
    id,
    firstName: 'Elena',
    middleName: null,
    lastName: 'Torres',
    primaryPhone: '+52 55 5512 3456',
    secondaryPhone: null,
    email: null,
    secondaryEmail: null,
    companyName: null,
    jobTitle: null,
    department: null,
    specialty: null,
    emergencyContact: null,
    emergencyPhone: null,
    medicalInfo: null,
    role: 'client',
    status: 'active',
    phoneVerified: false,
    emailVerified: false,
    backgroundCheck: false,
    notes: null,
    addresses: [],
    ...fields,
  })
  if (userId !== null) await saveLink(tx, id, userId)
  return readContactOf(tx, id)
}
