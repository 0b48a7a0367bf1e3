import { mailRegistration, type UserRegistered } from '../identity/index.ts'
import type { FactListener } from '../platform/facts/delivery.ts'

/** The listeners of all facts, which run at least once after the commit. */
export const factListeners: readonly FactListener[] = [
  {
    name: 'identity.tell-of-registration',
    kinds: ['user.registered'],
    handle: ({ payload }, tx) => mailRegistration(tx, (payload as UserRegistered['payload']).userId),
  },
]
