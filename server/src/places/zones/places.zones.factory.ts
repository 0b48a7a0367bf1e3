import type { Zone } from '@rumbo/contract/places.zones.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { insertZone } from './places.zones.repository.ts'

/** Creates a zone around the centre of Mexico City, for tests and the demo. */
export async function buildZone(
  tx: Transaction,
  given: Partial<Zone> & Pick<Zone, 'companyId' | 'fleetId'>,
): Promise<Zone> {
  const id = uuid()
  const built: Zone = {
    id,
    name: `Zona ${id.slice(-6)}`,
    corners: [
      [-99.15, 19.42],
      [-99.12, 19.42],
      [-99.12, 19.45],
      [-99.15, 19.45],
    ],
    version: 1,
    ...given,
  }
  await insertZone(tx, built)
  return built
}
