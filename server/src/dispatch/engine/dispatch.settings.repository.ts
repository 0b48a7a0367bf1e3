import { type DispatchSettings, defaultDispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

const columns = `fleet_id as "fleetId", mode, preset, longest_arrival_seconds / 60 as "longestArrivalMinutes",
  requires_shift as "requiresShift", offers_to_drivers as "offersToDrivers", repositions, most_moving as "mostMoving",
  longest_move_seconds / 60 as "longestMoveMinutes", hourly_move_seconds / 60 as "hourlyMoveMinutes", version`

/** The settings of a fleet; the default where none are stored. */
export async function findSettings(tx: Transaction, fleetId: string): Promise<DispatchSettings> {
  const [row] = await tx.sql<DispatchSettings>(
    `select ${columns} from dispatch.fleet_settings where fleet_id = $1`,
    [fleetId],
  )
  return row ?? { fleetId, ...defaultDispatchSettings }
}

/** Like `findSettings`, locked until the transaction ends, also where none are stored. */
export async function lockSettings(tx: Transaction, fleetId: string) {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`dispatch settings ${fleetId}`])
  const [row] = await tx.sql<{ name: string | null; at: Date }>(
    'select updated_by_name as name, updated_at as at from dispatch.fleet_settings where fleet_id = $1',
    [fleetId],
  )
  return { settings: await findSettings(tx, fleetId), changedBy: row?.name, changedAt: row?.at }
}

export async function writeSettings(
  tx: Transaction,
  companyId: string,
  {
    fleetId,
    mode,
    preset,
    longestArrivalMinutes,
    requiresShift,
    offersToDrivers,
    repositions,
    mostMoving,
    longestMoveMinutes,
    hourlyMoveMinutes,
  }: Omit<DispatchSettings, 'version'>,
): Promise<void> {
  await tx.sql(
    `insert into dispatch.fleet_settings as s (fleet_id, company_id, mode, preset, longest_arrival_seconds, requires_shift,
       offers_to_drivers, updated_at, updated_by, updated_by_name, repositions, most_moving, longest_move_seconds,
       hourly_move_seconds)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (fleet_id) do update set mode = excluded.mode, preset = excluded.preset,
       longest_arrival_seconds = excluded.longest_arrival_seconds, requires_shift = excluded.requires_shift,
       offers_to_drivers = excluded.offers_to_drivers, repositions = excluded.repositions,
       most_moving = excluded.most_moving, longest_move_seconds = excluded.longest_move_seconds,
       hourly_move_seconds = excluded.hourly_move_seconds,
       updated_at = excluded.updated_at, updated_by = excluded.updated_by, updated_by_name = excluded.updated_by_name,
       version = s.version + 1`,
    [
      fleetId,
      companyId,
      mode,
      preset,
      longestArrivalMinutes * 60,
      requiresShift,
      offersToDrivers,
      tx.now,
      tx.actor?.userId ?? null,
      tx.actor?.displayName ?? null,
      repositions,
      mostMoving,
      longestMoveMinutes * 60,
      hourlyMoveMinutes * 60,
    ],
  )
}

/** The fleets that the engine decides for, in which a service is due and waits, or a vehicle is on its way to one. */
export const findEngineFleets = (tx: Transaction): Promise<{ fleetId: string; companyId: string }[]> =>
  tx.sql(
    `select e.fleet_id as "fleetId", e.company_id as "companyId" from dispatch.fleet_settings e
     where e.mode <> 'manual' and exists (
       select from services.services s
       where s.fleet_id = e.fleet_id and s.archived_at is null
         and (s.status = 'on_dispatch' and s.dispatch_time <= $1 or e.mode = 'automatic' and s.status = 'vehicle_assigned'))`,
    [tx.now],
  )
