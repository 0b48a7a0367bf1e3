/** Rules of services shared by the form and the server. Pure functions. */

import type { FieldCode } from './problems.contract.ts'
import {
  dispatchMarginMinutes,
  dispatchToleranceSeconds,
  type ProofKind,
  type Service,
  type ServiceStatus,
} from './services.contract.ts'
import { minuteMs } from './time-units.ts'

export type ServiceMove =
  | 'update'
  | 'dispatch'
  | 'assign'
  | 'unassign'
  | 'confirmPickup'
  | 'complete'
  | 'cancel'
  | 'delete'
  | 'cancelStop'
  | 'correctStop'

const beforeStart = ['created', 'on_dispatch', 'vehicle_assigned'] as const
const final = ['completed', 'cancelled_by_client', 'cancelled_by_driver', 'cancelled_by_central'] as const

/** The states from which each move is permitted. */
export const movesFrom: Readonly<Record<ServiceMove, readonly ServiceStatus[]>> = {
  update: beforeStart,
  dispatch: ['created'],
  assign: ['on_dispatch'],
  unassign: ['vehicle_assigned'],
  confirmPickup: ['vehicle_assigned'],
  complete: ['in_progress'],
  cancel: [...beforeStart, 'in_progress'],
  delete: ['created', ...final],
  cancelStop: [...beforeStart, 'in_progress'],
  correctStop: ['vehicle_assigned', 'in_progress', 'completed'],
}

export const canMove = (status: ServiceStatus, move: ServiceMove): boolean => movesFrom[move].includes(status)

/** Whether a recorded stop lies behind the vehicle: it left, or the stop was cancelled. */
export const isStopDone = ({ departed, status }: { departed: string | null; status: string }): boolean =>
  departed !== null || status !== 'executed'

/** What the driver must show at a stop: at every drop, or at the last stop where the service has no drop. */
export function proofsAt(
  { plannedStops, requiredProofs }: Pick<Service, 'plannedStops' | 'requiredProofs'>,
  stopId: string,
): readonly ProofKind[] {
  const drops = plannedStops.filter(({ stopType }) => stopType === 'drop')
  const stops = drops.length > 0 ? drops : plannedStops.slice(-1)
  return stops.some(({ id }) => id === stopId) ? requiredProofs : []
}

interface StopTimes {
  timeWindowStart?: string | null
  timeWindowEnd?: string | null
}
interface ServiceTimes {
  dispatchTime: string
  plannedStops: readonly StopTimes[]
}
export interface ServiceFieldProblem {
  path: string
  code: FieldCode
}

const time = (text: string | null | undefined) => (text ? Date.parse(text) : null)

/** 30 minutes before the first window's start, or now if that is past or no stop has a window. */
export function proposeDispatchTime(stops: readonly StopTimes[], now: Date): Date {
  const first = stops.map((stop) => time(stop.timeWindowStart)).find((start) => start !== null)
  if (!first) return now
  return new Date(Math.max(first - dispatchMarginMinutes * minuteMs, now.getTime()))
}

/** Whether a dispatch time is more than 60 s in the past (`dispatchToleranceSeconds`). */
export function isDispatchPast(dispatchTime: string, now: Date): boolean {
  return Date.parse(dispatchTime) < now.getTime() - dispatchToleranceSeconds * 1000
}

/**
 * The window rules of section 5 of the specification: a window must not end before its start, nor start before the
 * dispatch time or before the start of the previous stop that has one.
 */
export function checkWindows(service: ServiceTimes): ServiceFieldProblem[] {
  const problems: ServiceFieldProblem[] = []
  const dispatch = Date.parse(service.dispatchTime)
  let previous = Number.NEGATIVE_INFINITY
  for (const [index, stop] of service.plannedStops.entries()) {
    const start = time(stop.timeWindowStart)
    const end = time(stop.timeWindowEnd)
    const path = `plannedStops.${index}`
    if (start !== null && start < dispatch)
      problems.push({ path: `${path}.timeWindowStart`, code: 'window_before_dispatch' })
    else if (start !== null && start < previous)
      problems.push({ path: `${path}.timeWindowStart`, code: 'window_before_previous' })
    if (end !== null && end < (start ?? dispatch))
      problems.push({ path: `${path}.timeWindowEnd`, code: 'window_end_before_start' })
    previous = Math.max(previous, start ?? Number.NEGATIVE_INFINITY)
  }
  return problems
}
