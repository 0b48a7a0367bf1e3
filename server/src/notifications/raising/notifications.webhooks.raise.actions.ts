import type { Event } from '@rumbo/contract/events.contract'
import { isPressing, type NotificationKind } from '@rumbo/contract/notifications.contract'
import { v5 as uuidOf } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type NewReach, writeReach } from '../methods/notifications.post.repository.ts'
import { priorityOrder, topicOf } from '../notifications.priorities.rules.ts'
import { type NewNotification, writeNotifications } from '../notifications.repository.ts'
import type { RuleRow } from '../rules/notifications.rules.repository.ts'
import { callWebhooks } from '../webhooks/notifications.webhooks.calls.actions.ts'
import type { TextContext } from './notifications.raise.actions.ts'
import { eventName, wordingOf } from './notifications.wording.rules.ts'

const namespace = 'b7c2a1de-2f63-4f0c-8f6a-6d7a52a1c0b4'

/** A rule, or a step of its escalation, that calls its webhooks with an event. */
export interface WebhookMatch {
  /** The same source calls a webhook once. */
  source: string
  event: Event
  rule: RuleRow
  kind: Extract<NotificationKind, 'event' | 'escalation'>
}

/**
 * Calls the webhooks of rules: systems of the company get each event once for each rule and step, whatever comes again. Each
 * call is a notification that no person reads, so that the activity of its rule shows what became of it.
 */
export async function raiseWebhooks(
  tx: Transaction,
  matches: readonly WebhookMatch[],
  texts: TextContext,
): Promise<void> {
  const written: NewNotification[] = []
  const reach: NewReach[] = []
  for (const { source, event, rule, kind } of matches) {
    const { companyId, fleetId, vehicleId } = event
    const place = texts.placeOf(fleetId)
    const called = await callWebhooks(
      tx,
      { companyId, fleetId, webhookIds: rule.webhookIds },
      {
        type: kind === 'event' ? 'event.raised' : 'event.escalated',
        kind: 'notification',
        priority: isPressing(rule.priority) ? 1 : 3,
        data: {
          rule: rule.name,
          priority: rule.priority,
          name: eventName(event, 'en'),
          company: place?.companyName ?? null,
          fleet: place?.fleetName ?? null,
          event,
        },
      },
    )
    for (const [webhookId, { deliveryId, name }] of called) {
      const id = uuidOf(`${source} ${rule.id} ${webhookId}`, namespace)
      written.push({
        ...wordingOf(rule.templates, texts.wordedOf(event), 'es'),
        id,
        companyId,
        fleetId,
        vehicleId,
        userId: null,
        contactId: null,
        webhookId,
        recipient: name,
        ruleId: rule.id,
        ruleName: rule.name,
        kind,
        topic: topicOf(rule.defaultKey),
        priority: priorityOrder(rule.priority),
        type: rule.type,
        language: 'es',
        path: null,
        eventId: event.id,
        serviceId: null,
        coalesceKey: `webhook ${id}`,
        count: 1,
        audience: 'webhook',
        repeatMinutes: 0,
        isInApp: false,
      })
      reach.push({ notificationId: id, method: 'webhook', deliveryId, status: 'pending', detail: null })
    }
  }
  await writeNotifications(tx, written)
  await writeReach(tx, reach)
}
