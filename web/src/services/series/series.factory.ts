import type { ServiceSeries } from '@rumbo/contract/services.series.contract'

/** A series of school runs of fleet f1 with two services, for tests. */
export const someSeries = (given: Partial<ServiceSeries> = {}): ServiceSeries => ({
  id: 'r1',
  companyId: 'c1',
  fleetId: 'f1',
  serviceType: 'shuttle',
  customerName: 'Colegio Alameda',
  from: 'Calle Durango 12',
  to: 'Colegio Alameda',
  stops: 2,
  time: '07:10',
  weekdays: [1, 2, 3, 4, 5],
  until: '2026-12-18',
  skipsHolidays: true,
  state: 'active',
  pauseProblem: null,
  pauseNote: null,
  failingSince: null,
  nextDays: [
    { day: '2026-03-03', isHoliday: false, serviceId: 's1' },
    { day: '2026-03-16', isHoliday: true, serviceId: null },
  ],
  createdAt: '2026-03-01T12:00:00.000Z',
  createdBy: 'Ana Guerrero',
  updatedAt: '2026-03-01T12:00:00.000Z',
  version: 3,
  ...given,
})
