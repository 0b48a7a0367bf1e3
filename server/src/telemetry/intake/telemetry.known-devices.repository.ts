import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { addNewerReadings } from '../readings/telemetry.newer-readings.repository.ts'
import { phoneIdentifierOf, phoneVehicleOf } from './telemetry.phone-identifiers.ts'
import type { CompanyClock, VehicleState } from './telemetry.state.ts'
import { type StateRow, stateOf, stateSelection } from './telemetry.state-columns.ts'

// Former vehicles of the device; for the many devices that never moved, one index lookup.
const spans = `left join lateral (
    select max(extract(epoch from d.attached_at) * 1000) filter (where d.detached_at is null and isfinite(d.attached_at))::float8 as held_from,
      json_agg(json_build_object('vehicleNo', n.vehicle_no, 'vehicleId', n.id, 'companyId', n.company_id,
        'fromMs', case when isfinite(d.attached_at) then extract(epoch from d.attached_at) * 1000 else -9e15 end,
        'toMs', extract(epoch from d.detached_at) * 1000)) filter (where d.detached_at is not null) as former
    from vehicles.device_spans d join vehicles.numbered n on n.id = d.vehicle_id where d.imei = w.imei) as spans on true`
const selection = `w.imei, w.vehicle_no, w.id as vehicle_id, w.company_id, w.fleet_id, w.is_silent,
    vehicle.device_secret_hash is not null as has_secret,
    vehicle.gps_model as device_model, vehicle.speed_limit_kmh, vehicle.allowed_hours, spans.held_from, spans.former,
    ${stateSelection}, f.states as fence_states, f.last_fix as fence_fix, r.readings, (extract(epoch from r.as_of) * 1000)::float8 as readings_as_of`

// Named columns: others of the same names are joined by.
const records = `join (select id, gps_model, device_secret_hash, speed_limit_kmh, allowed_hours from vehicles.vehicles)
    as vehicle on vehicle.id = w.id`

// A vehicle's state row is created by the first lookup, so that the hot path only updates.
const lookUpText = `with wanted as (select * from vehicles.listened where imei = any($1::text[])
    or imei is null and id = any($2::uuid[])),
  made as (insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id)
    select vehicle_no, id, company_id, fleet_id from wanted on conflict (vehicle_no) do nothing)
  select ${selection}
  from wanted w ${records} left join telemetry.vehicle_state s using (vehicle_no)
  left join telemetry.latest_readings r using (vehicle_no)
  left join telemetry.fence_states f using (vehicle_no) ${spans}`

/** Vehicles that are read at once: a page and what the history adds to it are in memory. */
const pageVehicles = 500

/** Reads the vehicles of these devices and phones, with their last states. */
export async function lookUpDevices(
  database: Database,
  identifiers: readonly string[],
): Promise<Map<string, VehicleState>> {
  const found = new Map<string, VehicleState>()
  for (let from = 0; from < identifiers.length; from += pageVehicles) {
    const page = identifiers.slice(from, from + pageVehicles)
    const phones = page.map(phoneVehicleOf).filter((vehicleId) => vehicleId !== null)
    const rows = await database.transaction(asSystem('device look-up'), async (tx) => {
      const listened = await tx.sql<StateRow & { imei: string | null }>(lookUpText, [page, phones])
      await addNewerReadings(tx, listened)
      return listened
    })
    for (const row of rows) found.set(row.imei ?? phoneIdentifierOf(row.vehicle_id), stateOf(row))
  }
  return found
}

/** Reads every vehicle with a device and its last state, page by page in one pass. @returns how many there are */
export async function readAllDevices(
  database: Database,
  add: (identifier: string, state: VehicleState) => void,
): Promise<number> {
  await database.transaction(asSystem('rows of new vehicles'), (tx) =>
    tx.sql(`insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id)
      select l.vehicle_no, l.id, l.company_id, l.fleet_id from vehicles.listened l
      left join telemetry.vehicle_state s using (vehicle_no) where l.imei is not null and s.vehicle_no is null
      on conflict (vehicle_no) do nothing`),
  )
  return database.transaction(
    asSystem('live state'),
    async (tx) => {
      await tx.sql(`declare states no scroll cursor for
        with spans as (
          select d.imei, max(extract(epoch from d.attached_at) * 1000) filter (where d.detached_at is null and isfinite(d.attached_at))::float8 as held_from,
            json_agg(json_build_object('vehicleNo', n.vehicle_no, 'vehicleId', n.id, 'companyId', n.company_id,
              'fromMs', case when isfinite(d.attached_at) then extract(epoch from d.attached_at) * 1000 else -9e15 end,
              'toMs', extract(epoch from d.detached_at) * 1000)) filter (where d.detached_at is not null) as former
          from vehicles.device_spans d join vehicles.numbered n on n.id = d.vehicle_id
          where d.detached_at is not null or isfinite(d.attached_at) group by d.imei)
        select ${selection} from vehicles.listened w ${records}
        join telemetry.vehicle_state s using (vehicle_no) left join telemetry.latest_readings r using (vehicle_no)
        left join telemetry.fence_states f using (vehicle_no) left join spans using (imei) where w.imei is not null`)
      let count = 0
      for (;;) {
        const rows = await tx.sql<StateRow & { imei: string }>(`fetch ${pageVehicles} from states`)
        await addNewerReadings(tx, rows)
        for (const row of rows) add(row.imei, stateOf(row))
        count += rows.length
        if (rows.length < pageVehicles) return count
      }
    },
    { readOnly: true },
  )
}

/** Settings of all companies for their vehicles. */
export async function readCompanyClocks(database: Database): Promise<Map<string, CompanyClock>> {
  const rows = await database.transaction(
    asSystem('companies of vehicles'),
    (tx) =>
      tx.sql<{ id: string } & CompanyClock>(
        'select company_id as id, time_zone as "timeZone", history_days as "historyDays", road_speed_limits as "roadSpeedLimits" from organisation.clocks',
      ),
    { readOnly: true },
  )
  return new Map(rows.map(({ id, ...clock }) => [id, clock]))
}
