import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import { hourMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'
import { e164Of } from '../../platform/deliveries/telephones.ts'

type Channel = 'email' | 'sms'
export interface ReplyRoute {
  channel: Channel
  /** The token of a mail; the telephone of an SMS, in E.164. */
  address: string
  threadId: string
  /** Of the directory. */
  recipientId: string
  /** The address that was written to. */
  recipientAddress: string
  /** The service that it was about; null for none. */
  serviceId: string | null
  serviceNumber: number | null
}

/** Replies to what is sent now belong to this conversation; those of a telephone belong to the last one. */
export const insertRoute = (
  tx: Transaction,
  route: Omit<ReplyRoute, 'serviceId' | 'serviceNumber'> & Partial<ReplyRoute> & { deliveryId: string },
) =>
  tx.sql(
    `insert into communication.reply_routes (channel, address, thread_id, recipient_id, recipient_address, written_at,
       delivery_id, service_id, service_number)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (channel, address, thread_id, recipient_id) do update set written_at = $6, recipient_address = $5,
       delivery_id = $7, service_id = $8, service_number = $9`,
    [
      route.channel,
      route.address,
      route.threadId,
      route.recipientId,
      route.recipientAddress,
      tx.now,
      route.deliveryId,
      route.serviceId ?? null,
      route.serviceNumber ?? null,
    ],
  )

/**
 * By the first address that has one: of several conversations, the one last written in. A telephone answers only what was
 * sent to it, not what others only queued for it.
 */
export async function findRoute(
  tx: Transaction,
  channel: Channel,
  addresses: readonly string[],
): Promise<ReplyRoute | null> {
  const [row] = await tx.sql<ReplyRoute>(
    `select channel, address, thread_id as "threadId", recipient_id as "recipientId",
       recipient_address as "recipientAddress", service_id as "serviceId", service_number as "serviceNumber"
     from communication.reply_routes route where channel = $1 and address = any($2::text[])
       and (channel <> 'sms' or exists (select from platform.deliveries sent
         where sent.id = route.delivery_id and sent.status in ('sent', 'delivered', 'read')))
     order by array_position($2::text[], address), written_at desc limit 1`,
    [channel, addresses],
  )
  return row ?? null
}

/** Replies of one author in a conversation within the last hour. */
export async function countRecentReplies(
  tx: Transaction,
  threadId: string,
  authorId: string,
): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from (
       select from communication.messages where thread_id = $1 and author_id = $3 and reply_channel is not null and created_at > $2
       limit 1000) as recent`,
    [threadId, new Date(tx.now.getTime() - hourMs), authorId],
  )
  return row?.count ?? 0
}

/** More contacts than these may share the last eight digits of a telephone. */
const contactsAtMost = 500

export interface ContactsAt {
  companyId: string
  /** Of one of them. */
  name: string
  contactIds: string[]
}

/** Live contacts with this address, by company; null where so many are alike that some were not compared. */
export async function findContactsAt(
  tx: Transaction,
  channel: Channel,
  address: string,
): Promise<ContactsAt[] | null> {
  const rows = await tx.sql<{ id: string; companyId: string; name: string; phones: (string | null)[] }>(
    `select id, company_id as "companyId", concat_ws(' ', first_name, last_name) as name,
       array[primary_phone, secondary_phone] as phones
     from directory.contacts
     where archived_at is null and case when $1 = 'email' then $2 in (lower(email), lower(secondary_email))
       else right($2, 8) in (right(regexp_replace(primary_phone, '\\D', '', 'g'), 8),
         right(regexp_replace(secondary_phone, '\\D', '', 'g'), 8)) end
     order by company_id, id limit ${contactsAtMost + 1}`,
    [channel, address],
  )
  const has = (phones: (string | null)[]) => phones.some((phone) => e164Of(phone ?? '') === address)
  if (rows.length > contactsAtMost) return null
  const found = rows.filter(({ phones }) => channel === 'email' || has(phones))
  const companies = new Map<string, ContactsAt>()
  for (const { id, companyId, name } of found) {
    const known = companies.get(companyId)
    if (known) known.contactIds.push(id)
    else companies.set(companyId, { companyId, name, contactIds: [id] })
  }
  return [...companies.values()]
}

/** Files of a reply, which belong at once to its message, or to what is kept aside of it. */
export async function insertReplyFiles(
  tx: Transaction,
  {
    ownerId,
    messageId = null,
    asideId = null,
  }: { ownerId: string; messageId?: string | null; asideId?: string | null },
  files: readonly MessageAttachment[],
): Promise<void> {
  for (const [index, file] of files.entries())
    await tx.sql(
      `insert into communication.attachments
         (id, owner_id, message_id, aside_id, name, content_type, bytes, seconds, width, height, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        file.id,
        ownerId,
        messageId,
        asideId,
        file.name,
        file.contentType,
        file.bytes,
        file.seconds,
        file.width,
        file.height,
        // In the order of the mail.
        new Date(tx.now.getTime() + index),
      ],
    )
}
