import { type NotificationMethod, notificationMethods } from '@rumbo/contract/notifications.contract'
import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import { smsHookPath } from '../http/sms-hook.ts'
import { problem } from '../problem.ts'
import { createGuardedRequest } from '../upstream/guarded-request.ts'
import { createVapidReader } from './keys.ts'
import { createPushSender, type PushTargets } from './push.ts'
import type { DeliveryChannel, Sender, Senders } from './sender.ts'
import { createSmsSender } from './sms.ts'
import { createMailSender, type ReadFile } from './smtp.ts'
import { createWebhookSender, type WebhookTargets } from './webhook.ts'

type Servers = Pick<Configuration, 'smtpUrl' | 'smsUrl' | 'mailFrom'> &
  Partial<Pick<Configuration, 'sms' | 'publicUrl' | 'replies'>>

export type ConfiguredChannels = Readonly<Record<DeliveryChannel, boolean>>

/** Which channels have a server. */
export const configuredChannels = ({
  smtpUrl,
  smsUrl,
  push,
}: Pick<Configuration, 'smtpUrl' | 'smsUrl' | 'push'>): ConfiguredChannels => ({
  email: smtpUrl !== undefined,
  sms: smsUrl !== undefined,
  push: push !== null,
  webhook: true,
})

/** The methods of notification that can be used; in the app always. */
export const configuredMethods = (channels: ConfiguredChannels): ReadonlySet<NotificationMethod> =>
  new Set(notificationMethods.filter((method) => method === 'in_app' || channels[method]))

export const sendersOf = (
  { smtpUrl, smsUrl, mailFrom, sms, publicUrl, replies }: Servers,
  clock: Clock,
  {
    push = null,
    webhook = null,
    readFile = noFile,
  }: { push?: Sender | null; webhook?: Sender | null; readFile?: ReadFile } = {},
): Senders => ({
  email:
    smtpUrl === undefined
      ? null
      : createMailSender({ url: smtpUrl, from: mailFrom, replyAddress: replies?.address ?? null, readFile }),
  sms:
    smsUrl === undefined
      ? null
      : createSmsSender({ ...sms, url: smsUrl, clock, hook: hookOf(sms?.hookToken, publicUrl) }),
  push,
  webhook,
})

const noFile: ReadFile = async () => {
  throw problem('file_not_found')
}

const hookOf = (token: string | null | undefined, publicUrl: string | undefined) =>
  token && publicUrl ? `${publicUrl}/v1${smsHookPath}/${token}` : null

/** The senders to addresses that users entered: webhooks, and browsers' push services. */
export function targetedSenders(options: {
  configuration: Pick<Configuration, 'push' | 'webhookAddresses'>
  database: Pick<Database, 'transaction'>
  secret: string
  clock: Clock
  pushTargets: PushTargets
  webhookTargets: WebhookTargets
}): { push: Sender | null; webhook: Sender } {
  const { configuration, database, secret, clock, pushTargets, webhookTargets } = options
  const { push, webhookAddresses } = configuration
  const request = createGuardedRequest({ allowedAddresses: webhookAddresses })
  const keys = createVapidReader(push?.pair ?? null, database, secret)
  return {
    push: push && createPushSender({ request, targets: pushTargets, subject: push.subject, keys, clock }),
    webhook: createWebhookSender({ request, targets: webhookTargets, clock }),
  }
}
