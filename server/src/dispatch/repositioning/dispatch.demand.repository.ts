import type { Zone } from '@rumbo/contract/places.zones.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type DemandHistory, quarterMs } from './dispatch.demand.rules.ts'

/** Where requests of a fleet come from: one of its zones, or elsewhere a square of a hundredth of a degree. */
export interface DemandArea {
  /** Of the zone; null for a square. */
  name: string | null
  /** The pickup nearest to the mean of all. */
  latitude: number
  longitude: number
  /** Mean distance of the pickups from it, in degrees. */
  spread: number
}

/** The areas with the most requests that are considered. */
const mostAreas = 60
const squaresPerDegree = 100
/** Only so many of the latest requests are read: 100,000 take about two seconds, and statements have fifteen. */
const mostRequests = 200_000

const requests = `zones as materialized (
    select z.at, z.shape::polygon as shape, box(z.shape::polygon) as bounds
    from unnest($4::text[]) with ordinality as z(shape, at)
  ), requests as (
    select p.latitude, p.longitude,
      floor(extract(epoch from s.dispatch_time - $2::timestamptz) * 1000 / $6::float8)::integer as quarter,
      coalesce(
        (select 'zone ' || z.at from zones z
         where z.bounds @> point(p.longitude, p.latitude) and z.shape @> point(p.longitude, p.latitude)
         order by z.at limit 1),
        'square ' || floor(p.latitude * $5::float8) || ' ' || floor(p.longitude * $5::float8)) as area
    from services.services s
    join lateral (select latitude, longitude from services.planned_stops
      where service_id = s.id order by sequence limit 1) p on true
    where s.fleet_id = $1 and s.archived_at is null and s.status <> 'created'
      and s.dispatch_time >= $2 and s.dispatch_time < $3 and p.latitude is not null
      and s.dispatch_time >= coalesce((select l.dispatch_time from services.services l
        where l.fleet_id = $1 and l.archived_at is null and l.dispatch_time < $3
        order by l.dispatch_time desc offset ${mostRequests} limit 1), $2)
  )`

/**
 * The requests of a fleet by area and quarter hour, as services were to be dispatched, and those areas.
 * @param span a whole number of quarter hours
 */
export async function findDemand(
  tx: Transaction,
  fleetId: string,
  zones: readonly Zone[],
  { from, to }: { from: Date; to: Date },
): Promise<{ areas: DemandArea[] } & Pick<DemandHistory, 'counts' | 'quarters'>> {
  const shapes = zones.map(({ corners }) => `(${corners.map(([x, y]) => `(${x},${y})`).join(',')})`)
  const values = [fleetId, from, to, shapes, squaresPerDegree, quarterMs]
  const found = await tx.sql<DemandArea & { area: string }>(
    `with ${requests}, busiest as (
       select area, avg(latitude) as latitude, avg(longitude) as longitude from requests
       group by area order by count(*) desc, area limit $7
     ), distances as (
       select r.*, sqrt((r.latitude - b.latitude) ^ 2 + (r.longitude - b.longitude) ^ 2) as far
       from requests r join busiest b using (area)
     )
     select distinct on (area) area, latitude, longitude, avg(far) over (partition by area) as spread
     from distances order by area, far, latitude, longitude`,
    [...values, mostAreas],
  )
  const rows = await tx.sql<{ area: string; quarter: number; requests: number }>(
    `with ${requests}
     select area, quarter, count(*)::integer as requests from requests where area = any($7::text[])
     group by area, quarter`,
    [...values, found.map(({ area }) => area)],
  )
  const quarters = Math.round((to.getTime() - from.getTime()) / quarterMs)
  const counts = new Float64Array(found.length * quarters)
  const rowOf = new Map(found.map(({ area }, at) => [area, at]))
  for (const { area, quarter, requests: count } of rows)
    counts[(rowOf.get(area) as number) * quarters + quarter] = count
  const zoneOf = (area: string) => (area.startsWith('zone ') ? zones[Number(area.slice(5)) - 1] : undefined)
  return {
    areas: found.map(({ area, latitude, longitude, spread }) => ({
      name: zoneOf(area)?.name ?? null,
      latitude,
      longitude,
      spread,
    })),
    counts,
    quarters,
  }
}
