import type { ApproachAlert } from '@rumbo/contract/watchpoints.approach.contract'
import type { Transaction } from '../platform/database/transaction.ts'

interface ApproachRow extends Omit<ApproachAlert, 'createdAt' | 'expiresAt' | 'endedAt' | 'near'> {
  createdAt: Date
  expiresAt: Date
  endedAt: Date | null
  nearVehicleId: string | null
  nearVehicleNumber: string | null
  nearSeconds: number | null
  isEstimate: boolean
}
const columns = `a.id, a.company_id as "companyId", a.fleet_id as "fleetId", a.label, a.vehicle_id as "vehicleId", a.latitude,
  a.longitude, a.minutes::int as minutes, a.created_at as "createdAt", a.expires_at as "expiresAt", a.outcome,
  a.ended_at as "endedAt", a.near_vehicle_id as "nearVehicleId", a.near_vehicle_number as "nearVehicleNumber",
  a.near_seconds as "nearSeconds", a.is_estimate as "isEstimate"`

const alertOf = (row: ApproachRow): ApproachAlert => {
  const {
    nearVehicleId,
    nearVehicleNumber,
    nearSeconds,
    isEstimate,
    createdAt,
    expiresAt,
    endedAt,
    ...alert
  } = row
  return {
    ...alert,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    near:
      nearVehicleId === null || nearVehicleNumber === null
        ? null
        : {
            vehicleId: nearVehicleId,
            vehicleNumber: nearVehicleNumber,
            seconds: nearSeconds ?? 0,
            isEstimate,
          },
  }
}

/** The caller's own alerts of fleets that the caller still reaches. */
export async function findOwnAlerts(tx: Transaction): Promise<ApproachAlert[]> {
  const rows = await tx.sql<ApproachRow>(
    `select ${columns} from watchpoints.approach_alerts a
     where a.user_id = $1 and exists (select from organisation.fleets f where f.id = a.fleet_id and f.archived_at is null)
     order by a.created_at, a.id`,
    [tx.actor?.userId],
  )
  return rows.map(alertOf)
}

/** The number of the caller's open alerts; blocks others of the caller until the transaction ends. */
export async function countOpenAlerts(tx: Transaction, userId: string): Promise<number> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`approach ${userId}`])
  const [row] = await tx.sql<{ total: number }>(
    'select count(*)::int as total from watchpoints.approach_alerts where user_id = $1 and outcome is null',
    [userId],
  )
  return row?.total ?? 0
}

export async function insertAlert(
  tx: Transaction,
  userId: string,
  alert: Omit<ApproachAlert, 'outcome' | 'endedAt' | 'near'>,
): Promise<void> {
  await tx.sql(
    `insert into watchpoints.approach_alerts (id, user_id, company_id, fleet_id, label, vehicle_id, latitude, longitude,
       minutes, created_at, expires_at, checked_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $10)`,
    [
      alert.id,
      userId,
      alert.companyId,
      alert.fleetId,
      alert.label,
      alert.vehicleId,
      alert.latitude,
      alert.longitude,
      alert.minutes,
      alert.createdAt,
      alert.expiresAt,
    ],
  )
}

/** @returns the alert as it was removed; null where the caller has none of that id */
export async function deleteAlert(tx: Transaction, userId: string, id: string) {
  const [row] = await tx.sql<{ companyId: string; fleetId: string }>(
    `delete from watchpoints.approach_alerts where id = $1 and user_id = $2
     returning company_id as "companyId", fleet_id as "fleetId"`,
    [id, userId],
  )
  return row ?? null
}

/** Under the system role: alerts that wait. */
export async function findOpenAlerts(tx: Transaction): Promise<ApproachAlert[]> {
  const rows = await tx.sql<ApproachRow>(
    `select ${columns} from watchpoints.approach_alerts a join organisation.fleets f on f.id = a.fleet_id
     where a.outcome is null and a.expires_at > $1 and f.archived_at is null order by a.fleet_id, a.created_at`,
    [tx.now],
  )
  return rows.map(alertOf)
}

/** Under the system role: notes that these alerts were checked, and which had not been for too long. */
export const noteChecked = (tx: Transaction, ids: readonly string[], longestPauseMs: number) =>
  tx.sql(
    `update watchpoints.approach_alerts set checked_at = $2,
       has_gap = has_gap or checked_at < $2::timestamptz - make_interval(secs => $3)
     where id = any($1::uuid[]) and outcome is null`,
    [ids, tx.now, longestPauseMs / 1000],
  )

export type EndedAlert = Pick<ApproachAlert, 'id' | 'companyId' | 'fleetId'>
const ended = 'returning id, company_id as "companyId", fleet_id as "fleetId"'

/** Under the system role. Of several processes that found it one ends it. @returns the alert if this one did */
export const endNear = (
  tx: Transaction,
  id: string,
  near: NonNullable<ApproachAlert['near']>,
): Promise<EndedAlert[]> =>
  tx.sql<EndedAlert>(
    `update watchpoints.approach_alerts set outcome = 'near', ended_at = $2, near_vehicle_id = $3, near_vehicle_number = $4,
       near_seconds = $5, is_estimate = $6 where id = $1 and outcome is null ${ended}`,
    [id, tx.now, near.vehicleId, near.vehicleNumber, near.seconds, near.isEstimate],
  )

/** Under the system role: ends alerts whose time is over. */
export const endExpired = (tx: Transaction, longestPauseMs: number): Promise<EndedAlert[]> =>
  tx.sql<EndedAlert>(
    `update watchpoints.approach_alerts set ended_at = $1, outcome =
       case when has_gap or checked_at < expires_at - make_interval(secs => $2) then 'unchecked' else 'expired' end
     where outcome is null and expires_at <= $1 ${ended}`,
    [tx.now, longestPauseMs / 1000],
  )

/** Under the system role: removes what ended a day ago and nobody removed. */
export const forgetAlerts = (tx: Transaction) =>
  tx.sql(`delete from watchpoints.approach_alerts where ended_at < $1::timestamptz - interval '1 day'`, [
    tx.now,
  ])
