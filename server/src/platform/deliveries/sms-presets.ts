import * as z from 'zod'

export const smsProviders = [
  'generic',
  'twilio',
  'vonage',
  'messagebird',
  'infobip',
  'labsmobile',
  'whatsapp',
] as const
export type SmsProvider = (typeof smsProviders)[number]

export interface SmsSettings {
  /** With a path where the provider has no fixed one; without user and password. */
  url: URL
  /** Of the URL: account or user, and key or token. */
  username: string
  password: string
  /** The sender: a number in E.164, or a name. */
  from: string
  /** Where receipts and replies are sent; null: nowhere. */
  hook: string | null
  /** WhatsApp: the name of an approved template with one variable, the text. */
  template: string
}
export interface OutgoingSms {
  id: string
  /** In E.164. */
  to: string
  text: string
  language: string
}
export interface SmsRequest {
  url: URL
  headers: Record<string, string>
  body: string
}
/** What a provider answered to a request that it accepted by its status. */
export type SmsResult = { providerId: string | undefined } | { refused: string }

export interface SmsPreset {
  /** Whether Rumbo confirms STOP: other providers do so themselves, or allow no message after it. */
  confirmsStop?: true
  request(sms: OutgoingSms, settings: SmsSettings): SmsRequest
  /** @param answer the parsed JSON; null if there is none */
  result(answer: unknown): SmsResult
}

const form = (fields: Record<string, string | null>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([key, value]) => (value ? [[key, value]] : [])),
  ).toString()
const json = { 'content-type': 'application/json', accept: 'application/json' }
const basic = ({ username, password }: SmsSettings): Record<string, string> =>
  username ? { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` } : {}
/** Without the plus, as some providers want numbers. */
const digits = (number: string) => number.replace(/^\+/, '')
const at = (url: URL, path: string) => {
  const target = new URL(url)
  if (target.pathname === '/') target.pathname = path
  return target
}
/** Reads an answer whose form is known; another form means that the provider gave no id. */
const reading =
  <Answer>(schema: z.ZodType<Answer>, read: (answer: Answer) => SmsResult) =>
  (answer: unknown): SmsResult => {
    const parsed = schema.safeParse(answer)
    return parsed.success ? read(parsed.data) : { providerId: undefined }
  }
const idText = z.union([z.string(), z.number()]).transform(String)

/** How each provider is called; its documentation has the names. */
export const smsPresets: Readonly<Record<SmsProvider, SmsPreset>> = {
  generic: {
    confirmsStop: true,
    request: ({ id, to, text }, settings) => ({
      url: settings.url,
      // Providers that support this header send a repeated one only once.
      headers: { 'content-type': 'application/json', 'idempotency-key': id, ...basic(settings) },
      body: JSON.stringify({ to, text }),
    }),
    result: reading(z.object({ id: idText }), ({ id }) => ({ providerId: id })),
  },
  twilio: {
    request: ({ to, text }, settings) => ({
      url: at(settings.url, `/2010-04-01/Accounts/${settings.username}/Messages.json`),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...basic(settings) },
      body: form({ To: to, From: settings.from, Body: text, StatusCallback: settings.hook }),
    }),
    result: reading(z.object({ sid: z.string() }), ({ sid }) => ({ providerId: sid })),
  },
  vonage: {
    request: ({ id, to, text }, { url, username, password, from, hook }) => ({
      url: at(url, '/sms/json'),
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body: form({
        api_key: username,
        api_secret: password,
        from: digits(from),
        to: digits(to),
        text,
        type: 'unicode',
        'client-ref': id,
        callback: hook,
      }),
    }),
    // It answers 200 for refusals too.
    result: reading(
      z.object({
        messages: z.tuple(
          [
            z.object({
              status: idText,
              'message-id': z.string().optional(),
              'error-text': z.string().optional(),
            }),
          ],
          z.unknown(),
        ),
      }),
      ({ messages: [first] }) =>
        first.status === '0'
          ? { providerId: first['message-id'] }
          : { refused: first['error-text'] ?? `status ${first.status}` },
    ),
  },
  messagebird: {
    request: ({ id, to, text }, { url, password, username, from, hook }) => ({
      url: at(url, '/messages'),
      headers: { ...json, authorization: `AccessKey ${password || username}` },
      body: JSON.stringify({
        originator: from,
        recipients: [digits(to)],
        body: text,
        reference: id,
        datacoding: 'auto',
        reportUrl: hook || undefined,
      }),
    }),
    result: reading(z.object({ id: z.string() }), ({ id }) => ({ providerId: id })),
  },
  infobip: {
    request: ({ id, to, text }, { url, password, username, from, hook }) => ({
      url: at(url, '/sms/2/text/advanced'),
      headers: { ...json, authorization: `App ${password || username}` },
      body: JSON.stringify({
        messages: [
          {
            from,
            text,
            destinations: [{ to: digits(to), messageId: id }],
            notifyUrl: hook || undefined,
            notifyContentType: hook ? 'application/json' : undefined,
          },
        ],
      }),
    }),
    result: reading(
      z.object({
        messages: z.tuple(
          [
            z.object({
              messageId: z.string().optional(),
              status: z.object({ groupName: z.string(), description: z.string().optional() }),
            }),
          ],
          z.unknown(),
        ),
      }),
      ({ messages: [{ messageId, status }] }) =>
        status.groupName === 'REJECTED'
          ? { refused: status.description ?? status.groupName }
          : { providerId: messageId },
    ),
  },
  labsmobile: {
    request: ({ id, to, text }, settings) => ({
      url: at(settings.url, '/json/send'),
      headers: { ...json, ...basic(settings) },
      body: JSON.stringify({
        message: text,
        tpoa: settings.from,
        recipient: [{ msisdn: digits(to) }],
        subid: id.slice(-20),
        ackurl: settings.hook || undefined,
      }),
    }),
    result: reading(
      z.object({ code: idText, subid: z.string().optional(), message: z.string().optional() }),
      ({ code, subid, message }) =>
        code === '0' ? { providerId: subid } : { refused: message ?? `code ${code}` },
    ),
  },
  whatsapp: {
    request: ({ to, text, language }, { url, username, password, from, template }) => ({
      // The URL names the version of the Graph API; `from` is the id of the telephone number there.
      url: new URL(`${url.href.replace(/\/$/, '')}/${digits(from)}/messages`),
      headers: { ...json, authorization: `Bearer ${password || username}` },
      body: JSON.stringify({
        messaging_product: 'whatsapp',
        to: digits(to),
        type: 'template',
        template: {
          name: template,
          language: { code: language === 'es' ? 'es_MX' : 'en' },
          // A variable of a template may hold no line break.
          components: [
            { type: 'body', parameters: [{ type: 'text', text: text.replace(/\s+/g, ' ').slice(0, 1_000) }] },
          ],
        },
      }),
    }),
    result: reading(
      z.object({ messages: z.tuple([z.object({ id: z.string() })], z.unknown()) }),
      ({ messages: [{ id }] }) => ({ providerId: id }),
    ),
  },
}
