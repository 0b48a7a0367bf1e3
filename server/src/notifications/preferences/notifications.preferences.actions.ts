import { can } from '@rumbo/contract/access'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  type CompanyQuietHours,
  type changeNotificationPreferences,
  chosenMethods,
  type NotificationPreferences,
  notificationTopics,
  type TopicPreference,
} from '@rumbo/contract/notifications.preferences.contract'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import { type Actor, requireCan, roleOf } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import {
  findCompanyQuiet,
  findPreferences,
  findReachable,
  writeCompanyQuiet,
  writePreferences,
  writeQuietHours,
} from '../methods/notifications.recipients.repository.ts'

/** Where a person chose nothing for a topic, all that rules send reaches them. */
const unchosen: Omit<TopicPreference, 'topic'> = {
  methods: Array.from(chosenMethods),
  leastPriority: 'info',
  digest: null,
}

/** Every topic, with what the person chose for it; under the system role, as everything here. */
export async function readPreferencesOf(tx: Transaction, actor: Actor): Promise<NotificationPreferences> {
  const [reachable] = await findReachable(tx, [actor.userId])
  const chosen = await findPreferences(tx, [actor.userId])
  return {
    topics: notificationTopics.map((topic) => {
      const { methods, leastPriority, digest } = chosen.find((one) => one.topic === topic) ?? unchosen
      return { topic, methods, leastPriority, digest }
    }),
    quietWindows: reachable?.quietWindows ?? null,
    email: reachable?.email ?? null,
    phone: reachable?.phone ?? null,
  }
}

export async function changePreferencesOf(
  tx: Transaction,
  actor: Actor,
  { topics, quietWindows }: ParsedOf<typeof changeNotificationPreferences>['body'],
): Promise<OutputOf<typeof changeNotificationPreferences>> {
  await writePreferences(tx, actor.userId, topics)
  await writeQuietHours(tx, actor.userId, quietWindows)
  tx.stale({ domain: 'notificationPreferences', userId: actor.userId })
  return readPreferencesOf(tx, actor)
}

/** Whether the caller is staff of the company, by any of its fleets. */
const isStaffOf = (actor: Actor, companyId: string): boolean =>
  roleOf(actor) === 'rumbo_all' ||
  (actor.directories.includes(companyId) &&
    (can(actor, 'notificationRules.read', { companyId }) || can(actor, 'notificationRules.read')))

async function quietOf(tx: Transaction, companyId: string): Promise<CompanyQuietHours> {
  const [found] = await findCompanyQuiet(tx, [companyId])
  if (!found) throw problem('company_denied')
  return { companyId, windows: found.windows, updatedAt: found.updatedAt?.toISOString() ?? null }
}

/** @throws Problem `company_denied` */
export async function readCompanyQuietOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
): Promise<CompanyQuietHours> {
  if (!isStaffOf(actor, companyId)) throw problem('company_denied')
  return quietOf(tx, companyId)
}

/** @throws Problem `company_denied`, `forbidden` */
export async function changeCompanyQuietOf(
  tx: Transaction,
  actor: Actor,
  companyId: string,
  windows: readonly HoursWindow[],
): Promise<CompanyQuietHours> {
  const before = await readCompanyQuietOf(tx, actor, companyId)
  requireCan(actor, 'notificationRules.edit', { companyId })
  await writeCompanyQuiet(tx, companyId, windows)
  tx.stale({ domain: 'companyQuietHours', id: companyId, companyId })
  tx.audit({
    action: 'company.quiet_hours_changed',
    entity: 'company',
    entityId: companyId,
    companyId,
    changes: { quietHours: [before.windows.length, windows.length] },
  })
  return quietOf(tx, companyId)
}
