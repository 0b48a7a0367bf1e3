import { translate } from '@rumbo/i18n'
import { findEventsById } from '../../events/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { readAudiences } from '../matching/notifications.audience.actions.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'
import { priorityOrder, topicOf } from '../notifications.priorities.rules.ts'
import { findRule } from '../rules/notifications.rules.repository.ts'
import { type Draft, raise, readTextContext, subjectOf } from './notifications.raise.actions.ts'
import { raiseWebhooks } from './notifications.webhooks.raise.actions.ts'
import { wordingOf } from './notifications.wording.rules.ts'

/**
 * Notifies those of one step of a rule's escalation. The caller has checked that nobody acknowledged the event.
 * @returns seconds after the event until the next step; null without one
 */
export async function raiseStep(
  tx: Transaction,
  { ruleId, eventId, step, startedAt }: { ruleId: string; eventId: string; step: number; startedAt: Date },
  context: PostContext,
): Promise<number | null> {
  const rule = await findRule(tx, ruleId)
  const [event] = await findEventsById(tx, [eventId])
  const taken = rule?.escalation[step]
  if (!rule?.isActive || !event || !taken) return null
  const texts = await readTextContext(tx, [event])
  // An escalation that begins again notifies anew.
  const source = `${ruleId} ${eventId} ${step} ${startedAt.getTime()}`
  const audiences = await readAudiences(tx, [event], taken.audience)
  const drafts = audiences(event, taken.audience).map((recipient): Draft => {
    const { title, message } = wordingOf(rule.templates, texts.wordedOf(event), recipient.language)
    return {
      source,
      subject: subjectOf(event, recipient, texts),
      recipient,
      kind: 'escalation',
      rule,
      topic: topicOf(rule.defaultKey),
      priority: priorityOrder(rule.priority),
      type: rule.type,
      methods: taken.methods,
      digest: null,
      ignoresQuietHours: rule.ignoresQuietHours,
      repeatMinutes: 0,
      title: translate(recipient.language, 'mails.notification.escalation', { title }),
      message,
      coalesceKey: `escalation ${source}`,
    }
  })
  await raise(tx, drafts, context)
  if (taken.methods.includes('webhook'))
    await raiseWebhooks(tx, [{ source, event, rule, kind: 'escalation' }], texts)
  return rule.escalation[step + 1]?.afterSeconds ?? null
}
