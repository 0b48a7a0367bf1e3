import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type {
  listRejectedReports,
  listUnknownDevices,
  UnknownDevice,
} from '@rumbo/contract/telemetry.devices.contract'
import { gatewayGoneAfterMs } from '@rumbo/contract/telemetry.freshness'
import { query } from '@rumbo/database'
import { type RawBuilder, sql } from 'kysely'
import { searchPatterns } from '../../platform/database/search-patterns.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { storedToDegrees } from '../telemetry.rules.ts'

type UnknownFilter = ParsedOf<typeof listUnknownDevices>['query']
type RejectedFilter = ParsedOf<typeof listRejectedReports>['query']
type RejectedReport = OutputOf<typeof listRejectedReports>['items'][number]

const rowsOf = <Row>(tx: Transaction, statement: RawBuilder<Row>) =>
  tx.rows<Row>({ compile: () => statement.compile(query) })

const allOf = (parts: RawBuilder<unknown>[]) => sql<boolean>`${sql.join(parts, sql` and `)}`

interface UnknownRow {
  identifier: string
  protocol: DeviceProtocol
  address: string | null
  reports: number
  first_seen_at: Date
  last_seen_at: Date
  fix_time: Date | null
  latitude: number | null
  longitude: number | null
  is_connected: boolean
  company_id: string | null
  company_name: string | null
}

const unknownColumn = {
  lastSeenAt: 'u.last_seen_at',
  firstSeenAt: 'u.first_seen_at',
  reports: 'u.reports',
  identifier: 'u.identifier',
  protocol: 'u.protocol',
} as const

/** A device may still be listed after a vehicle's form, or a concurrent report, assigned it to a vehicle. */
const hasNoVehicle = sql`not exists (
  select from vehicles.vehicles v where v.imei = u.identifier and v.archived_at is null)`

const unknownFrom = sql`telemetry.unknown_devices u
  left join telemetry.expected_devices e on e.identifier = u.identifier
  left join organisation.companies c on c.id = e.company_id and c.archived_at is null`

function matchesUnknown(
  { search, protocol }: UnknownFilter,
  companies: readonly string[] | null,
): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [hasNoVehicle]
  if (companies) parts.push(sql`c.id = any(${companies}::uuid[])`)
  if (protocol?.length) parts.push(sql`u.protocol = any(${protocol}::text[])`)
  const searched = companies ? sql`u.identifier` : sql`u.identifier || ' ' || coalesce(u.address, '')`
  for (const pattern of searchPatterns(search)) parts.push(sql`lower(${searched}) like ${pattern}`)
  return allOf(parts)
}

/**
 * A page of devices without a vehicle, and their total number.
 * @param companies only devices that these companies expect, without address and place: those who list an identifier may
 * not own the device; null for all
 */
export async function findUnknownDevices(
  tx: Transaction,
  filter: UnknownFilter,
  companies: readonly string[] | null,
): Promise<{ items: UnknownDevice[]; total: number }> {
  const condition = matchesUnknown(filter, companies)
  const direction = sql.raw(filter.order)
  const [count] = await rowsOf(
    tx,
    sql<{ total: number }>`select count(*)::int as total from ${unknownFrom} where ${condition}`,
  )
  const rows = await rowsOf(
    tx,
    sql<UnknownRow>`
      select u.*, c.id as company_id, c.name as company_name, exists (
        select from telemetry.device_connections d join telemetry.gateways g on g.id = d.gateway_id
        where d.identifier = u.identifier and d.disconnected_at is null
          and g.heard_at > ${new Date(tx.now.getTime() - gatewayGoneAfterMs)}) as is_connected
      from ${unknownFrom} where ${condition}
      order by ${sql.ref(unknownColumn[filter.sort])} ${direction}, u.identifier ${direction}
      limit ${filter.size} offset ${(filter.page - 1) * filter.size}`,
  )
  const items = rows.map(unknownOf)
  return {
    items: companies ? items.map((device) => ({ ...device, address: null, lastFix: null })) : items,
    total: count?.total ?? 0,
  }
}

const unknownOf = ({ fix_time, latitude, longitude, ...row }: UnknownRow): UnknownDevice => ({
  identifier: row.identifier,
  protocol: row.protocol,
  address: row.address,
  reports: Number(row.reports),
  firstSeenAt: row.first_seen_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
  isConnected: row.is_connected,
  lastFix:
    fix_time && latitude !== null && longitude !== null
      ? {
          time: fix_time.toISOString(),
          latitude: storedToDegrees(latitude),
          longitude: storedToDegrees(longitude),
        }
      : null,
  expectedBy:
    row.company_id !== null && row.company_name !== null
      ? { id: row.company_id, name: row.company_name }
      : null,
})

/**
 * Call under the system role.
 * @param companies only if one of these companies expects the device; null for any device
 * @returns who expects the device; undefined if it was not on the list
 */
export async function removeUnknownDevice(
  tx: Transaction,
  identifier: string,
  companies: readonly string[] | null,
): Promise<{ companyId: string | null } | undefined> {
  const expectedBy = `select company_id from telemetry.expected_devices e where e.identifier = u.identifier`
  const [row] = await tx.sql<{ companyId: string | null }>(
    `delete from telemetry.unknown_devices u where identifier = $1
      and ($2::uuid[] is null or (${expectedBy}) = any($2::uuid[]))
      returning (${expectedBy}) as "companyId"`,
    [identifier, companies],
  )
  return row
}

interface RejectedRow {
  id: string
  received_at: Date
  device_identifier: string
  vehicle_number: string | null
  protocol: DeviceProtocol
  reason: RejectedReport['reason']
  detail: string | null
  fix_time: Date | null
  fix: { latitude?: unknown; longitude?: unknown; speedKmh?: unknown } | null
}

const rejectedColumn = {
  receivedAt: 'r.received_at',
  deviceIdentifier: 'r.device_identifier',
  reason: 'r.reason',
} as const

const ofFleets = (fleets: readonly string[] | null) =>
  fleets ? sql<boolean>`v.fleet_id = any(${fleets}::uuid[])` : sql<boolean>`true`

function matchesRejected(
  { search, protocol, reason }: RejectedFilter,
  fleets: readonly string[] | null,
): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [ofFleets(fleets)]
  if (protocol?.length) parts.push(sql`r.protocol = any(${protocol}::text[])`)
  if (reason?.length) parts.push(sql`r.reason = any(${reason}::text[])`)
  for (const pattern of searchPatterns(search))
    parts.push(sql`lower(r.device_identifier || ' ' || coalesce(v.vehicle_number, '')) like ${pattern}`)
  return allOf(parts)
}

/**
 * A page of rejected and marked reports, their total number, and the number of each kind since `since`.
 * @param fleets only reports of vehicles of these fleets; null for all
 */
export async function findRejectedReports(
  tx: Transaction,
  filter: RejectedFilter,
  since: Date,
  fleets: readonly string[] | null,
): Promise<Pick<OutputOf<typeof listRejectedReports>, 'items' | 'total' | 'counts'>> {
  const condition = matchesRejected(filter, fleets)
  const direction = sql.raw(filter.order)
  const from = sql`telemetry.rejected_reports r left join vehicles.vehicles v on v.vehicle_no = r.vehicle_no`
  const [count] = await rowsOf(
    tx,
    sql<{ total: number }>`select count(*)::int as total from ${from} where ${condition}`,
  )
  const rows = await rowsOf(
    tx,
    sql<RejectedRow>`
      select r.id, r.received_at, r.device_identifier, v.vehicle_number, r.protocol, r.reason, r.detail, r.fix_time,
        r.report -> 'fix' as fix
      from ${from} where ${condition}
      order by ${sql.ref(rejectedColumn[filter.sort])} ${direction}, r.id ${direction}
      limit ${filter.size} offset ${(filter.page - 1) * filter.size}`,
  )
  const counts = await rowsOf(
    tx,
    sql<{ protocol: string; reason: string; reports: number }>`
      select r.protocol, r.reason, count(*)::int as reports from ${from}
      where r.received_at > ${since} and ${ofFleets(fleets)}
      group by 1, 2 order by 3 desc, 1, 2`,
  )
  return { items: rows.map(listedOf), total: count?.total ?? 0, counts }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const listedOf = (row: RejectedRow): RejectedReport => ({
  id: row.id,
  receivedAt: row.received_at.toISOString(),
  deviceIdentifier: row.device_identifier,
  vehicleNumber: row.vehicle_number,
  protocol: row.protocol,
  reason: row.reason,
  detail: row.detail,
  fixTime: row.fix_time?.toISOString() ?? null,
  latitude: numberOf(row.fix?.latitude),
  longitude: numberOf(row.fix?.longitude),
  speedKmh: numberOf(row.fix?.speedKmh),
})
