import type { Service } from '@rumbo/contract/services.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { touchService } from '../services.repository.ts'
import { announceStop } from './services.stops.actions.ts'
import { insertArrival, insertExecutedStops, leaveStops } from './services.stops.repository.ts'

const stopOf = ({ plannedStops }: Service, stopId: string) => {
  const stop = plannedStops.find(({ id }) => id === stopId)
  if (!stop) throw problem('stop_not_found')
  return stop
}

/**
 * The driver is at a stop of a locked service. Nothing changes where the arrival is on record already.
 * @throws Problem `stop_not_found`
 */
export async function arriveAtStopOf(tx: Transaction, service: Service, stopId: string): Promise<void> {
  const stop = stopOf(service, stopId)
  if (!(await insertArrival(tx, service, stopId))) return
  await touchService(tx, service.id)
  announceStop(tx, service, stop, 'service.stop_arrived', { arrived: [null, tx.now.toISOString()] })
}

/**
 * The driver has done a stop of a locked service and drives on.
 * @throws Problem `stop_not_found`
 */
export async function deliverStopOf(tx: Transaction, service: Service, stopId: string): Promise<void> {
  const stop = stopOf(service, stopId)
  const before = service.executedStops.find(({ id }) => id === stopId)
  if (before && (before.departed !== null || before.status !== 'executed')) return
  await leaveStops(tx, service.id, [stopId])
  await insertExecutedStops(tx, service, [{ plannedStopId: stopId, status: 'executed', operator: 'driver' }])
  await touchService(tx, service.id)
  announceStop(tx, service, stop, 'service.stop_departed', { departed: [null, tx.now.toISOString()] })
}
