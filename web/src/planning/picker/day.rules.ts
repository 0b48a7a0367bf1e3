import type { PlanSummary } from '@rumbo/contract/planning.contract'

/** `2026-03-01` moved by days. */
export function otherDay(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

/** The plan that opens with a day: the published one, otherwise the one changed last. */
export const usualPlan = <Plan extends Pick<PlanSummary, 'status' | 'updatedAt'>>(
  plans: readonly Plan[],
): Plan | undefined =>
  plans.find(({ status }) => status !== 'draft') ??
  [...plans].sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))[0]

/** A name that no other plan of the day has: the usual one, with a number where it is taken. */
export function freeName(usual: string, taken: readonly string[]): string {
  if (!taken.includes(usual)) return usual
  for (let number = 2; ; number += 1) if (!taken.includes(`${usual} ${number}`)) return `${usual} ${number}`
}
