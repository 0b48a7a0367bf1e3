import { secondMs } from '@rumbo/contract/time-units'
import { createTransport } from 'nodemailer'
import { replyAddressOf } from '../inbound/reply-address.ts'
import { Problem } from '../problem.ts'
import { htmlOf, textOf } from './html.ts'
import { DeliveryFailure, type FailureKind, type OutgoingDelivery, type Sender } from './sender.ts'

const connections = 5

/** @throws Problem `file_not_found` */
export type ReadFile = (id: string) => Promise<Buffer>

/**
 * Sends mails through the server of an address such as `smtp://user:password@mail.example.com:587`: STARTTLS where the
 * server offers it, TLS from the start with `smtps://`.
 * @param options.from sender of every mail. `replyAddress`: where replies go; null where nobody reads them
 */
export function createMailSender(options: {
  url: string
  from: string
  replyAddress?: string | null
  /** The content of a file that a mail carries. */
  readFile: ReadFile
}): Sender {
  const { url, from, replyAddress = null, readFile } = options
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    // Only what was not sent yet is repeated, on another connection than the one that the server had closed.
    maxRequeues: 1,
    connectionTimeout: 10 * secondMs,
    greetingTimeout: 10 * secondMs,
    socketTimeout: 20 * secondMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    receiver: new URL(url).host,
    async send(delivery, signal) {
      const { replyToken } = delivery
      const replyTo =
        replyAddress === null || replyToken === null ? null : replyAddressOf(replyAddress, replyToken)
      const mail = { ...delivery, isAnswerable: replyTo !== null }
      const attachments = await attachmentsOf(delivery, readFile)
      try {
        await transport.sendMail({
          signal,
          from: { name: 'Rumbo', address: from },
          to: { name: '', address: delivery.recipient },
          subject: delivery.subject,
          text: textOf(mail),
          html: htmlOf(mail),
          replyTo: replyTo ?? undefined,
          attachments,
          // The same for each attempt, so that mail programs can recognise a duplicate.
          messageId: `<${delivery.id}@${from.slice(from.indexOf('@') + 1)}>`,
          headers: {
            'Auto-Submitted': 'auto-generated',
            'Content-Language': delivery.language,
            ...unsubscribeHeaders(delivery),
          },
        })
      } catch (error) {
        // Files take long to hand over, which shows nothing about the server.
        if (isTimeout(signal) && attachments.length > 0)
          throw new DeliveryFailure('files_too_slow', {
            kind: 'postponed',
          })
        signal.throwIfAborted()
        if (error instanceof Error)
          throw new DeliveryFailure(error.message, { kind: kindOf(error), cause: error })
        throw error
      }
    },
    close: () => transport.close({ force: true }),
  }
}

/** @throws DeliveryFailure where one is gone, which no retry brings back */
async function attachmentsOf({ files }: OutgoingDelivery, readFile: ReadFile) {
  const attachments: { filename: string; contentType: string; content: Buffer }[] = []
  for (const { id, name, contentType } of files ?? [])
    try {
      attachments.push({ filename: name, contentType, content: await readFile(id) })
    } catch (error) {
      if (error instanceof Problem && error.code === 'file_not_found')
        throw new DeliveryFailure('file_gone', { kind: 'refused' })
      throw new DeliveryFailure('file_unread', { kind: 'postponed', cause: error })
    }
  return attachments
}

const isTimeout = ({ aborted, reason }: AbortSignal) =>
  aborted && reason instanceof DOMException && reason.name === 'TimeoutError'

/** One click in the mail program ends mails like it (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribeUrl }: OutgoingDelivery): Record<string, string> =>
  unsubscribeUrl === null
    ? {}
    : {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }

/** Answers that are not about the mail, at any command: it closes, or it demands a login or encryption. */
const ofReceiver = new Set([421, 530, 538])

/**
 * Answers about this mail or its recipient come from a server that works. Errors of our login do not, nor does a refusal
 * of our sender, which every mail has.
 */
function kindOf(error: Error & { code?: string; command?: string; responseCode?: number }): FailureKind {
  const { code, command, responseCode = 500 } = error
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return 'receiver'
  if (ofReceiver.has(responseCode) || (code === 'EENVELOPE' && command === 'MAIL FROM')) return 'receiver'
  return responseCode >= 500 ? 'refused' : 'postponed'
}
