import { type Finding, type FindingDeps, matchServices } from '../engine/dispatch.findings.actions.ts'
import { type FleetState, type Reserved, requestOf } from '../engine/dispatch.fleet-state.actions.ts'
import { createOthers } from '../engine/dispatch.others.rules.ts'
import type { RoundRules } from '../engine/dispatch.round.rules.ts'

/** How long a reserved vehicle waits for the comparison with others, which is dropped then; it serves without one. */
const patienceMs = 3_000

/** What another vehicle would have cost, for the decision that a reserved vehicle serves. */
export interface ReservedComparison {
  explanation: Pick<Finding, 'considered' | 'excluded' | 'dearer'> & {
    /** Of the reserved vehicle; null: unknown. */
    arrivalSeconds: number | null
    longestArrivalSeconds: number
  }
  isEstimate: boolean
  others: Finding['others']
}

/** How a round compares vehicles: with where and when the busy ones will be free. */
export interface Comparison {
  vehicles: FleetState['vehicles']
  rules: RoundRules
}

/**
 * Compares the vehicles for services that their reserved vehicles are about to serve, as for any other service; the
 * reserved vehicle in any case.
 * @returns by service; empty where that fails or takes long
 */
export async function compareReserved(
  deps: FindingDeps,
  state: FleetState,
  reserved: readonly Reserved[],
  { vehicles, rules }: Comparison,
): Promise<Map<string, ReservedComparison>> {
  if (reserved.length === 0) return new Map()
  const vehicleOf = new Map(reserved.map(({ service, reservation }) => [service.id, reservation.vehicleId]))
  // Its number may have changed since it was reserved.
  const numbers = new Map(state.vehicles.map(({ vehicleId, vehicleNumber }) => [vehicleId, vehicleNumber]))
  const numberOf = (serviceId: string) => numbers.get(vehicleOf.get(serviceId) ?? '')
  const places = state.vehicles.map(({ place }) => place)
  const found = await matchServices(
    deps,
    {
      state: { ...state, vehicles },
      services: reserved.map(({ service }) => service),
      requestOf: (service) => ({ ...requestOf(service, state), comparedWith: vehicleOf.get(service.id) }),
      othersOf: createOthers(vehicles, places, rules),
      rules,
    },
    AbortSignal.timeout(patienceMs),
  ).catch(() => new Map<string, Finding>())
  return new Map(
    [...found].map(([serviceId, { considered, excluded, dearer, others }]) => {
      const one = considered.find(({ vehicleNumber }) => vehicleNumber === numberOf(serviceId))
      const arrivalSeconds = one?.arrivalSeconds ?? null
      const longestArrivalSeconds = rules.longestArrival
      return [
        serviceId,
        {
          explanation: { considered, excluded, dearer, arrivalSeconds, longestArrivalSeconds },
          isEstimate: one?.isEstimate ?? true,
          others,
        },
      ]
    }),
  )
}
