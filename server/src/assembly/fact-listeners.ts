import { followPresentedCard } from '../drivers/index.ts'
import { mailRegistration, type UserRegistered } from '../identity/index.ts'
import type { FactListener } from '../platform/facts/delivery.ts'
import { followDrivers } from '../services/index.ts'
import type { CardPresented } from '../telemetry/index.ts'

/** The listeners of all facts, which run at least once after the commit. */
export const factListeners: readonly FactListener[] = [
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
]
