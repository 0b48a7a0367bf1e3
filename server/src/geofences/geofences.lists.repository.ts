import type { ParsedOf } from '@rumbo/contract/endpoint'
import { foldText } from '@rumbo/contract/fold-text'
import { fencesOnMap, type listFences, type mapFences } from '@rumbo/contract/geofences.contract'
import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { boundsOf } from '@rumbo/contract/lists'
import { query } from '@rumbo/database'
import { type RawBuilder, sql } from 'kysely'
import { searchPatterns } from '../platform/database/search-patterns.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fenceColumns, listedOf, liveFences } from './geofences.rows.repository.ts'

type Filter = ParsedOf<typeof listFences>['query']

const orders: Readonly<Record<Filter['sort'], RawBuilder<unknown>>> = {
  name: sql`fences.name collate "es-x-icu"`,
  kind: sql`fences.kind`,
  isActive: sql`fences.is_active`,
  updatedAt: sql`fences.updated_at`,
}

const lowestLimit = sql<number | null>`(select min((trigger->>'limitKmh')::float8)
  from jsonb_array_elements(fences.triggers) trigger where trigger->>'kind' = 'speeding')`.as('limit_kmh')

function matchingFences(filter: Filter) {
  let found = liveFences
  if (filter.fleetId) found = found.where('fences.fleet_id', '=', filter.fleetId)
  if (filter.kind) found = found.where('fences.kind', 'in', filter.kind)
  if (filter.isActive) found = found.where('fences.is_active', '=', filter.isActive === 'true')
  if (filter.scope)
    found = found.where('fences.vehicle_ids', filter.scope === 'fleet' ? 'is' : 'is not', null)
  if (filter.vehicleId)
    found = found.where(
      sql<boolean>`fences.fleet_id = (select fleet_id from vehicles.vehicles where id = ${filter.vehicleId}
        and archived_at is null) and (fences.vehicle_ids is null or ${filter.vehicleId}::uuid = any(fences.vehicle_ids))`,
    )
  if (filter.tag)
    found = found.where(
      sql<boolean>`exists (select from unnest(fences.tags) tag
        where lower(regexp_replace(normalize(tag, NFD), '[\u0300-\u036f]', '', 'g')) = ${foldText(filter.tag)})`,
    )
  for (const pattern of searchPatterns(filter.search))
    found = found.where('fences.search_text', 'like', pattern)
  return found
}

/** Fences within the caller's scopes that match the filter. */
export async function findFencePage(tx: Transaction, filter: Filter) {
  const found = matchingFences(filter)
  const { total } = await tx.one(found.select(({ fn }) => fn.countAll<number>().as('total')))
  const rows = await tx.rows(
    found
      .select(fenceColumns)
      .orderBy(orders[filter.sort], filter.order)
      .orderBy('fences.id', filter.order)
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )
  return { items: rows.map(listedOf), total: Number(total) }
}

/** Active fences of a fleet, simplified, in the view if one is given. */
export async function findFencesOnMap(tx: Transaction, filter: ParsedOf<typeof mapFences>['query']) {
  let found = liveFences.where('fences.is_active', '=', true).where('fences.fleet_id', '=', filter.fleetId)
  const view = boundsOf(filter)
  if (view) {
    const { west, south, north } = view
    const east = view.east < west ? view.east + 360 : view.east
    const fenceEast = sql<number>`(case when fences.east < fences.west then fences.east + 360 else fences.east end)`
    found = found
      .where('fences.south', '<=', north)
      .where('fences.north', '>=', south)
      // Either may continue over the 180th meridian.
      .where(
        sql<boolean>`exists (select from (values (-360), (0), (360)) as turns(degrees)
          where fences.west + degrees <= ${east} and ${fenceEast} + degrees >= ${west})`,
      )
  }
  const rows = await tx.rows(
    found
      .select(['fences.id', 'fences.name', 'fences.colour', 'fences.outline', 'fences.shape_version'])
      .select(lowestLimit)
      .orderBy(orders.name)
      .orderBy('fences.id')
      .limit(fencesOnMap + 1),
  )
  return {
    items: rows
      .slice(0, fencesOnMap)
      .map(({ id, name, colour, outline, shape_version: shapeVersion, limit_kmh }) => ({
        id,
        name,
        colour,
        shape: outline as FenceShape,
        shapeVersion,
        limitKmh: limit_kmh,
      })),
    isComplete: rows.length <= fencesOnMap,
  }
}

/** The place of a fence within the caller's scopes, also of a deleted one. */
export const findPlaceOfFence = (tx: Transaction, id: string) =>
  tx.first(
    query
      .selectFrom('geofences.fences')
      .select(['company_id as companyId', 'fleet_id as fleetId'])
      .where('id', '=', id),
  )

const versions = query
  .selectFrom('geofences.shapes')
  .select([
    'shape_version',
    'created_at',
    'created_by_name',
    sql<FenceShape['kind']>`shape ->> 'kind'`.as('kind'),
  ])

interface VersionRow {
  shape_version: number
  created_at: Date
  created_by_name: string | null
  kind: FenceShape['kind']
}
const versionOf = ({ shape_version, created_at, created_by_name, kind }: VersionRow) => ({
  shapeVersion: shape_version,
  kind,
  createdAt: created_at.toISOString(),
  createdByName: created_by_name,
})

/** The latest versions of a shape, the last first. */
export async function findShapes(tx: Transaction, fenceId: string) {
  const rows = await tx.rows(
    versions.where('fence_id', '=', fenceId).orderBy('shape_version', 'desc').limit(200),
  )
  return rows.map(versionOf)
}

export async function findShape(tx: Transaction, fenceId: string, shapeVersion: number) {
  const row = await tx.first(
    versions.select('shape').where('fence_id', '=', fenceId).where('shape_version', '=', shapeVersion),
  )
  return row ? { ...versionOf(row), shape: row.shape as FenceShape } : null
}
