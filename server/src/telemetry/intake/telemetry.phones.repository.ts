import type { Transaction } from '../../platform/database/transaction.ts'

export interface PhoneFix {
  fixAt: Date
  latitude: number
  longitude: number
  speedKmh: number | null
  heading: number | null
  accuracyMetres: number | null
}

/** Stores fixes of a vehicle's phone until a gateway takes them in. */
export const insertPhoneFixes = (
  tx: Transaction,
  vehicleId: string,
  fixes: readonly PhoneFix[],
): Promise<unknown> =>
  tx.sql(
    `insert into telemetry.phone_fixes (vehicle_id, received_at, fix_at, latitude, longitude, speed_kmh, heading, accuracy_metres)
     select $1, $2, one.* from unnest($3::timestamptz[], $4::float8[], $5::float8[], $6::real[], $7::real[], $8::real[]) as one`,
    [
      vehicleId,
      tx.now,
      fixes.map(({ fixAt }) => fixAt),
      fixes.map(({ latitude }) => latitude),
      fixes.map(({ longitude }) => longitude),
      fixes.map(({ speedKmh }) => speedKmh),
      fixes.map(({ heading }) => heading),
      fixes.map(({ accuracyMetres }) => accuracyMetres),
    ],
  )

export interface WaitingFix extends PhoneFix {
  id: string
  vehicleId: string
  receivedAt: Date
  /** The identifier of the vehicle's tracker; null without one. */
  imei: string | null
  /** Whether the vehicle exists and is not archived. */
  isKnown: boolean
  /** Whether the tracker reported within the time before `receivedAt`. */
  hasTrackerReported: boolean
}

/** The oldest fixes that no other process is taking in, locked until the transaction ends. */
export const lockPhoneFixes = (
  tx: Transaction,
  limit: number,
  silentSeconds: number,
): Promise<WaitingFix[]> =>
  tx.sql(
    `select f.id, f.vehicle_id as "vehicleId", f.fix_at as "fixAt", f.received_at as "receivedAt", f.latitude, f.longitude,
       f.speed_kmh as "speedKmh", f.heading, f.accuracy_metres as "accuracyMetres", v.imei,
       v.id is not null and v.archived_at is null as "isKnown",
       coalesce(s.last_report_at > coalesce(p.last_report_at, '-infinity')
         and s.last_report_at > f.received_at - make_interval(secs => $2), false) as "hasTrackerReported"
     from telemetry.phone_fixes f
     left join vehicles.vehicles v on v.id = f.vehicle_id
     left join telemetry.vehicle_state s on s.vehicle_id = f.vehicle_id
     left join telemetry.phones p on p.vehicle_id = f.vehicle_id
     order by f.id limit $1 for update of f skip locked`,
    [limit, silentSeconds],
  )

export async function forgetPhoneFixes(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.sql('delete from telemetry.phone_fixes where id = any($1::bigint[])', [ids])
}

export async function notePhones(
  tx: Transaction,
  reports: readonly { vehicleId: string; receivedAt: Date }[],
): Promise<void> {
  await tx.sql(
    `insert into telemetry.phones (vehicle_id, last_report_at)
     select vehicle, max(at) from unnest($1::uuid[], $2::timestamptz[]) as one(vehicle, at) group by vehicle
     on conflict (vehicle_id) do update set last_report_at = greatest(telemetry.phones.last_report_at, excluded.last_report_at)`,
    [reports.map(({ vehicleId }) => vehicleId), reports.map(({ receivedAt }) => receivedAt)],
  )
}
