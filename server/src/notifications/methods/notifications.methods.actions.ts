import { isGuest } from '@rumbo/contract/access'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { type listNotificationMethods, notificationMethods } from '@rumbo/contract/notifications.contract'
import { findSuperAdmins } from '../../identity/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findSuperAdminsOf } from '../matching/notifications.people.repository.ts'
import type { PostContext } from './notifications.post.actions.ts'

/** Which methods can be used; of one that cannot, the super admins who can configure it. Guests read no names. */
export async function listMethodsOf(
  tx: Transaction,
  actor: Actor,
  { configured }: PostContext,
): Promise<OutputOf<typeof listNotificationMethods>> {
  const isComplete = notificationMethods.every((method) => configured.has(method))
  const people =
    isComplete || isGuest(actor.scopes) ? [] : await findSuperAdminsOf(tx, await findSuperAdmins(tx))
  const names = people.map(({ name }) => name).toSorted()
  return {
    items: notificationMethods.map((method) => ({
      method,
      isConfigured: configured.has(method),
      configurableBy: configured.has(method) ? [] : names,
    })),
  }
}
