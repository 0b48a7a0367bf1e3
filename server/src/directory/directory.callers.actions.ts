import type { Contact } from '@rumbo/contract/directory.contract'
import { foldText } from '@rumbo/contract/fold-text'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { readContactOf, recordContactChange, requireCompany } from './directory.actions.ts'
import { findByPhone, insertContact, lockPhone } from './directory.repository.ts'
import { phoneDigits } from './directory.rules.ts'

interface Caller {
  companyId: string
  /** A last name is not asked for on the phone. */
  name: string
  phone: string
  email: string | null
}

const fullName = ({ firstName, middleName, lastName }: Contact) =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

/**
 * The contact of this name and phone in the company, added as a client if unknown. The first word is the first name.
 * @throws Problem `company_denied`, `forbidden`
 */
export async function findOrAddCaller(
  tx: Transaction,
  actor: Actor,
  { companyId, name, phone, email }: Caller,
): Promise<Contact> {
  await requireCompany(tx, actor, companyId)
  await lockPhone(tx, companyId, phoneDigits(phone))
  const known = await findByPhone(tx, companyId, phoneDigits(phone))
  const same = known.find((contact) => foldText(fullName(contact)) === foldText(name.trim()))
  if (same) return same
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  const id = uuid()
  await insertContact(tx, {
    id,
    companyId,
    firstName: firstName.slice(0, 100),
    middleName: null,
    lastName: others.join(' ').slice(0, 100),
    primaryPhone: phone.trim(),
    secondaryPhone: null,
    email,
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
  })
  return recordContactChange(tx, 'contact.created', await readContactOf(tx, id))
}
