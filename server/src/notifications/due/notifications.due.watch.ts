import { secondMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'
import { escalateDue, sendDue } from './notifications.due.actions.ts'
import { purgeNotifications } from './notifications.due.repository.ts'

interface DueOptions {
  database: Pick<Database, 'transaction'>
  context: PostContext
}

/** Takes steps of escalations and sends what waited, one transaction each, until nothing is due. */
export async function workOffDue({ database, context }: DueOptions): Promise<void> {
  const isMore = (work: typeof sendDue) =>
    database.transaction(asSystem('send notifications that are due'), (tx) => work(tx, context))
  // An emergency does not wait for the digests of everybody.
  do {
    while (await isMore(escalateDue));
  } while (await isMore(sendDue))
}

/** Does so each second, in every worker. @returns a function that ends it */
export const watchDueNotifications = ({
  log,
  ...options
}: DueOptions & { log: Logger }): (() => Promise<void>) =>
  repeatEvery(secondMs, () => workOffDue(options), {
    log,
    failed: 'could not send the notifications that are due; retrying',
  })

export const notificationTasks = ({ database }: Pick<DueOptions, 'database'>) => ({
  'notifications:purge': async () => {
    while ((await database.transaction(asSystem('purge notifications'), purgeNotifications)) > 0);
  },
})
export const notificationCrontab = '17 4 * * * notifications:purge ?fill=1d'
