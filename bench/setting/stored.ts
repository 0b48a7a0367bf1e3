import type { Told } from '../load/devices.ts'
import type { BenchRumbo } from './rumbo.ts'

/** What the database holds against what devices were told. */
export interface Stored {
  rows: number
  acknowledged: number
  /** Acknowledged positions that are not in the table: lost. */
  missing: number
}

export async function compareStored(
  rumbo: Pick<BenchRumbo, 'query'>,
  told: readonly Told[],
  firstSecond: number,
): Promise<Stored> {
  const [found] = await rumbo.query<{ rows: string; missing: string }>(
    `select (select count(*) from telemetry.positions) as rows, count(*) filter (where p.vehicle_no is null) as missing
     from unnest($1::text[], $2::int4[]) as told(imei, acknowledged)
     join vehicles.vehicles v using (imei)
     cross join lateral generate_series(0, told.acknowledged - 1) as second
     left join telemetry.positions p on p.vehicle_no = v.vehicle_no and p.fix_time = to_timestamp($3::int8 + second)`,
    [told.map(({ identifier }) => identifier), told.map(({ acknowledged }) => acknowledged), firstSecond],
  )
  return {
    rows: Number(found?.rows),
    acknowledged: told.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    missing: Number(found?.missing),
  }
}
