import { type TestDatabase, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate } from './migrations.ts'

let database: TestDatabase
let client: pg.Client

beforeEach(async () => {
  database = await testDatabase({ empty: true })
  client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  await client.query(`grant create on database ${database.name} to rumbo_owner`)
})
afterEach(async () => {
  await client.end()
  await database.close()
})

const imei = '868200000000001'
const vehicleId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** A vehicle as a database of before device spans had it. */
const addVehicle = (number: number, isArchived: boolean) =>
  client.query(
    `insert into vehicles.vehicles (id, company_id, fleet_id, vehicle_number, plate_number, make, model, year, type, color,
        fuel_type, imei, installation_date, status, status_order, status_since, silence_from, number_key, plate_key,
        search_text, created_at, updated_at, archived_at)
      values ($1, $2, $3, $4, $4, 'Kenworth', 'T680', 2022, 'truck', 'white', 'diesel', $5, '2026-01-02', 'inactive', 9, now(), now(),
        $4, $4, $4, now(), now(), case when $6 then now() end)`,
    [vehicleId(number), vehicleId(8), vehicleId(9), `T-${number}`, imei, isArchived],
  )

it('keeps the fleet of a database from before commands and device spans', async () => {
  await migrate({ url: database.superuserUrl, upTo: 15 })
  // Their company and fleet are not needed here.
  await client.query("set session_replication_role = 'replica'")
  await addVehicle(1, true)
  await addVehicle(2, true)
  await addVehicle(3, false)
  await client.query(
    `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id, as_of, latitude, longitude)
      select vehicle_no, id, company_id, fleet_id, '2026-03-02T15:00:00Z', 194326000, -991332000 from vehicles.vehicles`,
  )
  await client.query("set session_replication_role = 'origin'")
  await migrate({ url: database.superuserUrl })

  const rows = async (text: string) => (await client.query(text)).rows
  expect(await rows('select imei, vehicle_id, detached_at from vehicles.device_spans')).toEqual([
    { imei, vehicle_id: vehicleId(3), detached_at: null },
  ])
  expect(await rows('select distinct trip_started_at, day_records from telemetry.vehicle_state')).toEqual([
    { trip_started_at: null, day_records: 0 },
  ])
  // The device moves on: the live vehicle is archived, and an archived one comes back with it.
  await client.query("set session_replication_role = 'replica'")
  await client.query('alter table vehicles.vehicles enable always trigger keep_device_span')
  const move = (number: number, isArchived: boolean, minute: number) =>
    client.query('update vehicles.vehicles set archived_at = $2, updated_at = $3 where id = $1', [
      vehicleId(number),
      isArchived ? new Date() : null,
      new Date(Date.UTC(2026, 2, 3, 10, minute)),
    ])
  await move(3, true, 0)
  await move(1, false, 1)
  const spans = await rows(
    'select vehicle_id, isfinite(attached_at) as is_later, detached_at is null as is_open from vehicles.device_spans order by attached_at',
  )
  expect(spans).toEqual([
    { vehicle_id: vehicleId(3), is_later: false, is_open: false },
    { vehicle_id: vehicleId(1), is_later: true, is_open: true },
  ])
})

it('keeps a duplicate VIN on the oldest vehicle, and moves it to the notes of the others', async () => {
  await migrate({ url: database.superuserUrl, upTo: 21 })
  await client.query("set session_replication_role = 'replica'")
  for (const number of [1, 2, 3, 4]) await addVehicle(number, true)
  const vin = '3N6AD33C0GK800009'
  await client.query(
    `update vehicles.vehicles set vin = $1, imei = null, archived_at = case when id = $2 then now() end,
       notes_general = case when id = $3 then repeat('ñ', 3999) || '.' end, updated_by_name = 'Ana', created_at = '2026-01-01'::timestamptz + right(id::text, 1)::int * interval '1 day',
       search_text = 't-' || right(id::text, 1) || ' nissan ' || lower($1) || ' '`,
    [vin, vehicleId(1), vehicleId(3)],
  )
  await client.query("set session_replication_role = 'origin'")
  await migrate({ url: database.superuserUrl })
  const { rows } = await client.query(
    'select vin, notes_general, search_text, version, updated_by_name from vehicles.vehicles order by id',
  )
  const note = `NIV que otra unidad de la empresa ya tenía; revisar: ${vin}`
  const left = (number: number) => ({
    vin,
    notes_general: null,
    search_text: `t-${number} nissan ${vin.toLowerCase()} `,
    version: 1,
    updated_by_name: 'Ana',
  })
  const changed = { vin: null, version: 2, updated_by_name: null }
  const room = 4_000 - note.length - 1
  expect(rows).toEqual([
    // Archived: it holds nothing.
    left(1),
    left(2),
    { ...changed, notes_general: `${'ñ'.repeat(room)}\n${note}`, search_text: 't-3 nissan  ' },
    { ...changed, notes_general: note, search_text: 't-4 nissan  ' },
  ])
})

it('computes the next stop of services from a database without that column', async () => {
  await migrate({ url: database.superuserUrl, upTo: 24 })
  await client.query("set session_replication_role = 'replica'")
  const stopId = (service: number, sequence: number) =>
    `00000000-0000-4000-8000-0000000000${service}${sequence}`
  for (const [service, departed] of [
    [1, []],
    [2, [1]],
    [3, [1, 2]],
  ] as const) {
    await client.query(
      `insert into services.services (id, company_id, fleet_id, service_number, service_type, priority_level, customer_name,
          customer_phone, requester_contact_id, dispatch_time, status_since, currency, payment_method, payment_status,
          created_at, updated_at)
        values ($1, $2, $3, $4, 'taxi', 0, 'Ana', '+525555123456', $2, now(), now(), 'MXN', 'cash', 'pending', now(), now())`,
      [vehicleId(service), vehicleId(8), vehicleId(9), service],
    )
    for (const sequence of [2, 1])
      await client.query(
        `insert into services.planned_stops (id, service_id, fleet_id, sequence, stop_type, address, latitude, longitude)
          values ($1, $2, $3, $4, 'pickup', 'Reforma', $5, -99)`,
        [stopId(service, sequence), vehicleId(service), vehicleId(9), sequence, 19 + sequence / 10],
      )
    for (const sequence of [1, 2])
      await client.query(
        `insert into services.executed_stops (id, service_id, planned_stop_id, fleet_id, arrived, departed, status, operator)
          values ($1, $2, $1, $3, now(), case when $4 then now() end, 'executed', 'driver')`,
        [stopId(service, sequence), vehicleId(service), vehicleId(9), departed.some((at) => at === sequence)],
      )
  }
  await client.query("set session_replication_role = 'origin'")
  await migrate({ url: database.superuserUrl })
  const { rows } = await client.query(
    'select service_number as service, next_latitude as latitude, next_longitude as longitude from services.services order by 1',
  )
  expect(rows).toEqual([
    { service: 1, latitude: 19.1, longitude: -99 },
    { service: 2, latitude: 19.2, longitude: -99 },
    { service: 3, latitude: 19.2, longitude: -99 },
  ])
})
