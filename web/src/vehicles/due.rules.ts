import { dayMs } from '@rumbo/contract/time-units'

/** Days from one calendar day to another, both `YYYY-MM-DD`; negative if it has passed. */
export const daysUntil = (date: string, today: string): number =>
  Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / dayMs)

export type DueState = 'overdue' | 'soon' | 'fine'

/** Number of days before a due date from which it is highlighted. */
export const soonDays = 30

export const dueState = (days: number): DueState =>
  days < 0 ? 'overdue' : days <= soonDays ? 'soon' : 'fine'
