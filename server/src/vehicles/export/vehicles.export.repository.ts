import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { condition, manualCause, type VehicleFilter, withState } from '../vehicles.repository.ts'
import { stateColumns, type VehicleRow, vehicleColumns, vehicleOf } from '../vehicles.rows.ts'

export interface ExportedVehicle {
  vehicle: Vehicle
  /** Its fleet's name. */
  fleet: string
}

/** Streams all vehicles that match the filter, ordered by number, from one snapshot. */
export async function* streamVehicles(
  tx: Transaction,
  filter: Omit<VehicleFilter, 'page' | 'size' | 'sort' | 'order'>,
  size: number,
): AsyncGenerator<{ vehicles: ExportedVehicle[]; total: number }> {
  const matching = condition(tx, filter)
  const { total } = await tx.one(
    query
      .selectFrom('vehicles.vehicles as v')
      .where(matching)
      .select(({ fn }) => fn.countAll<number>().as('total')),
  )
  const cursor = withState
    .select(vehicleColumns)
    .select(stateColumns)
    .select(manualCause)
    .select(sql<string>`(select f.name from organisation.fleets f where f.id = v.fleet_id)`.as('fleet'))
    .where(matching)
    .orderBy('v.number_key')
    .orderBy('v.id')
    .compile()
  await tx.sql(`declare streamed no scroll cursor for ${cursor.sql}`, cursor.parameters)
  for (;;) {
    const rows = await tx.sql<VehicleRow & { fleet: string | null }>(`fetch ${size} from streamed`)
    if (rows.length === 0) return
    yield {
      vehicles: rows.map((row) => ({ vehicle: vehicleOf(row), fleet: row.fleet ?? '' })),
      total: Number(total),
    }
  }
}
