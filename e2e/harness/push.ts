import { createECDH, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { startReceiver } from '@rumbo/server/platform/deliveries/testing/receivers'
import ece from 'http_ece'
import { expect } from './test.ts'

export interface PushService {
  /** Lets pages subscribe here, which Chromium cannot do without its own push service. */
  prepare(page: Page): Promise<void>
  /** The payload of each message, in the order received. */
  messages(): {
    notification: { title: string; body: string; navigate: string }
    rumbo: { actions: unknown[] }
  }[]
  /** Hands a message to the service worker of a page, as the browser does, until its notification is shown. */
  deliver(page: Page, message: { notification: { title: string } }): Promise<void>
  /** Presses a shown notification, or one of its buttons: Chromium without a screen has nothing to click on. */
  press(page: Page, title: string, action: '' | 'acknowledge' | 'open'): Promise<void>
  close(): Promise<void>
}

/** A push service on this machine, and the keys of one browser that is subscribed to it. */
export async function startPushService(): Promise<PushService> {
  const receiver = await startReceiver((response) => response.writeHead(201).end())
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const subscription = {
    endpoint: `${receiver.url}/browser`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  }
  const shown = (page: Page) =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/push/')
      return (await registration?.getNotifications())?.map(({ title }) => title) ?? []
    })
  return {
    async prepare(page) {
      await page.context().grantPermissions(['notifications'])
      await page.addInitScript((given) => {
        PushManager.prototype.subscribe = async () =>
          ({ endpoint: given.endpoint, toJSON: () => given }) as unknown as PushSubscription
      }, subscription)
    },
    messages: () =>
      receiver.received.map(({ body }) =>
        JSON.parse(
          ece
            .decrypt(body, {
              version: 'aes128gcm',
              privateKey: keys,
              authSecret: auth.toString('base64url'),
            })
            .toString('utf8'),
        ),
      ),
    async deliver(page, message) {
      const client = await page.context().newCDPSession(page)
      const registrations: { registrationId: string; scopeURL: string }[] = []
      client.on('ServiceWorker.workerRegistrationUpdated', (update) =>
        registrations.push(...update.registrations),
      )
      await client.send('ServiceWorker.enable')
      const ofPush = () => registrations.find(({ scopeURL }) => scopeURL.endsWith('/push/'))
      await expect.poll(ofPush).toBeTruthy()
      // On a busy machine, Chromium may lose a message.
      await expect(async () => {
        await client.send('ServiceWorker.deliverPushMessage', {
          origin: new URL(page.url()).origin,
          registrationId: ofPush()?.registrationId ?? '',
          data: JSON.stringify(message),
        })
        await expect
          .poll(() => shown(page), { timeout: 5_000, intervals: [500] })
          .toContain(message.notification.title)
      }).toPass({ timeout: 30_000 })
      await client.detach()
    },
    async press(page, title, action) {
      const worker = page
        .context()
        .serviceWorkers()
        .find((one) => one.url().endsWith('/push-worker.js'))
      if (!worker) throw new Error('The page has no worker for push.')
      await worker.evaluate(
        async ([wanted, pressed]) => {
          const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
          const notification = (await registration.getNotifications()).find((one) => one.title === wanted)
          const event = Object.assign(new Event('notificationclick'), {
            notification,
            action: pressed,
            waitUntil: (work: Promise<unknown>) => waits.push(work),
          })
          const waits: Promise<unknown>[] = []
          globalThis.dispatchEvent(event)
          // The browser lets only a real click focus a window.
          await Promise.allSettled(waits)
        },
        [title, action] as const,
      )
    },
    close: () => receiver.close(),
  }
}
