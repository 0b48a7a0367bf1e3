import { tolerance } from '../routes/windows.ts'
import type { Violation } from './violations.ts'

/** A violation that a change brings, or makes worse. */
export interface ArisingViolation extends Violation {
  /** How much of `amount` was there before the change. */
  before: number
}

const keyOf = ({ code, requestId, stop, dimension, break: pause }: Violation) =>
  code === 'capacity' ? `${code} ${dimension}` : [code, requestId, stop, pause].join(' ')

/** The violations of `after` that were not there before, or are larger now. Indices of visits are those of `after`. */
export function arisingViolations(
  before: readonly Violation[],
  after: readonly Violation[],
): ArisingViolation[] {
  const amounts = new Map<string, number>()
  for (const one of before) amounts.set(keyOf(one), (amounts.get(keyOf(one)) ?? 0) + one.amount)
  return after.flatMap((one) => {
    const was = amounts.get(keyOf(one)) ?? 0
    return one.amount > was + tolerance ? [{ ...one, before: was }] : []
  })
}
