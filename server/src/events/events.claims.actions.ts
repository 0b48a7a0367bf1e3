import type { Transaction } from '../platform/database/transaction.ts'
import type { NewClaim } from '../telemetry/index.ts'
import { lockVehicles } from '../vehicles/index.ts'
import { recordFindings } from './events.findings.actions.ts'
import type { Finding } from './events.findings.rules.ts'
import { classify, isAlarm } from './events.rules.ts'

/** Records claims of two connections on the devices of these vehicles; an event that a claim opens has its id. */
export async function recordClaims(tx: Transaction, claims: readonly NewClaim[]): Promise<void> {
  const locked = await lockVehicles(tx, [...new Set(claims.map((claim) => claim.vehicleId))])
  const vehicles = new Map(locked.map((vehicle) => [vehicle.id, vehicle]))
  const kind = 'device_claimed'
  await recordFindings(
    tx,
    claims.flatMap(({ id, vehicleId, since }): Finding[] => {
      const vehicle = vehicles.get(vehicleId)
      if (!vehicle) return []
      return [
        {
          id,
          vehicleId,
          companyId: vehicle.company_id,
          fleetId: vehicle.fleet_id,
          kind,
          ...classify(kind),
          source: 'system',
          isAlarm: isAlarm(kind),
          ruleId: null,
          title: null,
          fence: null,
          at: since,
          // It is unknown which connection reports the vehicle's real position.
          place: null,
          isLate: false,
          detail: null,
        },
      ]
    }),
  )
  // Open dialogs must reload the available commands.
  for (const { company_id: companyId, fleet_id: fleetId } of locked)
    tx.stale({ domain: 'commands', companyId, fleetId })
}
