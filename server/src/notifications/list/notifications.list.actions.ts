import { isGuest, isSuperAdmin } from '@rumbo/contract/access'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type {
  listNotifications,
  markNotificationsRead,
  Notification,
  readNotificationReach,
  UnreadCounts,
} from '@rumbo/contract/notifications.contract'
import { findEventsById, handleEvent } from '../../events/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { findReach } from '../notifications.repository.ts'
import { mayAcknowledge } from './notifications.access.ts'
import {
  countUnread,
  findNotification,
  findNotifications,
  markRead,
  type NotificationRow,
  notificationOf,
  type Reader,
} from './notifications.list.repository.ts'

/** What of their notifications a person reaches today. */
export function readerOf({ userId, scopes, fleets, drivesOnly, vehicles }: Actor): Reader {
  const isEverything = isSuperAdmin(scopes)
  const guest = isGuest(scopes)
  return {
    userId,
    fleetIds: isEverything || guest ? null : fleets.read,
    limitedFleetIds: guest ? null : isEverything ? [] : drivesOnly,
    vehicleIds: vehicles,
  }
}

/** The notifications, with whether the person may acknowledge the event of each; under the system role. */
async function shown(
  tx: Transaction,
  actor: Actor,
  rows: readonly NotificationRow[],
): Promise<Notification[]> {
  const ids = [...new Set(rows.flatMap(({ eventId }) => eventId ?? []))]
  const events = new Map((await findEventsById(tx, ids)).map((event) => [event.id, event]))
  return rows.map((row) => {
    const event = row.eventId === null ? undefined : events.get(row.eventId)
    if (!event) return notificationOf(row, false)
    // An open event goes on counting between the notices of it.
    const count = row.readAt === null ? Math.max(row.count, event.occurrences) : row.count
    return notificationOf({ ...row, count }, mayAcknowledge(actor, event))
  })
}

export async function listNotificationsOf(
  tx: Transaction,
  actor: Actor,
  query: ParsedOf<typeof listNotifications>['query'],
): Promise<OutputOf<typeof listNotifications>> {
  const { rows, total } = await findNotifications(tx, readerOf(actor), query)
  return { items: await shown(tx, actor, rows), total, page: query.page, size: query.size }
}

/** @throws Problem `not_found` */
export async function readNotificationOf(tx: Transaction, actor: Actor, id: string): Promise<Notification> {
  const row = await findNotification(tx, readerOf(actor), id)
  const [notification] = row ? await shown(tx, actor, [row]) : []
  if (!notification) throw problem('not_found')
  return notification
}

export const countNotificationsOf = (tx: Transaction, actor: Actor): Promise<UnreadCounts> =>
  countUnread(tx, readerOf(actor))

/** Marks own notifications as read: these, or all that happened until a moment. */
export async function markReadOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof markNotificationsRead>['body'],
): Promise<OutputOf<typeof markNotificationsRead>> {
  const reader = readerOf(actor)
  const which = 'ids' in body ? { ids: body.ids } : { until: body.allUntil }
  const marked = await markRead(tx, reader, which)
  if (marked > 0) tx.stale({ domain: 'notifications', userId: actor.userId })
  return { marked, ...(await countUnread(tx, reader)) }
}

/**
 * Marks a notification as read and acknowledges its event, where the person may and nobody did before; under the system role.
 * @throws Problem `not_found`
 */
export async function acknowledgeOf(tx: Transaction, actor: Actor, id: string): Promise<Notification> {
  const reader = readerOf(actor)
  const row = await findNotification(tx, reader, id)
  if (!row) throw problem('not_found')
  const [before] = await shown(tx, actor, [row])
  if (before?.canAcknowledge && row.eventId !== null)
    await handleEvent(tx, actor, row.eventId, 'acknowledge', null).catch((error: unknown) => {
      // Somebody else was faster.
      if (!(error instanceof Problem) || error.code !== 'event_wrong_state') throw error
    })
  await markRead(tx, reader, { ids: [id], isAcknowledged: true })
  tx.stale({ domain: 'notifications', id, userId: actor.userId })
  return readNotificationOf(tx, actor, id)
}

/** @throws Problem `not_found` */
export async function readReachOf(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof readNotificationReach>> {
  if (!(await findNotification(tx, readerOf(actor), id))) throw problem('not_found')
  return { items: await findReach(tx, id) }
}
