import type { MessageMethod, MessageRecipient } from '@rumbo/contract/communication.messages.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findParties } from '../communication.people.repository.ts'
import { type Channels, methodsOf } from './communication.recipients.actions.ts'
import type { RecipientRow } from './communication.recipients.repository.ts'

const furthestFirst = ['read', 'delivered', 'sent', 'pending', 'failed']

/** Each person once, with telephone, what was tried, and the methods that are left to try. */
export async function showRecipients(
  tx: Transaction,
  companyId: string,
  rows: readonly RecipientRow[],
  channels: Channels,
): Promise<MessageRecipient[]> {
  const byPerson = new Map<string, RecipientRow[]>()
  for (const row of rows) byPerson.set(row.recipientId, (byPerson.get(row.recipientId) ?? []).concat(row))
  const parties = new Map(
    (await findParties(tx, companyId, [...byPerson.keys()])).map((party) => [party.id, party]),
  )
  return [...byPerson].flatMap(([recipientId, tried]) => {
    const tries = tried
      .map(({ method, status, at, detail, heldSince }) => ({
        method,
        status,
        at: at.toISOString(),
        detail,
        heldSince: heldSince?.toISOString() ?? null,
      }))
      .sort((a, b) => furthestFirst.indexOf(a.status) - furthestFirst.indexOf(b.status))
    const [row] = tried
    const [furthest] = tries
    if (!row || !furthest) return []
    const { kind, name } = row
    const party = kind === 'user' ? undefined : parties.get(recipientId)
    const isUnderWay = (method: MessageMethod) =>
      tries.some((one) => one.method === method && one.status !== 'failed')
    const otherMethods = party
      ? methodsOf(party).filter((method) => (method === 'in_app' || channels[method]) && !isUnderWay(method))
      : []
    return [{ ...furthest, recipientId, kind, name, phone: party?.phone ?? null, tries, otherMethods }]
  })
}
