import type { DeviceMessage } from '@rumbo/contract/telemetry.inspection.contract'
import { inspectionRule } from '@rumbo/contract/telemetry.inspection.contract'
import { hourMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { MessageContent } from './telemetry.inspection.rules.ts'

/** Hints that inspections began, were extended or ended. */
export const inspectionChannel = 'rumbo_inspections'

export interface Inspection {
  vehicleId: string
  identifier: string
  until: Date
}

export interface StoredMessage extends Pick<DeviceMessage, 'direction' | 'kind' | 'protocol' | 'transport'> {
  vehicleId: string
  identifier: string
  at: Date
  connection: string
  address: string
  bytes: Buffer
  length: number
  content: MessageContent
}

/** Serialises the beginnings of a company's inspections, so that two at once do not exceed its limit. */
export async function lockInspectionsOf(tx: Transaction, companyId: string): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `telemetry.inspections ${companyId}`,
  ])
}

/** Inspections of a company's other vehicles that are in force. */
export async function countInspections(tx: Transaction, companyId: string, besides: string): Promise<number> {
  const [row] = await tx.sql<{ count: number }>(
    `select count(*)::int as count from telemetry.inspections
      where company_id = $1 and vehicle_id <> $2 and until > $3`,
    [companyId, besides, tx.now],
  )
  return row?.count ?? 0
}

/** Begins an inspection or extends it. @returns whether it begins */
export async function putInspection(
  tx: Transaction,
  vehicle: { id: string; companyId: string; fleetId: string; identifier: string },
  until: Date,
): Promise<boolean> {
  const [row] = await tx.sql<{ begins: boolean }>(
    `insert into telemetry.inspections as i (vehicle_id, company_id, fleet_id, identifier, since, until)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (vehicle_id) do update set identifier = excluded.identifier, until = excluded.until,
       company_id = excluded.company_id, fleet_id = excluded.fleet_id,
       since = case when i.until > excluded.since and i.identifier = excluded.identifier then i.since
         else excluded.since end
     returning since = $5 as begins`,
    [vehicle.id, vehicle.companyId, vehicle.fleetId, vehicle.identifier, tx.now, until],
  )
  return row?.begins ?? false
}

/** @returns whether one was in force */
export async function endInspection(tx: Transaction, vehicleId: string): Promise<boolean> {
  const rows = await tx.sql(
    'update telemetry.inspections set until = $2 where vehicle_id = $1 and until > $2 returning vehicle_id',
    [vehicleId, tx.now],
  )
  return rows.length > 0
}

/** Notifies every gateway at the commit. */
export const announceInspections = async (tx: Transaction): Promise<void> =>
  void (await tx.sql('select pg_notify($1, $2)', [inspectionChannel, '']))

const inForce = `i.until > $1 and exists (
  select from vehicles.vehicles v where v.id = i.vehicle_id and v.imei = i.identifier and v.archived_at is null)`

/** Inspections in force whose vehicles still have the device. */
export const findInspections = (tx: Transaction): Promise<Inspection[]> =>
  tx.sql<Inspection>(
    `select i.vehicle_id as "vehicleId", i.identifier, i.until from telemetry.inspections i where ${inForce}`,
    [tx.now],
  )

/** Until when the vehicle's messages are recorded; null while they are not. */
export async function findInspectedUntil(tx: Transaction, vehicleId: string): Promise<Date | null> {
  const [row] = await tx.sql<{ until: Date }>(
    `select i.until from telemetry.inspections i where ${inForce} and i.vehicle_id = $2`,
    [tx.now, vehicleId],
  )
  return row?.until ?? null
}

/**
 * Stores messages of vehicles that are inspected now and still have the device; all others are left out. Keeps the last
 * 200 of each vehicle. The lock of the inspections makes `number` rise with the commits of a vehicle.
 */
export async function putMessages(tx: Transaction, messages: readonly StoredMessage[]): Promise<void> {
  const vehicleIds = [...new Set(messages.map(({ vehicleId }) => vehicleId))]
  const held = await tx.sql<{ vehicle_id: string; identifier: string; company_id: string }>(
    `select i.vehicle_id, i.identifier, i.company_id from telemetry.inspections i
      where i.vehicle_id = any($2) and ${inForce} order by i.vehicle_id for update of i`,
    [tx.now, vehicleIds],
  )
  const companyOf = new Map(held.map((row) => [`${row.vehicle_id} ${row.identifier}`, row.company_id]))
  const stored = messages.flatMap(({ content, bytes, at, ...message }) => {
    const companyId = companyOf.get(`${message.vehicleId} ${message.identifier}`)
    return companyId === undefined
      ? []
      : [{ ...message, at: at.toISOString(), companyId, bytes: bytes.toString('hex'), content }]
  })
  if (stored.length === 0) return
  await tx.sql(
    `insert into telemetry.inspected_messages
       (vehicle_id, company_id, identifier, at, direction, kind, protocol, transport, connection, address, bytes,
        length, content)
     select m."vehicleId", m."companyId", m.identifier, m.at, m.direction, m.kind, m.protocol, m.transport,
       m.connection, m.address, decode(m.bytes, 'hex'), m.length, m.content
     from rows from (jsonb_to_recordset($1::jsonb) as ("vehicleId" uuid, "companyId" uuid, identifier text,
       at timestamptz, direction text, kind text, protocol text, transport text, connection text, address text,
       bytes text, length integer, content jsonb)) with ordinality as m order by m.ordinality`,
    [JSON.stringify(stored)],
  )
  await tx.sql(
    `delete from telemetry.inspected_messages where number in (
       select number from (
         select number, row_number() over (partition by vehicle_id order by number desc) as rank
         from telemetry.inspected_messages where vehicle_id = any($1)) ranked
       where rank > $2)`,
    [vehicleIds, inspectionRule.messages],
  )
}

type Counts = 'lostBefore' | 'reportCount'
interface MessageRow
  extends Omit<DeviceMessage, 'at' | 'bytes' | 'frameType' | 'reports' | 'number' | Counts> {
  number: string
  at: Date
  bytes: Buffer
  content: Omit<MessageContent, Counts> & Partial<Pick<MessageContent, Counts>>
}

export type FoundMessage = Omit<DeviceMessage, 'frameType' | 'bytes'> & { bytes: Buffer; identifier: string }

const columns = `number, at, direction, kind, protocol, transport, connection, address, bytes, length, content,
  identifier`
/** Messages of an earlier version have no counts. */
const foundOf = ({ content, at, number, ...row }: MessageRow & { identifier: string }): FoundMessage => ({
  ...row,
  ...content,
  lostBefore: content.lostBefore ?? 0,
  reportCount: content.reportCount ?? content.reports.length,
  number: Number(number),
  at: at.toISOString(),
})

/** Messages of a vehicle while it was of this company, behind `after`, the oldest first. */
export async function findMessages(
  tx: Transaction,
  { id, companyId }: { id: string; companyId: string },
  after: number,
): Promise<FoundMessage[]> {
  const rows = await tx.sql<MessageRow & { identifier: string }>(
    `select * from (
       select ${columns} from telemetry.inspected_messages
       where vehicle_id = $1 and company_id = $2 and number > $3 and at > $4
       order by number desc limit $5) latest
     order by number`,
    [id, companyId, after, keptSince(tx.now), inspectionRule.messages],
  )
  return rows.map(foundOf)
}

/** One message of a vehicle while it was of this company. */
export async function findMessage(
  tx: Transaction,
  { id, companyId }: { id: string; companyId: string },
  number: number,
): Promise<FoundMessage | null> {
  const [row] = await tx.sql<MessageRow & { identifier: string }>(
    `select ${columns} from telemetry.inspected_messages
      where vehicle_id = $1 and company_id = $2 and number = $3 and at > $4`,
    [id, companyId, number, keptSince(tx.now)],
  )
  return row ? foundOf(row) : null
}

const keptSince = (now: Date) => new Date(now.getTime() - inspectionRule.keptHours * hourMs)

/** Deletes messages and inspections that are too old. */
export async function forgetMessages(tx: Transaction): Promise<void> {
  await tx.sql('delete from telemetry.inspected_messages where at <= $1', [keptSince(tx.now)])
  await tx.sql('delete from telemetry.inspections where until <= $1', [keptSince(tx.now)])
}
