import { createTransport } from 'nodemailer'
import { type Delivery, DeliveryRefused, type Sender } from './deliver.ts'

const second = 1000

/**
 * Sends mails through the server of an address such as `smtp://user:password@mail.example.com:587`: STARTTLS where the
 * server offers it, TLS from the start with `smtps://`.
 * @param from sender of every mail
 */
export function createMailSender(options: { url: string; from: string }): Sender {
  const { url, from } = options
  return async (delivery) => {
    // One connection per mail, so that a restart of the server cannot break the next mail.
    const transport = createTransport({
      url,
      connectionTimeout: 10 * second,
      greetingTimeout: 10 * second,
      socketTimeout: 30 * second,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      await transport.sendMail({
        from: { name: 'Rumbo', address: from },
        to: { name: '', address: delivery.recipient },
        subject: delivery.subject,
        text: delivery.body,
        html: htmlOf(delivery),
        // The same for each attempt, so that mail programs can recognise a duplicate.
        messageId: `<${delivery.id}@${from.slice(from.indexOf('@') + 1)}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': delivery.language },
      })
    } catch (error) {
      if (isRefusal(error)) throw new DeliveryRefused(error.message, { cause: error })
      throw error
    } finally {
      transport.close()
    }
  }
}

/** A 5xx about this mail or its recipient. Errors of our login are retried, since the settings may be corrected. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  const { code, responseCode } = error as Error & { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && (responseCode ?? 500) >= 500
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

const link = /^https?:\/\/\S+$/
const lineOf = (line: string) => {
  const text = escapeHtml(line)
  return link.test(line) ? `<a href="${text}">${text}</a>` : text
}

/**
 * The text as simple HTML, with only links on their own line clickable: an attacker may have entered an address within
 * a sentence as a name at registration.
 */
export function htmlOf({ language, subject, body }: Pick<Delivery, 'language' | 'subject' | 'body'>) {
  const paragraphs = body.split(/\n{2,}/).map((paragraph) => paragraph.split('\n').map(lineOf).join('<br>'))
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:0 auto;padding:1em">',
    ...paragraphs.map((paragraph) => `<p>${paragraph}</p>`),
    '</body></html>',
  ].join('\n')
}
