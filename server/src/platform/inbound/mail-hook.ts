import { createHash } from 'node:crypto'
import MailComposer from 'nodemailer/lib/mail-composer/index.js'
import * as z from 'zod'
import { asSystem } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import { mailBytes } from './mail.ts'
import { storeMail } from './store.ts'

const shortText = z.string().max(2_000)
const addresses = z.union([shortText, z.array(shortText).max(50)])
const given = z.union([
  z.object({
    /** A whole mail, as text. */
    raw: z.string().min(1),
    /** Of `raw`. Default: 8bit. */
    encoding: z.enum(['base64', '8bit']).default('8bit'),
  }),
  z.object({
    from: shortText,
    to: addresses,
    cc: addresses.optional(),
    subject: shortText.default(''),
    text: z.string().optional(),
    html: z.string().optional(),
    messageId: shortText.optional(),
    inReplyTo: shortText.optional(),
    date: shortText.optional(),
    /** Further headers, such as Auto-Submitted. */
    headers: z.record(z.string().regex(/^[\w-]{1,80}$/), shortText).default({}),
    attachments: z
      .array(z.object({ name: shortText, contentType: shortText.optional(), content: z.base64() }))
      .max(50)
      .default([]),
  }),
])

/**
 * The mail in a call of the hook: `{raw}`, or its parts, of which a mail is made.
 * @returns null for anything else
 */
async function mailOfHook(body: unknown): Promise<Buffer | null> {
  const parsed = given.safeParse(body)
  if (!parsed.success) return null
  const mail = parsed.data
  if ('raw' in mail) return Buffer.from(mail.raw, mail.encoding === 'base64' ? 'base64' : 'utf8')
  // The same call again is the same mail.
  const ownId = `${createHash('sha256').update(JSON.stringify(mail)).digest('hex').slice(0, 40)}@hook`
  const { attachments, date, messageId = ownId, ...rest } = mail
  const at = date === undefined ? Number.NaN : Date.parse(date)
  const composer = new MailComposer({
    ...rest,
    messageId: `<${messageId.replace(/[<>\s]/g, '')}>`,
    date: Number.isNaN(at) ? undefined : new Date(at),
    attachments: attachments.map(({ name, contentType, content }) => ({
      filename: name,
      contentType,
      content: Buffer.from(content, 'base64'),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return composer.compile().build()
}

/** The head alone of a mail that is too large. */
const headOf = (raw: Buffer) => raw.subarray(0, Math.max(0, raw.indexOf('\r\n\r\n')) + 4)

/** Stores the mail of a call, once. @returns false for what is no mail */
export async function storeHookMail(
  database: Pick<Database, 'transaction'>,
  body: unknown,
): Promise<boolean> {
  const raw = Buffer.isBuffer(body) ? body : await mailOfHook(body)
  if (raw === null || raw.length === 0) return false
  const isCut = raw.length > mailBytes
  await database.transaction(asSystem('store mail of the hook'), (tx) =>
    storeMail(tx, { raw: isCut ? headOf(raw) : raw, isCut }),
  )
  return true
}
