import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Configuration } from '../configuration/configuration.ts'
import type { Database } from '../database/database.ts'
import type { JobTask } from '../jobs/jobs.ts'
import { deliverDue, forgetSentDeliveries, type Senders } from './deliver.ts'
import { sendDeliveriesTask } from './post.ts'
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

/** Jobs that send deliveries: immediately after one is posted, and retries every minute. */
export function deliveryTasks(options: {
  database: Database
  clock: Clock
  log: Logger
  servers: Servers
}): Record<string, JobTask> {
  const { database, clock, log } = options
  const senders = sendersOf(options.servers)
  return {
    [sendDeliveriesTask]: (_payload, { signal }) => deliverDue({ database, senders, clock, log }, signal),
    'platform:forget-deliveries': () => forgetSentDeliveries(database),
  }
}
export const deliveryCrontab = [
  `* * * * * ${sendDeliveriesTask}`,
  '23 9 * * * platform:forget-deliveries ?fill=1d',
].join('\n')
