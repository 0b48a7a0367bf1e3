import { tolerance } from '../routes/windows.ts'
import type { Violation } from './violations.ts'

/** A violation that a change brings, or makes worse. */
export interface ArisingViolation extends Violation {
  /** How much of `amount` was there before the change. */
  before: number
}

const keyOf = ({ code, requestId, stop, dimension, break: pause }: Violation) =>
  code === 'capacity' ? `${code} ${dimension}` : `${code} ${pause} ${stop} ${requestId}`

/** The amounts of violations, to compare with those after a change. */
export type ViolationAmounts = ReadonlyMap<string, number>

/** The amounts of violations, by what each of them concerns. */
export function amountsOf(violations: readonly Violation[]): ViolationAmounts {
  const amounts = new Map<string, number>()
  for (const one of violations) {
    const key = keyOf(one)
    amounts.set(key, (amounts.get(key) ?? 0) + one.amount)
  }
  return amounts
}

/** The violations that were not there before, or are larger now. Indices of visits are those after the change. */
export function arisingViolations(before: ViolationAmounts, after: readonly Violation[]): ArisingViolation[] {
  return after.flatMap((one) => {
    const was = before.get(keyOf(one)) ?? 0
    return one.amount > was + tolerance ? [{ ...one, before: was }] : []
  })
}
