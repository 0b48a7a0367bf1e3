import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { bulkRefusals, type changeServices } from '@rumbo/contract/services.bulk.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { LoneCall } from '../../platform/http/endpoints.ts'
import { Problem } from '../../platform/problem.ts'
import { announce, deleteServiceOf, takeService } from '../services.actions.ts'
import { cancelServiceOf, sendToDispatch } from '../services.moves.actions.ts'
import { findService, writePriority } from '../services.repository.ts'

type Body = ParsedOf<typeof changeServices>['body']
type Item = OutputOf<typeof changeServices>['items'][number]

const refusalOf = (error: unknown): Item['problem'] => {
  const code = error instanceof Problem ? error.code : 'internal'
  return bulkRefusals.find((known) => known === code) ?? 'internal'
}

async function changeOne(
  tx: Transaction,
  actor: Actor,
  { id, version }: Body['services'][number],
  change: Body['change'],
): Promise<void> {
  switch (change.action) {
    case 'dispatch':
      await sendToDispatch(tx, actor, id, version)
      return
    case 'cancel':
      await cancelServiceOf(tx, actor, id, { version, by: change.by, note: change.note })
      return
    case 'prioritise': {
      const before = await takeService(tx, actor, id, 'update', version)
      if (before.priorityLevel === change.priorityLevel) return
      await writePriority(tx, id, change.priorityLevel)
      await announce(tx, id, before, 'updated')
      return
    }
    case 'delete':
      await deleteServiceOf(tx, actor, id, version)
  }
}

/**
 * Changes many services, each in a transaction of its own: a refused one leaves the others done, and locks are held
 * shortly. One that fails unexpectedly is logged. Once the database cannot be read, the rest is not tried.
 * @throws Error where the database failed before anything was done
 */
export async function changeServicesOf(
  { database, log }: { database: Database; log: LoneCall['log'] },
  actor: Actor,
  { services, change }: Body,
  signal: AbortSignal,
): Promise<OutputOf<typeof changeServices>> {
  const items: Item[] = []
  const each = [...new Map(services.map((service) => [service.id, service])).values()]
  const read = (id: string) => database.transaction(actor, (tx) => findService(tx, id), { readOnly: true })
  let failure: unknown = null
  for (const service of each) {
    // Nobody would see the results.
    signal.throwIfAborted()
    const { id } = service
    const item: Item = { id, serviceNumber: null, problem: 'internal', status: null }
    items.push(item)
    if (failure !== null) continue
    try {
      item.serviceNumber = (await read(id))?.serviceNumber ?? null
      await database.transaction(actor, (tx) => changeOne(tx, actor, service, change))
      item.problem = null
    } catch (error) {
      item.problem = refusalOf(error)
      if (item.problem === 'internal') log.error({ err: error, serviceId: id }, 'could not change a service')
    }
    try {
      item.status = (await read(id))?.status ?? null
    } catch (error) {
      failure = error
    }
  }
  if (failure !== null && items.every(({ problem }) => problem === 'internal')) throw failure
  return { items }
}
