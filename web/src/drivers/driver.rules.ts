import type { DriverAction, DriverState } from '@rumbo/contract/drivers.contract'
import type { PlannedStop, Service } from '@rumbo/contract/services.contract'
import { isStopDone } from '@rumbo/contract/services.rules'

/** The next stop of a service: the first that was neither left nor cancelled; null at the end. */
function nextStop({ plannedStops, executedStops }: Service): PlannedStop | null {
  const done = new Set(executedStops.filter(isStopDone).map(({ id }) => id))
  return plannedStops.find(({ id }) => !done.has(id)) ?? null
}

/** What the driver does next. */
export type Step =
  | { kind: 'arrive'; stop: PlannedStop }
  | { kind: 'pick_up'; stop: PlannedStop }
  | { kind: 'deliver'; stop: PlannedStop }
  | { kind: 'complete'; stop: PlannedStop | null }

export function stepOf(service: Service): Step {
  const { status, plannedStops, executedStops } = service
  const stop = nextStop(service)
  if (status === 'vehicle_assigned') {
    const pickup = stop ?? plannedStops[0]
    if (!pickup) return { kind: 'complete', stop: null }
    const hasArrived = executedStops.some(({ id, arrived }) => id === pickup.id && arrived !== null)
    return { kind: hasArrived ? 'pick_up' : 'arrive', stop: pickup }
  }
  if (stop === null) return { kind: 'complete', stop: null }
  return { kind: stop.id === plannedStops.at(-1)?.id ? 'complete' : 'deliver', stop }
}

const recorded = (stop: PlannedStop, at: string, departed: string | null) => ({
  ...stop,
  arrived: at,
  departed,
  costAtStop: null,
  distanceAtStop: null,
  notes: null,
  status: 'executed' as const,
  operator: 'driver' as const,
  correctedBy: null,
  correctionReason: null,
})

function withStop(service: Service, stopId: string, at: string, departed: string | null): Service {
  const stop = service.plannedStops.find(({ id }) => id === stopId)
  if (!stop) return service
  const before = service.executedStops.find(({ id }) => id === stopId)
  const after = before ? { ...before, departed: before.departed ?? departed } : recorded(stop, at, departed)
  return {
    ...service,
    executedStops: [...service.executedStops.filter(({ id }) => id !== stopId), after],
  }
}

const finishing = ['complete', 'no_show', 'give_back'] as const
/** How a service ended for its driver. */
export interface Ending {
  kind: (typeof finishing)[number]
  /** When the server confirmed it, by the clock of this phone; infinite until then. */
  at: number
}
const endingOf = ({ kind }: DriverAction) => finishing.find((one) => one === kind)

export const isEnding = (action: DriverAction): boolean => endingOf(action) !== undefined

/** The services that actions end, with how. */
export function endingsOf(
  actions: readonly { action: DriverAction; at: number }[],
): ReadonlyMap<string, Ending> {
  const endings = new Map<string, Ending>()
  for (const { action, at } of actions) {
    const kind = endingOf(action)
    if (kind && 'serviceId' in action) endings.set(action.serviceId, { kind, at })
  }
  return endings
}

function afterAction(state: DriverState, action: DriverAction): DriverState {
  switch (action.kind) {
    case 'accept':
    case 'reject':
      return { ...state, offers: state.offers.filter(({ id }) => id !== action.offerId) }
    case 'start_break':
      return { ...state, breakSince: state.breakSince ?? action.at }
    case 'end_break':
      return { ...state, breakSince: null }
    case 'dismiss_suggestion':
      return { ...state, suggestion: null }
    case 'emergency':
      return state
  }
  if (isEnding(action))
    return { ...state, services: state.services.filter(({ id }) => id !== action.serviceId) }
  const services = state.services.map((service) => {
    if (service.id !== action.serviceId) return service
    if (action.kind === 'pick_up' && service.status === 'in_progress') return service
    if (action.kind === 'arrive') return withStop(service, action.stopId, action.at, null)
    if (action.kind === 'deliver') return withStop(service, action.stopId, action.at, action.at)
    const pickup = nextStop(service)
    const left = pickup ? withStop(service, pickup.id, action.at, action.at) : service
    return { ...left, status: 'in_progress' as const }
  })
  return { ...state, services }
}

/** What the driver sees after actions whose effect may not be in the state yet: those already in it change nothing. */
export const afterActions = (state: DriverState, actions: readonly DriverAction[]): DriverState =>
  actions.reduce(afterAction, state)

/** Opens the maps app of the phone: Android and desktop browsers understand it, and iPhones with any maps app. */
export const navigationLink = ({ latitude, longitude }: { latitude: number; longitude: number }): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}&travelmode=driving`
