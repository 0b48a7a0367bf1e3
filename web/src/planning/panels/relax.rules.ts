import type { PlanSettings } from '@rumbo/contract/planning.contract'
import type { LeftOutReason } from '@rumbo/contract/planning.runs.contract'
import type { Order } from '@rumbo/contract/planning.workspace.contract'

/** The one change that would let a left-out order in: settings of the plan, or something that is changed elsewhere. */
export type Relaxation =
  | { kind: 'tolerance' | 'limits' | 'leaveOut' | 'vehicles'; settings: Partial<PlanSettings> }
  | { kind: 'service' | 'shifts' }

/** Minutes are raised to full steps of so many. */
const stepMinutes = 5
const mostTolerance = 1_440

const minutesUp = (seconds: number) => Math.ceil(seconds / 60 / stepMinutes) * stepMinutes

/** Whether the plan's tolerance decides when its first stop may begin. */
const isByTolerance = ({ stops, serviceType }: Order) =>
  stops[0]?.windowEnd === null && stops[0].windowStart === null && serviceType !== 'delivery'

/** @param order undefined where the service is not among the orders any more */
export function relaxationOf(
  { code, late }: LeftOutReason,
  order: Order | undefined,
  settings: PlanSettings,
): Relaxation {
  switch (code) {
    case 'window':
    case 'windows_exclude': {
      const { pickupToleranceMinutes } = settings
      if (order === undefined || pickupToleranceMinutes === null || !isByTolerance(order))
        return { kind: 'service' }
      const raised = Math.min(mostTolerance, pickupToleranceMinutes + minutesUp(late ?? 0))
      return { kind: 'tolerance', settings: { pickupToleranceMinutes: raised } }
    }
    case 'limits':
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
    case 'combination':
    case 'undetermined':
      return { kind: 'service' }
  }
}
