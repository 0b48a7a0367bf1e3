import { deviceClaim } from '@rumbo/contract/commands.device-command.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Two connections sent messages of one device. */
export interface ContestedDevice {
  identifier: string
  /** Time of the last message of the other connection, in epoch milliseconds. */
  at: number
  addresses: readonly [string, string]
}

/** A claim that begins, of a vehicle's device. */
export interface NewClaim {
  id: string
  vehicleId: string
  since: Date
}

/**
 * Begins claims, or extends those that have not ended. Devices without a vehicle are skipped.
 * @param ids one for each device, used where a claim begins
 * @returns the claims that begin; where two gateways find the same claim, one of them gets it
 */
export function putClaims(
  tx: Transaction,
  devices: readonly ContestedDevice[],
  ids: readonly string[],
): Promise<NewClaim[]> {
  return tx.sql<NewClaim>(
    `with contested as (
       select found.*, v.id as vehicle_id
       from unnest($1::text[], $2::uuid[], $3::text[], $4::text[], $7::timestamptz[])
         as found(identifier, id, latest, other, sent_at)
       join vehicles.vehicles v on v.imei = found.identifier and v.archived_at is null
     ), written as (
       insert into telemetry.device_claims as c (identifier, id, since, contested_at, addresses)
       select identifier, id, $5::timestamptz, sent_at, array[latest, other] from contested order by identifier
       on conflict (identifier) do update set
         id = case when c.contested_at <= $5::timestamptz - $6::integer * interval '1 s' then excluded.id else c.id end,
         since = case when c.contested_at <= $5::timestamptz - $6::integer * interval '1 s' then excluded.since else c.since end,
         contested_at = greatest(c.contested_at, excluded.contested_at), addresses = excluded.addresses
       returning c.id, c.since
     )
     select written.id, contested.vehicle_id as "vehicleId", written.since
     from written join contested on contested.id = written.id`,
    [
      devices.map(({ identifier }) => identifier),
      ids,
      devices.map(({ addresses }) => addresses[0]),
      devices.map(({ addresses }) => addresses[1]),
      tx.now,
      deviceClaim.endsAfterSeconds,
      devices.map(({ at }) => new Date(at)),
    ],
  )
}

export const forgetClaims = async (tx: Transaction, cutoff: Date): Promise<void> =>
  void (await tx.sql('delete from telemetry.device_claims where contested_at < $1', [cutoff]))
