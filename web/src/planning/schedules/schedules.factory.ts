import { planSettings } from '@rumbo/contract/planning.contract'
import type { PlanSchedule } from '@rumbo/contract/planning.schedules.contract'

/** A recurring plan for tests: from Monday to Friday, made at six in the evening before. */
export const someSchedule = (some: Partial<PlanSchedule> = {}): PlanSchedule => ({
  id: 'r1',
  companyId: 'c1',
  fleetId: 'f1',
  name: 'Escolar',
  weekdays: [1, 2, 3, 4, 5],
  skipsHolidays: true,
  startTime: '06:00',
  endTime: '15:00',
  daysAhead: 1,
  madeAt: '18:00',
  settings: planSettings.parse({}),
  seconds: 20,
  until: null,
  isActive: true,
  templatePlanId: null,
  lastDate: '2026-11-23',
  nextDate: '2026-11-24',
  failedDate: null,
  failure: null,
  updatedAt: '2026-11-20T18:00:00.000Z',
  version: 4,
  ...some,
})
