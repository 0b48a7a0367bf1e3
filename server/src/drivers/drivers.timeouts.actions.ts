import { v7 as uuid } from 'uuid'
import {
  findLastPlaces,
  findOpenFindings,
  findRaisedRules,
  recordFindings,
  resolveFindings,
} from '../events/index.ts'
import { asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findOverruns } from '../shifts/index.ts'
import { changeCauses, lockVehicles } from '../vehicles/index.ts'
import { lockTimeouts } from './drivers.timeouts.repository.ts'

/**
 * Raises one event for each running shift that should have ended, and resolves those whose shift ended or whose end was
 * moved. One that a person closed is not raised again for its shift. Idempotent, and safe in two workers at once.
 * @returns how many were raised and resolved
 */
async function updateShiftTimeouts(tx: Transaction): Promise<{ raised: number; resolved: number }> {
  await lockTimeouts(tx)
  const overruns = await findOverruns(tx)
  const running = new Set(overruns.map(({ shiftId }) => shiftId))
  const open = await findOpenFindings(tx, 'driver_shift_timeout')
  const ended = open.filter(({ ruleId }) => ruleId === null || !running.has(ruleId))
  const raised = await findRaisedRules(tx, 'driver_shift_timeout', [...running])
  const fresh = overruns.filter(({ shiftId }) => !raised.has(shiftId))
  const locked = await lockVehicles(tx, [...new Set([...ended, ...fresh].map(({ vehicleId }) => vehicleId))])
  const placeOf = new Map(locked.map((vehicle) => [vehicle.id, vehicle]))
  await resolveFindings(tx, ended)
  const places = await findLastPlaces(
    tx,
    fresh.map(({ vehicleId }) => vehicleId),
  )
  const findings = fresh.flatMap(({ shiftId, vehicleId, driverName, reason, minutes }) => {
    const vehicle = placeOf.get(vehicleId)
    if (!vehicle) return []
    return [
      {
        id: uuid(),
        companyId: vehicle.company_id,
        fleetId: vehicle.fleet_id,
        vehicleId,
        type: 'driver_shift_timeout' as const,
        kind: null,
        category: 'driver' as const,
        severity: 'warning' as const,
        source: 'system' as const,
        // It concerns the driver; the vehicle stays as dispatchable as its driver is.
        isAlarm: false,
        ruleId: shiftId,
        title: null,
        fence: null,
        at: tx.now,
        place: places.get(vehicleId) ?? null,
        isLate: false,
        detail: { driverName, reason, minutes },
      },
    ]
  })
  await changeCauses(tx, await recordFindings(tx, findings))
  return { raised: findings.length, resolved: ended.length }
}

/** The same in a transaction of its own. */
export const runShiftTimeouts = (database: Database) =>
  database.transaction(asSystem('shift timeouts'), updateShiftTimeouts)
