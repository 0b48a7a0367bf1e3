import * as z from 'zod'
import { messageAttachment } from './communication.attachments.contract.ts'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant } from './lists.ts'

/**
 * Why a reply is in no conversation. `no_token`: a mail that answers none of ours, whose sender anybody may have written.
 * `no_conversation`: an SMS from a telephone that nobody wrote to.
 */
export const asideReasons = ['no_conversation', 'no_token', 'contact_gone', 'too_many'] as const
export type AsideReason = (typeof asideReasons)[number]
export const asideReply = z.object({
  id,
  companyId: id,
  channel: z.enum(['email', 'sms']),
  /** As it states, which proves nothing of a mail. */
  from: z.string(),
  /** Of the contact with this address; null where the contact is gone. */
  contactName: z.string().nullable(),
  /** Empty for SMS. */
  subject: z.string(),
  text: z.string(),
  reason: z.enum(asideReasons),
  receivedAt: instant,
  attachments: z.array(messageAttachment),
  /** How many more came from this sender within an hour, which are not kept. */
  more: z.number().int(),
})
export type AsideReply = z.infer<typeof asideReply>

const ofRecord = { name: 'dispatch', of: 'record' } as const
export const listAside = endpoint({
  name: 'communicationAside.list',
  method: 'GET',
  path: '/replies-aside',
  summary:
    'Replies by mail and SMS from contacts of a company that belong to no conversation for certain, of contacts of the caller’s fleets; those of others for who reads all fleets; the latest 200',
  access: 'communication.read',
  feature: { name: 'dispatch', of: [{ in: 'query', company: 'companyId' }] },
  query: z.strictObject({ companyId: id }),
  output: z.object({
    items: z.array(asideReply),
    /** How many of the last day are not kept, since too many came to the company within an hour. */
    notKept: z.number().int(),
  }),
})
export const placeAside = endpoint({
  name: 'communicationAside.place',
  method: 'POST',
  path: '/replies-aside/:id/place',
  summary: 'Write a reply that was kept aside into a conversation, as an internal note',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  body: z.strictObject({ threadId: id }),
  output: done,
  problems: ['not_found', 'thread_not_found'],
})
export const discardAside = endpoint({
  name: 'communicationAside.discard',
  method: 'DELETE',
  path: '/replies-aside/:id',
  summary: 'Discard a reply that was kept aside',
  access: 'communication.write',
  feature: ofRecord,
  params: idParams,
  output: done,
  problems: ['not_found'],
})
