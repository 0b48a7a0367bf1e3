import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import type { Coordinates } from '@rumbo/geo'
import type { Transaction } from '../platform/database/transaction.ts'

let built = 0n

/** A valid position report of a device in Mexico City, each with a hash of its own; for tests and load. */
export function buildReport(
  given: Partial<Omit<DeviceReport, 'fix'>> & {
    receivedAt: Date
    deviceIdentifier: string
    fix?: Partial<NonNullable<DeviceReport['fix']>> | null
  },
): DeviceReport {
  built += 1n
  const { fix, ...fields } = given
  return {
    protocol: 'gt06',
    kind: 'position',
    telemetry: {},
    alarm: null,
    answer: null,
    extras: {},
    reportHash: built,
    ...fields,
    fix:
      fix === null
        ? null
        : {
            time: given.receivedAt,
            isValid: true,
            latitude: 19.4326,
            longitude: -99.1332,
            speedKmh: 36.5,
            headingDegrees: 90,
            altitudeMetres: 2240,
            accuracyMetres: null,
            satellites: 9,
            ...fix,
          },
  }
}

/** Lets a vehicle report its position now. */
export const buildPosition = (
  tx: Transaction,
  vehicleId: string,
  { latitude, longitude }: Coordinates,
): Promise<unknown> =>
  tx.sql(
    `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, last_report_at, latitude,
       longitude)
     select vehicle_no, id, company_id, fleet_id, $2, $2, round($3::numeric * 10000000), round($4::numeric * 10000000)
     from vehicles.vehicles where id = $1
     on conflict (vehicle_no) do update set as_of = excluded.as_of, last_report_at = excluded.last_report_at,
       latitude = excluded.latitude, longitude = excluded.longitude`,
    [vehicleId, tx.now, latitude, longitude],
  )
