import type { InputOf } from '@rumbo/contract/endpoint'
import {
  type listNotifications,
  notificationKinds,
  notificationPriorities,
  notificationTypes,
} from '@rumbo/contract/notifications.contract'
import { listOf, oneOf } from '../app/navigation/address.tsx'

/** The filters of the list of notifications, by their names in the address. */
export const notificationFilterNames = ['state', 'priority', 'type', 'kind'] as const
export const readStates = ['unread', 'read'] as const

/** What the address asks for; unknown values are left out. */
export function readNotificationFilter(query: Readonly<Record<string, string | string[]>>) {
  return {
    state: readStates.find((value) => value === oneOf(query.state)),
    priority: notificationPriorities.filter((value) => listOf(query.priority).includes(value)),
    type: notificationTypes.filter((value) => listOf(query.type).includes(value)),
    kind: notificationKinds.find((value) => value === oneOf(query.kind)),
  }
}
export type NotificationFilter = ReturnType<typeof readNotificationFilter>

/** Which filters are set, in the order of `notificationFilterNames`. */
export const setFilters = ({ state, priority, type, kind }: NotificationFilter): boolean[] => [
  state !== undefined,
  priority.length > 0,
  type.length > 0,
  kind !== undefined,
]

const some = <Value>(values: readonly Value[]) => (values.length > 0 ? [...values] : undefined)

/** The filter as the server's. */
export const asQuery = ({ state, priority, type, kind }: NotificationFilter) =>
  ({
    isRead: state && (state === 'read' ? 'true' : 'false'),
    priority: some(priority),
    type: some(type),
    kind: kind && [kind],
  }) satisfies InputOf<typeof listNotifications>['query']
