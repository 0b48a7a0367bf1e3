import { can } from '@rumbo/contract/access'
import type { Event } from '@rumbo/contract/events.contract'
import { findEventsById } from '../../events/index.ts'
import { type Actor, reachesVehicle } from '../../platform/access/access.ts'
import { hasFeatures } from '../../platform/access/features.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Whether the person may acknowledge this event, which is active. */
export function mayAcknowledge(actor: Actor, event: Event): boolean {
  const { status, companyId, fleetId, vehicleId } = event
  const target = { companyId, fleetId, vehicleId }
  return (
    status === 'active' &&
    can(actor, 'events.handle', target) &&
    hasFeatures(actor, 'events.handle', target) &&
    reachesVehicle(actor, target)
  )
}

/** The same of an event by its id; under the system role. */
export async function mayAcknowledgeById(tx: Transaction, actor: Actor, eventId: string): Promise<boolean> {
  const [event] = await findEventsById(tx, [eventId])
  return event !== undefined && mayAcknowledge(actor, event)
}
