import { describe, expect, it } from 'vitest'
import type { StorageState } from '../platform/machine/machine-state.ts'
import type { StorageLevel } from '../platform/machine/storage-levels.ts'
import { createMetrics } from '../platform/metrics/metrics.ts'
import { showStorage, storageServices } from './storage.ts'

const machineWith = (level: StorageLevel) => ({
  state: () => ({
    roles: {},
    storage: { level, freeBytes: 7, totalBytes: 100, refusesWrites: level === 'full' } satisfies StorageState,
  }),
})

describe('free disk space', () => {
  it.each([
    ['ample', 'up', null],
    ['low', 'degraded', 'storage_low'],
    ['very_low', 'degraded', 'storage_very_low'],
    ['full', 'down', 'storage_full'],
  ] as const)('%s is shown on the server panel as %s', (level, state, reason) => {
    expect(storageServices(machineWith(level))).toMatchObject([
      { name: 'storage', state, reason, figures: { freeBytes: 7, totalBytes: 100 } },
    ])
  })

  it('is a metric, absent without a supervisor', async () => {
    const metrics = createMetrics({ version: '1', role: 'api' })
    showStorage({ machine: machineWith('full'), metrics })
    expect(await metrics.text()).toMatch(/rumbo_storage_level{role="api"} 3\n/)
    const alone = createMetrics({ version: '1', role: 'api' })
    showStorage({ machine: { state: () => null }, metrics: alone })
    expect(await alone.text()).not.toContain('rumbo_storage_level{')
    expect(storageServices({ state: () => null })).toEqual([])
  })
})
