import { testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { expect, it } from 'vitest'
import { migrate } from './migrations.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

it('joins the open events of the same trouble, and leaves their vehicle as alarmed as it was', async () => {
  const database = await testDatabase({ empty: true })
  const client = new pg.Client({ connectionString: database.superuserUrl })
  await client.connect()
  try {
    await client.query(`grant create on database ${database.name} to rumbo_owner`)
    await migrate({ url: database.superuserUrl, upTo: 95 })
    await client.query("set session_replication_role = 'replica'")
    await client.query(
      `insert into vehicles.vehicles (id, company_id, fleet_id, vehicle_number, plate_number, make, model, year, type, color,
         fuel_type, imei, installation_date, status, status_order, status_since, silence_from, number_key, plate_key,
         search_text, created_at, updated_at)
       values ($1, $2, $3, 'T-1', 'T-1', 'Kenworth', 'T680', 2022, 'truck', 'white', 'diesel', '868200000000001',
         '2026-01-02', 'critical', 0, now(), now(), 't-1', 't-1', 't-1', now(), now())`,
      [id(7), id(8), id(9)],
    )
    const add = (number: number, status: string, kind: string, minute: number, severity = 1) =>
      client.query(
        `insert into events.events (id, company_id, fleet_id, vehicle_id, type, category, severity, status, source, kind,
           is_alarm, occurred_at, last_occurred_at, occurrences, created_at, updated_at)
         values ($1, $2, $3, $4, 'gps_alarm', 'security', $5, $6, 'device', $7, true, $8, $8, 2, now(), now())`,
        [id(number), id(8), id(9), id(7), severity, status, kind, new Date(Date.UTC(2026, 2, 2, 15, minute))],
      )
    await add(1, 'active', 'door', 0, 2)
    await add(2, 'active', 'door', 20)
    await add(3, 'acknowledged', 'door', 40)
    await add(4, 'dismissed', 'door', 60)
    await add(5, 'acknowledged', 'tow', 0)
    await client.query(
      `insert into vehicles.status_causes (vehicle_id, company_id, fleet_id, cause, source_id, since)
       select $1, $2, $3, cause, source, now() from (values ('critical', $4), ('alarmed', $5)) as c(cause, source)`,
      [id(7), id(8), id(9), id(1), id(2)],
    )
    await client.query("set session_replication_role = 'origin'")
    await migrate({ url: database.superuserUrl })

    const rows = async (text: string) => (await client.query(text)).rows
    expect(
      await rows(
        `select right(id::text, 1) as id, status, severity, occurrences, extract(minute from occurred_at)::int as first,
           extract(minute from last_occurred_at)::int as last, resolved_by from events.events order by 1`,
      ),
    ).toEqual([
      { id: '1', status: 'resolved', severity: 2, occurrences: 2, first: 0, last: 0, resolved_by: null },
      { id: '2', status: 'active', severity: 2, occurrences: 6, first: 0, last: 40, resolved_by: null },
      { id: '3', status: 'resolved', severity: 1, occurrences: 2, first: 40, last: 40, resolved_by: null },
      { id: '4', status: 'dismissed', severity: 1, occurrences: 2, first: 0, last: 0, resolved_by: null },
      { id: '5', status: 'acknowledged', severity: 1, occurrences: 2, first: 0, last: 0, resolved_by: null },
    ])
    expect(await rows('select cause, source_id from vehicles.status_causes order by cause')).toEqual([
      { cause: 'alarmed', source_id: id(2) },
      { cause: 'critical', source_id: id(2) },
    ])
  } finally {
    await client.end()
    await database.close()
  }
})
