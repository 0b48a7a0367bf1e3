import { minorOf } from '@rumbo/contract/money'
import type { PaymentStatus } from '@rumbo/contract/services.contract'

export interface Booked {
  id: string
  kind: 'payment' | 'refund' | 'void'
  amountMinor: number
  voids: string | null
}

export interface Sums {
  receivedMinor: number
  refundedMinor: number
}

/** What was received and given back, without voided entries. The sum of all entries is received less refunded. */
export function sumsOf(entries: readonly Booked[]): Sums {
  const voided = new Set(entries.flatMap(({ voids }) => voids ?? []))
  const valid = entries.filter(({ id, kind }) => kind !== 'void' && !voided.has(id))
  const sum = (kind: Booked['kind']) =>
    valid.reduce((total, entry) => total + (entry.kind === kind ? Math.abs(entry.amountMinor) : 0), 0)
  return { receivedMinor: sum('payment'), refundedMinor: sum('refund') }
}

/** The status that a service's payments give it; a partial refund leaves it paid. */
export function paymentStatusOf(
  { receivedMinor, refundedMinor }: Sums,
  costMinor: number | null,
): PaymentStatus {
  if (receivedMinor > 0 && refundedMinor >= receivedMinor) return 'refunded'
  if (receivedMinor === 0) return 'pending'
  return costMinor === null || receivedMinor >= costMinor ? 'paid' : 'pending'
}

/** The cost that is to be paid: the final one, else the larger of the current and the estimated one. */
export function costOf(service: {
  finalCost: string | null
  currentCost: string | null
  estimatedCost: string | null
  currency: string
}): string | null {
  const { finalCost, currentCost, estimatedCost, currency } = service
  if (finalCost !== null || currentCost === null || estimatedCost === null)
    return finalCost ?? currentCost ?? estimatedCost
  return minorOf(currentCost, currency) > minorOf(estimatedCost, currency) ? currentCost : estimatedCost
}
