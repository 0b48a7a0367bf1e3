import type { PoolClient } from 'pg'
import type { Transaction } from '../platform/database/transaction.ts'
import { degreesToStored, idOf, isUsableFix } from './telemetry.rules.ts'
import type { Effects, RaisedAlarm, RejectedReport, VehicleState } from './telemetry.state.ts'

type Cell = number | bigint | boolean | null

/** An array literal of numbers and booleans; several times as fast as letting the driver write one. */
function literal(values: readonly Cell[]): string {
  let text = '{'
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]
    text += at === 0 ? '' : ','
    text += value === null || value === undefined ? 'NULL' : value
  }
  return `${text}}`
}

const insertPositionsText = `insert into telemetry.positions (vehicle_no, fix_time, report_hash, received_at, latitude, longitude,
    odometer_metres, speed_tenths, heading, altitude, flags, satellites, battery_percent, fuel_percent, signal_percent)
  select a, to_timestamp(b / 1000), c, to_timestamp(d / 1000), e, f, g, h, i, j, k, l, m, n, o
  from unnest($1::int4[], $2::float8[], $3::int8[], $4::float8[], $5::int4[], $6::int4[], $7::int4[], $8::int2[],
    $9::int2[], $10::int2[], $11::int2[], $12::int2[], $13::int2[], $14::int2[], $15::int2[])
    as rows(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o)
  on conflict do nothing`

export async function insertPositions(client: PoolClient, { positions }: Effects): Promise<void> {
  if (positions.vehicleNo.length === 0) return
  await client.query({
    name: 'telemetry.positions.insert',
    text: insertPositionsText,
    values: [
      literal(positions.vehicleNo),
      literal(positions.fixTime),
      literal(positions.reportHash),
      literal(positions.receivedAt),
      literal(positions.latitude),
      literal(positions.longitude),
      literal(positions.odometerMetres),
      literal(positions.speedTenths),
      literal(positions.heading),
      literal(positions.altitude),
      literal(positions.flags),
      literal(positions.satellites),
      literal(positions.batteryPercent),
      literal(positions.fuelPercent),
      literal(positions.signalPercent),
    ],
  })
}

export async function insertExtras(client: PoolClient, { extras }: Effects): Promise<void> {
  if (extras.length === 0) return
  await client.query({
    name: 'telemetry.extras.insert',
    text: `insert into telemetry.position_extras (vehicle_no, fix_time, report_hash, extras)
      select a, to_timestamp(b / 1000), c, d from unnest($1::int4[], $2::float8[], $3::int8[], $4::jsonb[]) as rows(a, b, c, d)
      on conflict do nothing`,
    values: [
      literal(extras.map((row) => row.vehicleNo)),
      literal(extras.map((row) => row.fixTime)),
      literal(extras.map((row) => row.reportHash)),
      extras.map((row) => JSON.stringify(row.extras)),
    ],
  })
}

// The truth never goes backwards, whichever process writes last: an older state changes no row.
const updateStatesText = `update telemetry.vehicle_state s set as_of = to_timestamp(u.as_of / 1000),
    last_report_at = to_timestamp(u.last_report_at / 1000), last_report_hash = u.last_report_hash,
    latitude = u.latitude, longitude = u.longitude, speed_tenths = u.speed_tenths, heading = u.heading,
    altitude = u.altitude, satellites = u.satellites, ignition = u.ignition, is_charging = u.is_charging,
    is_engine_blocked = u.is_engine_blocked, battery_percent = u.battery_percent, fuel_percent = u.fuel_percent,
    signal_percent = u.signal_percent, power_volts = u.power_volts, odometer_metres = u.odometer_metres
  from unnest($1::int4[], $2::float8[], $3::float8[], $4::int8[], $5::int4[], $6::int4[], $7::int2[], $8::int2[], $9::int2[],
    $10::int2[], $11::bool[], $12::bool[], $13::bool[], $14::int2[], $15::int2[], $16::int2[], $17::float4[], $18::float8[])
    as u(vehicle_no, as_of, last_report_at, last_report_hash, latitude, longitude, speed_tenths, heading, altitude, satellites,
      ignition, is_charging, is_engine_blocked, battery_percent, fuel_percent, signal_percent, power_volts, odometer_metres)
  where s.vehicle_no = u.vehicle_no
    and (s.as_of, s.last_report_at) <= (to_timestamp(u.as_of / 1000), to_timestamp(u.last_report_at / 1000))`

const stored = (degrees: number | null) => (degrees === null ? null : degreesToStored(degrees))

/** Returns how many states were taken; fewer than given means that another process knew more. */
export async function updateStates(client: PoolClient, states: readonly VehicleState[]): Promise<number> {
  if (states.length === 0) return 0
  const column = (cell: (state: VehicleState) => Cell) => literal(states.map(cell))
  const result = await client.query({
    name: 'telemetry.states.update',
    text: updateStatesText,
    values: [
      column((state) => state.vehicleNo),
      column((state) => state.asOf),
      column((state) => state.lastReportAt),
      column((state) => state.lastReportHash),
      column((state) => stored(state.latitude)),
      column((state) => stored(state.longitude)),
      column((state) => (state.speedKmh === null ? null : Math.min(32_767, Math.round(state.speedKmh * 10)))),
      column((state) => state.heading),
      column((state) => state.altitude),
      column((state) => state.satellites),
      column((state) => state.ignition),
      column((state) => state.isCharging),
      column((state) => state.isEngineBlocked),
      column((state) => state.batteryPercent),
      column((state) => state.fuelPercent),
      column((state) => state.signalPercent),
      column((state) => state.powerVolts),
      column((state) => state.odometerMetres),
    ],
  })
  return result.rowCount ?? 0
}

export interface NewAlarm {
  id: string
  company_id: string
  fleet_id: string
}

/** Inserts alarms and returns those that were new: a repeated one is no news. */
export async function insertAlarms(tx: Transaction, alarms: readonly RaisedAlarm[]): Promise<NewAlarm[]> {
  const place = ({ report: { fix } }: RaisedAlarm) => (fix && isUsableFix(fix) ? fix : null)
  return tx.sql<NewAlarm>(
    `insert into telemetry.alarms (id, vehicle_id, company_id, fleet_id, kind, fix_time, received_at, latitude, longitude, is_late, has_fix)
     select made.id, v.id, v.company_id, v.fleet_id, made.kind, made.fix_time, made.received_at, made.latitude, made.longitude,
       made.is_late, made.latitude is not null
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::int4[], $7::int4[], $8::bool[])
       as made(id, vehicle_id, kind, fix_time, received_at, latitude, longitude, is_late)
     join vehicles.listened v on v.id = made.vehicle_id
     on conflict (id) do nothing returning id, company_id, fleet_id`,
    [
      alarms.map((alarm) => alarm.id),
      alarms.map((alarm) => alarm.vehicleId),
      alarms.map((alarm) => alarm.kind),
      alarms.map((alarm) => alarm.report.fix?.time ?? null),
      alarms.map((alarm) => alarm.report.receivedAt),
      alarms.map((alarm) => stored(place(alarm)?.latitude ?? null)),
      alarms.map((alarm) => stored(place(alarm)?.longitude ?? null)),
      alarms.map((alarm) => alarm.isLate),
    ],
  )
}

/** Text PostgreSQL takes: it knows neither NUL nor half a character. */
const plain = (text: string) => text.replaceAll('\u0000', '\ufffd').replace(/\p{Cs}/gu, '\ufffd')
const plainly = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return plain(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [plain(name), inner]))
}
const reportAsJson = (report: RejectedReport['report']) => JSON.stringify(report, plainly)

export async function insertRejected(tx: Transaction, rejected: readonly RejectedReport[]): Promise<void> {
  if (rejected.length === 0) return
  const timeOf = ({ report: { fix } }: RejectedReport) =>
    fix && Math.abs(fix.time.getTime()) < 8e12 ? fix.time : null
  await tx.sql(
    `insert into telemetry.rejected_reports (id, received_at, device_identifier, vehicle_no, protocol, reason, detail, fix_time, report)
     select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::int4[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::jsonb[])
     on conflict (id) do nothing`,
    [
      rejected.map(({ report, reason }) =>
        idOf('rejected', report.deviceIdentifier, report.receivedAt.getTime(), report.reportHash, reason),
      ),
      rejected.map(({ report }) => report.receivedAt),
      rejected.map(({ report }) => plain(report.deviceIdentifier)),
      rejected.map(({ vehicleNo }) => vehicleNo),
      rejected.map(({ report }) => report.protocol),
      rejected.map(({ reason }) => reason),
      rejected.map(({ detail }) => (detail === null ? null : plain(detail))),
      rejected.map(timeOf),
      rejected.map(({ report }) => reportAsJson(report)),
    ],
  )
}

/** Counts reports of devices without a vehicle; the table keeps the latest `most` devices. */
export async function countUnknown(
  tx: Transaction,
  unknown: Effects['unknown'],
  most: number,
): Promise<void> {
  if (unknown.size === 0) return
  // By the text that is stored: two rows of one identifier would be refused, and with them the whole batch.
  const byIdentifier = new Map<string, { report: RejectedReport['report']; count: number }>()
  for (const { report, count } of unknown.values()) {
    const identifier = plain(report.deviceIdentifier).slice(0, 64)
    const known = byIdentifier.get(identifier)
    byIdentifier.set(identifier, { report, count: count + (known?.count ?? 0) })
  }
  const seen = [...byIdentifier.values()]
  const place = ({ report: { fix } }: (typeof seen)[number]) =>
    fix && isUsableFix(fix) && Math.abs(fix.time.getTime()) < 8e12 ? fix : null
  await tx.sql(
    `insert into telemetry.unknown_devices as d (identifier, protocol, reports, first_seen_at, last_seen_at, fix_time, latitude, longitude)
     select identifier, protocol, reports, seen_at, seen_at, fix_time, latitude, longitude
     from unnest($1::text[], $2::text[], $3::int8[], $4::timestamptz[], $5::timestamptz[], $6::int4[], $7::int4[])
       as new(identifier, protocol, reports, seen_at, fix_time, latitude, longitude) order by identifier
     on conflict (identifier) do update set protocol = excluded.protocol, reports = d.reports + excluded.reports,
       last_seen_at = excluded.last_seen_at, fix_time = coalesce(excluded.fix_time, d.fix_time),
       latitude = coalesce(excluded.latitude, d.latitude), longitude = coalesce(excluded.longitude, d.longitude)`,
    [
      [...byIdentifier.keys()],
      seen.map(({ report }) => report.protocol),
      seen.map(({ count }) => count),
      seen.map(({ report }) => report.receivedAt),
      seen.map((device) => place(device)?.time ?? null),
      seen.map((device) => stored(place(device)?.latitude ?? null)),
      seen.map((device) => stored(place(device)?.longitude ?? null)),
    ],
  )
  await tx.sql(
    `delete from telemetry.unknown_devices where last_seen_at <
       (select last_seen_at from telemetry.unknown_devices order by last_seen_at desc offset $1 limit 1)`,
    [most],
  )
}
