import type { CustomRule } from '@rumbo/contract/events.custom.contract'

/** A rule over the first temperature, for tests. */
export const someRule = (some: Partial<CustomRule> = {}): CustomRule => ({
  id: 'r1',
  companyId: 'c1',
  fleetId: 'f1',
  name: 'Cadena de frío',
  scope: { kind: 'fleet' },
  isActive: true,
  severity: 'warning',
  match: 'all',
  conditions: [{ reading: 'temperature1', operator: 'above', value: 8, margin: 1 }],
  seconds: 300,
  schedule: { windows: [], holidays: 'any' },
  cooldownSeconds: 600,
  isAlwaysMet: false,
  lastRaisedAt: null,
  updatedAt: '2026-03-02T16:00:00.000Z',
  updatedByName: 'Rosa Lima',
  version: 1,
  ...some,
})
