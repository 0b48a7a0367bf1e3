import { mostPlaces, mostTimedPlaces } from '@rumbo/contract/planning.contract'
import type { PlanTravel, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { Coordinates } from '@rumbo/geo'
import { knownIndexes } from '@rumbo/planning/travel'
import type { Roads } from '../../places/index.ts'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { hintPlan, readablePlace, readablePlan } from '../planning.changes.ts'
import type { PlanPlace } from '../planning.repository.ts'
import { readWorkspace } from '../workspace/planning.workspace.actions.ts'
import { computeTravel, type TravelQuestion } from './planning.travel.compute.ts'
import {
  findTravel,
  findTravelAnswer,
  findTravelPlaces,
  requestTravel,
  type StoredTravel,
  writeTravel,
} from './planning.travel.repository.ts'

export interface TravelDeps {
  database: Database
  roads: Pick<Roads, 'table' | 'route'>
}

export const travelIdentity = asSystem('travel times of plans')

/**
 * Travel that the formula stood in for is asked for again after this time: a region may have been added, or the road engine
 * have failed.
 */
const estimatesLastMs = 600_000

const isOutdated = (
  places: readonly Coordinates[],
  { engine, isEstimate, computedAt }: Pick<StoredTravel, 'engine' | 'isEstimate' | 'computedAt'>,
  now: Date,
): boolean => {
  // Among more places the formula always has a part.
  const isAvoidable = places.length <= mostTimedPlaces ? isEstimate : engine === 'formula'
  return isAvoidable && now.getTime() - computedAt.getTime() > estimatesLastMs
}

/** Whether the travel between all places is known, or too much to be: the formula stands in. */
const isComplete = (
  places: readonly Coordinates[],
  stored: Omit<StoredTravel, 'seconds' | 'metres'> | null,
  now: Date,
): boolean =>
  places.length < 2 ||
  places.length > mostPlaces ||
  (stored !== null &&
    !isOutdated(places, stored, now) &&
    knownIndexes(places, stored.coordinates).every((index) => index >= 0))

/** Has the travel of a plan computed as far as it is missing. @returns whether it is complete already */
export async function prepareTravel(
  tx: Transaction,
  plan: PlanPlace,
  { places }: Pick<PlanWorkspace, 'places'>,
): Promise<boolean> {
  if (isComplete(places, await findTravelPlaces(tx, plan.id), tx.now)) return true
  await requestTravel(tx, plan)
  return false
}

/** @throws Problem `plan_not_found` */
export async function prepareTravelOf(
  tx: Transaction,
  actor: Actor,
  planId: string,
): Promise<{ isComplete: boolean }> {
  const plan = await readablePlan(tx, actor, planId)
  return { isComplete: await prepareTravel(tx, plan, await readWorkspace(tx, plan)) }
}

/** @throws Problem `plan_not_found` */
export async function readTravelOf(tx: Transaction, actor: Actor, planId: string): Promise<PlanTravel> {
  const { id } = await readablePlace(tx, actor, planId)
  return findTravelAnswer(tx, id, mostTimedPlaces)
}

/** What is to be computed for a workspace. */
function questionOf(
  { places, vehicles, depotPlace }: PlanWorkspace,
  known: StoredTravel | null,
): TravelQuestion {
  const distinct = new Map(places.map((place, at) => [`${place.latitude},${place.longitude}`, at]))
  const kept = [...distinct.values()]
  const position = new Map(kept.map((place, at) => [place, at]))
  const hubs = [depotPlace, ...vehicles.flatMap(({ startPlace, endPlace }) => [startPlace, endPlace])]
  return {
    places: kept.map((place) => places[place] as Coordinates),
    hubs: hubs.flatMap((place) => (place === null ? [] : (position.get(place) ?? []))),
    known,
  }
}

/**
 * Computes what is missing of the travel of a plan and stores it. Works under the system role.
 * @returns what is known then; null where the plan is gone or has no two places
 */
export async function completeTravel(
  { database, roads }: TravelDeps,
  plan: PlanPlace,
  workspace: PlanWorkspace,
  { signal, onShare }: { signal: AbortSignal; onShare?: (share: number) => void },
): Promise<StoredTravel | null> {
  const { known, now } = await database.transaction(travelIdentity, async (tx) => ({
    known: await findTravel(tx, plan.id),
    now: tx.now,
  }))
  const { places } = workspace
  if (isComplete(places, known, now)) return known
  const question = questionOf(workspace, known && !isOutdated(places, known, now) ? known : null)
  const computed = await computeTravel(question, { roads, signal, onShare })
  await database.transaction(travelIdentity, async (tx) => {
    await writeTravel(tx, plan, computed)
    hintPlan(tx, plan)
  })
  return { ...computed, computedAt: now }
}
