import type { Geofence } from '@rumbo/contract/geofences.contract'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { insertFence } from './geofences.repository.ts'

/** Creates a circle of 250 m around the Zócalo that raises entry and exit, for tests and the demo. */
export async function buildFence(
  tx: Transaction,
  given: Partial<Geofence> & Pick<Geofence, 'companyId' | 'fleetId'>,
): Promise<Geofence> {
  const id = uuid()
  const usual = {
    severity: 'info' as const,
    schedule: { windows: [], holidays: 'any' as const },
    cooldownSeconds: 0,
  }
  const built: Geofence = {
    id,
    name: `Base ${id.slice(-6)}`,
    description: null,
    shape: { kind: 'circle', center: { latitude: 19.4326, longitude: -99.1332 }, radiusMetres: 250 },
    colour: '#1e88e5',
    tags: [],
    isActive: true,
    scope: { kind: 'fleet' },
    triggers: [
      { id: uuid(), kind: 'entry', ...usual },
      { id: uuid(), kind: 'exit', ...usual },
    ],
    sensitivity: 'medium',
    zoneId: null,
    isWorkshop: false,
    version: 1,
    shapeVersion: 1,
    ...given,
  }
  await insertFence(tx, built)
  return built
}
