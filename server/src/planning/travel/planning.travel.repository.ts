import type { PlanTravel } from '@rumbo/contract/planning.workspace.contract'
import type { Coordinates } from '@rumbo/geo'
import { indexesOf, indexPlaces, noWay } from '@rumbo/planning/travel'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { PlanPlace } from '../planning.repository.ts'

/** Travel between the places of a plan, as it is stored. */
export interface StoredTravel {
  /** Latitude and longitude in turn, in the order of rows and columns. */
  coordinates: number[]
  /** Little-endian 16-bit numbers. */
  seconds: Buffer
  /** Little-endian 32-bit numbers. */
  metres: Buffer
  engine: string | null
  isEstimate: boolean
  computedAt: Date
}

/** A longer value would block the process while it is read. */
const sliceBytes = 1_048_576

/** What is stored of a plan, without the matrices; null for nothing. */
export async function findTravelPlaces(
  tx: Transaction,
  planId: string,
): Promise<Omit<StoredTravel, 'seconds' | 'metres'> | null> {
  const [row] = await tx.sql<Omit<StoredTravel, 'seconds' | 'metres'>>(
    `select coordinates, engine, is_estimate as "isEstimate", computed_at as "computedAt"
     from planning.travel where plan_id = $1`,
    [planId],
  )
  return row ?? null
}

/** The stored travel of a plan. Read within one transaction that sees one state of it. */
export async function findTravel(tx: Transaction, planId: string): Promise<StoredTravel | null> {
  // Slices of one version, also while another one is written.
  await tx.sql('select from planning.travel where plan_id = $1 for share', [planId])
  const found = await findTravelPlaces(tx, planId)
  if (!found) return null
  const places = found.coordinates.length / 2
  const read = async (column: 'seconds' | 'metres', bytes: number) => {
    const whole = Buffer.alloc(bytes)
    for (let at = 0; at < bytes; at += sliceBytes) {
      const [slice] = await tx.sql<{ part: Buffer }>(
        `select substring(${column} from $2 for $3) as part from planning.travel where plan_id = $1`,
        [planId, at + 1, sliceBytes],
      )
      slice?.part.copy(whole, at)
    }
    return whole
  }
  return {
    ...found,
    seconds: await read('seconds', places * places * 2),
    metres: await read('metres', places * places * 4),
  }
}

/** The stored travel of a plan of at most so many places, read with one statement; null for nothing, or more. */
export async function findSmallTravel(
  tx: Transaction,
  planId: string,
  mostPlaces: number,
): Promise<Pick<StoredTravel, 'coordinates' | 'seconds' | 'metres' | 'isEstimate'> | null> {
  const [row] = await tx.sql<Pick<StoredTravel, 'coordinates' | 'seconds' | 'metres' | 'isEstimate'>>(
    `select coordinates, seconds, metres, is_estimate as "isEstimate" from planning.travel
     where plan_id = $1 and cardinality(coordinates) <= 2 * $2::int`,
    [planId, mostPlaces],
  )
  return row ?? null
}

/** As `findSmallTravel`, the seconds alone. */
export async function findSmallTravelSeconds(
  tx: Transaction,
  planId: string,
  mostPlaces: number,
): Promise<Pick<StoredTravel, 'coordinates' | 'seconds' | 'isEstimate'> | null> {
  const [row] = await tx.sql<Pick<StoredTravel, 'coordinates' | 'seconds' | 'isEstimate'>>(
    `select coordinates, seconds, is_estimate as "isEstimate" from planning.travel
     where plan_id = $1 and cardinality(coordinates) <= 2 * $2::int`,
    [planId, mostPlaces],
  )
  return row ?? null
}

/** Between two places. */
export interface TravelLeg {
  from: Coordinates
  to: Coordinates
}
/** As it is stored; `seconds` is Infinity where there is no way. */
export interface StoredLeg {
  seconds: number
  isEstimate: boolean
}

/** While the matrix is replaced again and again, the legs are not known. */
const mostReadings = 3

/** The stored travel of legs; null where it is not known. Reads these cells alone, not the matrix. */
export async function findLegs(
  tx: Transaction,
  planId: string,
  legs: readonly TravelLeg[],
): Promise<(StoredLeg | null)[]> {
  const none = legs.map(() => null)
  for (let reading = 0; reading < mostReadings; reading++) {
    const stored = await findTravelPlaces(tx, planId)
    if (!stored) return none
    const { coordinates, computedAt, isEstimate } = stored
    const index = indexPlaces(coordinates)
    const rows = indexesOf(
      legs.map(({ from }) => from),
      index,
    )
    const columns = indexesOf(
      legs.map(({ to }) => to),
      index,
    )
    const known = [...legs.keys()].filter((at) => Math.min(rows[at] as number, columns[at] as number) >= 0)
    if (known.length === 0) return none
    const size = coordinates.length / 2
    const cells = known.map((at) => (rows[at] as number) * size + (columns[at] as number))
    // Cells of the same version as the places.
    const [row] = await tx.sql<{ values: Buffer | null }>(
      `select string_agg(substring(t.seconds from c.cell * 2 + 1 for 2), ''::bytea order by c.at) as values
       from unnest($2::integer[]) with ordinality as c (cell, at) cross join planning.travel t
       where t.plan_id = $1 and t.computed_at = $3`,
      [planId, cells, computedAt],
    )
    const values = row?.values
    if (!values) continue
    const found: (StoredLeg | null)[] = [...none]
    for (const [at, leg] of known.entries()) {
      const value = values.readUInt16LE(at * 2)
      found[leg] = { seconds: value === noWay ? Number.POSITIVE_INFINITY : value, isEstimate }
    }
    return found
  }
  return none
}

/** Stores the travel of a plan in place of what was known; does nothing where the plan is gone. */
export async function writeTravel(
  tx: Transaction,
  plan: PlanPlace,
  travel: Omit<StoredTravel, 'computedAt'>,
): Promise<void> {
  await tx.sql(
    `insert into planning.travel (plan_id, company_id, fleet_id, coordinates, seconds, metres, engine, is_estimate, computed_at)
     select p.id, p.company_id, p.fleet_id, $2, $3, $4, $5, $6, $7 from planning.plans p where p.id = $1
     on conflict (plan_id) do update set coordinates = excluded.coordinates, seconds = excluded.seconds,
       metres = excluded.metres, engine = excluded.engine, is_estimate = excluded.is_estimate, computed_at = excluded.computed_at`,
    [plan.id, travel.coordinates, travel.seconds, travel.metres, travel.engine, travel.isEstimate, tx.now],
  )
}

/** The stored travel of a plan as it is sent. @param mostPlaces of more places the matrices are left out */
export async function findTravelAnswer(
  tx: Transaction,
  planId: string,
  mostPlaces: number,
): Promise<PlanTravel> {
  const [row] = await tx.sql<
    Pick<PlanTravel, 'coordinates' | 'seconds' | 'metres' | 'engine' | 'isEstimate'> & {
      share: number | null
    }
  >(
    `select coalesce(t.coordinates, '{}') as coordinates, t.engine, coalesce(t.is_estimate, false) as "isEstimate", r.share,
       case when cardinality(t.coordinates) <= $2 * 2 then replace(encode(t.seconds, 'base64'), E'\\n', '') end as seconds,
       case when cardinality(t.coordinates) <= $2 * 2 then replace(encode(t.metres, 'base64'), E'\\n', '') end as metres
     from planning.plans p left join planning.travel t on t.plan_id = p.id
     left join planning.travel_requests r on r.plan_id = p.id where p.id = $1`,
    [planId, mostPlaces],
  )
  if (!row) throw new Error('The plan is gone.')
  const { coordinates, share, ...answer } = row
  const isKnown = coordinates.length > 0
  return { ...answer, coordinates, places: coordinates.length / 2, share: share ?? (isKnown ? 1 : 0) }
}

/** Asks the workers for the travel of a plan. One that waits already keeps its place in the queue. */
export const requestTravel = (tx: Transaction, { id, companyId, fleetId }: PlanPlace) =>
  tx.sql(
    `insert into planning.travel_requests (plan_id, company_id, fleet_id, requested_at) values ($1, $2, $3, $4)
     on conflict (plan_id) do update set repeated_at = excluded.requested_at`,
    [id, companyId, fleetId, tx.now],
  )

export interface ClaimedTravel extends PlanPlace {
  /** Of this claim alone: a worker whose claim expired writes nothing over that of its successor. */
  claim: string
  /** When it was asked for last. */
  askedAt: Date
  /** How often it was claimed, with this time. */
  attempts: number
}

/**
 * Claims the request that waits longest, of the companies with the fewest ones at work. Times are the database's.
 * @param claim an id that nothing else has
 */
export async function claimTravel(
  tx: Transaction,
  claim: string,
  leaseSeconds: number,
): Promise<ClaimedTravel | null> {
  const [row] = await tx.sql<ClaimedTravel>(
    `update planning.travel_requests r set claimed_by = $1, claimed_until = clock_timestamp() + make_interval(secs => $2),
       attempts = attempts + 1
     where plan_id = (
       select w.plan_id from planning.travel_requests w
       where w.claimed_until is null or w.claimed_until < clock_timestamp()
       order by (select count(*) from planning.travel_requests o
         where o.company_id = w.company_id and o.claimed_until >= clock_timestamp()), w.requested_at, w.plan_id
       limit 1 for update skip locked)
     returning r.claimed_by as claim, r.plan_id as id, r.company_id as "companyId", r.fleet_id as "fleetId",
       coalesce(r.repeated_at, r.requested_at) as "askedAt", r.attempts`,
    [claim, leaseSeconds],
  )
  return row ?? null
}

type TravelClaim = Pick<ClaimedTravel, 'id' | 'claim'>

/** Renews a claim, with what was computed so far. @returns whether the claim is still valid */
export async function noteShare(
  tx: Transaction,
  { id, claim }: TravelClaim,
  share: number,
  leaseSeconds: number,
): Promise<boolean> {
  const rows = await tx.sql(
    `update planning.travel_requests set share = $3, claimed_until = clock_timestamp() + make_interval(secs => $4)
     where plan_id = $1 and claimed_by = $2 returning plan_id`,
    [id, claim, share, leaseSeconds],
  )
  return rows.length > 0
}

/** Ends a request unless it was repeated meanwhile; then it begins again, behind the others. */
export const endRequest = (tx: Transaction, { id, claim, askedAt }: ClaimedTravel) =>
  tx.sql(
    `with done as (delete from planning.travel_requests where plan_id = $1 and claimed_by = $2
       and coalesce(repeated_at, requested_at) <= $3)
     update planning.travel_requests set claimed_by = null, claimed_until = null, share = 0, attempts = 0,
       requested_at = repeated_at, repeated_at = null
     where plan_id = $1 and claimed_by = $2 and repeated_at > $3`,
    [id, claim, askedAt],
  )

/** Puts a request off that could not be computed. */
export const postponeRequest = (tx: Transaction, { id, claim }: TravelClaim, seconds: number) =>
  tx.sql(
    `update planning.travel_requests set claimed_until = clock_timestamp() + make_interval(secs => $3)
     where plan_id = $1 and claimed_by = $2`,
    [id, claim, seconds],
  )

/** Gives a request up that could not be finished, as if it had not been claimed. */
export const releaseRequest = (tx: Transaction, { id, claim }: TravelClaim) =>
  tx.sql(
    `update planning.travel_requests set claimed_by = null, claimed_until = null, attempts = greatest(attempts - 1, 0)
     where plan_id = $1 and claimed_by = $2`,
    [id, claim],
  )

/** The share of a request that is not done yet; null where there is none. */
export async function findShare(tx: Transaction, planId: string): Promise<number | null> {
  const [row] = await tx.sql<{ share: number }>(
    'select share from planning.travel_requests where plan_id = $1',
    [planId],
  )
  return row?.share ?? null
}

/** Deletes the travel of at most so many plans that ended before a time. @returns of how many */
export async function forgetTravelOfPast(tx: Transaction, endedBefore: Date, most: number): Promise<number> {
  const rows = await tx.sql(
    `delete from planning.travel where plan_id in (
       select t.plan_id from planning.travel t join planning.plans p on p.id = t.plan_id where p.until_at < $1 limit $2)
     returning plan_id`,
    [endedBefore, most],
  )
  return rows.length
}
