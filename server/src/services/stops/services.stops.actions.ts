import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { ExecutedStop, PlannedStop, Service } from '@rumbo/contract/services.contract'
import type { cancelStop, correctStop } from '@rumbo/contract/services.stops.contract'
import type { Actor } from '../../platform/access/access.ts'
import { type Changes, differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type FieldProblem, fieldProblem, problem } from '../../platform/problem.ts'
import { refreshFinal } from '../charges/services.charges.actions.ts'
import { readServiceOf, takeService } from '../services.actions.ts'
import { touchService } from '../services.repository.ts'
import { stopsLeft } from '../services.rules.ts'
import { insertExecutedStops, writeCorrection } from './services.stops.repository.ts'

type StopAction =
  | 'service.stop_arrived'
  | 'service.stop_departed'
  | 'service.stop_withdrawn'
  | 'service.stop_corrected'
  | 'service.stop_cancelled'

/** Publishes and audits a change of one stop: the audit says which one, and not the whole plan. */
export function announceStop(
  tx: Transaction,
  { id, companyId, fleetId, serviceNumber }: Service,
  stop: PlannedStop,
  action: StopAction,
  changes: Changes,
): void {
  tx.stale({ domain: 'services', id, fleetId, companyId })
  tx.audit({
    action,
    entity: 'service',
    entityId: id,
    entityName: String(serviceNumber),
    companyId,
    fleetId,
    changes: { stop: [null, `${stop.sequence + 1}. ${stop.address}`], ...changes },
  })
}

function plannedStop({ plannedStops }: Service, stopId: string): PlannedStop {
  const stop = plannedStops.find(({ id }) => id === stopId)
  if (!stop) throw problem('stop_not_found')
  return stop
}

/** What is on record of a stop, in the words of the audit. */
export const recordOf = (stop: ExecutedStop | undefined) => ({
  arrived: stop?.arrived ?? null,
  departed: stop?.departed ?? null,
  distanceMetres: stop?.distanceAtStop ?? null,
  notes: stop?.notes ?? null,
})

/** A clock that runs a little fast is no reason to refuse a time. */
const clockToleranceMs = 60_000

function checkTimes(
  { arrived, departed }: { arrived: string; departed: string | null },
  service: Service,
  now: Date,
): FieldProblem[] {
  const [from, until] = [Date.parse(arrived), departed === null ? null : Date.parse(departed)]
  const latest = now.getTime() + clockToleranceMs
  const problems: FieldProblem[] = []
  if (from > latest) problems.push({ path: 'body.arrived', code: 'time_future' })
  else if (from < Date.parse(service.createdAt)) problems.push({ path: 'body.arrived', code: 'time_past' })
  if (until !== null && until < from) problems.push({ path: 'body.departed', code: 'end_before_start' })
  else if (until !== null && until > latest) problems.push({ path: 'body.departed', code: 'time_future' })
  return problems
}

/**
 * Records by hand when a stop was executed. What a person recorded is not changed by positions any more. The final cost
 * of a completed service follows, unless a person set it or it is on the books.
 * @throws Problem `service_not_found`, `stop_not_found`, `service_wrong_state`, `stale_version`, `validation_failed`
 */
export async function correctStopOf(
  tx: Transaction,
  actor: Actor,
  { id, stopId }: { id: string; stopId: string },
  { version, ...body }: ParsedOf<typeof correctStop>['body'],
): Promise<Service> {
  const service = await takeService(tx, actor, id, 'correctStop', version)
  const stop = plannedStop(service, stopId)
  const refused = checkTimes(body, service, tx.now)
  if (refused.length > 0) throw fieldProblem(...refused)
  const before = service.executedStops.find((done) => done.id === stopId)
  await writeCorrection(tx, service, stopId, body)
  await touchService(tx, id)
  await refreshFinal(tx, await readServiceOf(tx, id))
  const after = await readServiceOf(tx, id)
  announceStop(
    tx,
    service,
    stop,
    'service.stop_corrected',
    differences(
      { ...recordOf(before), finalCost: service.finalCost },
      {
        arrived: body.arrived,
        departed: body.departed,
        distanceMetres: body.distance,
        notes: body.notes,
        reason: body.reason,
        finalCost: after.finalCost,
      },
    ),
  )
  return after
}

/**
 * Cancels one stop that the vehicle has not reached; the others stay as they are.
 * @throws Problem `service_not_found`, `stop_not_found`, `stop_recorded`, `last_stop`, `service_wrong_state`,
 * `stale_version`
 */
export async function cancelStopOf(
  tx: Transaction,
  actor: Actor,
  { id, stopId }: { id: string; stopId: string },
  { version, by, note }: ParsedOf<typeof cancelStop>['body'],
): Promise<Service> {
  const service = await takeService(tx, actor, id, 'cancelStop', version)
  const stop = plannedStop(service, stopId)
  const left = stopsLeft(service)
  if (!left.includes(stopId))
    throw problem('stop_recorded', { current: service, words: { address: stop.address } })
  const isOnly = service.plannedStops.every(
    (one) =>
      one.id === stopId ||
      service.executedStops.some((done) => done.id === one.id && done.status !== 'executed'),
  )
  if (isOnly) throw problem('last_stop', { current: service })
  await insertExecutedStops(tx, service, [
    { plannedStopId: stopId, status: `cancelled_by_${by}`, operator: by, notes: note },
  ])
  await touchService(tx, id)
  announceStop(tx, service, stop, 'service.stop_cancelled', {
    status: [null, `cancelled_by_${by}`],
    note: [null, note],
  })
  return readServiceOf(tx, id)
}
