import type { ServerService } from '@rumbo/contract/monitoring.status.contract'
import type { Machine } from '../platform/machine/machine-state.ts'
import { type StorageLevel, storageLevels } from '../platform/machine/storage-levels.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'

const byLevel: Record<StorageLevel, Pick<ServerService, 'state' | 'reason'>> = {
  ample: { state: 'up', reason: null },
  low: { state: 'degraded', reason: 'storage_low' },
  very_low: { state: 'degraded', reason: 'storage_very_low' },
  full: { state: 'down', reason: 'storage_full' },
}

/** Disk space for the server panel; nothing without a supervisor. */
export function storageServices(machine: Pick<Machine, 'state'>): ServerService[] {
  const storage = machine.state()?.storage
  if (!storage) return []
  const { level, freeBytes, totalBytes } = storage
  return [{ name: 'storage', part: null, since: null, ...byLevel[level], figures: { freeBytes, totalBytes } }]
}

/** Reports `rumbo_storage_level`; nothing without a supervisor. */
export function showStorage({
  machine,
  metrics,
}: {
  machine: Pick<Machine, 'state'>
  metrics: Pick<Metrics, 'read'>
}): void {
  metrics.read('rumbo_storage_level', () => {
    const storage = machine.state()?.storage
    return storage ? [{ labels: {}, value: storageLevels.indexOf(storage.level) }] : []
  })
}
