import pg from 'pg'
import { unansweredProtocols } from '../load/device-clients.ts'
import type { AcknowledgedDevice, Devices } from '../load/devices.ts'
import type { BenchRumbo } from './rumbo.ts'

/** Compares the stored positions of devices with those acknowledged to them. */
export interface Stored {
  rows: number
  acknowledged: number
  /** Acknowledged positions that are not in the table: lost. */
  missing: number
  /** Rows beyond the first of one vehicle and moment. */
  doubled: number
}

export async function compareStored(
  rumbo: Pick<BenchRumbo, 'query'>,
  devices: readonly AcknowledgedDevice[],
  firstSecond: number,
): Promise<Stored> {
  const [found] = await rumbo.query<{ rows: string; missing: string; doubled: string }>(
    `with expected_devices as (select vehicle_no, acknowledged from unnest($1::text[], $2::int4[]) as sent(imei, acknowledged)
       join vehicles.vehicles using (imei)),
     found as (select vehicle_no, count(*) as rows, count(distinct fix_time) as moments,
         count(distinct fix_time) filter (where fix_time < to_timestamp($3::int8 + acknowledged)) as expected
       from expected_devices left join telemetry.positions p using (vehicle_no)
       where p.fix_time >= to_timestamp($3::int8) group by vehicle_no)
     select sum(rows) as rows, sum(rows - moments) as doubled,
       (select sum(acknowledged) from expected_devices) - sum(expected) as missing from found`,
    [
      devices.map(({ identifier }) => identifier),
      devices.map(({ acknowledged }) => acknowledged),
      firstSecond,
    ],
  )
  return {
    rows: Number(found?.rows),
    acknowledged: devices.reduce((sum, { acknowledged }) => sum + acknowledged, 0),
    missing: Number(found?.missing),
    doubled: Number(found?.doubled),
  }
}

/** Polls the table for devices whose protocol has no acknowledgements; call `end` when they have settled. */
export function followTable(
  rumbo: Pick<BenchRumbo, 'maintenanceUrl' | 'query'>,
  devices: {
    acknowledgedDevices(): AcknowledgedDevice[] | Promise<AcknowledgedDevice[]>
    confirm: (...given: Parameters<Devices['confirm']>) => unknown
  },
  firstSecond: number,
  everyMs = 100,
): { end(): Promise<void> } {
  let isEnding = false
  async function follow(): Promise<void> {
    const imeis = (await devices.acknowledgedDevices())
      .filter(({ protocol }) => unansweredProtocols.has(protocol))
      .map(({ identifier }) => identifier)
    const { numbers, imeiOf } = await vehiclesOf(rumbo, imeis)
    let client: pg.Client | null = null
    while (!isEnding && imeis.length > 0) {
      try {
        client ??= await connected(rumbo.maintenanceUrl)
        const { rows: states } = await client.query<{ vehicle_no: number; count: number }>({
          name: 'follow',
          text: `select vehicle_no, (extract(epoch from as_of) - $2 + 1)::int4 as count
            from telemetry.vehicle_state where vehicle_no = any($1::int4[]) and as_of >= to_timestamp($2)`,
          values: [numbers, firstSecond],
        })
        const rows = states.map(({ vehicle_no, count }) => ({
          identifier: imeiOf.get(vehicle_no) ?? '',
          count,
        }))
        await devices.confirm(rows)
      } catch {
        // The database was killed on purpose; the next iteration reaches the restarted one.
        client?.end().catch(() => {})
        client = null
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    await client?.end().catch(() => {})
  }
  const following = follow()
  return {
    async end() {
      isEnding = true
      await following
    },
  }
}

async function vehiclesOf(rumbo: Pick<BenchRumbo, 'query'>, imeis: readonly string[]) {
  const vehicles = await rumbo.query<{ vehicle_no: number; imei: string }>(
    'select vehicle_no, imei from vehicles.vehicles where imei = any($1)',
    [imeis],
  )
  return {
    numbers: vehicles.map(({ vehicle_no }) => vehicle_no),
    imeiOf: new Map(vehicles.map(({ vehicle_no, imei }) => [vehicle_no, imei])),
  }
}

async function connected(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  return client
}
