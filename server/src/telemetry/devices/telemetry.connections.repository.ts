import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Host, ports and counters of a gateway process. */
export interface GatewayRecord {
  id: string
  /** The address trackers are configured with. */
  host: string
  ports: Readonly<Record<string, number>>
  connectionLimit: number
  /** By protocol. */
  counters: object
}

/** The connection of a device; times in epoch milliseconds. */
export interface ConnectionRecord {
  identifier: string
  /** Unique among all gateways; for messages to them, not stored. */
  connection: string
  protocol: DeviceProtocol
  transport: string
  address: string
  connectedAt: number
  lastMessageAt: number
  isConnected: boolean
}

const maxConnections = 500_000

export async function putGateway(tx: Transaction, gateway: GatewayRecord): Promise<void> {
  await tx.sql(
    `insert into telemetry.gateways (id, host, ports, connection_limit, counters, heard_at)
      values ($1, $2, $3::jsonb, $4, $5::jsonb, $6)
      on conflict (id) do update set host = excluded.host, ports = excluded.ports,
        connection_limit = excluded.connection_limit, counters = excluded.counters, heard_at = excluded.heard_at`,
    [
      gateway.id,
      gateway.host,
      JSON.stringify(gateway.ports),
      gateway.connectionLimit,
      JSON.stringify(gateway.counters),
      tx.now,
    ],
  )
}

export async function removeGateway(tx: Transaction, gatewayId: string): Promise<void> {
  await tx.sql('delete from telemetry.gateways where id = $1', [gatewayId])
}

/** Devices that another running gateway reports as connected. */
export function findConnectedElsewhere(
  tx: Transaction,
  gatewayId: string,
  identifiers: readonly string[],
  aliveSince: Date,
): Promise<{ identifier: string }[]> {
  return tx.sql(
    `select c.identifier from telemetry.device_connections c join telemetry.gateways g on g.id = c.gateway_id
      where c.identifier = any($1::text[]) and c.gateway_id <> $2 and c.disconnected_at is null and g.heard_at > $3`,
    [identifiers, gatewayId, aliveSince],
  )
}

/**
 * An end is stored only for the connection it belongs to: the device may have another one by now, even at another
 * gateway. A device that another gateway had within the last two minutes is contested for one minute.
 */
export async function putConnections(
  tx: Transaction,
  gatewayId: string,
  records: readonly ConnectionRecord[],
): Promise<void> {
  await tx.sql(
    `insert into telemetry.device_connections as c
        (identifier, gateway_id, protocol, transport, address, connected_at, disconnected_at, heard_at)
      select identifier, $1, protocol, transport, address, connected_at,
        case when not is_connected then $2::timestamptz end, heard_at
      from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::timestamptz[], $8::timestamptz[], $9::boolean[])
        as given(identifier, protocol, transport, address, connected_at, heard_at, is_connected)
      order by identifier
      on conflict (identifier) do update set gateway_id = excluded.gateway_id, protocol = excluded.protocol,
        transport = excluded.transport, address = excluded.address, connected_at = excluded.connected_at,
        disconnected_at = excluded.disconnected_at, heard_at = greatest(c.heard_at, excluded.heard_at),
        contested_until = case when c.gateway_id <> excluded.gateway_id and c.disconnected_at is null
          and c.heard_at > $2::timestamptz - interval '2 min' then $2::timestamptz + interval '1 min' else c.contested_until end
      where case when excluded.disconnected_at is null then excluded.connected_at >= c.connected_at
        else c.gateway_id = excluded.gateway_id and c.connected_at = excluded.connected_at end`,
    [
      gatewayId,
      tx.now,
      records.map(({ identifier }) => identifier),
      records.map(({ protocol }) => protocol),
      records.map(({ transport }) => transport),
      records.map(({ address }) => address),
      records.map(({ connectedAt }) => new Date(connectedAt)),
      records.map(({ lastMessageAt }) => new Date(lastMessageAt)),
      records.map(({ isConnected }) => isConnected),
    ],
  )
}

/** Ends the connections of the given gateway, if any, and of gateways without a heartbeat since `cutoff`. */
export async function endConnections(tx: Transaction, cutoff: Date, gatewayId: string | null): Promise<void> {
  await tx.sql(
    `update telemetry.device_connections set disconnected_at = $1
      where disconnected_at is null and (gateway_id = $3
        or gateway_id in (select id from telemetry.gateways where heard_at < $2))`,
    [tx.now, cutoff, gatewayId],
  )
}

/**
 * Deletes what is older than `cutoff`, and the oldest of more than 500,000: a sender can forge any number of
 * identifiers.
 */
export async function forgetConnections(tx: Transaction, cutoff: Date): Promise<void> {
  await tx.sql('delete from telemetry.gateways where heard_at < $1', [cutoff])
  await tx.sql(
    `delete from telemetry.device_connections where heard_at < greatest($1, (select heard_at
       from telemetry.device_connections order by heard_at desc offset $2 limit 1))`,
    [cutoff, maxConnections],
  )
}
