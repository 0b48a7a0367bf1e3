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
import { mismatchOf, zonesOf } from '../matching/notifications.match.rules.ts'
import { languageOf } from '../matching/notifications.people.repository.ts'
import { canReadZone, readZonesAt } from '../matching/notifications.zones.actions.ts'
import { methodsTo } from '../methods/notifications.methods.rules.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'
import { topicOf } from '../notifications.priorities.rules.ts'
import { readTextContext } from '../raising/notifications.raise.actions.ts'
import { wordingOf } from '../raising/notifications.wording.rules.ts'
import { isOfFleet } from '../webhooks/notifications.webhooks.calls.actions.ts'
import { findActive } from '../webhooks/notifications.webhooks.repository.ts'
import { readReach } from './notifications.preview.reach.ts'
import { requireDraft } from './notifications.rules.actions.ts'
import { findRules } from './notifications.rules.repository.ts'

/** Events that a preview looks at: the latest ones. */
const eventsAtMost = 5_000
const listed = 50
type Previewed = RulePreview['items'][number]

/**
 * Whom a rule would have reached in the last seven days, with the audience and the addresses of today; under the system role.
 * @throws Problem `company_denied`, `forbidden`, `template_invalid`, `fleet_denied`
 */
export async function previewRuleOf(
  tx: Transaction,
  actor: Actor,
  rule: ParsedOf<typeof previewNotificationRule>['body'],
  { configured }: Pick<PostContext, 'configured'>,
): Promise<RulePreview> {
  await requireDraft(tx, actor, rule)
  const since = new Date(tx.now.getTime() - previewDays * dayMs)
  const { companyId, fleetIds } = rule
  const ids = await findRecentEventIds(tx, { companyId, fleetIds, since, limit: eventsAtMost })
  const events = await findEventsById(tx, ids)
  const texts = await readTextContext(tx, events)
  const zonesAt = await readZonesAt(tx, [rule])
  const reasons = new Map<Mismatch, number>()
  const matched: Event[] = []
  for (const event of events) {
    const timeZone = texts.placeOf(event.fleetId)?.timeZone ?? 'UTC'
    const reason = mismatchOf(rule, { ...event, lastOccurredAt: event.occurredAt }, { timeZone, zonesAt })
    if (reason === null) matched.push(event)
    else reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  }
  const language = await languageOf(tx, actor.userId)
  const audiences = await readAudiences(tx, matched, [
    ...rule.audience,
    ...rule.escalation.flatMap(({ audience }) => audience),
  ])
  const callsWebhooks = [rule, ...rule.escalation].some(({ methods }) => methods.includes('webhook'))
  const first = firstOfTrouble(matched, rule.repeatMinutes)
  const webhooks = callsWebhooks ? await findActive(tx, companyId, rule.webhookIds) : []
  const callsAtOnce = rule.methods.includes('webhook')
  const calledFor = ({ fleetId }: Event) => webhooks.filter((webhook) => isOfFleet(webhook, fleetId))
  const reachedBy = (event: Event) =>
    audiences(event, rule.audience).filter((one) => methodsTo(one, rule.methods).length > 0)
  const shown = first.slice(0, listed)
  const steps = [{ audience: rule.audience, methods: rule.methods, afterSeconds: null }, ...rule.escalation]
  const userIds = shown.flatMap((event) =>
    steps.flatMap(({ audience }) => audiences(event, audience).flatMap(({ userId }) => userId ?? [])),
  )
  // A draft of a saved rule has its name.
  const saved = (await findRules(tx, companyId)).find(({ name }) => name === rule.name)
  const reach = await readReach(tx, {
    userIds: [...new Set(userIds)],
    configured,
    priority: rule.priority,
    topic: topicOf(saved?.defaultKey ?? null),
  })
  const recipientsOf = (event: Event): Previewed['recipients'] =>
    steps.flatMap(({ audience, methods, afterSeconds }) => {
      const people = audiences(event, audience).flatMap((one) => {
        const possible = methodsTo(one, methods)
        return possible.length === 0
          ? []
          : [{ name: one.name, audience: one.audience, afterSeconds, ...reach(one, possible) }]
      })
      const called = methods.includes('webhook') ? calledFor(event) : []
      const systems = called.map(({ name }) => ({
        name,
        audience: 'webhook',
        afterSeconds,
        methods: ['webhook' as const],
        unreached: [],
      }))
      return [...people, ...systems]
    })
  const items = shown.map((event) => {
    const { title, message } = wordingOf(rule.templates, texts.wordedOf(event), language)
    return {
      eventId: event.id,
      at: event.occurredAt,
      vehicleNumber: event.vehicleNumber,
      title,
      message,
      zones: zonesOf(rule.conditions.zoneIds, event, zonesAt)
        .filter((zone) => canReadZone(actor, zone))
        .map(({ name }) => name),
      recipients: recipientsOf(event),
    }
  })
  return {
    events: events.length,
    matched: matched.length,
    // Webhooks get also what comes again.
    notifications:
      first.reduce((sum, event) => sum + reachedBy(event).length, 0) +
      matched.reduce((sum, event) => sum + (callsAtOnce ? calledFor(event).length : 0), 0),
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
