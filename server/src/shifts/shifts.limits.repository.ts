import type { Transaction } from '../platform/database/transaction.ts'

/** A fleet with its company, or a company. */
export interface LimitsPlace {
  companyId: string
  fleetId: string | null
}
export interface LimitsRow extends LimitsPlace {
  dayMinutes: number | null
  weekMinutes: number | null
  needsLicence: boolean
  /** A card starts the shift of its driver. */
  startsByCard: boolean
  /** After how long without ignition such a shift ends; null: never. */
  ignitionOffMinutes: number | null
  updatedAt: Date
  updatedByName: string | null
  version: number
}

const columns = `day_minutes as "dayMinutes", week_minutes as "weekMinutes", needs_licence as "needsLicence",
  starts_by_card as "startsByCard", ignition_off_minutes as "ignitionOffMinutes",
  updated_at as "updatedAt", updated_by_name as "updatedByName", version`
const ofFleet = `select company_id as "companyId", fleet_id as "fleetId", ${columns} from shifts.fleet_limits where fleet_id = $1`
const ofCompany = `select company_id as "companyId", null::uuid as "fleetId", ${columns} from shifts.company_limits where company_id = $1`

/** The limits stored for a fleet, else for its company; null where neither has any. */
export async function findLimits(
  tx: Transaction,
  { companyId, fleetId }: LimitsPlace,
): Promise<LimitsRow | null> {
  const [own] = fleetId === null ? [] : await tx.sql<LimitsRow>(ofFleet, [fleetId])
  if (own) return own
  const [shared] = await tx.sql<LimitsRow>(ofCompany, [companyId])
  return shared ?? null
}

/** The limits stored for exactly this place, locked. */
export async function lockLimits(
  tx: Transaction,
  { companyId, fleetId }: LimitsPlace,
): Promise<LimitsRow | null> {
  const id = fleetId ?? companyId
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`duty limits ${id}`])
  const [row] = await tx.sql<LimitsRow>(`${fleetId === null ? ofCompany : ofFleet} for update`, [id])
  return row ?? null
}

export async function writeLimits(
  tx: Transaction,
  { companyId, fleetId }: LimitsPlace,
  limits: Pick<
    LimitsRow,
    'dayMinutes' | 'weekMinutes' | 'needsLicence' | 'startsByCard' | 'ignitionOffMinutes'
  >,
): Promise<void> {
  const [table, key] = fleetId === null ? ['company_limits', 'company_id'] : ['fleet_limits', 'fleet_id']
  const [columnsOfPlace, ids] =
    fleetId === null ? ['company_id', [companyId]] : ['company_id, fleet_id', [companyId, fleetId]]
  await tx.sql(
    `insert into shifts.${table} (day_minutes, week_minutes, needs_licence, starts_by_card, ignition_off_minutes,
       updated_at, updated_by, updated_by_name,
       ${columnsOfPlace})
     values ($1, $2, $3, $4, $5, $6, $7, $8, ${ids.map((_, index) => `$${index + 9}`).join(', ')})
     on conflict (${key}) do update set day_minutes = excluded.day_minutes, week_minutes = excluded.week_minutes,
       needs_licence = excluded.needs_licence, starts_by_card = excluded.starts_by_card,
       ignition_off_minutes = excluded.ignition_off_minutes, updated_at = excluded.updated_at, updated_by = excluded.updated_by,
       updated_by_name = excluded.updated_by_name, version = ${table}.version + 1`,
    [
      limits.dayMinutes,
      limits.weekMinutes,
      limits.needsLicence,
      limits.startsByCard,
      limits.ignitionOffMinutes,
      tx.now,
      tx.actor?.userId ?? null,
      tx.actor?.displayName ?? null,
      ...ids,
    ],
  )
}
