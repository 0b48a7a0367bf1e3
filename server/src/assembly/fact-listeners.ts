import type { FactListener } from '../platform/facts/delivery.ts'

/** Who hears of what, after the commit and at least once. Notifications and events join with their own issues. */
export const factListeners: readonly FactListener[] = []
