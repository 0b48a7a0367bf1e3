import type { Geofence, ListedFence } from '@rumbo/contract/geofences.contract'

/** A circle of the whole fleet for tests, with an alert at entries. */
export function someFence(some: Partial<Geofence> = {}): Geofence {
  return {
    id: 'g1',
    companyId: 'c1',
    fleetId: 'f1',
    name: 'Base Norte',
    description: null,
    colour: '#1e88e5',
    tags: ['bases'],
    isActive: true,
    scope: { kind: 'fleet' },
    triggers: [
      {
        id: 't1',
        kind: 'entry',
        severity: 'warning',
        schedule: { windows: [], holidays: 'any' },
        cooldownSeconds: 0,
      },
    ],
    sensitivity: 'medium',
    zoneId: null,
    isWorkshop: false,
    version: 1,
    shapeVersion: 1,
    shape: { kind: 'circle', center: { latitude: 19.43, longitude: -99.13 }, radiusMetres: 250 },
    ...some,
  }
}

/** The same as in a list. */
export function someListedFence(some: Partial<ListedFence> = {}): ListedFence {
  const { shape, ...fence } = someFence()
  const bounds = { west: -99.133, south: 19.427, east: -99.127, north: 19.433 }
  return { ...fence, kind: shape.kind, bounds, ...some }
}
