import type pg from 'pg'
import type { Place } from './access.place.ts'
import type { Spot } from './access.table.ts'

export interface Relation {
  /** Name with schema. */
  name: string
  /** Table, partitioned table or view. */
  kind: 'r' | 'p' | 'v'
  isPartition: boolean
  isEnabled: boolean
  isForced: boolean
  columns: {
    name: string
    isGenerated: boolean
    /** Part of a key or check, or not null, which PostgreSQL lists as a constraint only since version 18. */
    isConstrained: boolean
    /** Roles of people that have this right. */
    select: string[]
    insert: string[]
    update: string[]
  }[]
  deletes: string[]
}

const schemas = [
  'platform',
  'identity',
  'organisation',
  'directory',
  'vehicles',
  'telemetry',
  'services',
  'commands',
  'events',
  'places',
  'billing',
  'payments',
  'shifts',
  'watchpoints',
  'geofences',
  'dispatch',
  'planning',
  'drivers',
  'notifications',
  'communication',
]

/** Every table and view of the domains, with the rights of people's roles. */
export async function readRelations(superuser: pg.Client): Promise<Relation[]> {
  const holders = (right: string) =>
    `array(select r from unnest($2::text[]) r where has_column_privilege(r, c.oid, a.attnum, '${right}'))`
  const { rows } = await superuser.query<Relation>(
    `select n.nspname || '.' || c.relname as name, c.relkind as kind, c.relispartition as "isPartition",
       c.relrowsecurity as "isEnabled", c.relforcerowsecurity as "isForced",
       (select json_agg(json_build_object('name', a.attname,
            'isGenerated', a.attgenerated <> '' or a.attidentity = 'a',
            'isConstrained', a.attnotnull or exists (select from pg_constraint k where k.conrelid = c.oid and a.attnum = any(k.conkey))
              or exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey)),
            'select', ${holders('select')}, 'insert', ${holders('insert')}, 'update', ${holders('update')})
          order by a.attnum)
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       array(select r from unnest($2::text[]) r where has_table_privilege(r, c.oid, 'delete')) as deletes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any($1::text[]) and c.relkind in ('r', 'p', 'v') order by 1`,
    [schemas, ['rumbo_all', 'rumbo_scoped', 'rumbo_guest']],
  )
  return rows
}

/** Inserts rows that the access harness does not create: one per remaining table and place, and for two people. */
export async function arrangeRows(
  superuser: pg.Client,
  { own, otherFleet, otherCompany }: Readonly<Record<Spot, Place>>,
  people: Readonly<Record<string, { id: string }>>,
): Promise<void> {
  for (const place of [own, otherFleet, otherCompany]) {
    const { companyId, fleetId, vehicleId, alarmedVehicleId, contactId, userId, linkedUserId, invitationId } =
      place
    const run = (text: string, values: readonly unknown[]) => superuser.query(text, [...values])
    const at = [companyId, fleetId]
    for (const id of [vehicleId, alarmedVehicleId])
      await run(
        `insert into telemetry.vehicle_state (vehicle_no, vehicle_id, company_id, fleet_id)
         select vehicle_no, id, company_id, fleet_id from vehicles.vehicles where id = $1`,
        [id],
      )
    for (const [table, columns, values] of [
      ['trips', 'id, started_at, start_latitude, start_longitude', 'gen_random_uuid(), now(), 0, 0'],
      ['stays', 'id, started_at, latitude, longitude', 'gen_random_uuid(), now(), 0, 0'],
      [
        'vehicle_days',
        'day, records, distance_metres, moving_seconds, idle_seconds, engine_seconds, max_speed_tenths',
        'current_date, 1, 0, 0, 0, 0, 0',
      ],
    ])
      await run(
        `insert into telemetry.${table} (vehicle_no, vehicle_id, company_id, fleet_id, ${columns})
         select vehicle_no, id, company_id, fleet_id, ${values} from vehicles.vehicles where id = $1`,
        [vehicleId],
      )
    await run(
      `insert into telemetry.inspections (vehicle_id, company_id, fleet_id, identifier, since, until)
       values ($3, $1, $2, $4, now(), now())`,
      [...at, vehicleId, `inspected ${vehicleId}`],
    )
    await run(
      `insert into geofences.crossings (crossed_at, confirmed_at, company_id, fleet_id, fence_id, shape_version, vehicle_id, is_entry)
       select now(), now(), company_id, fleet_id, id, shape_version, $2, true from geofences.fences where fleet_id = $1`,
      [fleetId, vehicleId],
    )
    await run(
      `insert into telemetry.expected_devices (identifier, company_id, added_at)
       values ('E-' || replace($2::text, '-', ''), $1, now())`,
      [companyId, vehicleId],
    )
    await run(
      `insert into telemetry.expected_checks (company_id, since, identifiers) values ($1, now(), 1)
       on conflict do nothing`,
      [companyId],
    )
    await run(
      `insert into telemetry.alarms (id, vehicle_id, company_id, fleet_id, kind, received_at, is_late, has_fix)
       values (gen_random_uuid(), $3, $1, $2, 'sos', now(), false, false)`,
      [...at, alarmedVehicleId],
    )
    await run(
      `insert into notifications.notifications (id, company_id, fleet_id, vehicle_id, user_id, recipient, kind, topic, priority,
         type, title, message, language, coalesce_key, audience, created_at, last_at)
       values (gen_random_uuid(), $1, $2, $3, $4, 'Ana', 'event', 'other', 3, 'info', 'a', 'b', 'es', 'c', 'onDuty', now(), now())`,
      [...at, vehicleId, userId],
    )
    await run(`insert into notifications.company_settings (company_id) values ($1) on conflict do nothing`, [
      companyId,
    ])
    await run(
      `insert into notifications.escalations (rule_id, event_id, company_id, step, due_at, started_at)
       values ($2, gen_random_uuid(), $1, 0, now(), now())`,
      [companyId, place.notificationRuleId],
    )
    await run(
      `insert into notifications.unanswered (message_id, company_id, fleet_id, due_at)
       values (gen_random_uuid(), $1, $2, now())`,
      [...at],
    )
    // Belongs to the company and to no fleet.
    await run(
      `insert into organisation.assignments (id, user_id, company_id, role, assigned_at)
       values (gen_random_uuid(), $2, $1, 'company_manager', now()) on conflict do nothing`,
      [companyId, linkedUserId],
    )
    await run(
      `insert into organisation.guest_vehicles (user_id, company_id, assigned_at) values ($2, $1, now())`,
      [companyId, userId],
    )
    await run(
      `insert into identity.invitations (id, email, level, language, company_id, token_hash, invited_by,
         invited_by_name, created_at, expires_at)
       select gen_random_uuid(), 'all-' || email, 'manager', language, company_id, 'all-' || token_hash, invited_by,
         invited_by_name, created_at, expires_at from identity.invitations where id = $1`,
      [invitationId],
    )
    await run(
      `insert into platform.audit_entries (id, at, company_id, fleet_id, action, entity)
       values (gen_random_uuid(), now(), $1, $2, 'updated', 'vehicle'), (gen_random_uuid(), now(), $1, null, 'updated', 'company')`,
      at,
    )
    await run(
      `insert into platform.outbox (id, kind, company_id, fleet_id, payload, occurred_at)
       values (gen_random_uuid(), 'row-security.test', $1, $2, '{}', now())`,
      at,
    )
    await run(
      `insert into directory.addresses (contact_id, company_id, type, line1) values ($2, $1, 'home', 'Calle 1')`,
      [companyId, contactId],
    )
    await run(
      `insert into services.executed_stops (id, service_id, planned_stop_id, fleet_id, status, operator)
       select gen_random_uuid(), service_id, id, fleet_id, 'executed', 'driver' from services.planned_stops
       where fleet_id = $1 limit 1 on conflict do nothing`,
      [fleetId],
    )
    await run(
      `with of_company as (insert into shifts.company_limits (company_id, needs_licence, updated_at)
           values ($1, true, now()) on conflict do nothing)
         insert into shifts.fleet_limits (company_id, fleet_id, needs_licence, updated_at) values ($1, $2, true, now())`,
      at,
    )
    await run(
      `insert into services.charges (service_id, phase, company_id, fleet_id, lines, total_minor, currency, distance_metres,
         driving_seconds, waiting_seconds, distance_source, time_source, is_set, computed_at)
       select id, 'estimate', company_id, fleet_id, '[]', 0, 'MXN', 0, 0, 0, 'planned', 'planned', false, now()
       from services.services where fleet_id = $1`,
      [fleetId],
    )
    await run(
      `insert into services.templates (id, company_id, contact_id, name, content, updated_at)
       values (gen_random_uuid(), $1, $2, 'Escuela', '{}', now())`,
      [companyId, contactId],
    )
    await run(
      `insert into services.series_days (series_id, day, company_id, fleet_id)
       select id, '2026-03-02', company_id, fleet_id from services.series where fleet_id = $1`,
      [fleetId],
    )
    await run(
      `insert into dispatch.decisions (id, service_id, company_id, fleet_id, at, mode, outcome, explanation)
       select gen_random_uuid(), id, company_id, fleet_id, now(), 'manual', 'none', '{}' from services.services where fleet_id = $1`,
      [fleetId],
    )
    await run(
      `insert into dispatch.leases (fleet_id, purpose, owner, token, expires_at) values ($1, 'dispatch', gen_random_uuid(), 1, now())
       on conflict do nothing`,
      [fleetId],
    )
    await run(
      `insert into dispatch.offers (id, company_id, fleet_id, service_id, vehicle_id, vehicle_number, driver_id, driver_name,
         kind, status, offered_at, expires_at)
       select gen_random_uuid(), company_id, fleet_id, id, gen_random_uuid(), '118', gen_random_uuid(), 'Ana', 'now',
         'expired', now(), now() from services.services where fleet_id = $1`,
      [fleetId],
    )
    await run(
      `insert into dispatch.holds (service_id, company_id, fleet_id, held_at)
       select id, company_id, fleet_id, now() from services.services where fleet_id = $1`,
      [fleetId],
    )
    await run(
      `insert into dispatch.released_reservations (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place,
         reserved_at, reserved_by, reserved_by_name, released_at, released_by)
       select id, company_id, fleet_id, gen_random_uuid(), '118', 1, now(), gen_random_uuid(), 'Ana', now(),
         gen_random_uuid() from services.services where fleet_id = $1`,
      [fleetId],
    )
    for (const [table, columns, values] of [
      ['travel', 'coordinates, seconds, metres, is_estimate, computed_at', "'{}', '', '', false, now()"],
      ['travel_requests', 'requested_at', 'now()'],
      ['presence', 'user_id, name, seen_at', "gen_random_uuid(), 'Ana', now()"],
    ])
      await run(
        `insert into planning.${table} (plan_id, company_id, fleet_id, ${columns})
         select id, company_id, fleet_id, ${values} from planning.plans where fleet_id = $1`,
        [fleetId],
      )
    await run(
      `insert into planning.published_stops (stop_id, service_id, plan_id, company_id, fleet_id, vehicle_id, sequence, arrives_at,
         begins_at, departs_at)
       select distinct on (t.id) t.id, t.service_id, p.id, p.company_id, p.fleet_id, gen_random_uuid(), 1, now(), now(), now()
       from services.planned_stops t join planning.plans p on p.fleet_id = t.fleet_id where t.fleet_id = $1
       on conflict do nothing`,
      [fleetId],
    )
    await run(
      `insert into dispatch.hours (company_id, fleet_id, hour, figures) values ($1, $2, date_trunc('hour', now()), '{}')`,
      at,
    )
    await run(
      `insert into events.comments (id, event_id, company_id, fleet_id, vehicle_id, author_id, author, text, created_at)
       select gen_random_uuid(), id, company_id, fleet_id, vehicle_id, gen_random_uuid(), 'Ana', 'Visto', now()
       from events.events where fleet_id = $1`,
      [fleetId],
    )
    await run(
      `insert into drivers.actions (id, user_id, company_id, fleet_id, kind, happened_at, received_at)
       values (gen_random_uuid(), gen_random_uuid(), $1, $2, 'reject', now(), now())`,
      at,
    )
    await run(
      `insert into services.pins (service_id, company_id, fleet_id, pin)
       select id, company_id, fleet_id, '0417' from services.services where fleet_id = $1`,
      [fleetId],
    )
    await run(
      `insert into services.proofs (id, company_id, fleet_id, service_id, stop_id, kind, at)
       select gen_random_uuid(), company_id, fleet_id, id, gen_random_uuid(), 'pin', now()
       from services.services where fleet_id = $1`,
      [fleetId],
    )
    await run(
      `insert into services.ratings (service_id, company_id, fleet_id, stars, rated_at)
       select id, company_id, fleet_id, 5, now() from services.services where fleet_id = $1`,
      [fleetId],
    )
  }
  for (const { id } of Object.values(people)) {
    await superuser.query(
      `insert into platform.idempotency_keys (key, actor_id, endpoint, request_hash) values ('key', $1, 'users.list', '')`,
      [id],
    )
    await superuser.query(
      `insert into platform.files (id, owner_id, name, content_type, bytes, created_at, expires_at)
       values (gen_random_uuid(), $1, 'a.csv', 'text/csv', 1, now(), now())`,
      [id],
    )
    await superuser.query(
      `insert into platform.file_chunks (file_id, owner_id, sequence, content)
       select id, owner_id, 0, 'a' from platform.files where owner_id = $1 on conflict do nothing`,
      [id],
    )
    await superuser.query(
      `insert into platform.works (id, kind, created_by, address, request_id, payload, created_at)
       values (gen_random_uuid(), 'audit.export', $1, '', '', '{}', now())`,
      [id],
    )
    await superuser.query(
      `insert into services.views (id, user_id, company_id, name, address, updated_at)
       values (gen_random_uuid(), $1, $2, 'a', '{}', now())`,
      [id, own.companyId],
    )
    await superuser.query(
      `insert into watchpoints.approach_alerts (id, user_id, company_id, fleet_id, label, latitude, longitude, minutes,
         created_at, expires_at, checked_at) values (gen_random_uuid(), $1, $2, $3, 'a', 0, 0, 5, now(), now(), now())`,
      [id, own.companyId, own.fleetId],
    )
    await superuser.query(
      `insert into organisation.panels (user_id, company_id, updated_at) values ($1, $2, now())`,
      [id, own.companyId],
    )
  }
}
