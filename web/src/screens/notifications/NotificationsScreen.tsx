import { NotificationsPage } from '../../notifications/NotificationsPage.tsx'

/** What reached the person in the last 90 days. */
export function NotificationsScreen({ title }: { title: string }) {
  return <NotificationsPage title={title} />
}
