import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { gatewayGoneAfterMs } from '@rumbo/contract/telemetry.freshness'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { RunningGateway } from './telemetry.onboarding.rules.ts'

/** Running gateways, the one with the latest heartbeat first. Requires the role of the system or of a super admin. */
export async function findGateways(tx: Transaction): Promise<RunningGateway[]> {
  const rows = await tx.sql<{
    host: string
    ports: Record<string, number>
    connection_limit: number
    counters: Record<string, unknown>
  }>(
    `select host, ports, connection_limit, counters from telemetry.gateways
      where heard_at > $1 order by heard_at desc, id`,
    [new Date(tx.now.getTime() - gatewayGoneAfterMs)],
  )
  return rows.map(({ connection_limit: connectionLimit, ...gateway }) => ({ ...gateway, connectionLimit }))
}

/** The last contact of a device. */
export interface DeviceContact {
  isConnected: boolean
  protocol: DeviceProtocol | null
  address: string | null
  lastReportAt: Date | null
  lastFixAt: Date | null
  refused: Record<string, number>
}

interface ContactRow {
  protocol: DeviceProtocol | null
  address: string | null
  heard_at: Date | null
  is_connected: boolean | null
  last_report_at: Date | null
  fix_time: Date | null
  state_protocol: DeviceProtocol | null
}

/**
 * Connection, last report and refused reports of a vehicle's device, without those of its former vehicles. Call under the
 * system role.
 * @param since refused reports are counted from this time
 */
export async function findDeviceContact(
  tx: Transaction,
  vehicleNo: number,
  identifier: string | null,
  since: Date,
): Promise<DeviceContact> {
  const [row] = await tx.sql<ContactRow>(
    `select d.protocol, d.address, d.heard_at, d.disconnected_at is null and g.heard_at > $3 as is_connected,
        nullif(s.last_report_at, '-infinity') as last_report_at, nullif(s.as_of, '-infinity') as fix_time,
        s.protocol as state_protocol
      from (select $1::int4 as vehicle_no, $2::text as identifier) as device
      left join telemetry.vehicle_state s using (vehicle_no)
      left join telemetry.device_connections d using (identifier)
      left join telemetry.gateways g on g.id = d.gateway_id`,
    [vehicleNo, identifier, new Date(tx.now.getTime() - gatewayGoneAfterMs)],
  )
  const refused = await tx.sql<{ reason: string; reports: number }>(
    `select reason, count(*)::int as reports from telemetry.rejected_reports
      where device_identifier = $1 and received_at > $2 and vehicle_no = $3 group by reason order by reason`,
    [identifier, since, vehicleNo],
  )
  const contacts = [row?.heard_at, row?.last_report_at].flatMap((at) => at?.getTime() ?? [])
  return {
    isConnected: row?.is_connected ?? false,
    protocol: row?.protocol ?? row?.state_protocol ?? null,
    address: row?.address ?? null,
    lastReportAt: contacts.length > 0 ? new Date(Math.max(...contacts)) : null,
    lastFixAt: row?.fix_time ?? null,
    refused: Object.fromEntries(refused.map(({ reason, reports }) => [reason, reports])),
  }
}
