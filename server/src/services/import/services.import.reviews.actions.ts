import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import {
  type listImportReviews,
  type resolveImportReview,
  reviewLimit,
} from '@rumbo/contract/services.imports.contract'
import { findFleetIds } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { createServiceOf } from '../services.actions.ts'
import type { RoutePlan } from '../services.rows.ts'
import { findReview, findReviews, lockReview, reviewOf, writeDecision } from './services.import.repository.ts'

export async function listReviewsOf(tx: Transaction, query: ParsedOf<typeof listImportReviews>['query']) {
  const isAny = query.fleetId === undefined && query.companyId === undefined
  const fleetIds = isAny ? null : await findFleetIds(tx, query)
  const { rows, total } = await findReviews(tx, fleetIds, query.companyId ?? null, reviewLimit)
  return { items: rows.map(reviewOf), total }
}

/** @throws Problem `service_review_not_found`, `forbidden` */
async function takeReview(tx: Transaction, actor: Actor, id: string) {
  const review = await lockReview(tx, id)
  if (review) {
    requireCan(actor, 'services.dispatch', review)
    return review
  }
  // Row-level security prevents locking a row that the actor may read but not manage.
  const seen = await findReview(tx, id)
  if (seen) requireCan(actor, 'services.dispatch', seen)
  throw problem('service_review_not_found')
}

/** What is left of a stop's window by a later dispatch time. */
const windowAfter = (
  { timeWindowStart, timeWindowEnd }: { timeWindowStart: string | null; timeWindowEnd: string | null },
  dispatchTime: string,
) => {
  const left = (time: string | null) =>
    time !== null && Date.parse(time) < Date.parse(dispatchTime) ? null : time
  return { timeWindowStart: left(timeWindowStart), timeWindowEnd: left(timeWindowEnd) }
}

/** Creates the service of a row at the confirmed places. @throws Problem `service_review_not_found`, those of `createServiceOf` */
export async function resolveReviewOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  asked: ParsedOf<typeof resolveImportReview>['body'],
  plan: RoutePlan | null,
): Promise<Service> {
  const { content } = await takeReview(tx, actor, id)
  const { body } = content
  if (asked.stops.length !== body.plannedStops.length)
    throw fieldProblem({ path: 'body.stops', code: 'stops_missing' })
  const dispatchTime = asked.dispatchTime ?? body.dispatchTime
  const service = await createServiceOf(
    tx,
    actor,
    {
      ...body,
      dispatchTime,
      plannedStops: body.plannedStops.map((stop, at) => ({
        ...stop,
        ...(asked.dispatchTime !== undefined && windowAfter(stop, dispatchTime)),
        ...asked.stops[at],
      })),
      areStopsConfirmed: true,
    },
    plan,
  )
  await writeDecision(tx, id, service.id)
  return service
}

/** Drops a row. @throws Problem `service_review_not_found`, `forbidden` */
export async function discardReviewOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  const { companyId, fleetId, reference, row } = await takeReview(tx, actor, id)
  await writeDecision(tx, id, null)
  tx.stale({ domain: 'services', fleetId, companyId })
  tx.audit({
    action: 'service.review_discarded',
    entity: 'service',
    entityName: reference ?? String(row),
    companyId,
    fleetId,
  })
  return { done: true }
}
