import { inboxNewest } from '@rumbo/contract/live.contract'
import type { Notification, UnreadCounts } from '@rumbo/contract/notifications.contract'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AskedInbox } from '../../platform/live/inboxes.ts'
import { markDelivered } from '../notifications.repository.ts'
import { readerOf } from './notifications.list.actions.ts'
import { findInboxes, notificationOf } from './notifications.list.repository.ts'

/** What the open pages of a person are sent after a change. */
export interface Inbox {
  counts: UnreadCounts
  /** Those since the given moment that are unread and were not sent before: pressing ones first, then the latest. */
  newest: Notification[]
}

/**
 * Reads the inboxes of people whose pages are open, in one transaction, and records that the new ones reached a page. Whether
 * an event can be acknowledged is left to the list.
 */
export const readInboxes =
  (database: Pick<Database, 'transaction'>) =>
  (asked: readonly AskedInbox[]): Promise<ReadonlyMap<string, Inbox>> =>
    database.transaction(asSystem('read inboxes'), async (tx) => {
      const readers = asked.map(({ actor, since, sent }) => ({ ...readerOf(actor), since, sent }))
      const inboxes = await findInboxes(tx, readers, inboxNewest)
      const ids = inboxes.flatMap(({ rows }) => rows.map(({ id }) => id))
      if (ids.length > 0) await markDelivered(tx, ids)
      return new Map(
        inboxes.map(({ userId, counts, rows }) => [
          userId,
          { counts, newest: rows.map((row) => notificationOf(row, false)) },
        ]),
      )
    })
