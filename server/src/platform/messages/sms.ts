import { MessageRefused, type Sender } from './delivery.ts'

const timeoutMs = 10_000
/** Answers of a provider that may be better another time: too many at once, or too slow. */
const passing = new Set([408, 425, 429])

/**
 * Sends text messages by POST of `{"to", "text"}` as JSON; any 2xx means sent. User and password in the address
 * travel as Basic authentication. Redirects are not followed: the message would go to nobody knows whom.
 */
export function createSmsSender({ url }: { url: string }): Sender {
  const address = new URL(url)
  const { username, password } = address
  address.username = ''
  address.password = ''
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`)
  return async (message) => {
    const answer = await fetch(address, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        // Lets a provider that knows such keys send a repeated message once.
        'idempotency-key': message.id,
        ...(username && { authorization: `Basic ${credentials.toString('base64')}` }),
      },
      body: JSON.stringify({ to: message.recipient, text: message.body }),
    })
    await answer.body?.cancel()
    if (answer.ok) return
    const sentence = `The SMS provider answered ${answer.status}.`
    if (answer.status >= 400 && answer.status < 500 && !passing.has(answer.status))
      throw new MessageRefused(sentence)
    throw new Error(sentence)
  }
}
