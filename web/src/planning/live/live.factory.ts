import type { LiveVisit } from '@rumbo/contract/planning.publish.contract'

/** A published stop for tests: planned and expected at 10:10 of Mexico City, for five minutes. */
export const someLiveVisit = (some: Partial<LiveVisit> = {}): LiveVisit => ({
  vehicleId: 'v118',
  serviceId: 's1',
  stopId: 'stop-1',
  sequence: 1,
  plannedArrival: '2026-11-23T16:10:00.000Z',
  plannedBegin: '2026-11-23T16:10:00.000Z',
  plannedDeparture: '2026-11-23T16:15:00.000Z',
  windowEnd: '2026-11-23T16:30:00.000Z',
  arrived: null,
  departed: null,
  isCancelled: false,
  predictedArrival: '2026-11-23T16:10:00.000Z',
  isEstimate: false,
  obstacle: null,
  lateSeconds: 0,
  ...some,
})
