import type { Transaction } from '../../platform/database/transaction.ts'
import { idOf } from '../telemetry.rules.ts'
import type { DaySums, MovementEvent } from './telemetry.movement.ts'

/** What happened to a vehicle's movement. */
export interface VehicleEvent<Event extends MovementEvent = MovementEvent> {
  vehicle: { readonly vehicleNo: number; readonly vehicleId: string }
  event: Event
}
type OfKind<Kind extends MovementEvent['kind']> = Extract<MovementEvent, { kind: Kind }>

/** The identity of a trip or stay, so that recomputing it updates the same row. */
const segmentId = (kind: 'trip' | 'stay', vehicleNo: number, startedAt: number): string =>
  idOf(kind, vehicleNo, startedAt)

const ofKind = <Kind extends MovementEvent['kind']>(events: readonly VehicleEvent[], kind: Kind) =>
  events.filter((one): one is VehicleEvent<OfKind<Kind>> => one.event.kind === kind)

const vehicleColumns = (rows: readonly VehicleEvent[]) => [
  rows.map(({ vehicle }) => vehicle.vehicleNo),
  rows.map(({ vehicle }) => vehicle.vehicleId),
]
const dates = (times: readonly number[]) => times.map((time) => new Date(time))
// The vehicle's current fleet, which may have changed since the gateway read it.
const place = 'join vehicles.numbered v on v.id = made.vehicle_id'

async function insertTrips(
  tx: Transaction,
  rows: readonly VehicleEvent<OfKind<'trip_began'>>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.sql(
    `insert into telemetry.trips (id, vehicle_no, vehicle_id, company_id, fleet_id, started_at, start_latitude, start_longitude)
     select made.id, v.vehicle_no, v.id, v.company_id, v.fleet_id, made.started_at, made.latitude, made.longitude
     from unnest($1::int4[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int4[], $6::int4[])
       as made(vehicle_no, vehicle_id, id, started_at, latitude, longitude) ${place}
     on conflict (id) do nothing`,
    [
      ...vehicleColumns(rows),
      rows.map(({ vehicle, event }) => segmentId('trip', vehicle.vehicleNo, event.startedAt)),
      dates(rows.map(({ event }) => event.startedAt)),
      rows.map(({ event }) => event.latitude),
      rows.map(({ event }) => event.longitude),
    ],
  )
}

async function endTrips(tx: Transaction, rows: readonly VehicleEvent<OfKind<'trip_ended'>>[]): Promise<void> {
  if (rows.length === 0) return
  await tx.sql(
    `update telemetry.trips t set ended_at = made.ended_at, end_latitude = made.latitude, end_longitude = made.longitude,
       distance_metres = made.distance, max_speed_tenths = made.speed, moving_seconds = made.moving
     from unnest($1::uuid[], $2::timestamptz[], $3::int4[], $4::int4[], $5::int4[], $6::int2[], $7::int4[])
       as made(id, ended_at, latitude, longitude, distance, speed, moving) where t.id = made.id`,
    [
      rows.map(({ vehicle, event }) => segmentId('trip', vehicle.vehicleNo, event.startedAt)),
      dates(rows.map(({ event }) => event.endedAt)),
      rows.map(({ event }) => event.latitude),
      rows.map(({ event }) => event.longitude),
      rows.map(({ event }) => event.distanceMetres),
      rows.map(({ event }) => event.maxSpeedTenths),
      rows.map(({ event }) => event.movingSeconds),
    ],
  )
}

async function insertStays(
  tx: Transaction,
  rows: readonly VehicleEvent<OfKind<'stay_began'>>[],
): Promise<void> {
  if (rows.length === 0) return
  await tx.sql(
    `insert into telemetry.stays (id, vehicle_no, vehicle_id, company_id, fleet_id, started_at, latitude, longitude)
     select made.id, v.vehicle_no, v.id, v.company_id, v.fleet_id, made.started_at, made.latitude, made.longitude
     from unnest($1::int4[], $2::uuid[], $3::uuid[], $4::timestamptz[], $5::int4[], $6::int4[])
       as made(vehicle_no, vehicle_id, id, started_at, latitude, longitude) ${place}
     on conflict (id) do nothing`,
    [
      ...vehicleColumns(rows),
      rows.map(({ vehicle, event }) => segmentId('stay', vehicle.vehicleNo, event.startedAt)),
      dates(rows.map(({ event }) => event.startedAt)),
      rows.map(({ event }) => event.latitude),
      rows.map(({ event }) => event.longitude),
    ],
  )
}

async function endStays(tx: Transaction, rows: readonly VehicleEvent<OfKind<'stay_ended'>>[]): Promise<void> {
  if (rows.length === 0) return
  await tx.sql(
    `update telemetry.stays t set ended_at = made.ended_at, idle_seconds = made.idle
     from unnest($1::uuid[], $2::timestamptz[], $3::int4[]) as made(id, ended_at, idle) where t.id = made.id`,
    [
      rows.map(({ vehicle, event }) => segmentId('stay', vehicle.vehicleNo, event.startedAt)),
      dates(rows.map(({ event }) => event.endedAt)),
      rows.map(({ event }) => event.idleSeconds),
    ],
  )
}

export interface FinishedDay {
  vehicle: VehicleEvent['vehicle']
  day: string
  sums: DaySums
  /** Epoch ms of the last usable fix; null on a day without any. */
  lastAt: number | null
}

/** Writes finished days; an existing one is replaced. */
export async function writeDays(tx: Transaction, days: readonly FinishedDay[]): Promise<void> {
  if (days.length === 0) return
  const moment = (time: number | null) => (time === null || !Number.isFinite(time) ? null : new Date(time))
  await tx.sql(
    `insert into telemetry.vehicle_days (vehicle_no, day, vehicle_id, company_id, fleet_id, records, distance_metres,
       moving_seconds, idle_seconds, engine_seconds, max_speed_tenths, first_at, last_at)
     select v.vehicle_no, made.day, v.id, v.company_id, v.fleet_id, made.records, made.distance, made.moving, made.idle,
       made.engine, made.speed, made.first_at, made.last_at
     from unnest($1::uuid[], $2::date[], $3::int4[], $4::int4[], $5::int4[], $6::int4[], $7::int4[], $8::int2[],
         $9::timestamptz[], $10::timestamptz[])
       as made(vehicle_id, day, records, distance, moving, idle, engine, speed, first_at, last_at) ${place}
     on conflict (vehicle_no, day) do update set records = excluded.records, distance_metres = excluded.distance_metres,
       moving_seconds = excluded.moving_seconds, idle_seconds = excluded.idle_seconds, engine_seconds = excluded.engine_seconds,
       max_speed_tenths = excluded.max_speed_tenths, first_at = excluded.first_at, last_at = excluded.last_at`,
    [
      days.map(({ vehicle }) => vehicle.vehicleId),
      days.map(({ day }) => day),
      days.map(({ sums }) => sums.records),
      days.map(({ sums }) => Math.round(sums.distanceMetres)),
      days.map(({ sums }) => sums.movingSeconds),
      days.map(({ sums }) => sums.idleSeconds),
      days.map(({ sums }) => sums.engineSeconds),
      days.map(({ sums }) => sums.maxSpeedTenths),
      days.map(({ sums }) => moment(sums.firstAt)),
      days.map(({ lastAt }) => moment(lastAt)),
    ],
  )
}

/** Writes trips, stays and days as they start and end. Idempotent. */
export async function writeMovements(tx: Transaction, events: readonly VehicleEvent[]): Promise<void> {
  if (events.length === 0) return
  await insertTrips(tx, ofKind(events, 'trip_began'))
  await endTrips(tx, ofKind(events, 'trip_ended'))
  await insertStays(tx, ofKind(events, 'stay_began'))
  await endStays(tx, ofKind(events, 'stay_ended'))
  // If a day ended twice within a batch, only the last one counts.
  const days = new Map(
    ofKind(events, 'day_ended').map(({ vehicle, event }) => [
      `${vehicle.vehicleNo} ${event.day}`,
      { vehicle, ...event },
    ]),
  )
  await writeDays(tx, [...days.values()])
}
