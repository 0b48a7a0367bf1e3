import { dayMs } from '@rumbo/contract/time-units'

/** Days from one calendar day to another, both `YYYY-MM-DD`; negative where it is past. */
export const daysUntil = (date: string, today: string): number =>
  Math.round((Date.parse(`${date}T00:00:00Z`) - Date.parse(`${today}T00:00:00Z`)) / dayMs)

export type DueState = 'overdue' | 'soon' | 'fine'

/** So many days before it, a date deserves a look. */
export const soonDays = 30

export const dueState = (days: number): DueState =>
  days < 0 ? 'overdue' : days <= soonDays ? 'soon' : 'fine'
