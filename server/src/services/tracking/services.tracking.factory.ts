import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { hashLinkToken, newLinkToken } from '../../platform/link-tokens.ts'
import { insertLink } from './services.tracking.repository.ts'

/** A link to a service, for tests and the demo; the demo states the token, to show its address. @returns its id */
export async function buildLink(
  tx: Transaction,
  given: {
    companyId: string
    fleetId: string
    serviceId: string
    contactId: string
    language?: 'es' | 'en'
    token?: string
  },
): Promise<string> {
  const id = uuid()
  await insertLink(tx, {
    id,
    company_id: given.companyId,
    fleet_id: given.fleetId,
    service_id: given.serviceId,
    contact_id: given.contactId,
    token_hash: hashLinkToken(given.token ?? newLinkToken()),
    language: given.language ?? 'es',
  })
  return id
}
