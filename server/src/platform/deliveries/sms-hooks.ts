import * as z from 'zod'
import type { SmsProvider } from './sms-presets.ts'

/** What became of an SMS, by its provider. */
export interface SmsReceipt {
  providerId: string
  status: 'delivered' | 'read' | 'failed'
}
export interface SmsReply {
  providerId: string
  from: string
  to: string
  text: string
}
export interface HookContent {
  receipts: SmsReceipt[]
  replies: SmsReply[]
}

const fieldText = z.union([z.string(), z.number()]).transform(String)
const none: HookContent = { receipts: [], replies: [] }

const outcomes: Readonly<Record<string, SmsReceipt['status']>> = {
  delivered: 'delivered',
  delivrd: 'delivered',
  handset: 'delivered',
  ok: 'delivered',
  read: 'read',
  failed: 'failed',
  undelivered: 'failed',
  undeliverable: 'failed',
  delivery_failed: 'failed',
  rejected: 'failed',
  expired: 'failed',
  ko: 'failed',
  error: 'failed',
}
/** A receipt, unless the status is one on the way, such as `sent`. */
function receipts(providerId: string | undefined, status: string): HookContent {
  const outcome = outcomes[status.toLowerCase()]
  return providerId && outcome ? { ...none, receipts: [{ providerId, status: outcome }] } : none
}
const replies = (reply: SmsReply): HookContent => ({ ...none, replies: [reply] })

/** @returns the first form that fits; nothing for any other, such as a provider's test call */
const firstOf =
  (...forms: ((given: unknown) => HookContent | null)[]) =>
  (given: unknown): HookContent =>
    forms.reduce<HookContent | null>((found, read) => found ?? read(given), null) ?? none
const shape =
  <Given>(schema: z.ZodType<Given>, read: (given: Given) => HookContent) =>
  (given: unknown): HookContent | null => {
    const parsed = schema.safeParse(given)
    return parsed.success ? read(parsed.data) : null
  }

const infobipItem = z.object({
  messageId: z.string(),
  from: z.string().optional(),
  to: z.string().optional(),
  text: z.string().optional(),
  status: z.object({ groupName: z.string() }).optional(),
})
const whatsappValue = z.object({
  metadata: z.object({ display_phone_number: z.string().optional() }).optional(),
  statuses: z.array(z.object({ id: z.string(), status: z.string() })).optional(),
  messages: z
    .array(
      z.object({
        id: z.string(),
        from: z.string(),
        type: z.string().optional(),
        text: z.object({ body: z.string() }).optional(),
        button: z.object({ text: z.string() }).optional(),
        interactive: z
          .object({
            button_reply: z.object({ title: z.string() }).optional(),
            list_reply: z.object({ title: z.string() }).optional(),
          })
          .optional(),
      }),
    )
    .optional(),
})
/** What WhatsApp reports as messages, though nobody wrote one: a reaction, or a change of the number. */
const noMessages = new Set(['reaction', 'system', 'unsupported'])
const joined = (contents: readonly HookContent[]): HookContent => ({
  receipts: contents.flatMap((content) => content.receipts),
  replies: contents.flatMap((content) => content.replies),
})

/** Reads what each provider sends to our hook: form fields, a query or JSON, as one object. */
export const smsHooks: Readonly<Record<SmsProvider, (given: unknown) => HookContent>> = {
  generic: firstOf(
    shape(z.object({ id: fieldText, status: z.string() }), ({ id, status }) => receipts(id, status)),
    shape(
      z.object({ id: fieldText, from: fieldText, to: fieldText.default(''), text: z.string() }),
      (reply) => replies({ ...reply, providerId: reply.id }),
    ),
  ),
  twilio: firstOf(
    shape(z.object({ MessageSid: z.string(), MessageStatus: z.string() }), (given) =>
      receipts(given.MessageSid, given.MessageStatus),
    ),
    shape(
      z.object({ MessageSid: z.string(), From: z.string(), To: z.string(), Body: z.string() }),
      ({ MessageSid, From, To, Body }) => replies({ providerId: MessageSid, from: From, to: To, text: Body }),
    ),
  ),
  vonage: firstOf(
    shape(z.object({ messageId: z.string(), status: z.string() }), ({ messageId, status }) =>
      receipts(messageId, status),
    ),
    shape(
      z.object({ messageId: z.string(), msisdn: fieldText, to: fieldText, text: z.string() }),
      ({ messageId, msisdn, to, text }) => replies({ providerId: messageId, from: `+${msisdn}`, to, text }),
    ),
  ),
  messagebird: firstOf(
    shape(z.object({ id: z.string(), status: z.string() }), ({ id, status }) => receipts(id, status)),
    shape(
      z.object({ id: z.string(), originator: fieldText, recipient: fieldText.default(''), body: z.string() }),
      ({ id, originator, recipient, body }) =>
        replies({ providerId: id, from: `+${originator}`, to: recipient, text: body }),
    ),
  ),
  infobip: firstOf(
    shape(z.object({ results: z.array(infobipItem) }), ({ results }) =>
      joined(
        results.map(({ messageId, from, to = '', text, status }) =>
          from !== undefined && text !== undefined
            ? replies({ providerId: messageId, from: `+${from.replace(/^\+/, '')}`, to, text })
            : receipts(messageId, status?.groupName ?? ''),
        ),
      ),
    ),
  ),
  labsmobile: firstOf(
    // Receipts come in steps: the gateway's, the operator's and the handset's.
    shape(
      z.object({ subid: z.string(), status: z.string(), acklevel: z.string() }),
      ({ subid, status, acklevel }) =>
        status === 'ok' && acklevel !== 'handset' ? none : receipts(subid, status),
    ),
    shape(
      z.object({ msisdn: fieldText, inbound_number: fieldText, message: z.string(), timestamp: z.string() }),
      ({ msisdn, inbound_number: to, message, timestamp }) =>
        replies({ providerId: `${msisdn} ${timestamp}`, from: `+${msisdn}`, to, text: message }),
    ),
  ),
  whatsapp: firstOf(
    shape(
      z.object({ entry: z.array(z.object({ changes: z.array(z.object({ value: whatsappValue })) })) }),
      ({ entry }) =>
        joined(
          entry
            .flatMap(({ changes }) => changes)
            .flatMap(({ value }) => [
              ...(value.statuses ?? []).map(({ id, status }) => receipts(id, status)),
              ...(value.messages ?? [])
                .filter(({ type = 'text' }) => !noMessages.has(type))
                .map(({ id, from, text, button, interactive }) =>
                  replies({
                    providerId: id,
                    from: `+${from}`,
                    text:
                      text?.body ??
                      button?.text ??
                      interactive?.button_reply?.title ??
                      interactive?.list_reply?.title ??
                      '',
                    to: value.metadata?.display_phone_number ?? '',
                  }),
                ),
            ]),
        ),
    ),
  ),
}
