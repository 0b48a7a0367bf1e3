import type { Rates } from '@rumbo/contract/billing.contract'
import { fitsCurrency } from '@rumbo/contract/money'
import type { FieldProblem } from '../platform/problem.ts'

/** The calendar day before one such as `2026-03-01`. */
export function dayBefore(day: string): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - 1)
  return date.toISOString().slice(0, 10)
}

/** Whether two rates price every service alike; the order of keys does not matter. */
export const hasSameRates = (a: Rates, b: Rates): boolean => sorted(a) === sorted(b)
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/** The fields of rates that their currency or each other rule out. */
export function checkRates(rates: Rates, currency: string): FieldProblem[] {
  const amounts: (readonly [path: string, amount: string])[] = [
    ...(
      ['base', 'perKm', 'perMinute', 'waitingPerMinute', 'perExtraStop', 'minimum', 'roundTo'] as const
    ).map((name) => [name, rates[name]] as const),
    ...rates.surcharges.map(({ amount }, at) => [`surcharges.${at}.amount`, amount] as const),
    ...rates.extras.map(({ amount }, at) => [`extras.${at}.amount`, amount] as const),
    ...rates.zoneFares.map(({ amount }, at) => [`zoneFares.${at}.amount`, amount] as const),
  ]
  const problems = amounts
    .filter(([, amount]) => !fitsCurrency(amount, currency))
    .map(([path]): FieldProblem => ({ path: `body.rates.${path}`, code: 'too_many_decimals' }))
  const keys = rates.extras.map(({ key }) => key)
  for (const [at, key] of keys.entries())
    if (keys.indexOf(key) < at) problems.push({ path: `body.rates.extras.${at}.key`, code: 'taken' })
  for (const [at, { when, windows }] of rates.surcharges.entries())
    if (when === 'hours' && windows.length === 0)
      problems.push({ path: `body.rates.surcharges.${at}.windows`, code: 'required' })
  return problems
}
