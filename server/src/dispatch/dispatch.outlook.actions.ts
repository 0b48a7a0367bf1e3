import { outlookQuarterMinutes, outlookQuarters, type readOutlook } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Transaction } from '../platform/database/transaction.ts'
import { countBooked } from '../services/index.ts'
import { countByHours } from '../vehicles/index.ts'
import { outlookFrom, quarterOf } from './dispatch.outlook.rules.ts'

/** The outlook of fleets for the next two hours; only zeros for fleets outside the caller's scopes. */
export async function outlookOf(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<OutputOf<typeof readOutlook>> {
  const from = quarterOf(tx.now)
  const spanSeconds = outlookQuarterMinutes * 60
  const to = new Date(from.getTime() + outlookQuarters * spanSeconds * 1000)
  const spans = await countBooked(tx, fleetIds, { from, to, spanSeconds })
  const shares = await countByHours(tx, fleetIds)
  const booked = new Map(spans.map((span) => [span.span, span.booked]))
  const overdue = spans.find(({ span }) => span === -1)?.withoutVehicle ?? 0
  // What should have left earlier still needs a vehicle now.
  booked.set(0, (booked.get(0) ?? 0) + overdue)
  return {
    quarters: outlookFrom(from, booked, shares),
    waiting: spans.reduce((sum, span) => sum + span.waiting, 0),
  }
}
