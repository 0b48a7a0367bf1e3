import type { Watchpoint } from '@rumbo/contract/watchpoints.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { insertWatchpoint } from './watchpoints.repository.ts'

/** Creates a watchpoint at the Zócalo, for tests and the demo. */
export async function buildWatchpoint(
  tx: Transaction,
  given: Partial<Watchpoint> & Pick<Watchpoint, 'companyId' | 'fleetId'>,
): Promise<Watchpoint> {
  const id = uuid()
  const built = {
    id,
    name: `Base ${id.slice(-6)}`,
    latitude: 19.4326,
    longitude: -99.1332,
    version: 1,
    ...given,
  }
  await insertWatchpoint(tx, built)
  return built
}
