import type { Transaction } from '../database/transaction.ts'
import { e164Of } from './telephones.ts'

const stopWords = new Set(['STOP', 'ALTO', 'BAJA', 'CANCELAR', 'UNSUBSCRIBE'])
const startWords = new Set(['START', 'ALTA', 'INICIAR'])

/** Whether a reply asks to get nothing more, or to get messages again; null for any other reply. */
export function wishOf(text: string): 'stop' | 'start' | null {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[.!]+$/, '')
  if (stopWords.has(word)) return 'stop'
  return startWords.has(word) ? 'start' : null
}

const addressOf = (channel: 'email' | 'sms', address: string) =>
  channel === 'sms' ? (e164Of(address) ?? address) : address.trim().toLowerCase()

/** Under the system role, as everything here. @returns whether the address wanted messages until now */
export async function optOut(
  tx: Transaction,
  channel: 'email' | 'sms',
  address: string,
  reason: 'stop' | 'unsubscribe' | 'bounce' | 'person',
): Promise<boolean> {
  const added = await tx.sql(
    `insert into platform.opt_outs (channel, address, reason, created_at) values ($1, $2, $3, $4)
     on conflict do nothing returning address`,
    [channel, addressOf(channel, address), reason, tx.now],
  )
  return added.length > 0
}

export const optIn = (tx: Transaction, channel: 'email' | 'sms', address: string) =>
  tx.sql('delete from platform.opt_outs where channel = $1 and address = $2', [
    channel,
    addressOf(channel, address),
  ])

/** Which of these addresses, as given, want nothing more. */
export async function findOptedOut(
  tx: Transaction,
  channel: 'email' | 'sms',
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ address: string }>(
    'select address from platform.opt_outs where channel = $1 and address = any ($2::text[])',
    [channel, addresses.map((address) => addressOf(channel, address))],
  )
  const found = new Set(rows.map(({ address }) => address))
  return new Set(addresses.filter((address) => found.has(addressOf(channel, address))))
}
