import { DeliveryRefused, type Sender } from './deliver.ts'

const timeoutMs = 10_000
/** Statuses after which a retry may succeed: timeouts and rate limits. */
const passing = new Set([408, 425, 429])

/**
 * Sends SMS by POST of `{"to", "text"}` as JSON; any 2xx means sent. User and password in the URL become
 * Basic authentication. Redirects are not followed, since they could send the SMS to an unknown host.
 */
export function createSmsSender({ url }: { url: string }): Sender {
  const address = new URL(url)
  const { username, password } = address
  address.username = ''
  address.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  const authorization = `Basic ${credentials.toString('base64')}`
  return async (delivery) => {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      // Providers that support this header send a repeated one only once.
      'idempotency-key': delivery.id,
    }
    if (username) headers.authorization = authorization
    const answer = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers,
      body: JSON.stringify({ to: delivery.recipient, text: delivery.body }),
    })
    await answer.body?.cancel()
    if (answer.ok) return
    const sentence = `The SMS provider answered ${answer.status}.`
    if (answer.status >= 400 && answer.status < 500 && !passing.has(answer.status))
      throw new DeliveryRefused(sentence)
    throw new Error(sentence)
  }
}
