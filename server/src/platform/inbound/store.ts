import { createHash } from 'node:crypto'
import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../database/transaction.ts'

/** A stored reply that waits to be handled. */
export interface Inbound {
  id: string
  channel: 'email' | 'sms'
  receivedAt: Date
  /** Of an SMS: the telephone in E.164, and its text. */
  from: string
  text: string
  /** Of a mail, as received. */
  raw: Buffer | null
  /** The mail was too large: `raw` has its head only. */
  isCut: boolean
  /** Of this one; only who knows the last number may settle it. */
  attempts: number
}

/** How long one may be handled. */
const leaseMs = minuteMs
/** The pause after a failure is a minute at first, and doubles up to this. */
const longestPauseMs = hourMs
/** A reply that fails so often is kept aside, also one that ends the process. */
const attemptLimit = 12

/**
 * What identifies a mail, however often and by whichever way it arrives: its Message-ID, and the bytes of one without.
 */
function mailIdOf(raw: Buffer): string {
  const text = raw.toString('latin1', 0, 500_000)
  const end = text.search(/\r?\n\r?\n/)
  const head = end === -1 ? text : text.slice(0, end)
  const id = /^message-id:\s*(<[!-~]{1,400}>)\s*$/im.exec(head)?.[1]
  return id ?? createHash('sha256').update(raw).digest('hex')
}

/** Stores a mail to be handled, once. @returns whether it is new */
export async function storeMail(
  tx: Transaction,
  { raw, isCut = false }: { raw: Buffer; isCut?: boolean },
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into platform.inbound
       (id, channel, provider, provider_id, received_at, from_address, to_address, body, raw, is_cut)
     values ($1, 'email', 'mail', $2, $3, '', '', '', $4, $5) on conflict do nothing returning id`,
    [uuid(), mailIdOf(raw), tx.now, raw, isCut],
  )
  return rows.length > 0
}

/**
 * Claims the next reply that is due, the oldest first. SMS of one telephone are handled in their order. One claimed by a
 * process that died is due again when its lease ends.
 */
export async function claimInbound(tx: Transaction): Promise<Inbound | null> {
  await tx.sql(
    `update platform.inbound set handled_at = $1, error = 'It could not be handled, after ' || attempts || ' attempts.'
     where handled_at is null and attempts >= $2 and next_attempt_at <= $1`,
    [tx.now, attemptLimit],
  )
  const [row] = await tx.sql<Inbound>(
    `with due as (
       select id from platform.inbound as waiting
       where handled_at is null and (next_attempt_at is null or next_attempt_at <= $1::timestamptz)
         and (channel = 'email' or not exists (
           select from platform.inbound as earlier
           where earlier.handled_at is null and earlier.channel = 'sms' and earlier.from_address = waiting.from_address
             and (earlier.received_at, earlier.id) < (waiting.received_at, waiting.id)))
       order by received_at, id limit 1 for update skip locked)
     update platform.inbound as claimed set attempts = attempts + 1, next_attempt_at = $2::timestamptz
     from due where claimed.id = due.id
     returning claimed.id, channel, received_at as "receivedAt", from_address as "from", body as text, raw,
       is_cut as "isCut", attempts`,
    [tx.now, new Date(tx.now.getTime() + leaseMs)],
  )
  return row ?? null
}

/**
 * Ends the handling of a claimed reply, in the transaction with its effect.
 * @param end.error why it came to nothing. `keepsRaw`: the mail stays as received, for who looks into it
 * @returns false where the lease was lost: the caller's transaction must change nothing
 */
export async function settleInbound(
  tx: Transaction,
  { id, attempts }: Pick<Inbound, 'id' | 'attempts'>,
  end: { error?: string; from?: string; keepsRaw?: boolean } = {},
): Promise<boolean> {
  const rows = await tx.sql(
    `update platform.inbound set handled_at = $3, error = $4, from_address = coalesce($5, from_address),
       raw = case when $6::boolean then raw end
     where id = $1 and attempts = $2 and handled_at is null returning id`,
    [id, attempts, tx.now, end.error?.slice(0, 500) ?? null, end.from ?? null, end.keepsRaw ?? false],
  )
  return rows.length > 0
}

/** Records why a claimed reply failed; it is handled again after a pause. */
export const noteFailure = (
  tx: Transaction,
  { id, attempts }: Pick<Inbound, 'id' | 'attempts'>,
  error: string,
) =>
  tx.sql(
    `update platform.inbound set error = $3, next_attempt_at = $4
     where id = $1 and attempts = $2 and handled_at is null`,
    [
      id,
      attempts,
      error.slice(0, 500),
      new Date(tx.now.getTime() + Math.min(minuteMs * 2 ** (attempts - 1), longestPauseMs)),
    ],
  )

/** Forgets what was handled so long ago. @returns how many, at most `limit` */
export async function forgetInbound(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.sql(
    `delete from platform.inbound where id in (
       select id from platform.inbound where handled_at is not null and received_at < $1::timestamptz
       order by received_at limit $2) returning id`,
    [before, limit],
  )
  return rows.length
}

/** Keeps aside what a mailbox has but does not give, so that the mails after it are read. */
export const storeUnreadable = (tx: Transaction, { name, error }: { name: string; error: string }) =>
  tx.sql(
    `insert into platform.inbound (id, channel, provider, provider_id, received_at, from_address, to_address, body,
       handled_at, error)
     values ($1, 'email', 'mailbox', $2, $3, '', '', '', $3, $4) on conflict do nothing`,
    [uuid(), name, tx.now, error.slice(0, 500)],
  )
