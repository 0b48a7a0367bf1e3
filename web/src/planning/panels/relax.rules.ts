import type { PlanSettings } from '@rumbo/contract/planning.contract'
import type { LeftOutReason } from '@rumbo/contract/planning.runs.contract'
import type { Order } from '@rumbo/contract/planning.workspace.contract'
import { toleranceOf } from '@rumbo/planning/problem'

/** The one change that would let a left-out order in: settings of the plan, or something that is changed elsewhere. */
export type Relaxation =
  | {
      kind:
        | 'tolerance'
        | 'limits'
        | (typeof limitsOf)[keyof typeof limitsOf]['kind']
        | 'leaveOut'
        | 'vehicles'
      settings: Partial<PlanSettings>
    }
  | { kind: 'service' | 'shifts' }

const limitsOf = {
  metres: { kind: 'limitMetres', settings: { mostKilometres: null } },
  seconds: { kind: 'limitSeconds', settings: { mostMinutes: null } },
  stops: { kind: 'limitStops', settings: { mostStops: null } },
} as const

/** Minutes are raised to full steps of so many. */
const stepMinutes = 5
const mostTolerance = 1_440

const minutesUp = (seconds: number) => Math.ceil(seconds / 60 / stepMinutes) * stepMinutes

/** Whether the window that is missed is that of the first stop and comes from the plan's tolerance. */
function isByTolerance({ stops, serviceType }: Order, stopId: string | null, settings: PlanSettings) {
  const [first] = stops
  return (
    first !== undefined &&
    first.stopId === stopId &&
    first.windowStart === null &&
    first.windowEnd === null &&
    toleranceOf(serviceType, settings) !== null
  )
}

/** @param order undefined where the service is not among the orders any more */
export function relaxationOf(
  { code, late, stopId, limit }: LeftOutReason,
  order: Order | undefined,
  settings: PlanSettings,
): Relaxation {
  switch (code) {
    case 'window':
    case 'window_impossible': {
      const tolerance = settings.pickupToleranceMinutes ?? 0
      const raised = tolerance + minutesUp(late ?? 0)
      return order !== undefined && isByTolerance(order, stopId, settings) && raised <= mostTolerance
        ? { kind: 'tolerance', settings: { pickupToleranceMinutes: raised } }
        : { kind: 'service' }
    }
    case 'limits':
      if (limit) return limitsOf[limit]
      return { kind: 'limits', settings: { mostStops: null, mostMinutes: null, mostKilometres: null } }
    case 'penalty':
      return { kind: 'leaveOut', settings: { leaveOutAboveMinutes: null } }
    case 'vehicles':
    case 'full':
    case 'no_vehicles':
      return settings.unusedVehicleIds.length > 0
        ? { kind: 'vehicles', settings: { unusedVehicleIds: [] } }
        : { kind: code === 'vehicles' ? 'service' : 'shifts' }
    case 'shift':
    case 'overtime':
      return { kind: 'shifts' }
    case 'skills':
    case 'capacity':
    case 'unreachable':
    case 'windows_exclude':
    case 'combination':
    case 'undetermined':
      return { kind: 'service' }
  }
}
