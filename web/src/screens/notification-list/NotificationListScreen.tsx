import { NotificationsPage } from '../../notifications/NotificationsPage.tsx'

/** The signed-in person's notifications. */
export function NotificationListScreen({ title }: { title: string }) {
  return <NotificationsPage title={title} />
}
