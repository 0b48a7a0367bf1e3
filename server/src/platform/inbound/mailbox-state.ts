import { secondMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../database/transaction.ts'

/** How long a process has a mailbox to itself; it renews that three times as often. */
export const mailboxLeaseMs = 30 * secondMs

export interface MailboxState {
  uidValidity: bigint | null
  lastUid: number
  lastReceivedAt: Date | null
}

/** Takes the mailbox, or keeps it. @returns null while another process has it */
export async function leaseMailbox(
  tx: Transaction,
  { mailbox, holder }: { mailbox: string; holder: string },
): Promise<MailboxState | null> {
  const [row] = await tx.sql<{ validity: string | null; lastUid: string; lastReceivedAt: Date | null }>(
    `insert into platform.mailbox_states as state (mailbox, leased_by, leased_until) values ($1, $2, $3)
     on conflict (mailbox) do update set leased_by = $2, leased_until = $3
       where state.leased_by is null or state.leased_by = $2 or state.leased_until <= $4
     returning uid_validity::text as validity, last_uid::text as "lastUid", last_received_at as "lastReceivedAt"`,
    [mailbox, holder, new Date(tx.now.getTime() + mailboxLeaseMs), tx.now],
  )
  if (!row) return null
  const { validity, lastUid, lastReceivedAt } = row
  return {
    uidValidity: validity === null ? null : BigInt(validity),
    lastUid: Number(lastUid),
    lastReceivedAt,
  }
}

/** Moves on to a mail. @returns false where the lease was lost: the caller's transaction must change nothing */
export async function advanceMailbox(
  tx: Transaction,
  to: { mailbox: string; holder: string; uidValidity: bigint; lastUid: number; lastReceivedAt: Date | null },
): Promise<boolean> {
  const rows = await tx.sql(
    `update platform.mailbox_states set uid_validity = $3::bigint, last_uid = $4,
       last_received_at = coalesce($5::timestamptz, last_received_at)
     where mailbox = $1 and leased_by = $2 and leased_until > $6 returning mailbox`,
    [to.mailbox, to.holder, to.uidValidity.toString(), to.lastUid, to.lastReceivedAt, tx.now],
  )
  return rows.length > 0
}

/** Forgets mailboxes that the installation no longer reads. @param mailbox the one it reads; null for none */
export const forgetOtherMailboxes = (tx: Transaction, mailbox: string | null) =>
  tx.sql('delete from platform.mailbox_states where mailbox is distinct from $1', [mailbox])

/** Records whether the mailbox can be read, and leaves it to other processes where `isOver`. */
export const noteMailbox = (
  tx: Transaction,
  given: { mailbox: string; holder: string; error: string | null; isOver: boolean },
) =>
  tx.sql(
    `update platform.mailbox_states set error = $3, leased_by = case when $4 then null else leased_by end,
       leased_until = case when $4 then null else leased_until end
     where mailbox = $1 and leased_by = $2`,
    [given.mailbox, given.holder, given.error?.slice(0, 500) ?? null, given.isOver],
  )
