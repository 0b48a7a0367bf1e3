import type { NotificationPriority } from '@rumbo/contract/notifications.contract'
import { translate } from '@rumbo/i18n'
import type { OfferMade } from '../../dispatch/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { DeliveredFact } from '../../platform/facts/pending.ts'
import type { DriverConcern, ServiceChangedForDriver } from '../../services/index.ts'
import { findUsersOfContacts, type Person } from '../matching/notifications.people.repository.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'
import { priorityOrder } from '../notifications.priorities.rules.ts'
import { type Draft, raise } from './notifications.raise.actions.ts'

type Known = ServiceChangedForDriver | OfferMade
type FactOf<Kind extends Known['kind']> = DeliveredFact & {
  payload: Extract<Known, { kind: Kind }>['payload']
}
const ofKind = <Kind extends Known['kind']>(facts: readonly DeliveredFact[], kind: Kind) =>
  facts.filter((fact): fact is FactOf<Kind> => fact.kind === kind)

/** The kinds of facts that drivers are notified of. */
export const driverFacts = [
  'service.changed_for_driver',
  'offer.made',
] as const satisfies readonly Known['kind'][]

const looks = {
  assigned: { kind: 'service_assigned', priority: 'high' },
  changed: { kind: 'service_changed', priority: 'high' },
  cancelled: { kind: 'service_cancelled', priority: 'urgent' },
  taken: { kind: 'service_cancelled', priority: 'high' },
} as const satisfies Record<DriverConcern, { kind: Draft['kind']; priority: NotificationPriority }>

/** The page of drivers. */
const path = '/driver'

/**
 * Notifies drivers of offers and of changes of their services that they did not make themselves. An offer is of no use once
 * it has ended, so its push message is given up then.
 */
export async function notifyDrivers(
  tx: Transaction,
  facts: readonly DeliveredFact[],
  context: PostContext,
): Promise<void> {
  const changes = ofKind(facts, 'service.changed_for_driver')
  const offers = ofKind(facts, 'offer.made').filter(({ payload }) => new Date(payload.expiresAt) > tx.now)
  const contactIds = [...changes, ...offers].map(({ payload }) => payload.driverId)
  const users = new Map((await findUsersOfContacts(tx, contactIds)).map((user) => [user.contactId, user]))
  const draft = (
    fact: DeliveredFact & { payload: { driverId: string; serviceId: string; vehicleId: string | null } },
    look: { kind: Draft['kind']; priority: NotificationPriority; type: Draft['type'] },
    words: (user: Person) => Pick<Draft, 'title' | 'message'>,
    more: { offerId?: string; expiresAt?: Date } = {},
  ): Draft[] => {
    const { driverId, serviceId, vehicleId } = fact.payload
    const user = users.get(driverId)
    const { companyId, fleetId } = fact
    if (!user || companyId === null || fleetId === null || user.userId === fact.actorId) return []
    return [
      {
        source: fact.id,
        subject: { companyId, fleetId, vehicleId, eventId: null, serviceId, path, ...more },
        recipient: {
          userId: user.userId,
          contact: null,
          name: user.name,
          language: user.language,
          audience: 'driver',
        },
        kind: look.kind,
        rule: null,
        topic: 'services',
        priority: priorityOrder(look.priority),
        type: look.type,
        methods: ['in_app', 'push'],
        digest: null,
        // Those who drive at night are at work.
        ignoresQuietHours: true,
        repeatMinutes: 0,
        coalesceKey: `${look.kind} ${fact.id}`,
        ...words(user),
      },
    ]
  }
  const drafts = [
    ...changes.flatMap((fact) => {
      const { concern, serviceNumber: number, address } = fact.payload
      const look = {
        ...looks[concern],
        type: concern === 'assigned' ? ('info' as const) : ('warning' as const),
      }
      return draft(fact, look, ({ language }) => ({
        title: translate(language, `mails.notification.service.${concern}`, { number }),
        message: address ?? '',
      }))
    }),
    ...offers.flatMap((fact) => {
      const { offerId, expiresAt, serviceNumber: number, address } = fact.payload
      const look = { kind: 'service_offered', priority: 'urgent', type: 'info' } as const
      const words = ({ language }: Person) => ({
        title: translate(language, 'mails.notification.offer', { number }),
        message: address ?? '',
      })
      return draft(fact, look, words, { offerId, expiresAt: new Date(expiresAt) })
    }),
  ]
  await raise(tx, drafts, context)
}
