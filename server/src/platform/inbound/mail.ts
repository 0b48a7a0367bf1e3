import { withoutHidden } from '@rumbo/contract/text'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { replyTextOf } from './mail-text.ts'
import { replyTokensIn } from './reply-address.ts'

/** Bytes of a mail that is read whole: two attachments of the largest size, as mails encode them. */
export const mailBytes = 30_000_000
/** Pictures of signatures are smaller than photos. */
const ornamentBytes = 20_000

export interface MailFile {
  name: string
  content: Buffer
}
export interface ReceivedMail {
  /** In lower case; empty where it names none. */
  from: string
  subject: string
  /** What was written, without the original and a signature. */
  text: string
  files: MailFile[]
  /** Of the addresses it went to. */
  tokens: string[]
  /** When it was written, by its sender's clock; null where it states none. */
  writtenAt: Date | null
  /** Sent by a program: an absence note, a list, or a mail of ours that came back. */
  isAutomatic: boolean
}

const flat = (addresses: readonly Address[] | undefined): string[] =>
  (addresses ?? []).flatMap((one) => one.group?.map(({ address }) => address) ?? one.address ?? [])

/** Headers in which servers note the address a mail was delivered to. */
const deliveredTo = new Set([
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-forwarded-to',
])

function isAutomatic(mail: Email, from: string, own: readonly string[]): boolean {
  const headerOf = (name: string) =>
    mail.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const submitted = headerOf('auto-submitted')
  if (submitted !== undefined && !/^no\b/.test(submitted)) return true
  if (/^(?:bulk|list|junk|auto_reply)\b/.test(headerOf('precedence') ?? '')) return true
  if (headerOf('return-path') === '<>') return true
  const isOfProgram = ['list-id', 'list-unsubscribe', 'x-autoreply', 'x-autorespond', 'x-autoresponder'].some(
    (name) => headerOf(name) !== undefined,
  )
  return isOfProgram || own.includes(from) || /^(?:mailer-daemon|postmaster)@/.test(from)
}

/**
 * Reads a mail.
 * @param addresses `reply`: where replies go, without a token; `sender`: of our mails
 * @throws Error where it cannot be read
 */
export async function readMail(
  raw: Buffer,
  { reply, sender }: { reply: string; sender: string },
): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: 30,
    maxHeadersSize: 500_000,
  })
  const from = flat(mail.from ? [mail.from] : [])[0]?.toLowerCase() ?? ''
  const delivered = mail.headers.flatMap(({ key, value }) =>
    deliveredTo.has(key) ? [value.replace(/[<>]/g, '')] : [],
  )
  const date = new Date(mail.date ?? '')
  return {
    from: withoutHidden(from).slice(0, 320),
    subject: withoutHidden(mail.subject ?? '').slice(0, 300),
    text: visible(replyTextOf(mail)),
    files: mail.attachments.flatMap(({ filename, content, related, mimeType }) => {
      if (typeof content === 'string') return []
      const bytes =
        content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
      if (related && bytes.length < ornamentBytes) return []
      return [{ name: filename ?? mimeType.split('/')[0] ?? 'file', content: bytes }]
    }),
    tokens: replyTokensIn(reply, delivered.concat(flat(mail.to), flat(mail.cc))),
    writtenAt: Number.isNaN(date.getTime()) ? null : date,
    isAutomatic: isAutomatic(mail, from, [reply.toLowerCase(), sender.toLowerCase()]),
  }
}

/** Without control characters, which a message may not have; line ends and tabs stay. */
const visible = (text: string) => text.replace(/[^\P{Cc}\n\t]/gu, '')
