import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Event } from '@rumbo/contract/events.contract'
import {
  type Mismatch,
  mismatches,
  previewDays,
  type previewNotificationRule,
  type RulePreview,
} from '@rumbo/contract/notifications.rules.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import { findEventsById, findRecentEventIds } from '../../events/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { readAudiences } from '../matching/notifications.audience.actions.ts'
import { mismatchOf } from '../matching/notifications.match.rules.ts'
import { languageOf } from '../matching/notifications.people.repository.ts'
import { readTextContext } from '../raising/notifications.raise.actions.ts'
import { wordingOf } from '../raising/notifications.wording.rules.ts'
import { requireDraft } from './notifications.rules.actions.ts'

/** Events that a preview looks at: the latest ones. */
const eventsAtMost = 5_000
const listed = 50

/**
 * Whom a rule would have reached in the last seven days, with the audience of today; under the system role.
 * @throws Problem `company_denied`, `forbidden`, `template_invalid`, `fleet_denied`
 */
export async function previewRuleOf(
  tx: Transaction,
  actor: Actor,
  rule: ParsedOf<typeof previewNotificationRule>['body'],
): Promise<RulePreview> {
  await requireDraft(tx, actor, rule)
  const since = new Date(tx.now.getTime() - previewDays * dayMs)
  const { companyId, fleetIds } = rule
  const ids = await findRecentEventIds(tx, { companyId, fleetIds, since, limit: eventsAtMost })
  const events = await findEventsById(tx, ids)
  const texts = await readTextContext(tx, events)
  const reasons = new Map<Mismatch, number>()
  const matched: Event[] = []
  for (const event of events) {
    const timeZone = texts.placeOf(event.fleetId)?.timeZone ?? 'UTC'
    const reason = mismatchOf(rule, { ...event, lastOccurredAt: event.occurredAt }, timeZone)
    if (reason === null) matched.push(event)
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const language = await languageOf(tx, actor.userId)
  const audiences = await readAudiences(tx, matched, rule.audience)
  const first = firstOfTrouble(matched, rule.repeatMinutes)
  const items = first.slice(0, listed).map((event) => {
    const { title, message } = wordingOf(rule.templates, texts.wordedOf(event), language)
    return {
      eventId: event.id,
      at: event.occurredAt,
      vehicleNumber: event.vehicleNumber,
      title,
      message,
      recipients: audiences(event, rule.audience).map(({ name, audience, userId, contact }) => ({
        name,
        audience,
        methods: rule.methods.filter((method) =>
          userId === null
            ? (method === 'email' && !!contact?.email) || method === 'sms'
            : method !== 'webhook',
        ),
      })),
    }
  })
  return {
    events: events.length,
    matched: matched.length,
    notifications: first.reduce((sum, event) => sum + audiences(event, rule.audience).length, 0),
    unmatched: mismatches.flatMap((reason) => {
      const count = reasons.get(reason)
      return count === undefined ? [] : [{ reason, events: count }]
    }),
    items,
    isCut: first.length > listed || ids.length >= eventsAtMost,
  }
}

/** Without those that would have been counted on one before them, the latest first. */
function firstOfTrouble(events: readonly Event[], repeatMinutes: number): Event[] {
  const lastAt = new Map<string, number>()
  return events
    .toSorted((a, b) => a.occurredAt.localeCompare(b.occurredAt))
    .filter(({ vehicleId, type, kind, ruleId, fenceId, occurredAt }) => {
      const key = [vehicleId, type, kind, ruleId, fenceId].join(' ')
      const at = Date.parse(occurredAt)
      const before = lastAt.get(key)
      lastAt.set(key, at)
      return before === undefined || at - before > repeatMinutes * minuteMs
    })
    .toReversed()
}
