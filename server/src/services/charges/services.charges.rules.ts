import type { ChargeLine, ChargeUsage } from '@rumbo/contract/billing.contract'
import type { UsageSource } from '@rumbo/contract/services.charges.contract'
import type { PlannedStop, Service } from '@rumbo/contract/services.contract'
import type { RoutePlan } from '../services.rows.ts'

/** What a service uses, and where distance and time come from. */
export interface SourcedUsage extends ChargeUsage {
  distanceSource: UsageSource
  timeSource: UsageSource
}

type Executed = Pick<
  Service,
  'startedAt' | 'plannedStops' | 'executedStops' | 'plannedDistance' | 'plannedDuration' | 'isRouteEstimated'
>

/** When the ride begins, which decides its tariff and surcharges. */
export const rideStart = (service: {
  dispatchTime: string
  plannedStops: readonly { timeWindowStart?: string | null }[]
}): Date => new Date(service.plannedStops[0]?.timeWindowStart ?? service.dispatchTime)

export function plannedUsage(plan: RoutePlan): SourcedUsage {
  const source = plan.isEstimate ? 'straight_line' : 'planned'
  return {
    distanceMetres: plan.distanceMetres,
    drivingSeconds: plan.durationSeconds,
    waitingSeconds: 0,
    distanceSource: source,
    timeSource: source,
  }
}

type Span = readonly [from: number, until: number]

/** Seconds that the spans cover together: a moment at two stops is waited once. */
function secondsOf(spans: readonly Span[]): number {
  let covered = 0
  let end = Number.NEGATIVE_INFINITY
  for (const [from, until] of [...spans].sort(([a], [b]) => a - b)) {
    covered += Math.max(0, until - Math.max(from, end))
    end = Math.max(end, until)
  }
  return covered / 1000
}

/**
 * The distance of all executed stops, each from the one before it; null where one was not measured. The way to the first
 * one is the approach, which the customer does not pay.
 */
function metresOfStops({ plannedStops, executedStops }: Executed): number | null {
  const order = new Map(plannedStops.map(({ id }, index) => [id, index]))
  const reached = ({ id, arrived }: Service['executedStops'][number]) =>
    [arrived === null ? Number.POSITIVE_INFINITY : Date.parse(arrived), order.get(id) ?? 0] as const
  const ways = executedStops
    .filter(({ status }) => status === 'executed')
    .map((stop) => ({ at: reached(stop), metres: stop.distanceAtStop }))
    .sort((a, b) => (a.at[0] === b.at[0] ? a.at[1] - b.at[1] : a.at[0] - b.at[0]))
    .slice(1)
    .map(({ metres }) => metres)
  if (ways.length === 0 || ways.includes(null)) return null
  return ways.reduce((sum: number, metres) => sum + (metres ?? 0), 0)
}

/** The share of the planned distance that lies behind a running service. */
function plannedShare({ startedAt, plannedDuration }: Executed, until: Date): number {
  if (startedAt === null || !plannedDuration) return 0
  return Math.min(1, Math.max(0, (until.getTime() - Date.parse(startedAt)) / 1000 / plannedDuration))
}

/**
 * What a started service used until a moment; null where nothing was measured or planned. It follows from what is on
 * record, in whatever order that was recorded.
 * @param driven metres by the vehicle's odometer since the start; null where it is unknown
 */
export function executedUsage(
  service: Executed,
  until: Date,
  driven: number | null,
  isOver: boolean,
): SourcedUsage | null {
  const { startedAt, plannedDistance, plannedDuration } = service
  const planned = service.isRouteEstimated ? 'straight_line' : 'planned'
  const end = until.getTime()
  const waits = service.executedStops.flatMap((stop): Span[] => {
    if (stop.status !== 'executed' || stop.arrived === null) return []
    const from = Date.parse(stop.arrived)
    return [[from, Math.max(from, stop.departed === null ? end : Date.parse(stop.departed))]]
  })
  const waitingSeconds = secondsOf(waits)
  const recorded = metresOfStops(service)
  // While a service runs, its stops say nothing of the way since the last one.
  const measured = isOver ? (recorded ?? driven) : driven
  const guessed =
    plannedDistance === null ? null : plannedDistance * (isOver ? 1 : plannedShare(service, until))
  const distanceMetres = measured ?? guessed
  if (distanceMetres === null) return null
  const distanceSource = measured === null ? planned : 'measured'
  if (startedAt === null)
    return plannedDuration === null
      ? null
      : {
          distanceMetres,
          drivingSeconds: plannedDuration,
          waitingSeconds,
          distanceSource,
          timeSource: planned,
        }
  const start = Date.parse(startedAt)
  const waitedSince = secondsOf(
    waits
      .map(([from, to]) => [Math.max(from, start), Math.min(to, end)] as const)
      .filter(([from, to]) => to > from),
  )
  return {
    distanceMetres,
    drivingSeconds: Math.max(0, (end - start) / 1000 - waitedSince),
    waitingSeconds,
    distanceSource,
    timeSource: 'measured',
  }
}

/** The service with its open stops executed now. */
export function endedNow(service: Service, now: Date): Service {
  const known = new Set(service.executedStops.map(({ id }) => id))
  const moment = now.toISOString()
  const open = service.plannedStops.filter(({ id }) => !known.has(id))
  const executed = open.map((stop) => ({
    ...stop,
    arrived: moment,
    departed: moment,
    costAtStop: null,
    distanceAtStop: null,
    notes: null,
    status: 'executed' as const,
    operator: 'central' as const,
    correctedBy: null,
    correctionReason: null,
  }))
  return { ...service, executedStops: [...service.executedStops, ...executed] }
}

/** The lines of a charge as the customer sees them: without the reason of an adjustment, which the staff typed. */
export const linesForCustomer = (lines: readonly ChargeLine[]): ChargeLine[] =>
  lines.map((line) => (line.kind === 'adjustment' ? { ...line, label: null } : line))

/** Faster than any vehicle: the odometer was replaced or read wrongly. */
const fastestMetresPerSecond = 60
const odometerSlackMetres = 1_000

/** Metres between two readings of the odometer; null where one is missing or they cannot be right. */
export function drivenBetween(
  start: number | null,
  present: number | undefined,
  seconds: number,
): number | null {
  if (start === null || present === undefined) return null
  const metres = present - start
  return metres < 0 || metres > seconds * fastestMetresPerSecond + odometerSlackMetres ? null : metres
}

/** The stops that a service is charged for: all but cancelled ones, with what was spent at them. */
export function stopsToCharge({
  plannedStops,
  executedStops,
}: Pick<Service, 'plannedStops' | 'executedStops'>) {
  const executed = new Map(executedStops.map((stop) => [stop.id, stop]))
  return plannedStops.flatMap((stop: PlannedStop) => {
    const done = executed.get(stop.id)
    if (done !== undefined && done.status !== 'executed') return []
    const { latitude, longitude, address } = stop
    return [{ latitude, longitude, label: address, extraCost: done?.costAtStop ?? stop.extraCost }]
  })
}
