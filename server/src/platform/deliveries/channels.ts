import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Senders } from './sender.ts'
import { createSmsSender } from './sms.ts'
import { createMailSender } from './smtp.ts'

type Servers = Pick<Configuration, 'smtpUrl' | 'smsUrl' | 'mailFrom'>

/** Which channels have a server. */
export const configuredChannels = ({ smtpUrl, smsUrl }: Pick<Servers, 'smtpUrl' | 'smsUrl'>) => ({
  email: smtpUrl !== undefined,
  sms: smsUrl !== undefined,
})

export const sendersOf = ({ smtpUrl, smsUrl, mailFrom }: Servers, clock: Clock): Senders => ({
  email: smtpUrl === undefined ? null : createMailSender({ url: smtpUrl, from: mailFrom }),
  sms: smsUrl === undefined ? null : createSmsSender({ url: smsUrl, clock }),
})
