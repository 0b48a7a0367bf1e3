import type { Decision } from '@rumbo/contract/dispatch.engine.contract'
import type { Roads } from '../../places/index.ts'
import type { WaitingService } from '../../services/index.ts'
import type { EngineRequest } from './dispatch.constraints.rules.ts'
import { type FleetState, type FleetVehicle, lastStopOf } from './dispatch.fleet-state.actions.ts'
import type { Compared, RoundFinding } from './dispatch.levels.ts'
import type { OthersOf } from './dispatch.others.rules.ts'
import type { RoundRules } from './dispatch.round.rules.ts'
import type { RoundThread } from './thread/dispatch.round-thread.ts'

export interface FindingDeps {
  roads: Pick<Roads, 'table'>
  thread: Pick<RoundThread, 'compute'>
}

/** The vehicle found for a service. */
export type Choice = Omit<NonNullable<RoundFinding['choice']>, 'vehicle'> & { vehicle: FleetVehicle }
export interface Finding extends Pick<Decision, 'considered' | 'excluded' | 'dearer'> {
  choice: Choice | null
  /** Named only for decisions that are stored. */
  others: () => Decision['others']
}

/** What a round matches: services with what the rules know of them. */
interface Matched {
  state: FleetState
  services: readonly WaitingService[]
  requestOf: (service: WaitingService) => EngineRequest
  othersOf: OthersOf
  rules: RoundRules
}

/** The round's findings by service, computed in the thread. */
export async function matchServices(
  { roads, thread }: FindingDeps,
  { state, services, requestOf, othersOf, rules }: Matched,
  signal: AbortSignal,
): Promise<Map<string, Finding>> {
  const { vehicles, now, settings } = state
  const requests = services.map(requestOf)
  const findings = await thread.compute(
    {
      fleetId: settings.fleetId,
      nowMs: now.getTime(),
      vehicles,
      requests,
      lastStops: services.map(lastStopOf),
      rules,
    },
    roads,
    signal,
  )
  const vehicleAt = (index: number) => vehicles[index] as FleetVehicle
  return new Map(
    findings.map(({ choice, considered, dearer, excluded, ending }, at) => {
      const pricier = dearerOf(dearer)
      return [
        (services[at] as WaitingService).id,
        {
          choice: choice && { ...choice, vehicle: vehicleAt(choice.vehicle) },
          considered: considered.map((compared) => storedOf(compared, vehicleAt(compared.vehicle))),
          dearer: pricier.map(({ vehicle, ...compared }) => ({
            vehicleNumber: vehicleAt(vehicle).vehicleNumber,
            ...compared,
          })),
          excluded,
          others: () => {
            const compared = new Set([...considered, ...pricier].map(({ vehicle }) => vehicle))
            return othersOf(requests[at] as EngineRequest, (member) => !compared.has(member), new Set(ending))
          },
        },
      ]
    }),
  )
}

const storedOf = (
  { arrival, isEstimate, cost, parts }: Compared,
  { vehicleNumber }: FleetVehicle,
): Decision['considered'][number] => ({
  vehicleNumber,
  arrivalSeconds: Math.round(arrival),
  isEstimate,
  cost: Math.round(cost),
  parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Math.round(part)])),
})

const dearerOf = (numbers: Int32Array) =>
  Array.from({ length: numbers.length / 3 }, (_, at) => ({
    vehicle: numbers[3 * at] as number,
    arrivalSeconds: numbers[3 * at + 1] as number,
    cost: numbers[3 * at + 2] as number,
  }))
