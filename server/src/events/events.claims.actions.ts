import type { Transaction } from '../platform/database/transaction.ts'
import type { NewClaim } from '../telemetry/index.ts'
import { lockVehicles } from '../vehicles/index.ts'
import { insertEvents, type NewEvent } from './events.repository.ts'
import { classify, isAlarm } from './events.rules.ts'

/** Records claims of two connections on the devices of these vehicles: one event per claim, with the claim's id. */
export async function recordClaims(tx: Transaction, claims: readonly NewClaim[]): Promise<void> {
  const locked = await lockVehicles(tx, [...new Set(claims.map((claim) => claim.vehicleId))])
  const placeOf = new Map(locked.map((vehicle) => [vehicle.id, vehicle]))
  const kind = 'device_claimed'
  const { type, category, severity } = classify(kind)
  const events = claims.flatMap(({ id, vehicleId, since }): NewEvent[] => {
    const vehicle = placeOf.get(vehicleId)
    if (!vehicle) return []
    return [
      {
        id,
        vehicleId,
        companyId: vehicle.company_id,
        fleetId: vehicle.fleet_id,
        type,
        category,
        severity,
        kind,
        source: 'system',
        isAlarm: isAlarm(kind),
        occurredAt: since,
        lastOccurredAt: since,
        occurrences: 1,
        isLate: false,
        // It is unknown which connection reports the vehicle's real position.
        latitude: null,
        longitude: null,
        speedKmh: null,
        heading: null,
      },
    ]
  })
  await insertEvents(tx, events)
  for (const { id, vehicleId, companyId, fleetId } of events) {
    tx.stale({ domain: 'events', id, companyId, fleetId, vehicleId })
    // Open dialogs must reload the available commands.
    tx.stale({ domain: 'commands', companyId, fleetId })
  }
}
