import { buildUser } from '../../identity/identity.factory.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { buildVehicle } from '../../vehicles/vehicles.factory.ts'
import { buildCompany, buildFleet } from '../organisation.factory.ts'

export interface LargeTree {
  companyId: string
  fleetIds: string[]
  /** Nodes without the groups. */
  nodes: number
}

/** Creates an enterprise company with vehicles, drivers and users in equal fleets. Default: about ten thousand nodes. */
export async function buildLargeTree(
  tx: Transaction,
  { fleets = 100, vehiclesEach = 60, peopleEach = 40 } = {},
): Promise<LargeTree> {
  const company = await buildCompany(tx, { tier: 'enterprise', name: 'Grupo de diez mil' })
  const fleetIds: string[] = []
  for (let index = 0; index < fleets; index += 1)
    fleetIds.push((await buildFleet(tx, { companyId: company.id, name: `Zona ${index + 1}` })).id)
  const first = await buildVehicle(tx, { companyId: company.id, fleetId: fleetIds[0] ?? '' })
  await tx.sql(
    `insert into vehicles.vehicles (id, company_id, fleet_id, vehicle_number, plate_number, make, model, year, type,
       color, fuel_type, installation_date, status, status_order, status_since, silence_from, number_key, plate_key,
       search_text, created_at, updated_at)
     select gen_random_uuid(), $1, fleet.id, name, name, make, model, year, type, color, fuel_type, installation_date,
       status, status_order, status_since, silence_from, lower(name), lower(name), lower(name), created_at, updated_at
     from unnest($2::uuid[]) with ordinality as fleet (id, place), generate_series(1, $3::int) as number,
       lateral (select 'M' || fleet.place || '-' || number as name) as named, vehicles.vehicles v where v.id = $4`,
    [company.id, fleetIds, vehiclesEach, first.id],
  )
  const model = await buildUser(tx)
  await tx.sql(
    `with made as (
       insert into identity.users (id, username, first_name, last_name, email, password_hash, level, status, created_at, updated_at)
       select gen_random_uuid(), 'many_' || place || '_' || number, 'Persona', place || '-' || number,
         'many' || place || '.' || number || '@example.com', password_hash, level, status, created_at, updated_at
       from generate_series(1, $1::int) as place, generate_series(1, $2::int) as number, identity.users u where u.id = $3
       returning id, username
     )
     insert into organisation.assignments (id, user_id, company_id, fleet_id, role, is_primary, assigned_at)
     select gen_random_uuid(), id, $4, ($5::uuid[])[split_part(username, '_', 2)::int],
       case when split_part(username, '_', 3)::int % 4 = 0 then 'fleet_member' else 'primary_driver' end, true, now()
     from made`,
    [fleets, peopleEach, model.id, company.id, fleetIds],
  )
  return { companyId: company.id, fleetIds, nodes: 1 + fleets * (1 + vehiclesEach + peopleEach) }
}
