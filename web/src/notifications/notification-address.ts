import type { Notification } from '@rumbo/contract/notifications.contract'
import { addresses } from '../addresses.ts'

/** The page a notification opens: its own, or its row in the list. */
export const addressOf = ({ id, path }: Pick<Notification, 'id' | 'path'>): string =>
  path?.startsWith('/') && !path.startsWith('//') ? path : addresses.notificationList({ notification: id })
