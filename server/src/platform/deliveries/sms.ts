import type { Clock } from '../clock.ts'
import { retryAfterOf } from './pauses.ts'
import { DeliveryFailure, type FailureKind, type Sender } from './sender.ts'

/** Statuses of errors that are not about the SMS: of our login, credit and address, and timeouts and rate limits. */
const ofReceiver = new Set([401, 402, 403, 404, 405, 407, 408, 425, 429])

function kindOf(status: number): FailureKind {
  // Two requests with one `idempotency-key` at a time: the first may have been accepted.
  if (status === 409) return 'postponed'
  return status >= 400 && status < 500 && !ofReceiver.has(status) ? 'refused' : 'receiver'
}

/**
 * Sends SMS by POST of `{"to", "text"}` as JSON; any 2xx means sent. User and password in the URL become
 * Basic authentication. Redirects are not followed, since they could send the SMS to an unknown host.
 */
export function createSmsSender({ url, clock }: { url: string; clock: Clock }): Sender {
  const address = new URL(url)
  const { username, password } = address
  address.username = ''
  address.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = `Basic ${credentials.toString('base64')}`
  return {
    receiver: address.host,
    async send(delivery, signal) {
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        // Providers that support this header send a repeated one only once.
        'idempotency-key': delivery.id,
      }
      if (username) headers.authorization = authorization
      const answer = await fetch(address, {
        method: 'POST',
        redirect: 'manual',
        signal,
        headers,
        body: JSON.stringify({ to: delivery.recipient, text: delivery.body }),
      })
      await answer.body?.cancel()
      if (answer.ok) return
      throw new DeliveryFailure(`The SMS provider answered ${answer.status}.`, {
        kind: kindOf(answer.status),
        retryAfterMs: retryAfterOf(answer.headers.get('retry-after'), clock.now()),
      })
    },
    close: () => undefined,
  }
}
