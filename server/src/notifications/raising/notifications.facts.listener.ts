import type { Event } from '@rumbo/contract/events.contract'
import { translate } from '@rumbo/i18n'
import {
  type EventAssigned,
  type EventCommented,
  type EventHandled,
  type EventRaised,
  type EventRecurred,
  findEventsById,
} from '../../events/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { DeliveredFact } from '../../platform/facts/pending.ts'
import { type Audiences, type Recipient, readAudiences } from '../matching/notifications.audience.actions.ts'
import { mismatchOf } from '../matching/notifications.match.rules.ts'
import { readZonesAt } from '../matching/notifications.zones.actions.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'
import { priorityOrder, topicOf } from '../notifications.priorities.rules.ts'
import { markAttended, writeOccurrences } from '../notifications.repository.ts'
import { ensureDefaults } from '../rules/notifications.rules.actions.ts'
import { findActiveRules, markRaised, type RuleRow } from '../rules/notifications.rules.repository.ts'
import {
  beginEscalations,
  type Draft,
  raise,
  readTextContext,
  recipientsAtMost,
  subjectOf,
  type TextContext,
} from './notifications.raise.actions.ts'
import { raiseWebhooks } from './notifications.webhooks.raise.actions.ts'
import { wordingOf } from './notifications.wording.rules.ts'

type Known = EventRaised | EventRecurred | EventAssigned | EventCommented | EventHandled
type FactOf<Kind extends Known['kind']> = DeliveredFact & {
  payload: Extract<Known, { kind: Kind }>['payload']
}
const ofKind = <Kind extends Known['kind']>(facts: readonly DeliveredFact[], kind: Kind) =>
  facts.filter((fact): fact is FactOf<Kind> => fact.kind === kind)

/** The kinds of facts that people are notified of. */
export const notifyingFacts = [
  'event.raised',
  'event.recurred',
  'event.assigned',
  'event.commented',
  'event.handled',
] as const satisfies readonly Known['kind'][]

interface Match {
  source: string
  event: Event
  rule: RuleRow
}
/** What makes two events the same trouble to their recipients. */
const troubleOf = ({ fleetId, vehicleId, type, kind, ruleId, fenceId, troubleCode }: Event) =>
  [fleetId, vehicleId, type, kind, ruleId, fenceId, troubleCode].join(' ')

/** Notifies people of what facts say, in the transaction that records their delivery. */
export async function notifyOfFacts(
  tx: Transaction,
  facts: readonly DeliveredFact[],
  context: PostContext,
): Promise<void> {
  await raiseOf(tx, facts, context)
  // After what the same facts raise: an event may be attended to before anybody is notified of it.
  const handled = new Map(ofKind(facts, 'event.handled').map(({ payload }) => [payload.eventId, payload]))
  if (handled.size === 0) return
  const changed = await markAttended(tx, [...handled.values()])
  for (const userId of new Set(changed.map((one) => one.userId)))
    tx.stale({ domain: 'notifications', userId })
}

async function raiseOf(
  tx: Transaction,
  facts: readonly DeliveredFact[],
  context: PostContext,
): Promise<void> {
  const recurred = ofKind(facts, 'event.recurred').map(({ payload }) => payload)
  for (const { userId } of await writeOccurrences(tx, latestCounts(recurred)))
    tx.stale({ domain: 'notifications', userId })
  const others = facts.filter(({ kind }) => kind !== 'event.recurred' && kind !== 'event.handled')
  const ids = [...new Set(others.map(({ payload }) => (payload as { eventId: string }).eventId))]
  const events = new Map((await findEventsById(tx, ids)).map((event) => [event.id, event]))
  if (events.size === 0) return
  const texts = await readTextContext(tx, [...events.values()])
  const matches = await matchRules(tx, ofKind(facts, 'event.raised'), events, texts)
  const named = [
    ...ofKind(facts, 'event.assigned').map(({ payload }) => payload.assigneeId),
    ...ofKind(facts, 'event.commented').flatMap(({ payload }) => payload.mentions),
  ]
  const audiences = await readAudiences(
    tx,
    [...events.values()],
    [
      ...matches.flatMap(({ rule }) => rule.audience),
      ...(named.length > 0 ? [{ kind: 'users' as const, ids: named }] : []),
    ],
  )
  const drafts = [...draftsOf(matches, audiences, texts), ...directDrafts(facts, events, audiences, texts)]
  await raise(tx, drafts, context)
  await beginEscalations(tx, matches)
  const calling = matches.filter(({ rule }) => rule.methods.includes('webhook'))
  await raiseWebhooks(
    tx,
    calling.map((match) => ({ ...match, kind: 'event' })),
    texts,
  )
  if (matches.length > 0) await markRaised(tx, [...new Set(matches.map(({ rule }) => rule.id))])
}

function latestCounts(recurred: readonly EventRecurred['payload'][]) {
  const counts = new Map<string, number>()
  for (const { eventId, occurrences } of recurred)
    counts.set(eventId, Math.max(occurrences, counts.get(eventId) ?? 0))
  return [...counts].map(([eventId, occurrences]) => ({ eventId, occurrences }))
}

async function matchRules(
  tx: Transaction,
  facts: readonly FactOf<'event.raised'>[],
  events: ReadonlyMap<string, Event>,
  texts: TextContext,
): Promise<Match[]> {
  if (facts.length === 0) return []
  const companyIds = [...new Set([...events.values()].map(({ companyId }) => companyId))]
  await ensureDefaults(tx, companyIds)
  const rules = await findActiveRules(tx, companyIds)
  const zonesAt = await readZonesAt(tx, rules)
  // An event that became more severe meanwhile is one trouble, as it is now.
  const latest = [...new Map(facts.map((fact) => [fact.payload.eventId, fact])).values()]
  return latest.flatMap(({ id, payload }) => {
    const event = events.get(payload.eventId)
    if (!event) return []
    const timeZone = texts.placeOf(event.fleetId)?.timeZone ?? 'UTC'
    const seen = { timeZone, zonesAt }
    return rules
      .filter((rule) => rule.companyId === event.companyId && mismatchOf(rule, event, seen) === null)
      .map((rule) => ({ source: id, event, rule }))
  })
}

/** One draft for each recipient of an event: by the most important of the rules that reach them, by the methods of all. */
function draftsOf(matches: readonly Match[], audiences: Audiences, texts: TextContext): Draft[] {
  const drafts = new Map<string, Draft>()
  const perEvent = new Map<string, number>()
  const byImportance = matches.toSorted(
    (a, b) => priorityOrder(b.rule.priority) - priorityOrder(a.rule.priority),
  )
  for (const { source, event, rule } of byImportance)
    for (const recipient of audiences(event, rule.audience)) {
      const key = `${source} ${recipient.userId ?? recipient.contact?.contactId}`
      const before = drafts.get(key)
      if (before) {
        drafts.set(key, {
          ...before,
          methods: [...new Set([...before.methods, ...rule.methods])],
          digest: before.digest === null || rule.digest === null ? null : before.digest,
          ignoresQuietHours: before.ignoresQuietHours || rule.ignoresQuietHours,
        })
        continue
      }
      const reached = (perEvent.get(source) ?? 0) + 1
      if (reached > recipientsAtMost) continue
      perEvent.set(source, reached)
      drafts.set(key, {
        source,
        subject: subjectOf(event, recipient, texts),
        recipient,
        kind: 'event',
        rule,
        topic: topicOf(rule.defaultKey),
        priority: priorityOrder(rule.priority),
        type: rule.type,
        methods: rule.methods,
        digest: rule.digest,
        ignoresQuietHours: rule.ignoresQuietHours,
        repeatMinutes: rule.repeatMinutes,
        ...wordingOf(rule.templates, texts.wordedOf(event), recipient.language),
        coalesceKey: `${rule.id} ${troubleOf(event)}`,
      })
    }
  return [...drafts.values()]
}

/** To those whom people named: assigned to an event, or mentioned in a comment; never to who did it. */
function directDrafts(
  facts: readonly DeliveredFact[],
  events: ReadonlyMap<string, Event>,
  audiences: Audiences,
  texts: TextContext,
): Draft[] {
  const draft = (
    fact: DeliveredFact,
    eventId: string,
    userIds: readonly string[],
    words: { kind: 'event_assigned' | 'mentioned'; topic: Draft['topic']; title(to: Recipient): string },
  ): Draft[] => {
    const event = events.get(eventId)
    const ids = userIds.filter((id) => id !== fact.actorId)
    if (!event || ids.length === 0) return []
    const worded = texts.wordedOf(event)
    const none = { title: '', message: '' }
    return audiences(event, [{ kind: 'users', ids }]).map((recipient) => {
      const { title, message } = wordingOf({ es: none, en: none }, worded, recipient.language)
      return {
        source: fact.id,
        subject: subjectOf(event, recipient, texts),
        recipient,
        kind: words.kind,
        rule: null,
        topic: words.topic,
        priority: priorityOrder('high'),
        type: 'info',
        methods: ['in_app', 'push'],
        digest: null,
        ignoresQuietHours: false,
        repeatMinutes: 0,
        title: words.title(recipient),
        message: `${title}\n${message}`,
        coalesceKey: `${words.kind} ${fact.id}`,
      }
    })
  }
  return [
    ...ofKind(facts, 'event.assigned').flatMap((fact) =>
      draft(fact, fact.payload.eventId, [fact.payload.assigneeId], {
        kind: 'event_assigned',
        topic: 'assigned',
        title: ({ language }) => translate(language, 'mails.notification.assigned'),
      }),
    ),
    ...ofKind(facts, 'event.commented').flatMap((fact) =>
      draft(fact, fact.payload.eventId, fact.payload.mentions, {
        kind: 'mentioned',
        topic: 'mentions',
        title: ({ language }) =>
          translate(language, 'mails.notification.mentioned', { name: fact.payload.author }),
      }),
    ),
  ]
}
