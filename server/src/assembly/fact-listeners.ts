import { mailRegistration, type UserRegistered } from '../identity/index.ts'
import type { FactListener } from '../platform/facts/delivery.ts'

/** Who hears of what, after the commit and at least once. Notifications and events join with their own issues. */
export const factListeners: readonly FactListener[] = [
  {
    name: 'identity.tell-of-registration',
    kinds: ['user.registered'],
    handle: ({ payload }, tx) => mailRegistration(tx, (payload as UserRegistered['payload']).userId),
  },
]
