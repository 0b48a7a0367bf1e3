import type { Event } from '@rumbo/contract/events.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { setCause } from '../vehicles/index.ts'
import { readEventOf } from './events.actions.ts'
import { writeHandling } from './events.handling.repository.ts'
import { insertEvents, type NewEvent } from './events.repository.ts'
import { causeOf, classify, isAlarm } from './events.rules.ts'

/**
 * Creates an event of a vehicle, for tests and the demo; an active one also sets the vehicle's status.
 * @param given `kind` defaults to sos, `at` to now
 */
export async function buildEvent(
  tx: Transaction,
  given: Pick<NewEvent, 'companyId' | 'fleetId' | 'vehicleId'> & Partial<NewEvent> & { at?: Date },
): Promise<Event> {
  const { at = tx.now, ...fields } = given
  const kind = given.kind === undefined ? 'sos' : given.kind
  const classified = classify(kind ?? 'other')
  const event: NewEvent = {
    id: uuid(),
    ...classified,
    source: kind === 'device_claimed' ? 'system' : 'device',
    isAlarm: given.severity ? given.severity !== 'info' : isAlarm(kind ?? 'other'),
    occurredAt: at,
    lastOccurredAt: at,
    occurrences: 1,
    latitude: 19.4326,
    longitude: -99.1332,
    speedKmh: 42,
    heading: 90,
    isLate: false,
    ...fields,
    kind,
  }
  const { status = 'active' } = event
  await insertEvents(tx, [event])
  if (status !== 'active') await writeHandling(tx, [event.id], status, null)
  if (event.isAlarm && status === 'active')
    await setCause(tx, event.vehicleId, causeOf(event.severity), event.id)
  return readEventOf(tx, event.id)
}
