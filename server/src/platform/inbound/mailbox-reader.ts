import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import type { ImapFlow } from 'imapflow'
import { asSystem } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import { mailBytes } from './mail.ts'
import { advanceMailbox, type MailboxState } from './mailbox-state.ts'
import { storeMail, storeUnreadable } from './store.ts'

/** How far back a mailbox is read that was never read. */
const firstDays = 7
/**
 * A mail at which reading failed so often for so long is passed over. Servers end the connection at a damaged mail, which
 * looks like a bad line; a line that is bad for as long, at one mail alone, is not to be expected.
 */
const mostFailures = 3
const passedOverMs = 10 * minuteMs

/** Where reading failed last, over connections. */
export interface FailingMail {
  uid: number
  times: number
  since: Date
}

interface Listed {
  uid: number
  size?: number | undefined
  internalDate?: Date | string | undefined
}

/**
 * The mails after the last one. A server that numbers its mails anew (another UIDVALIDITY) is read from the day before the
 * last mail; those that were stored already are stored once.
 */
async function listNew(client: ImapFlow, state: MailboxState, now: Date): Promise<Listed[]> {
  if (!client.mailbox) throw new Error('The folder is not open.')
  const query = { uid: true, size: true, internalDate: true }
  if (state.uidValidity === client.mailbox.uidValidity) {
    const found = await client.fetchAll(`${state.lastUid + 1}:*`, query, { uid: true })
    // The range includes the last mail even where it lies before its start.
    return found.filter(({ uid }) => uid > state.lastUid).sort((a, b) => a.uid - b.uid)
  }
  const from = state.lastReceivedAt?.getTime() ?? now.getTime() - firstDays * dayMs
  const uids = await client.search({ since: new Date(from - dayMs) }, { uid: true })
  if (!uids || uids.length === 0) return []
  return (await client.fetchAll(uids, query, { uid: true })).sort((a, b) => a.uid - b.uid)
}

/** The bytes of a mail, or its head where it is too large. @throws Error where the server gives none, or it is gone */
async function fetchMail(
  client: ImapFlow,
  { uid, size = 0 }: Listed,
): Promise<{ raw: Buffer; isCut: boolean }> {
  const isCut = size > mailBytes
  const found = await client.fetchOne(String(uid), isCut ? { headers: true } : { source: true }, {
    uid: true,
  })
  const raw = found ? (isCut ? found.headers : found.source) : undefined
  if (!raw) throw new Error(`The server gives nothing of mail ${uid}.`)
  return { raw: Buffer.from(raw), isCut }
}

/**
 * Stores what is new in an open folder, each mail in a transaction with the position after it.
 * @param options.failing remembers, from connection to connection, at which mail it ended
 * @throws Error where the connection or the lease was lost
 */
export async function readMailbox(options: {
  client: ImapFlow
  database: Pick<Database, 'transaction'>
  state: MailboxState
  mailbox: string
  holder: string
  failing: FailingMail
  /** Asked before each mail. */
  isOver: () => boolean
}): Promise<void> {
  const { client, database, state, mailbox, holder, failing, isOver } = options
  if (!client.mailbox) throw new Error('The folder is not open.')
  const { uidValidity, uidNext } = client.mailbox
  const identity = asSystem('read mailbox')
  const now = await database.transaction(identity, async (tx) => tx.now)
  const isNew = state.uidValidity !== uidValidity
  const found = await listNew(client, state, now)
  for (const listed of found) {
    if (isOver()) return
    const { uid, internalDate } = listed
    let mail: Awaited<ReturnType<typeof fetchMail>> | null = null
    if (failing.uid !== uid) Object.assign(failing, { uid, times: 0, since: now })
    const isFailing = failing.times >= mostFailures && now.getTime() - failing.since.getTime() >= passedOverMs
    if (!isFailing) {
      failing.times += 1
      mail = await fetchMail(client, listed)
      failing.times = 0
    }
    await database.transaction(identity, async (tx) => {
      if (mail) await storeMail(tx, mail)
      else
        await storeUnreadable(tx, {
          name: `${mailbox} ${uidValidity} ${uid}`,
          error: 'The mail server does not give this mail.',
        })
      const lastReceivedAt = internalDate === undefined ? null : new Date(internalDate)
      const to = { mailbox, holder, uidValidity, lastUid: uid, lastReceivedAt }
      if (!(await advanceMailbox(tx, to))) throw new Error('Another process has the mailbox.')
    })
  }
  // Where a folder that was never read, or is numbered anew, has nothing to read: what arrives from now on is read.
  if (isNew && found.length === 0)
    await database.transaction(identity, async (tx) => {
      const to = { mailbox, holder, uidValidity, lastUid: uidNext - 1, lastReceivedAt: null }
      if (!(await advanceMailbox(tx, to))) throw new Error('Another process has the mailbox.')
    })
}
