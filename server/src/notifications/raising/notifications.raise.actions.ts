import type { Event } from '@rumbo/contract/events.contract'
import { isLocked } from '@rumbo/contract/features'
import type { NotificationKind, NotificationMethod } from '@rumbo/contract/notifications.contract'
import type { NotificationTopic } from '@rumbo/contract/notifications.preferences.contract'
import { secondMs } from '@rumbo/contract/time-units'
import { v5 as uuidOf } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Recipient } from '../matching/notifications.audience.actions.ts'
import {
  findDriverNames,
  findPlaceNames,
  type PlaceNames,
} from '../matching/notifications.people.repository.ts'
import { methodsTo } from '../methods/notifications.methods.rules.ts'
import { type PostContext, postMethods, type ToPost } from '../methods/notifications.post.actions.ts'
import { priorityOf } from '../notifications.priorities.rules.ts'
import {
  type NewNotification,
  startEscalations,
  writeInApp,
  writeNotifications,
} from '../notifications.repository.ts'
import { ruleNameOf } from '../rules/notifications.defaults.ts'
import type { RuleRow } from '../rules/notifications.rules.repository.ts'
import type { Worded } from './notifications.wording.rules.ts'

const namespace = '0d8c2a53-0d0c-4a8e-9a8e-5f3b7b1f6a20'
/** A fact reaches at most so many people. */
export const recipientsAtMost = 500

/** What a notification is about, as its recipient sees it. */
export interface Subject {
  companyId: string
  /** Null: of a private conversation. */
  fleetId: string | null
  vehicleId: string | null
  eventId: string | null
  serviceId: string | null
  /** The page it opens; null for contacts. */
  path: string | null
  /** With buttons to accept and reject it. */
  offerId?: string
  /** When it is of no use any more. */
  expiresAt?: Date
}

/** One notification to one recipient, before it is written. */
export interface Draft {
  /** What it is computed from: the same source notifies a recipient once. */
  source: string
  subject: Subject
  recipient: Recipient
  kind: NotificationKind
  rule: Pick<RuleRow, 'id' | 'name' | 'defaultKey'> | null
  topic: NotificationTopic
  /** By `priorityOrder`. */
  priority: number
  type: ToPost['type']
  methods: readonly NotificationMethod[]
  digest: ToPost['digest']
  ignoresQuietHours: boolean
  repeatMinutes: number
  title: string
  message: string
  coalesceKey: string
}

export interface TextContext {
  placeOf(this: void, fleetId: string): PlaceNames | undefined
  wordedOf(this: void, event: Event): Worded
}

/** Names for the texts of these events. */
export async function readTextContext(tx: Transaction, events: readonly Event[]): Promise<TextContext> {
  const places = await findPlaceNames(tx, [...new Set(events.map(({ fleetId }) => fleetId))])
  const drivers = await findDriverNames(tx, [...new Set(events.map(({ vehicleId }) => vehicleId))])
  const placeOf = (fleetId: string) => places.find((one) => one.fleetId === fleetId)
  return {
    placeOf,
    wordedOf(event) {
      const place = placeOf(event.fleetId)
      return {
        event,
        fleet: place?.fleetName ?? '',
        company: place?.companyName ?? '',
        timeZone: place?.timeZone ?? 'UTC',
        driver: drivers.find(({ vehicleId }) => vehicleId === event.vehicleId)?.name ?? null,
      }
    },
  }
}

/** The page of an event: guests, and companies without events, open its vehicle. */
function pathOf(event: Event, recipient: Recipient, place: PlaceNames | undefined): string | null {
  if (recipient.userId === null) return null
  const isWithoutEvents = place !== undefined && isLocked('events', place.tier)
  return recipient.audience === 'guests' || isWithoutEvents
    ? `/vehicle-details/${event.vehicleId}`
    : `/event-list?event=${event.id}`
}

/** An event as the subject of a notification to this recipient. */
export function subjectOf(event: Event, recipient: Recipient, texts: TextContext): Subject {
  const { id: eventId, companyId, fleetId, vehicleId } = event
  const path = pathOf(event, recipient, texts.placeOf(fleetId))
  return { companyId, fleetId, vehicleId, eventId, serviceId: null, path }
}

const keyOf = ({ userId, contact }: Recipient) => userId ?? contact?.contactId ?? ''

/** Drafts to the same recipient about the same trouble as one, with the latest words. */
function joinDrafts(drafts: readonly Draft[]): (Draft & { count: number })[] {
  const joined = new Map<string, Draft & { count: number }>()
  for (const draft of drafts) {
    const key = `${keyOf(draft.recipient)} ${draft.coalesceKey}`
    const before = joined.get(key)
    if (!before) joined.set(key, { ...draft, count: 1 })
    else if (before.source === draft.source) continue
    else
      joined.set(key, {
        ...before,
        count: before.count + 1,
        subject: draft.subject,
        title: draft.title,
        message: draft.message,
        priority: Math.max(before.priority, draft.priority),
        methods: [...new Set([...before.methods, ...draft.methods])],
        ignoresQuietHours: before.ignoresQuietHours || draft.ignoresQuietHours,
      })
  }
  return [...joined.values()]
}

/**
 * Writes notifications and sends them: in the app at once, by other methods as rules, preferences and quiet hours have it. Whom
 * none of the methods can reach is left out.
 * One that is counted on an unread one is not sent again, unless it is more important.
 */
export async function raise(tx: Transaction, drafts: readonly Draft[], context: PostContext): Promise<void> {
  const joined = joinDrafts(
    drafts.filter(({ recipient, methods }) => methodsTo(recipient, methods).length > 0),
  )
  if (joined.length === 0) return
  const written = joined.map((draft): NewNotification => {
    const { subject, recipient, rule, ...rest } = draft
    return {
      kind: rest.kind,
      topic: rest.topic,
      priority: rest.priority,
      type: rest.type,
      title: rest.title,
      message: rest.message,
      count: rest.count,
      repeatMinutes: rest.repeatMinutes,
      coalesceKey: rest.coalesceKey,
      id: uuidOf(`${draft.source} ${keyOf(recipient)}`, namespace),
      companyId: subject.companyId,
      fleetId: subject.fleetId,
      vehicleId: subject.vehicleId,
      userId: recipient.userId,
      contactId: recipient.contact?.contactId ?? null,
      webhookId: null,
      recipient: recipient.name,
      ruleId: rule?.id ?? null,
      ruleName: rule && ruleNameOf(rule, recipient.language),
      language: recipient.language,
      path: subject.path,
      eventId: subject.eventId,
      serviceId: subject.serviceId,
      audience: recipient.audience,
      isInApp: recipient.userId !== null && draft.methods.includes('in_app'),
    }
  })
  const outcomes = new Map((await writeNotifications(tx, written)).map((one) => [one.id, one]))
  const inApp: string[] = []
  const toPost: ToPost[] = []
  for (const [at, one] of written.entries()) {
    const outcome = outcomes.get(one.id)
    const draft = joined[at]
    if (!outcome || !draft) continue
    const { notificationId, isNew, isRisen } = outcome
    const isWritten = isNew || notificationId !== one.id
    if (isWritten && one.isInApp && one.userId !== null) {
      tx.stale({ domain: 'notifications', id: notificationId, userId: one.userId })
      inApp.push(notificationId)
    }
    if (!isNew && !isRisen) continue
    const methods = methodsTo(draft.recipient, draft.methods).filter((method) => method !== 'in_app')
    if (methods.length === 0) continue
    toPost.push({
      notificationId,
      methods,
      companyId: one.companyId,
      fleetId: one.fleetId,
      userId: one.userId,
      contact: draft.recipient.contact,
      digest: draft.digest,
      ignoresQuietHours: draft.ignoresQuietHours,
      priority: priorityOf(one.priority),
      type: one.type,
      topic: one.topic,
      kind: one.kind,
      title: one.title,
      message: one.message,
      language: one.language,
      path: one.path,
      eventId: one.eventId,
      offerId: draft.subject.offerId,
      expiresAt: draft.subject.expiresAt,
    })
  }
  await writeInApp(tx, inApp)
  await postMethods(tx, toPost, context)
}

/** The first step of each rule that escalates. */
export const beginEscalations = (
  tx: Transaction,
  matches: readonly { rule: Pick<RuleRow, 'id' | 'escalation'>; event: Event }[],
): Promise<void> =>
  startEscalations(
    tx,
    matches.flatMap(({ rule, event }) => {
      const [first] = rule.escalation
      if (!first || event.status !== 'active') return []
      const dueAt = new Date(tx.now.getTime() + first.afterSeconds * secondMs)
      return [{ ruleId: rule.id, eventId: event.id, companyId: event.companyId, dueAt }]
    }),
  )
