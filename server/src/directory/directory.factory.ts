import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { insertContact, type NewContact } from './directory.repository.ts'

/** A client of the company; for tests and demo. */
export function buildContact(tx: Transaction, given: Partial<NewContact> & { companyId: string }) {
  return insertContact(tx, {
    id: uuid(),
    firstName: 'Elena',
    middleName: null,
    lastName: 'Torres',
    primaryPhone: '+52 55 5512 3456',
    email: null,
    role: 'client',
    ...given,
  })
}
