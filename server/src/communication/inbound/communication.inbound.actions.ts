import { attachmentBytes, type MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import { attachmentsOfMessage } from '@rumbo/contract/communication.messages.contract'
import { secondMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import type { Logger } from 'pino'
import { v5 as uuidOfName } from 'uuid'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { optIn, optOut, wishOf } from '../../platform/deliveries/opt-outs.ts'
import { recordBounce } from '../../platform/deliveries/receipts.ts'
import { type FileStore, safeFileName } from '../../platform/files/files.ts'
import { type Media, readMedia } from '../../platform/files/media/media.ts'
import { type MailFile, type ReceivedMail, readMail } from '../../platform/inbound/mail.ts'
import { bounceIn } from '../../platform/inbound/mail-bounce.ts'
import { claimInbound, type Inbound, noteFailure, settleInbound } from '../../platform/inbound/store.ts'
import { Problem } from '../../platform/problem.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import { nameFor } from '../attachments/communication.attachments.rules.ts'
import { findParties } from '../communication.people.repository.ts'
import { findThread } from '../threads/communication.threads.repository.ts'
import { keepAside, wouldKeep } from './communication.aside.keep.actions.ts'
import { appendReply } from './communication.inbound.append.actions.ts'
import { findRoute, type ReplyRoute } from './communication.inbound.repository.ts'
import type { Reply } from './communication.inbound.rules.ts'

export interface ReplyDeps {
  database: Pick<Database, 'transaction'>
  files: Pick<FileStore, 'records'>
  /** Where replies by mail go, and the sender of our mails. */
  addresses: { reply: string; sender: string }
  log: Pick<Logger, 'warn' | 'info'>
}

type End = NonNullable<Parameters<typeof settleInbound>[2]>

/** Does something for a claimed reply and ends its handling, in one transaction, unless another process has it now. */
const settle = (
  { database }: ReplyDeps,
  inbound: Inbound,
  work: (tx: Transaction) => Promise<End>,
): Promise<End> =>
  database.transaction(asSystem('handle reply'), async (tx) => {
    const end = await work(tx)
    if (!(await settleInbound(tx, inbound, end))) throw new Error('Another process handles this reply.')
    return end
  })

/** Ends it without effect, and logs why. */
async function drop(deps: ReplyDeps, inbound: Inbound, end: End & { error: string }): Promise<void> {
  await settle(deps, inbound, async () => end)
  deps.log.info({ inbound: inbound.id, channel: inbound.channel, reason: end.error }, 'a reply was not taken')
}

/** Writes it into the conversation of its route; without one, keeps it aside or drops it. */
async function place(
  deps: ReplyDeps,
  inbound: Inbound,
  route: ReplyRoute | null,
  reply: Reply,
): Promise<void> {
  const { from } = reply
  const { error } = await settle(deps, inbound, async (tx) => {
    if (route) return { from, error: (await appendReply(tx, route, reply)) ?? undefined }
    const reason = reply.channel === 'email' ? 'no_token' : 'no_conversation'
    return { from, error: (await keepAside(tx, reply, reason)) ?? reason }
  })
  if (error !== undefined)
    deps.log.info(
      { inbound: inbound.id, channel: reply.channel, reason: error },
      'a reply is in no conversation',
    )
}

async function takeText(deps: ReplyDeps, inbound: Inbound): Promise<void> {
  const { id, from, receivedAt } = inbound
  const route = await routeOf(deps, 'sms', [from])
  const written = inbound.text.replace(/[^\P{Cc}\n\t]/gu, '').trim()
  // A photo, a recording or a place, which providers do not pass on.
  const text =
    written === ''
      ? translate(route ? await languageOf(deps, route) : 'es', 'mails.message.withoutText')
      : written
  const reply = {
    id,
    channel: 'sms',
    from,
    subject: '',
    text,
    files: [],
    receivedAt,
    writtenAt: receivedAt,
  } as const
  await place(deps, inbound, route, reply)
}

const routeOf = ({ database }: ReplyDeps, channel: 'email' | 'sms', addresses: readonly string[]) =>
  database.transaction(asSystem('find conversation of reply'), (tx) => findRoute(tx, channel, addresses), {
    readOnly: true,
  })

async function takeMail(deps: ReplyDeps, inbound: Inbound): Promise<void> {
  const { raw, id, isCut, receivedAt } = inbound
  if (!raw) return drop(deps, inbound, { error: 'Nothing of it is stored.' })
  const bounce = bounceIn(raw)
  if (bounce) {
    await settle(deps, inbound, async (tx) => {
      await recordBounce(tx, bounce)
      return { error: `It reports that a mail failed (${bounce.status}).` }
    })
    return
  }
  let mail: ReceivedMail
  try {
    mail = await readMail(raw, deps.addresses)
  } catch (error) {
    return drop(deps, inbound, { error: `It cannot be read: ${(error as Error).message}`, keepsRaw: true })
  }
  const { from, subject } = mail
  if (mail.isAutomatic) return drop(deps, inbound, { from, error: 'A program sent it.' })
  const route = await routeOf(deps, 'email', mail.tokens)
  const wish = route && wishOf(mail.text)
  if (route && wish) {
    await settle(deps, inbound, async (tx) => {
      if (wish === 'stop') await optOut(tx, 'email', route.recipientAddress, 'stop')
      else await optIn(tx, 'email', route.recipientAddress)
      return { from }
    })
    return
  }
  const language = route ? await languageOf(deps, route) : 'es'
  const isKept = route !== null || (await isWorthKeeping(deps, from))
  const stored = isKept ? await storeFiles(deps, inbound, mail.files) : { files: [], refused: [] }
  const notes = [
    isCut ? translate(language, 'mails.message.mailTooLarge', { subject }) : '',
    stored.refused.length > 0
      ? translate(language, 'mails.message.filesRefused', { names: stored.refused.join(', ') })
      : '',
  ].filter((note) => note !== '')
  const text = [...(mail.text === '' ? [] : [mail.text]), ...notes].join('\n\n')
  if (text === '' && mail.files.length === 0)
    return drop(deps, inbound, { from, error: 'It has no text of its own.', keepsRaw: true })
  const writtenAt = mail.writtenAt !== null && mail.writtenAt < receivedAt ? mail.writtenAt : receivedAt
  await place(deps, inbound, route, {
    id,
    channel: 'email',
    from,
    subject,
    text,
    receivedAt,
    writtenAt,
    files: stored.files,
  })
}

/** Whether a mail without a conversation would be kept aside. */
const isWorthKeeping = ({ database }: ReplyDeps, from: string) =>
  database.transaction(asSystem('find company of reply'), (tx) => wouldKeep(tx, { channel: 'email', from }), {
    readOnly: true,
  })

/** Of the party that a route is with. */
const languageOf = ({ database }: ReplyDeps, { threadId, recipientId }: ReplyRoute) =>
  database.transaction(
    asSystem('find language of reply'),
    async (tx) => {
      const thread = await findThread(tx, threadId, recipientId)
      const [party] = thread ? await findParties(tx, thread.companyId, [recipientId]) : []
      return party?.language ?? 'es'
    },
    { readOnly: true },
  )

function mediaOf(content: Buffer): Media | null {
  if (content.length > attachmentBytes) return null
  try {
    return readMedia(content)
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}

/** Stores the files that messages may have, under ids that are the same at each attempt; names the others. */
async function storeFiles(
  { files }: Pick<ReplyDeps, 'files'>,
  { id }: Inbound,
  given: readonly MailFile[],
): Promise<{ files: MessageAttachment[]; refused: string[] }> {
  const stored: MessageAttachment[] = []
  const refused: string[] = []
  for (const [index, file] of given.entries()) {
    const safe = safeFileName(file.name)
    const media = stored.length < attachmentsOfMessage ? mediaOf(file.content) : null
    const name = media && nameFor(safe, media.contentType)
    if (!media || name === null) {
      refused.push(safe)
      continue
    }
    const { content, ...kind } = media
    const attachment = { id: uuidOfName(`file ${index}`, id), name, bytes: content.length, ...kind }
    await files.records.putFor(id, { id: attachment.id, contentType: kind.contentType, content })
    stored.push(attachment)
  }
  return { files: stored, refused }
}

/** Handles the next reply that is due. @returns false where there is none */
async function handleNext(deps: ReplyDeps): Promise<boolean> {
  const { database, log } = deps
  const inbound = await database.transaction(asSystem('claim reply'), claimInbound)
  if (!inbound) return false
  try {
    await (inbound.channel === 'sms' ? takeText : takeMail)(deps, inbound)
  } catch (error) {
    log.warn({ err: error, inbound: inbound.id }, 'could not handle a reply; retrying')
    const { message } = error as Error
    await database.transaction(asSystem('note failure of reply'), (tx) => noteFailure(tx, inbound, message))
  }
  return true
}

/** Handles all that is due. */
export async function workOffReplies(deps: ReplyDeps): Promise<void> {
  while (await handleNext(deps));
}

/** Does so every second, in every worker. @returns a function that ends it */
export const watchReplies = (deps: ReplyDeps): (() => Promise<void>) =>
  repeatEvery(secondMs, () => workOffReplies(deps), {
    log: deps.log,
    failed: 'could not read stored replies; retrying',
  })
