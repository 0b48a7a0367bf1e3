import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto'
import { secondMs } from '@rumbo/contract/time-units'
import type { VapidPair } from './keys.ts'

interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
  payload: string
}
interface Options {
  subject: string
  keys: VapidPair
  /** In seconds; 0: only if the browser is connected. */
  ttl: number
  urgency: 'very-low' | 'low' | 'normal' | 'high'
  topic: string | null
  now: Date
}

/** Of the encrypted message; push services accept 4,096 bytes with its head. */
const recordSize = 4_096
/** The longest payload in bytes that fits. */
const longestPayload = recordSize - 86 - 17
/** Push services refuse tokens of more than a day. */
const tokenLifeSeconds = 12 * 3600

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/**
 * Encrypts a payload for a browser (RFC 8291, `aes128gcm` of RFC 8188), as one record: salt, record size, our public key,
 * and what only the browser can decrypt.
 * @throws Error if the keys of the subscription are invalid or the payload is too long
 */
function encrypted({ p256dh, auth, payload }: Subscription): Buffer {
  const content = Buffer.from(payload, 'utf8')
  if (content.length > longestPayload)
    throw new RangeError(`A push message has at most ${longestPayload} bytes, not ${content.length}.`)
  const browserKey = Buffer.from(p256dh, 'base64url')
  const ours = createECDH('prime256v1')
  const ourKey = ours.generateKeys()
  const shared = ours.computeSecret(browserKey)
  const derived = (key: Uint8Array, salt: Uint8Array, info: Uint8Array | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, ourKey])
  const input = derived(shared, Buffer.from(auth, 'base64url'), keyInfo, 32)
  const salt = randomBytes(16)
  const contentKey = derived(input, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derived(input, salt, 'Content-Encoding: nonce\0', 12)
  const cipher = createCipheriv('aes-128-gcm', contentKey, nonce)
  // The byte 2 ends the last record.
  const sealed = Buffer.concat([cipher.update(content), cipher.update(Buffer.of(2)), cipher.final()])
  const head = Buffer.alloc(21)
  salt.copy(head)
  head.writeUInt32BE(recordSize, 16)
  head.writeUInt8(ourKey.length, 20)
  return Buffer.concat([head, ourKey, sealed, cipher.getAuthTag()])
}

/** `Authorization` by VAPID (RFC 8292): who sends, to which push service, signed with the installation's key. */
function authorization(endpoint: string, { subject, keys, now }: Options): string {
  const point = Buffer.from(keys.publicKey, 'base64url')
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: base64url(point.subarray(1, 33)),
      y: base64url(point.subarray(33)),
      d: keys.privateKey,
    },
  })
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / secondMs) + tokenLifeSeconds,
    sub: subject,
  }
  const unsigned = `${base64url(JSON.stringify({ typ: 'JWT', alg: 'ES256' }))}.${base64url(JSON.stringify(claims))}`
  const signature = sign('sha256', Buffer.from(unsigned), { key, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${unsigned}.${base64url(signature)}, k=${keys.publicKey}`
}

/** The request that hands a message to a push service (RFC 8030). */
export function pushRequestOf(
  subscription: Subscription,
  options: Options,
): { headers: Record<string, string>; body: Buffer } {
  const headers: Record<string, string> = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    authorization: authorization(subscription.endpoint, options),
    ttl: String(options.ttl),
    urgency: options.urgency,
  }
  if (options.topic !== null) headers.topic = options.topic
  return { headers, body: encrypted(subscription) }
}
