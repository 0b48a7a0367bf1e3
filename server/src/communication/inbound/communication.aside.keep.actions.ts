import type { Transaction } from '../../platform/database/transaction.ts'
import { claimFile } from '../../platform/files/record-files.ts'
import {
  countFlood,
  countKept,
  insertAside,
  lockKeeping,
  type NewAside,
} from './communication.aside.repository.ts'
import { type ContactsAt, findContactsAt, insertReplyFiles } from './communication.inbound.repository.ts'
import { type Reply, shortened } from './communication.inbound.rules.ts'

/** Replies of one sender, and of all senders of a company, that are kept within an hour; more are only counted. */
const keptOfSender = 20
const keptOfCompany = 200

/** Whether the limits leave room for one more. */
async function hasRoom(tx: Transaction, sender: Parameters<typeof countKept>[1]): Promise<boolean> {
  const { ofSender, ofCompany } = await countKept(tx, sender)
  return ofSender < keptOfSender && ofCompany < keptOfCompany
}

/** Keeps a reply aside with its files, or only counts it where too many came within the hour. */
export async function keep(
  tx: Transaction,
  { files, writtenAt: _writtenAt, ...reply }: Reply,
  whose: Pick<NewAside, 'companyId' | 'contactName' | 'contactIds' | 'fleetId' | 'reason'>,
): Promise<void> {
  const { companyId } = whose
  const sender = { companyId, channel: reply.channel, from: reply.from }
  await lockKeeping(tx, companyId)
  if (await hasRoom(tx, sender)) {
    await insertAside(tx, { ...reply, ...whose, text: shortened(reply.text) })
    await insertReplyFiles(tx, { asideId: reply.id, ownerId: reply.id }, files)
    for (const { id } of files)
      if (!(await claimFile(tx, id, reply.id))) throw new Error(`The file ${id} of a reply is gone.`)
  } else await countFlood(tx, sender)
  tx.stale({ domain: 'communicationAside', companyId })
}

/** The contacts of the one company that has this address, or why there is none. */
async function ownersOf(
  tx: Transaction,
  { channel, from }: Pick<Reply, 'channel' | 'from'>,
): Promise<ContactsAt | string> {
  const companies = from === '' ? [] : await findContactsAt(tx, channel, from)
  const [first, second] = companies ?? []
  if (companies?.length === 0) return 'no company has a contact with this address'
  if (first === undefined || second !== undefined) return 'several companies have a contact with this address'
  return first
}

/** Whether a reply that belongs to no conversation would be kept, so that its files are worth storing. */
export async function wouldKeep(tx: Transaction, reply: Pick<Reply, 'channel' | 'from'>): Promise<boolean> {
  const owners = await ownersOf(tx, reply)
  if (typeof owners === 'string') return false
  return hasRoom(tx, { ...reply, companyId: owners.companyId })
}

/**
 * Keeps a reply aside that belongs to no conversation for certain, for the one company that has a contact with its address.
 * @returns null, or why it is dropped
 */
export async function keepAside(
  tx: Transaction,
  reply: Reply,
  reason: 'no_token' | 'no_conversation',
): Promise<string | null> {
  const owners = await ownersOf(tx, reply)
  if (typeof owners === 'string') return owners
  const { companyId, name, contactIds } = owners
  await keep(tx, reply, { companyId, contactName: name, contactIds, fleetId: null, reason })
  return null
}
