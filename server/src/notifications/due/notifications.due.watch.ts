import { secondMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'
import { callAgainDue } from '../raising/notifications.messages.listener.ts'
import { escalateDue, sendDue } from './notifications.due.actions.ts'
import { purgeNotifications } from './notifications.due.repository.ts'
import { type ClaimedWork, postpone } from './notifications.failures.repository.ts'

interface DueOptions {
  database: Pick<Database, 'transaction'>
  context: PostContext
  log: Pick<Logger, 'error'>
}
type Work = (tx: Transaction, context: PostContext, claimed: (work: ClaimedWork) => void) => Promise<boolean>

const callAgain: Work = (tx, context, claimed) =>
  callAgainDue(tx, context, (messageId) => claimed({ kind: 'unanswered', messageId }))

/**
 * Does one piece of work. One that fails is put off, and logged the first time, so that the others go on.
 * @returns whether there may be more
 */
async function workOff(work: Work, { database, context, log }: DueOptions): Promise<boolean> {
  const identity = asSystem('send notifications that are due')
  let current: ClaimedWork | null = null
  try {
    return await database.transaction(identity, (tx) =>
      work(tx, context, (claimed) => {
        current = claimed
      }),
    )
  } catch (error) {
    if (current === null) throw error
    const failed: ClaimedWork = current
    const failures = await database.transaction(identity, (tx) => postpone(tx, failed))
    if (failures === 1)
      log.error({ err: error, work: failed }, 'a notification that is due failed; it is tried again later')
    return true
  }
}

/** Takes steps of escalations and sends what waited, one transaction each, until nothing is due. */
export async function workOffDue(options: DueOptions): Promise<void> {
  // An emergency does not wait for the digests of everybody.
  do {
    while (await workOff(escalateDue, options));
    while (await workOff(callAgain, options));
  } while (await workOff(sendDue, options))
}

/** Does so each second, in every worker. @returns a function that ends it */
export const watchDueNotifications = ({
  log,
  ...options
}: Omit<DueOptions, 'log'> & { log: Logger }): (() => Promise<void>) =>
  repeatEvery(secondMs, () => workOffDue({ ...options, log }), {
    log,
    failed: 'could not send the notifications that are due; retrying',
  })

export const notificationTasks = ({ database }: Pick<DueOptions, 'database'>) => ({
  'notifications:purge': async () => {
    while ((await database.transaction(asSystem('purge notifications'), purgeNotifications)) > 0);
  },
})
export const notificationCrontab = '17 4 * * * notifications:purge ?fill=1d'
