import type { OutputOf } from '@rumbo/contract/endpoint'
import type { NotificationKind } from '@rumbo/contract/notifications.contract'
import type { listRuleActivity, testNotificationRule } from '@rumbo/contract/notifications.rules.contract'
import { translate } from '@rumbo/i18n'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { languageOf } from '../matching/notifications.people.repository.ts'
import { type PostContext, postMethods } from '../methods/notifications.post.actions.ts'
import { writeReach } from '../methods/notifications.post.repository.ts'
import { priorityOrder, topicOf } from '../notifications.priorities.rules.ts'
import { writeInApp, writeNotifications } from '../notifications.repository.ts'
import { statusOf } from '../notifications.status.rules.ts'
import { callWebhooks } from '../webhooks/notifications.webhooks.calls.actions.ts'
import { findActivity } from './notifications.activity.repository.ts'
import { ruleNameOf } from './notifications.defaults.ts'
import { readRuleFor } from './notifications.rules.actions.ts'
import type { RuleRow } from './notifications.rules.repository.ts'

/** The last notifications of a rule in the fleets the caller reads; under the system role. @throws Problem `not_found` */
export async function listActivityOf(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof listRuleActivity>> {
  const rule = await readRuleFor(tx, actor, id)
  const fleetIds = actor.level === 'super_admin' ? null : actor.fleets.read
  const rows = await findActivity(tx, rule.id, fleetIds)
  return {
    items: rows.map(({ createdAt, readAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      status: statusOf(
        readAt,
        row.reach.map(({ status }) => status),
      ),
    })),
  }
}

/** Sends a notification of the rule to the caller alone. @throws Problem `not_found` */
export async function testRuleOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  context: PostContext,
): Promise<OutputOf<typeof testNotificationRule>> {
  const rule = await readRuleFor(tx, actor, id)
  const language = await languageOf(tx, actor.userId)
  const name = ruleNameOf(rule, language)
  const title = translate(language, 'mails.notification.test', { name })
  const message = translate(language, 'mails.notification.testMessage')
  const notificationId = uuid()
  const kind: NotificationKind = 'test'
  const isInApp = rule.methods.includes('in_app')
  const common = {
    companyId: rule.companyId,
    fleetId: null,
    userId: actor.userId,
    kind,
    type: rule.type,
    title,
    message,
    language,
    path: null,
    eventId: null,
    topic: topicOf(rule.defaultKey),
  }
  await writeNotifications(tx, [
    {
      ...common,
      id: notificationId,
      vehicleId: null,
      contactId: null,
      webhookId: null,
      recipient: actor.displayName,
      ruleId: rule.id,
      ruleName: name,
      priority: priorityOrder(rule.priority),
      serviceId: null,
      count: 1,
      coalesceKey: `test ${notificationId}`,
      audience: 'users',
      repeatMinutes: 0,
      isInApp,
    },
  ])
  if (isInApp) {
    await writeInApp(tx, [notificationId])
    tx.stale({ domain: 'notifications', id: notificationId, userId: actor.userId })
  }
  const methods = rule.methods.filter((method) => method !== 'in_app' && method !== 'webhook')
  const toPost = { ...common, notificationId, contact: null, methods, digest: null }
  if (methods.length > 0)
    await postMethods(tx, [{ ...toPost, ignoresQuietHours: true, priority: rule.priority }], context)
  if (rule.methods.includes('webhook')) await testWebhooksOf(tx, actor, rule, notificationId)
  return { notificationId }
}

/** Calls the webhooks of a rule; what becomes of each call is shown with the notification of the test. */
async function testWebhooksOf(
  tx: Transaction,
  actor: Actor,
  { companyId, webhookIds, name }: RuleRow,
  notificationId: string,
): Promise<void> {
  const called = await callWebhooks(
    tx,
    { companyId, fleetId: null, webhookIds },
    { type: 'webhook.test', kind: 'notification', data: { rule: name, requestedBy: actor.displayName } },
  )
  const deliveries = Array.from(called.values())
  await writeReach(
    tx,
    deliveries.map(({ deliveryId }) => ({
      notificationId,
      method: 'webhook',
      deliveryId,
      status: 'pending',
      detail: null,
    })),
  )
}
