import { type changeWaiting, waitingRefusals } from '@rumbo/contract/dispatch.bulk.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import { type Actor, asSystem, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { LoneCall } from '../../platform/http/endpoints.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { assignVehicle, findServicesInOrder, lockService } from '../../services/index.ts'
import type { DispatchDeps } from '../dispatch.actions.ts'
import { bestTogether } from './dispatch.bulk.matching.ts'
import { deleteHold, insertHold } from './dispatch.holds.repository.ts'

type Body = ParsedOf<typeof changeWaiting>['body']
type ListedService = Body['services'][number]
type Item = OutputOf<typeof changeWaiting>['items'][number]

const refusalOf = (error: unknown): Item['problem'] => {
  const code = error instanceof Problem ? error.code : 'internal'
  return waitingRefusals.find((known) => known === code) ?? 'internal'
}

/** @throws Problem `service_not_found`, `forbidden`, `stale_version`, `service_wrong_state` */
function requireWaiting(actor: Actor, service: Service | undefined, version: number): Service {
  if (!service) throw problem('service_not_found')
  requireCan(actor, 'services.dispatch', service)
  if (service.version !== version) throw problem('stale_version')
  if (service.status !== 'on_dispatch') throw problem('service_wrong_state')
  return service
}

/** Holds and releases are written under the system role, after the caller could read the service. */
async function changeHold(
  tx: Transaction,
  actor: Actor,
  { id, version }: ListedService,
  action: 'hold' | 'release',
): Promise<void> {
  const service = requireWaiting(actor, await lockService(tx, actor, id, 'services.dispatch'), version)
  const { companyId, fleetId } = service
  const isChanged =
    action === 'hold' ? await insertHold(tx, { serviceId: id, companyId, fleetId }) : await deleteHold(tx, id)
  if (!isChanged) return
  tx.stale({ domain: 'dispatch', id, companyId, fleetId })
  tx.audit({
    action: action === 'hold' ? 'service.held' : 'service.hold_released',
    entity: 'service',
    entityId: id,
    entityName: String(service.serviceNumber),
    companyId,
    fleetId,
  })
}

/**
 * Changes many waiting services, each in a transaction of its own: a refused one leaves the others done. Vehicles are
 * chosen together, by the rules and costs of the engine, before the first is assigned.
 */
export async function changeWaitingOf(
  deps: DispatchDeps,
  { actor, signal, log }: { actor: Actor } & Pick<LoneCall, 'signal' | 'log'>,
  { services: asked, action }: Body,
): Promise<OutputOf<typeof changeWaiting>> {
  const each = [...new Map(asked.map((one) => [one.id, one])).values()]
  const { database } = deps
  const read = (ids: readonly string[]) =>
    database.transaction(actor, (tx) => findServicesInOrder(tx, ids), { readOnly: true })
  const known = new Map((await read(each.map(({ id }) => id))).map((service) => [service.id, service]))
  const problems = new Map<string, Item['problem']>()
  const open: ListedService[] = []
  for (const one of each)
    try {
      requireWaiting(actor, known.get(one.id), one.version)
      open.push(one)
    } catch (error) {
      problems.set(one.id, refusalOf(error))
    }
  const vehicles =
    action === 'assign'
      ? await bestTogether(
          deps,
          actor,
          open.flatMap(({ id }) => known.get(id) ?? []),
          signal,
        )
      : new Map<string, string>()
  for (const one of open) {
    // Nobody would see the results.
    signal.throwIfAborted()
    try {
      if (action === 'assign') {
        const vehicleId = vehicles.get(one.id)
        if (vehicleId === undefined) problems.set(one.id, 'no_vehicle')
        else
          await database.transaction(actor, (tx) =>
            assignVehicle(tx, actor, one.id, { vehicleId, version: one.version }),
          )
      } else
        await database.transaction(asSystem('hold a service', actor), (tx) =>
          changeHold(tx, actor, one, action),
        )
    } catch (error) {
      problems.set(one.id, refusalOf(error))
      if (refusalOf(error) === 'internal')
        log.error({ err: error, serviceId: one.id }, 'could not change a waiting service')
    }
  }
  const now = new Map((await read([...known.keys()])).map((service) => [service.id, service]))
  return {
    items: each.map(({ id }) => {
      const service = now.get(id)
      return {
        id,
        serviceNumber: known.get(id)?.serviceNumber ?? null,
        problem: problems.get(id) ?? null,
        status: service?.status ?? null,
        vehicleNumber: service?.assignedVehicleNumber ?? null,
      }
    }),
  }
}
