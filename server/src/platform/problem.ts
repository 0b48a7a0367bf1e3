import type { NotReady } from '@rumbo/contract/monitoring.contract'
import { type FieldCode, type ProblemCode, problemStatus } from '@rumbo/contract/problems.contract'

export interface FieldProblem {
  /** Dotted path into the input, such as `body.plannedStops.0.address`. */
  path: string
  code: FieldCode
}

export interface ProblemDetails {
  errors?: FieldProblem[]
  /** With `stale_version`: the current record. */
  current?: unknown
  changedBy?: string | null
  changedAt?: Date
  retryAfterSeconds?: number
  /** With `feature_locked`: the lowest tier that has the feature. */
  tier?: string
  /** With `not_ready`: what is missing, and why. */
  notReady?: readonly NotReady[]
  /** Values for placeholders in the text of the code, such as `{ status: 'completed' }`. */
  words?: Record<string, string | number>
}

/** An error thrown by an action, which `http/problems.ts` converts to `application/problem+json`. */
export class Problem extends Error {
  readonly code: ProblemCode
  readonly status: number
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code)
    this.name = 'Problem'
    this.code = code
    this.status = problemStatus[code]
    this.details = details
  }
}

/** `throw problem('vehicle_not_found')`. */
export function problem(code: ProblemCode, details?: ProblemDetails): Problem {
  return new Problem(code, details)
}

/** A refusal of single fields, answered as `validation_failed`. */
export function fieldProblem(...errors: FieldProblem[]): Problem {
  return new Problem('validation_failed', { errors })
}

/** The problem `not_ready`, naming the parts of the installation that are not ready. */
export function notReady(parts: readonly NotReady[]): Problem {
  return new Problem('not_ready', { notReady: parts })
}

/** Too many attempts: the next one is allowed at `end`. */
export const rateLimitedUntil = (end: Date, now: Date): Problem =>
  new Problem('rate_limited', { retryAfterSeconds: Math.ceil((end.getTime() - now.getTime()) / 1000) })
