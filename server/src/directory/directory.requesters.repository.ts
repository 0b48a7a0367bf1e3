import { foldText } from '@rumbo/contract/fold-text'
import type { Transaction } from '../platform/database/transaction.ts'

/** How a person who orders is known: digits of a phone, an e-mail address in lower case, a name; empty where unknown. */
interface Asked {
  digits: string
  email: string
  name: string
}
interface Requester {
  id: string
  name: string
  phone: string
  email: string | null
}

/**
 * Looks up the contacts of a company by phone, else by e-mail address.
 * @returns the contact of each; of several with one phone the one of the same name, else the oldest
 */
export async function findRequesters(
  tx: Transaction,
  companyId: string,
  asked: readonly Asked[],
): Promise<(one: Asked) => Requester | null> {
  const found = await tx.sql<Requester & { digits: string }>(
    `select id, concat_ws(' ', first_name, middle_name, nullif(last_name, '')) as name, primary_phone as phone, email,
       phone_digits as digits
     from directory.contacts
     where company_id = $1 and archived_at is null
       and ((phone_digits = any($2) and phone_digits <> '') or lower(email) = any($3))
     order by created_at, id`,
    [
      companyId,
      [...new Set(asked.map(({ digits }) => digits))].filter(Boolean),
      [...new Set(asked.map(({ email }) => email))].filter(Boolean),
    ],
  )
  return ({ digits, email, name }) => {
    const byPhone = digits === '' ? [] : found.filter((one) => one.digits === digits)
    const same = byPhone.find((one) => foldText(one.name) === foldText(name))
    const byEmail = email === '' ? undefined : found.find((one) => one.email?.toLowerCase() === email)
    const contact = same ?? byPhone[0] ?? byEmail
    return contact ? { id: contact.id, name: contact.name, phone: contact.phone, email: contact.email } : null
  }
}
