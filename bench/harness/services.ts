import pg from 'pg'
import type { BenchRumbo } from './rumbo.ts'

interface Filling {
  /** Gives the company and what all services have in common. */
  serviceId: string
  fleetIds: readonly string[]
  contactId: string
  driverId: string
  vehicleId: string
  closed: number
  open: number
}

const firstNames =
  'María Juan José Guadalupe Francisco Luis Carlos Ana Jorge Miguel Alejandro Verónica Rosa Fernando Patricia Martha Ricardo Elena Roberto Gabriela Héctor Claudia Raúl Silvia Óscar Mónica Arturo Lucía Andrés Ximena'
const lastNames =
  'Hernández García Martínez López González Pérez Rodríguez Sánchez Ramírez Cruz Flores Gómez Morales Vázquez Jiménez Reyes Díaz Torres Gutiérrez Ruiz Mendoza Aguilar Ortiz Castillo Moreno Romero Álvarez Chávez Rivera Juárez Ramos Núñez Quiroz Ibáñez'
const streets =
  'Reforma Insurgentes Juárez Hidalgo Morelos Madero Tlalpan Universidad Revolución Patriotismo Cuauhtémoc Churubusco Taxqueña Zaragoza Vallejo Constituyentes Chapultepec Horacio Homero Masaryk Durango Sonora Tonalá Orizaba Colima Puebla Sinaloa Varsovia Londres Hamburgo'
const rare = 1000

/**
 * Fills the services with one statement each. Triggers are off meanwhile and the tokens written by the functions they
 * call, because a million single inserts would take an hour.
 */
export async function fillServices(rumbo: BenchRumbo, filling: Filling): Promise<void> {
  const client = new pg.Client({ connectionString: rumbo.maintenanceUrl })
  await client.connect()
  try {
    await client.query(
      `set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '128MB'`,
    )
    await client.query(
      `insert into services.services (id, company_id, fleet_id, service_number, service_type, priority_level,
         customer_name, customer_phone, requester_contact_id, dispatch_time, status, status_since, ended_at, currency,
         payment_method, payment_status, assigned_vehicle_id, assigned_vehicle_number, assigned_driver_id, driver_name,
         created_at, updated_at)
       select gen_random_uuid(), s.company_id, ($2::uuid[])[1 + floor(50 * r.fleet ^ 1.3)::integer], 30000 + $6::integer + $7::integer - n,
         (array['taxi', 'taxi', 'taxi', 'taxi', 'delivery', 'delivery', 'shuttle', 'package', 'custom', 'taxi'])[1 + floor(10 * r.type)::integer],
         case when r.priority < 0.01 then 0 when r.priority < 0.1 then 1 when r.priority < 0.9 then 2 else 3 end,
         w.first[1 + floor(array_length(w.first, 1) * r.first * r.first)::integer] || ' '
           || w.last[1 + floor(array_length(w.last, 1) * r.last)::integer],
         '+52 55 ' || 1000 + floor(9000 * r.phone) || ' ' || 1000 + floor(9000 * r.ending),
         case when n % $8::integer = 0 then s.requester_contact_id else md5('contact' || floor(50000 * r.last * r.phone))::uuid end,
         t.at, t.status, t.at, case when n > $7::integer then t.at + interval '30 minutes' end, s.currency,
         (array['cash', 'cash', 'cash', 'card', 'card', 'app', 'account'])[1 + floor(7 * r.method)::integer],
         case when n <= $7::integer then 'pending' when r.paid < 0.002 then 'refunded' when r.paid < 0.1 then 'pending' else 'paid' end,
         case when n % $8::integer = 1 and n > $7::integer and t.status = 'completed' then $4::uuid when t.status in ('vehicle_assigned', 'in_progress', 'completed') then gen_random_uuid() end,
         case when t.status in ('vehicle_assigned', 'in_progress', 'completed') then (100 + floor(900 * r.phone))::text end,
         case when n % $8::integer = 2 then $5::uuid when t.status = 'completed' then md5('driver' || floor(2000 * r.last))::uuid end,
         case when t.status = 'completed' then w.first[1 + floor(array_length(w.first, 1) * r.last)::integer] end,
         t.at, t.at
       from services.services s,
         (select string_to_array($9, ' ') as first, string_to_array($10, ' ') as last) w,
         generate_series(1, $6::integer + $7::integer) n,
         lateral (select random() as fleet, random() as type, random() as priority, random() as first, random() as last,
           random() as phone, random() as ending, random() as method, random() as paid, random() as status where n > 0) r,
         lateral (select now() - n * interval '1 minute' as at,
           case when n <= $7::integer then (array['created', 'on_dispatch', 'in_progress'])[1 + n % 3]
             when r.status < 0.85 then 'completed' when r.status < 0.93 then 'cancelled_by_client'
             when r.status < 0.98 then 'cancelled_by_central' else 'cancelled_by_driver' end as status) t
       where s.id = $1 and $3::uuid is not null`,
      [
        filling.serviceId,
        filling.fleetIds,
        filling.contactId,
        filling.vehicleId,
        filling.driverId,
        filling.closed,
        filling.open,
        rare,
        firstNames,
        lastNames,
      ],
    )
    await client.query(
      `insert into services.planned_stops (id, service_id, fleet_id, sequence, stop_type, address, latitude, longitude)
       select gen_random_uuid(), s.id, s.fleet_id, sequence, case sequence when 0 then 'pickup' else 'drop' end,
         'Avenida ' || w.street[1 + floor(array_length(w.street, 1) * random())::integer] || ' ' || floor(1 + 900 * random())
           || ', Colonia ' || w.last[1 + floor(array_length(w.last, 1) * random())::integer], 19.43, -99.16
       from services.services s, generate_series(0, 1) sequence,
         (select string_to_array($2, ' ') as street, string_to_array($3, ' ') as last) w where s.id <> $1`,
      [filling.serviceId, streets, lastNames],
    )
    await client.query('drop index services.search_tokens_by_token')
    await client.query('alter table services.search_tokens drop constraint search_tokens_pkey')
    await client.query('truncate services.search_tokens')
    await client.query(
      `insert into services.search_tokens (fleet_id, service_number, token)
       select s.fleet_id, s.service_number, token from services.services s, lateral services.tokens_of(s) token`,
    )
    await client.query('alter table services.search_tokens add primary key (fleet_id, service_number, token)')
    await client.query(
      'create index search_tokens_by_token on services.search_tokens (fleet_id, token, service_number)',
    )
    await client.query('vacuum analyze services.services, services.planned_stops, services.search_tokens')
  } finally {
    await client.end()
  }
}
