import type { PlanSettings } from '@rumbo/contract/planning.contract'
import type { PlanSchedule } from '@rumbo/contract/planning.schedules.contract'

/** A recurring plan as it is typed. */
export interface ScheduleDraft
  extends Pick<
    PlanSchedule,
    | 'name'
    | 'weekdays'
    | 'skipsHolidays'
    | 'startTime'
    | 'endTime'
    | 'seconds'
    | 'until'
    | 'isActive'
    | 'templatePlanId'
  > {
  daysAhead: string
  madeAt: string | null
  settings: PlanSettings
}

export const newDraft = (settings: PlanSettings, templatePlanId: string | null): ScheduleDraft => ({
  name: '',
  weekdays: [1, 2, 3, 4, 5],
  skipsHolidays: true,
  startTime: null,
  endTime: null,
  daysAhead: '1',
  madeAt: '18:00',
  settings,
  seconds: 20,
  until: null,
  isActive: true,
  templatePlanId,
})

export const draftOf = ({ daysAhead, ...schedule }: PlanSchedule): ScheduleDraft => ({
  ...schedule,
  daysAhead: String(daysAhead),
})

export type ScheduleFault = 'name' | 'weekdays' | 'hours' | 'days' | 'time'
const mostDaysAhead = 14

/** What is wrong with a draft. */
export function faultsOf(draft: ScheduleDraft): ScheduleFault[] {
  const days = Number(draft.daysAhead)
  const faults: [ScheduleFault, boolean][] = [
    ['name', draft.name.trim() === ''],
    ['weekdays', draft.weekdays.length === 0],
    ['hours', (draft.startTime === null) !== (draft.endTime === null)],
    ['days', draft.daysAhead.trim() === '' || !Number.isInteger(days) || days < 0 || days > mostDaysAhead],
    ['time', draft.madeAt === null],
  ]
  return faults.flatMap(([fault, isWrong]) => (isWrong ? [fault] : []))
}

/** What is sent of a draft without faults. */
export const bodyOf = (draft: ScheduleDraft) => ({
  name: draft.name.trim(),
  weekdays: draft.weekdays,
  skipsHolidays: draft.skipsHolidays,
  startTime: draft.startTime,
  endTime: draft.endTime,
  daysAhead: Number(draft.daysAhead),
  madeAt: draft.madeAt ?? '',
  settings: draft.settings,
  seconds: draft.seconds,
  until: draft.until,
  isActive: draft.isActive,
  templatePlanId: draft.templatePlanId,
})
