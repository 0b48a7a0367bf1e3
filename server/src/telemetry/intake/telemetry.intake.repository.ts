import { minuteMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'
import { degreesToStored, idOf, isUsableFix } from '../telemetry.rules.ts'
import type { Effects, RaisedAlarm, RejectedReport } from './telemetry.state.ts'

const stored = (degrees: number | null) => (degrees === null ? null : degreesToStored(degrees))

export interface NewAlarm {
  id: string
  company_id: string
  fleet_id: string
}

/** Inserts alarms. @returns those that were not stored before */
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

/** Text that PostgreSQL accepts: without NUL and lone surrogates. */
const plain = (text: string) => text.replaceAll('\u0000', '\ufffd').replace(/\p{Cs}/gu, '\ufffd')
const plainly = (_key: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string') return plain(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [plain(name), inner]))
}
const reportAsJson = ({ unreadFrame: _, ...report }: RejectedReport['report']) =>
  JSON.stringify(report, plainly)

/** Rejected reports are stored individually; marked or mistimed ones once per minute, device, vehicle and reason. */
const rejectionId = ({ report, vehicleNo, reason }: RejectedReport): string => {
  // A device without an acknowledgement repeats the frame; on the same day it is the same row.
  if (reason === 'unread') return idOf('unread', report.deviceIdentifier, dayOf(report), report.reportHash)
  return reason === 'data_error' || reason === 'pipeline_error'
    ? idOf('rejected', report.deviceIdentifier, report.receivedAt.getTime(), report.reportHash, reason)
    : idOf(
        'rejected',
        report.deviceIdentifier,
        vehicleNo ?? 'none',
        Math.floor(report.receivedAt.getTime() / minuteMs),
        reason,
      )
}
const dayOf = ({ receivedAt }: RejectedReport['report']) => receivedAt.toISOString().slice(0, 10)

/** Limit of stored frames per device; the newest are kept. */
const maxFramesOfDevice = 1_000
/** Limit of a stored frame in bytes; a larger one is only counted. */
const maxFrameBytes = 4_096

const frameOf = ({ report: { unreadFrame }, reason }: RejectedReport) =>
  reason === 'unread' && unreadFrame && unreadFrame.bytes.length <= maxFrameBytes ? unreadFrame : null

/** Deletes the oldest frames of devices above the limit. */
async function trimFrames(tx: Transaction, rejected: readonly RejectedReport[]): Promise<void> {
  const framed = rejected.filter((one) => frameOf(one) !== null)
  if (framed.length === 0) return
  await tx.sql(
    `delete from telemetry.rejected_reports r using unnest($1::text[]) as device(identifier)
     cross join lateral (select received_at, id from telemetry.rejected_reports
       where device_identifier = device.identifier and frame is not null
       order by received_at desc, id desc offset $2 limit 1) as first
     where r.device_identifier = device.identifier and r.frame is not null
       and (r.received_at, r.id) <= (first.received_at, first.id)`,
    [[...new Set(framed.map(({ report }) => plain(report.deviceIdentifier)))], maxFramesOfDevice],
  )
}

export async function insertRejected(tx: Transaction, all: readonly RejectedReport[]): Promise<void> {
  if (all.length === 0) return
  const byId = new Map(all.map((one) => [rejectionId(one), one]))
  const rejected = [...byId.values()]
  const timeOf = ({ report: { fix } }: RejectedReport) =>
    fix && Math.abs(fix.time.getTime()) < 8e12 ? fix.time : null
  await tx.sql(
    `insert into telemetry.rejected_reports (id, received_at, device_identifier, vehicle_no, protocol, reason, detail, fix_time, report, frame, frame_context)
     select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::int4[], $5::text[], $6::text[], $7::text[], $8::timestamptz[], $9::jsonb[], $10::bytea[], $11::jsonb[])
     order by 1 on conflict (id) do nothing`,
    [
      [...byId.keys()],
      rejected.map(({ report }) => report.receivedAt),
      rejected.map(({ report }) => plain(report.deviceIdentifier)),
      rejected.map(({ vehicleNo }) => vehicleNo),
      rejected.map(({ report }) => report.protocol),
      rejected.map(({ reason }) => reason),
      rejected.map(({ detail }) => (detail === null ? null : plain(detail))),
      rejected.map(timeOf),
      rejected.map(({ report }) => reportAsJson(report)),
      rejected.map((one) => {
        const frame = frameOf(one)
        return frame && Buffer.from(frame.bytes)
      }),
      rejected.map((one) => {
        const frame = frameOf(one)
        return frame && JSON.stringify({ transport: frame.transport, context: frame.context })
      }),
    ],
  )
  await trimFrames(tx, rejected)
}

/** Counts reports of devices without a vehicle; the table keeps the latest `limit` of those that no company expects. */
export async function countUnknown(
  tx: Transaction,
  unknown: Effects['unknown'],
  limit: number,
): Promise<void> {
  if (unknown.size === 0) return
  // Grouped by the stored text: two rows with one identifier would make the whole batch fail.
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
    `insert into telemetry.unknown_devices as d (identifier, protocol, address, reports, first_seen_at, last_seen_at, fix_time, latitude, longitude, is_expected)
     select identifier, protocol, address, reports, seen_at, seen_at, fix_time, latitude, longitude,
       exists (select from telemetry.expected_devices e join organisation.companies c on c.id = e.company_id
         where e.identifier = new.identifier and c.archived_at is null)
     from unnest($1::text[], $2::text[], $3::int8[], $4::timestamptz[], $5::timestamptz[], $6::int4[], $7::int4[], $8::text[])
       as new(identifier, protocol, reports, seen_at, fix_time, latitude, longitude, address) order by identifier
     on conflict (identifier) do update set protocol = excluded.protocol,
       address = coalesce(excluded.address, d.address), reports = d.reports + excluded.reports,
       last_seen_at = excluded.last_seen_at, is_expected = excluded.is_expected, fix_time = coalesce(excluded.fix_time, d.fix_time),
       latitude = coalesce(excluded.latitude, d.latitude), longitude = coalesce(excluded.longitude, d.longitude)`,
    [
      [...byIdentifier.keys()],
      seen.map(({ report }) => report.protocol),
      seen.map(({ count }) => count),
      seen.map(({ report }) => report.receivedAt),
      seen.map((device) => place(device)?.time ?? null),
      seen.map((device) => stored(place(device)?.latitude ?? null)),
      seen.map((device) => stored(place(device)?.longitude ?? null)),
      seen.map(({ report }) => report.remoteAddress ?? null),
    ],
  )
  await tx.sql(
    `delete from telemetry.unknown_devices where not is_expected and last_seen_at <
       (select last_seen_at from telemetry.unknown_devices where not is_expected
        order by last_seen_at desc offset $1 limit 1)`,
    [limit],
  )
}
