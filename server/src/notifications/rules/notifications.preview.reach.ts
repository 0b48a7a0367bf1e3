import type { NotificationMethod, NotificationPriority } from '@rumbo/contract/notifications.contract'
import type { NotificationTopic } from '@rumbo/contract/notifications.preferences.contract'
import type { RulePreview, unreachedReasons } from '@rumbo/contract/notifications.rules.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Recipient } from '../matching/notifications.audience.actions.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'
import {
  addressOfUser,
  findPreferences,
  findReachable,
} from '../methods/notifications.recipients.repository.ts'
import { priorityOrder } from '../notifications.priorities.rules.ts'

type Reached = Pick<RulePreview['items'][number]['recipients'][number], 'methods' | 'unreached'>
type Reason = (typeof unreachedReasons)[number]

/**
 * Reads once how these users are reached today, by the rules that `decideMethod` has for sending; what waits for quiet hours
 * or a digest reaches them, too.
 */
export async function readReach(
  tx: Transaction,
  given: {
    userIds: readonly string[]
    configured: PostContext['configured']
    priority: NotificationPriority
    topic: NotificationTopic
  },
): Promise<(recipient: Recipient, methods: readonly NotificationMethod[]) => Reached> {
  const { userIds, configured, priority, topic } = given
  const users = new Map((await findReachable(tx, userIds)).map((one) => [one.userId, one]))
  const preferences = (await findPreferences(tx, userIds)).filter((one) => one.topic === topic)
  function obstacleTo({ userId, contact }: Recipient, method: NotificationMethod): Reason | null {
    if (method === 'in_app' || method === 'webhook') return null
    const chosen = preferences.find((one) => one.userId === userId)
    if (chosen && !chosen.methods.includes(method)) return 'switched_off'
    if (chosen && priorityOrder(priority) < priorityOrder(chosen.leastPriority)) return 'low_priority'
    if (!configured.has(method)) return 'not_configured'
    if (userId === null) {
      const address = method === 'email' ? contact?.email : contact?.phone
      return address ? null : 'no_address'
    }
    const reached = addressOfUser(users.get(userId), method)
    return 'missing' in reached ? reached.missing : null
  }
  return (recipient, methods) => {
    const judged = methods.map((method) => ({ method, reason: obstacleTo(recipient, method) }))
    return {
      methods: judged.flatMap(({ method, reason }) => (reason === null ? [method] : [])),
      unreached: judged.flatMap(({ method, reason }) => (reason === null ? [] : [{ method, reason }])),
    }
  }
}
