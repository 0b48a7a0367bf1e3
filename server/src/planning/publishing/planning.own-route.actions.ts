import type { OutputOf } from '@rumbo/contract/endpoint'
import type { readOwnRoute } from '@rumbo/contract/planning.publish.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findOwnStops } from './planning.own-route.repository.ts'

/** The published stops of the vehicles of the caller's own shifts. */
export const readOwnRouteOf = async (
  tx: Transaction,
  actor: Actor,
): Promise<OutputOf<typeof readOwnRoute>> => ({
  items: await findOwnStops(tx, actor.contacts, actor.fleets.read),
})
