import type { Event } from '@rumbo/contract/events.contract'
import { v7 as uuid } from 'uuid'
import { type Actor, reachesVehicle, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { mayWatch } from '../../platform/live/reach.ts'
import { problem } from '../../platform/problem.ts'
import { changeCauses, lockVehicle } from '../../vehicles/index.ts'
import { readEventOf } from '../events.actions.ts'
import { recordFindings } from '../events.findings.actions.ts'
import { findLastPlaces } from '../events.places.repository.ts'
import { classify, isAlarm } from '../events.rules.ts'
import { findOpenDeclaration, writeNote } from './events.emergency.repository.ts'

const kind = 'staff_emergency'

/**
 * Declares an emergency of a vehicle on behalf of a person. Runs under the system role, which alone raises events.
 * @throws Problem `vehicle_not_found`, `forbidden`
 */
export async function declareEmergencyOf(
  tx: Transaction,
  actor: Actor,
  vehicleId: string,
  note: string | null,
): Promise<Event> {
  const vehicle = await lockVehicle(tx, vehicleId)
  if (!vehicle) throw problem('vehicle_not_found')
  const { companyId, fleetId, vehicleNumber } = vehicle
  if (!mayWatch(actor, fleetId) || !reachesVehicle(actor, { fleetId, vehicleId }))
    throw problem('vehicle_not_found')
  requireCan(actor, 'events.handle', { companyId, fleetId })
  const causes = await recordFindings(tx, [
    {
      id: uuid(),
      companyId,
      fleetId,
      vehicleId,
      kind,
      ...classify(kind),
      source: 'system',
      isAlarm: isAlarm(kind),
      ruleId: null,
      title: null,
      fence: null,
      at: tx.now,
      place: (await findLastPlaces(tx, [vehicleId])).get(vehicleId) ?? null,
      isLate: false,
      detail: { declaredBy: actor.displayName },
    },
  ])
  await changeCauses(tx, causes)
  const id = await findOpenDeclaration(tx, vehicleId, kind)
  const { note: before } = await readEventOf(tx, id)
  // A second declaration adds to what the first one said.
  const all = note === null ? before : [before, note].filter(Boolean).join('\n')
  if (all !== null && all !== before) await writeNote(tx, id, all)
  tx.audit({
    action: 'event.emergency_declared',
    entity: 'event',
    entityId: id,
    entityName: vehicleNumber,
    companyId,
    fleetId,
    changes: all === before ? {} : { note: [before, all] },
  })
  return readEventOf(tx, id)
}
