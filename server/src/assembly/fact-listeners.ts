import { followDriverOfService, openEmergency } from '../communication/index.ts'
import { followPresentedCard } from '../drivers/index.ts'
import { mailRegistration, type UserRegistered } from '../identity/index.ts'
import {
  driverFacts,
  messageFacts,
  notifyDrivers,
  notifyingFacts,
  notifyOfFacts,
  notifyOfMessages,
  type PostContext,
} from '../notifications/index.ts'
import type { FactListener } from '../platform/facts/delivery.ts'
import { followDrivers } from '../services/index.ts'
import type { CardPresented } from '../telemetry/index.ts'

/**
 * The listeners of all facts, which run at least once after the commit.
 * @param context by which methods people can be notified
 */
export const factListenersOf = (context: PostContext): readonly FactListener[] => [
  {
    name: 'identity.tell-of-registration',
    kinds: ['user.registered'],
    handle: ({ payload }, tx) => mailRegistration(tx, (payload as UserRegistered['payload']).userId),
  },
  {
    name: 'drivers.follow-cards',
    kinds: ['vehicle.card_presented'],
    handle: ({ payload }, tx) =>
      followPresentedCard(tx, { driversChanged: followDrivers }, payload as CardPresented['payload']),
  },
  {
    name: 'notifications.notify',
    kinds: notifyingFacts,
    handle: (fact, tx) => notifyOfFacts(tx, [fact], context),
    handleMany: (facts, tx) => notifyOfFacts(tx, facts, context),
  },
  {
    name: 'notifications.notify-drivers',
    kinds: driverFacts,
    handle: (fact, tx) => notifyDrivers(tx, [fact], context),
    handleMany: (facts, tx) => notifyDrivers(tx, facts, context),
  },
  {
    name: 'communication.open-emergency',
    kinds: ['event.raised'],
    handle: (fact, tx) => openEmergency(tx, fact),
  },
  {
    name: 'communication.follow-drivers',
    kinds: ['service.changed_for_driver'],
    handle: (fact, tx) => followDriverOfService(tx, fact),
  },
  {
    name: 'notifications.notify-of-messages',
    kinds: messageFacts,
    handle: (fact, tx) => notifyOfMessages(tx, [fact], context),
    handleMany: (facts, tx) => notifyOfMessages(tx, facts, context),
  },
]
