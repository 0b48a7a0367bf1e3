import { hourMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../database/transaction.ts'
import type { Bounce } from '../inbound/mail-bounce.ts'
import { optIn, optOut, wishOf } from './opt-outs.ts'
import { postText } from './post.ts'
import type { HookContent, SmsReceipt, SmsReply } from './sms-hooks.ts'
import { type SmsProvider, smsPresets } from './sms-presets.ts'
import { e164Of } from './telephones.ts'

/** A confirmation that comes later than this would only surprise. */
const confirmedWithinMs = hourMs

/** Records what a provider reported, under the system role; repeated reports change nothing. */
export async function recordHook(
  tx: Transaction,
  provider: SmsProvider,
  { receipts, replies }: HookContent,
): Promise<void> {
  for (const receipt of receipts) await recordReceipt(tx, receipt)
  for (const reply of replies) await recordReply(tx, provider, reply)
}

/** Whether a mail was taken by the server of this address, and has not come back. */
export async function wasSentTo(tx: Transaction, id: string, address: string): Promise<boolean> {
  const rows = await tx.sql(
    `select from platform.deliveries
     where id = $1 and channel = 'email' and lower(recipient) = lower($2) and status in ('sent', 'delivered', 'read')`,
    [id, address],
  )
  return rows.length > 0
}

/** Reports come in any order: `read` outlasts `delivered`, and neither becomes `failed`. */
async function recordReceipt(tx: Transaction, { providerId, status }: SmsReceipt): Promise<void> {
  const changed = await tx.sql<{ id: string }>(
    `update platform.deliveries set status = $2,
        delivered_at = case when $2 in ('delivered', 'read') then coalesce(delivered_at, $3::timestamptz) end,
        read_at = case when $2 = 'read' then $3::timestamptz end,
        error = case when $2 = 'failed' then 'not_delivered' end
      where provider_id = $1 and channel = 'sms'
        and (status = 'sent' or (status in ('delivered', 'failed') and $2 in ('delivered', 'read') and status <> $2))
      returning id`,
    [providerId, status, tx.now],
  )
  for (const { id } of changed) tx.stale({ domain: 'deliveries', id })
}

/** Records that a mail came back. To an address that is wrong nothing is sent any more, except codes. */
export async function recordBounce(tx: Transaction, bounce: Bounce): Promise<void> {
  const [failed] = await tx.sql<{ recipient: string }>(
    `update platform.deliveries set status = 'failed', error = $2
     where id = $1 and channel = 'email' and status in ('sent', 'delivered') returning recipient`,
    [bounce.deliveryId, `bounced: ${bounce.status}`],
  )
  if (!failed) return
  tx.stale({ domain: 'deliveries', id: bounce.deliveryId })
  const isSame = failed.recipient.trim().toLowerCase() === bounce.recipient
  if (bounce.isOfAddress && isSame) await optOut(tx, 'email', failed.recipient, 'bounce')
}

/** Confirmed once, by the last SMS that the number gets. */
async function heedStop(tx: Transaction, provider: SmsProvider, from: string): Promise<void> {
  const isNew = await optOut(tx, 'sms', from, 'stop')
  if (!isNew || !smsPresets[provider].confirmsStop) return
  await postText(tx, {
    kind: 'opt_out',
    recipient: from,
    language: 'es',
    body: translate('es', 'mails.optedOut'),
    expiresAt: new Date(tx.now.getTime() + confirmedWithinMs),
  })
}

async function recordReply(tx: Transaction, provider: SmsProvider, reply: SmsReply): Promise<void> {
  const from = e164Of(reply.from) ?? reply.from
  const wish = wishOf(reply.text)
  const [stored] = await tx.sql(
    `insert into platform.inbound
       (id, channel, provider, provider_id, received_at, from_address, to_address, body, handled_at)
     values ($1, 'sms', $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning id`,
    [
      uuid(),
      provider,
      reply.providerId,
      tx.now,
      from,
      reply.to,
      // One more than a message has, so that its conversation shows that it was cut.
      reply.text.slice(0, 4_001),
      // A wish is handled here; other replies wait for their conversation.
      wish === null ? null : tx.now,
    ],
  )
  if (!stored) return
  if (wish === 'stop') await heedStop(tx, provider, from)
  if (wish === 'start') await optIn(tx, 'sms', from)
}
