import type { Clock } from '../clock.ts'
import { retryAfterOf } from './pauses.ts'
import { DeliveryFailure, type FailureKind, type Sender } from './sender.ts'
import { type SmsProvider, smsPresets } from './sms-presets.ts'
import { e164Of } from './telephones.ts'

/** Statuses of errors that are not about the SMS: of our login, credit and address, and timeouts and rate limits. */
const ofReceiver = new Set([401, 402, 403, 404, 405, 407, 408, 425, 429])
/** The longest answer that is read for the id of the SMS, in bytes. */
const longestAnswer = 64_000

function kindOf(status: number): FailureKind {
  // Two requests with one `idempotency-key` at a time: the first may have been accepted.
  if (status === 409) return 'postponed'
  return status >= 400 && status < 500 && !ofReceiver.has(status) ? 'refused' : 'receiver'
}

export interface SmsOptions {
  /** User and password in it become the login, as the provider wants it. */
  url: string
  clock: Clock
  /** Default: `generic`. */
  provider?: SmsProvider
  from?: string
  template?: string
  /** Where receipts and replies are sent. Default: nowhere. */
  hook?: string | null
}

/**
 * Sends SMS by the preset of a provider; any 2xx means sent, unless its answer says otherwise. Redirects are not
 * followed, since they could send the SMS to an unknown host.
 */
export function createSmsSender(options: SmsOptions): Sender {
  const { clock, provider = 'generic', from = '', template = '', hook = null } = options
  const url = new URL(options.url)
  const [username, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  url.username = ''
  url.password = ''
  const settings = { url, username, password, from, template, hook }
  const preset = smsPresets[provider]
  return {
    receiver: url.host,
    async send({ id, recipient, language, body: text }, signal) {
      // The generic provider gets what people entered, as it always did, where it is no number that we know.
      const to = e164Of(recipient) ?? (provider === 'generic' ? recipient : null)
      if (to === null) throw new DeliveryFailure(`not_a_number: ${recipient}`, { kind: 'refused' })
      const call = preset.request({ id, to, text, language }, settings)
      const answer = await fetch(call.url, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers: call.headers,
        body: call.body,
      })
      if (!answer.ok) {
        await answer.body?.cancel()
        throw new DeliveryFailure(`provider_status: ${answer.status}`, {
          kind: kindOf(answer.status),
          retryAfterMs: retryAfterOf(answer.headers.get('retry-after'), clock.now()),
        })
      }
      const result = preset.result(await parsed(answer))
      if ('refused' in result)
        throw new DeliveryFailure(`provider_refused: ${result.refused.slice(0, 300)}`, {
          kind: 'refused',
        })
      return result.providerId === undefined ? undefined : { providerId: result.providerId }
    },
    close: () => undefined,
  }
}

/** The JSON of an answer; null if it has none, or a longer one than any provider's. It was accepted in any case. */
async function parsed(answer: Response): Promise<unknown> {
  try {
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of answer.body ?? []) {
      bytes += part.length
      if (bytes > longestAnswer) return null
      parts.push(part)
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return null
  }
}
