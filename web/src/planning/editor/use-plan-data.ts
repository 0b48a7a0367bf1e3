import { mostTimedPlaces, readPlan } from '@rumbo/contract/planning.contract'
import { listPlanRuns, readPlanRun } from '@rumbo/contract/planning.runs.contract'
import {
  type PlanTravel,
  type PlanWorkspace,
  preparePlanTravel,
  readPlanTravel,
  readPlanWorkspace,
} from '@rumbo/contract/planning.workspace.contract'
import type { Legs } from '@rumbo/optimizer'
import { createLegsReader, knownIndexes } from '@rumbo/planning/travel'
import { useEffect, useMemo, useState } from 'react'
import { useData, useEndpoint } from '../../app/data/use-data.ts'
import { isActive } from '../panels/run.rules.ts'

/** The day is read again at most this often, in milliseconds, however many services change. */
const daySpacingMs = 10_000
const travelPaceMs = 2_000
const runPaceMs = 1_000
const runIdlePaceMs = 30_000

/** The plan and its day, kept up to date. */
export function usePlanData(planId: string) {
  const input = { params: { id: planId } }
  const plan = useEndpoint(readPlan, input)
  const workspace = useEndpoint(readPlanWorkspace, input, { meta: { hintSpacingMs: daySpacingMs } })
  return { plan, workspace }
}

/**
 * Travel between the places of the day; estimates where it is not known yet. Missing travel is computed
 * by the server meanwhile.
 */
export function usePlanTravel(planId: string, workspace: PlanWorkspace | undefined) {
  const { call } = useData()
  const input = { params: { id: planId } }
  const places = workspace?.places
  const answer = useEndpoint(readPlanTravel, input, {
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state }) => (isMissing(state.data, places) ? travelPaceMs : false),
  })
  const known = answer.data
  const missing = places && known ? isMissing(known, places) : false
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again where the places changed
  useEffect(() => {
    // A refusal changes nothing: estimates stand in.
    if (missing) call(preparePlanTravel, input).catch(() => undefined)
  }, [call, planId, missing, places])
  const answered = known?.seconds ? known : null
  const [read] = useState(createLegsReader)
  const share = known?.share ?? 0
  const travel = useMemo(() => (places ? read(places, answered) : null), [read, places, answered])
  const isEstimate = workspace === undefined || isEstimated(answered, workspace)
  return useMemo(
    (): { travel: Legs; isEstimate: boolean; share: number } | null =>
      travel && { travel, isEstimate, share },
    [travel, isEstimate, share],
  )
}

/** Whether times are estimates, other than those from where vehicles are now: these places are new whenever they move. */
function isEstimated(
  answered: PlanTravel | null,
  { places, vehicles, orders, depotPlace }: PlanWorkspace,
): boolean {
  if (answered === null || answered.isEstimate) return true
  const indexes = knownIndexes(places, answered.coordinates)
  const lasting = [
    depotPlace,
    ...vehicles.map(({ endPlace }) => endPlace),
    ...orders.flatMap(({ stops }) => stops.map(({ place }) => place)),
  ]
  return lasting.some((place) => place !== null && indexes[place] === -1)
}

function isMissing(known: PlanTravel | undefined, places: PlanWorkspace['places'] | undefined): boolean {
  if (!known || !places || places.length > mostTimedPlaces) return false
  return known.share < 1 || knownIndexes(places, known.coordinates).includes(-1)
}

/** The latest search of the plan, followed while it goes on; null where there is none. */
export function useLatestRun(planId: string) {
  const runs = useEndpoint(listPlanRuns, { params: { id: planId } }, { refetchInterval: runIdlePaceMs })
  const latest = runs.data?.items[0]
  const isGoingOn = latest !== undefined && isActive(latest)
  const run = useEndpoint(
    readPlanRun,
    { params: { id: latest?.id ?? '' } },
    {
      enabled: latest !== undefined,
      refetchInterval: ({ state }) =>
        isGoingOn || (state.data !== undefined && isActive(state.data)) ? runPaceMs : false,
    },
  )
  // The list says first that somebody accepted or discarded it.
  const status = latest?.status
  const found = run.data?.id === latest?.id ? (run.data ?? null) : null
  return useMemo(
    () =>
      found !== null && status !== undefined && (status === 'accepted' || status === 'discarded')
        ? { ...found, status }
        : found,
    [found, status],
  )
}
