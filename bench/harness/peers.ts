import { createECDH, randomBytes } from 'node:crypto'
import { startMailServer, startSmsProvider } from '@rumbo/server/platform/deliveries/testing/peers'
import { startReceiver } from '@rumbo/server/platform/deliveries/testing/receivers'

export type PeerName = 'email' | 'sms' | 'push' | 'webhook'
export const peerNames: readonly PeerName[] = ['email', 'sms', 'push', 'webhook']

export interface Peers {
  /** Of the product that sends to them. */
  environment: Record<string, string>
  pushUrl: string
  webhookUrl: string
  /** Keys of a browser's push subscription. */
  subscription: { p256dh: string; auth: string }
  /** The key of each delivery in the order received: the same key again is a repetition. */
  keys: Record<PeerName, string[]>
  close(): Promise<void>
}

/** A mail server, an SMS provider, a push service and the receiver of a webhook, all on this machine, which accept all. */
export async function startPeers(): Promise<Peers> {
  const keys: Peers['keys'] = { email: [], sms: [], push: [], webhook: [] }
  const mail = await startMailServer({
    accept: async ({ messageId }) => {
      keys.email.push(messageId)
    },
  })
  const sms = await startSmsProvider((response, { key }) => {
    keys.sms.push(key)
    response.writeHead(200).end()
  })
  const push = await startReceiver((response, { path }) => {
    keys.push.push(path)
    response.writeHead(201).end()
  })
  const webhook = await startReceiver((response, { headers }) => {
    keys.webhook.push(String(headers['webhook-id']))
    response.writeHead(204).end()
  })
  const browser = createECDH('prime256v1')
  return {
    environment: {
      SMTP_URL: mail.url,
      SMS_URL: sms.url,
      VAPID_SUBJECT: 'mailto:bench@example.com',
      WEBHOOK_ALLOWED_ADDRESSES: '127.0.0.1/32',
    },
    pushUrl: push.url,
    webhookUrl: webhook.url,
    subscription: {
      p256dh: browser.generateKeys('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
    keys,
    async close() {
      await Promise.all([mail, sms, push, webhook].map((peer) => peer.close()))
    },
  }
}
