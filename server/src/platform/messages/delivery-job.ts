import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import type { JobTask } from '../jobs/jobs.ts'
import { deliverMessages, forgetSentMessages, type Senders } from './delivery.ts'
import { sendMessagesTask } from './mails.ts'
import { createSmsSender } from './sms.ts'
import { createMailSender } from './smtp.ts'

type Servers = Pick<Configuration, 'smtpUrl' | 'smsUrl' | 'mailFrom'>

/** Which channels have a server. */
export const configuredChannels = ({ smtpUrl, smsUrl }: Pick<Servers, 'smtpUrl' | 'smsUrl'>) => ({
  email: smtpUrl !== undefined,
  sms: smsUrl !== undefined,
})

const sendersOf = ({ smtpUrl, smsUrl, mailFrom }: Servers): Senders => ({
  email: smtpUrl === undefined ? null : createMailSender({ url: smtpUrl, from: mailFrom }),
  sms: smsUrl === undefined ? null : createSmsSender({ url: smsUrl }),
})

/** Jobs that send messages: immediately after one is posted, and retries every minute. */
export function messageTasks(options: {
  database: Database
  clock: Clock
  log: Logger
  servers: Servers
}): Record<string, JobTask> {
  const { database, clock, log } = options
  const senders = sendersOf(options.servers)
  return {
    [sendMessagesTask]: (_payload, { signal }) => deliverMessages({ database, senders, clock, log }, signal),
    'platform:forget-messages': () => forgetSentMessages(database),
  }
}
export const messageCrontab = [
  `* * * * * ${sendMessagesTask}`,
  '23 9 * * * platform:forget-messages ?fill=1d',
].join('\n')
