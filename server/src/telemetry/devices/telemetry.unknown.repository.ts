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
  total: number
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

function matchesUnknown({ search, protocol }: UnknownFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [hasNoVehicle]
  if (protocol?.length) parts.push(sql`u.protocol = any(${protocol}::text[])`)
  for (const pattern of searchPatterns(search))
    parts.push(sql`lower(u.identifier || ' ' || coalesce(u.address, '')) like ${pattern}`)
  return allOf(parts)
}

/** A page of devices without a vehicle, and their total number. */
export async function findUnknownDevices(
  tx: Transaction,
  filter: UnknownFilter,
): Promise<{ items: UnknownDevice[]; total: number }> {
  const condition = matchesUnknown(filter)
  const direction = sql.raw(filter.order)
  const [count] = await rowsOf(
    tx,
    sql<{ total: number }>`select count(*)::int as total from telemetry.unknown_devices u where ${condition}`,
  )
  const rows = await rowsOf(
    tx,
    sql<UnknownRow>`
      select u.*, exists (
        select from telemetry.device_connections d join telemetry.gateways g on g.id = d.gateway_id
        where d.identifier = u.identifier and d.disconnected_at is null
          and g.heard_at > ${new Date(tx.now.getTime() - gatewayGoneAfterMs)}) as is_connected
      from telemetry.unknown_devices u where ${condition}
      order by ${sql.ref(unknownColumn[filter.sort])} ${direction}, u.identifier ${direction}
      limit ${filter.size} offset ${(filter.page - 1) * filter.size}`,
  )
  return { items: rows.map(unknownOf), total: count?.total ?? 0 }
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
})

/** Call under the system role. @returns whether the device was on the list */
export async function removeUnknownDevice(tx: Transaction, identifier: string): Promise<boolean> {
  const rows = await tx.sql(
    'delete from telemetry.unknown_devices where identifier = $1 returning identifier',
    [identifier],
  )
  return rows.length > 0
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

function matchesRejected({ search, protocol, reason }: RejectedFilter): RawBuilder<boolean> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (protocol?.length) parts.push(sql`r.protocol = any(${protocol}::text[])`)
  if (reason?.length) parts.push(sql`r.reason = any(${reason}::text[])`)
  for (const pattern of searchPatterns(search))
    parts.push(sql`lower(r.device_identifier || ' ' || coalesce(v.vehicle_number, '')) like ${pattern}`)
  return allOf(parts)
}

/** A page of rejected and marked reports, their total number, and the number of each kind since `since`. */
export async function findRejectedReports(
  tx: Transaction,
  filter: RejectedFilter,
  since: Date,
): Promise<Pick<OutputOf<typeof listRejectedReports>, 'items' | 'total' | 'counts'>> {
  const condition = matchesRejected(filter)
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
  const counts = await tx.sql<{ protocol: string; reason: string; reports: number }>(
    `select protocol, reason, count(*)::int as reports from telemetry.rejected_reports
      where received_at > $1 group by protocol, reason order by reports desc, protocol, reason`,
    [since],
  )
  return { items: rows.map(rejectedOf), total: count?.total ?? 0, counts }
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const rejectedOf = (row: RejectedRow): RejectedReport => ({
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
