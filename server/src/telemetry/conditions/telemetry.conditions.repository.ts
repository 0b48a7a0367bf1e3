import type { Transaction } from '../../platform/database/transaction.ts'
import { crashOf } from './telemetry.conditions.steps.ts'
import { conditionsOf, conditionsText, type FoundCondition } from './telemetry.conditions.ts'

interface WatchedRow {
  vehicleNo: number
  vehicleId: string
  companyId: string
  fleetId: string
  conditions: string
}

/**
 * Takes the hard stops of vehicles that fell silent after them: each once. Increments the versions of the states, so that
 * gateways read them again before they write. Call with the vehicles locked.
 */
export async function takeStopsOfSilent(
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<FoundCondition[]> {
  const rows = await tx.sql<WatchedRow>(
    `select vehicle_no as "vehicleNo", vehicle_id as "vehicleId", company_id as "companyId", fleet_id as "fleetId", conditions
     from telemetry.vehicle_state
     where vehicle_id = any($1::uuid[]) and conditions like '%"stop":{%' order by vehicle_no for no key update`,
    [vehicleIds],
  )
  const found: FoundCondition[] = []
  for (const { conditions: text, ...vehicle } of rows) {
    const conditions = conditionsOf(text)
    const stop = conditions?.crash?.stop
    if (!stop) continue
    found.push(crashOf(vehicle, stop))
    await tx.sql(
      'update telemetry.vehicle_state set conditions = $2, state_version = state_version + 1 where vehicle_no = $1',
      [vehicle.vehicleNo, conditionsText({ ...conditions, crash: null })],
    )
  }
  return found
}
