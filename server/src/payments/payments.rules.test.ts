import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Booked, costOf, paymentStatusOf, sumsOf } from './payments.rules.ts'

const entry = (
  id: string,
  kind: Booked['kind'],
  amountMinor: number,
  voids: string | null = null,
): Booked => ({
  id,
  kind,
  amountMinor,
  voids,
})

it('counts neither voided entries nor the entries that void them', () => {
  const sums = sumsOf([
    entry('a', 'payment', 12_000),
    entry('b', 'payment', 500),
    entry('c', 'void', -500, 'b'),
    entry('d', 'refund', -2000),
    entry('e', 'refund', -100),
    entry('f', 'void', 100, 'e'),
  ])
  expect(sums).toEqual({ receivedMinor: 12_000, refundedMinor: 2000 })
})

it('is paid once the cost was received, stays paid after a partial refund, and is refunded after a whole one', () => {
  const status = (receivedMinor: number, refundedMinor: number, cost: number | null) =>
    paymentStatusOf({ receivedMinor, refundedMinor }, cost)
  expect(status(0, 0, 12_050)).toBe('pending')
  expect(status(12_049, 0, 12_050)).toBe('pending')
  expect(status(12_050, 0, 12_050)).toBe('paid')
  expect(status(12_050, 5000, 12_050)).toBe('paid')
  expect(status(12_050, 12_050, 12_050)).toBe('refunded')
  expect(status(100, 0, null)).toBe('paid')
})

it('gives received less refunded as the sum of all entries, in any order', () => {
  const kinds = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 1_000_000 }),
      isRefund: fc.boolean(),
      isVoided: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(kinds, fc.infiniteStream(fc.nat()), (drafts, order) => {
      const entries = drafts.flatMap(({ amount, isRefund, isVoided }, at) => {
        const signed = isRefund ? -amount : amount
        const own = entry(`${at}`, isRefund ? 'refund' : 'payment', signed)
        return isVoided ? [own, entry(`v${at}`, 'void', -signed, own.id)] : [own]
      })
      const shuffled = entries
        .map((each) => ({ each, key: order.next().value ?? 0 }))
        .sort((a, b) => a.key - b.key)
        .map(({ each }) => each)
      const { receivedMinor, refundedMinor } = sumsOf(shuffled)
      expect(receivedMinor - refundedMinor).toBe(
        entries.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      )
    }),
  )
})

it.each([
  [{ estimatedCost: '117.00', currentCost: '30.00' }, '117.00'],
  [{ estimatedCost: '117.00', currentCost: '140.00' }, '140.00'],
  [{ estimatedCost: '117.00', currentCost: '140.00', finalCost: '99.00' }, '99.00'],
  [{ currentCost: '30.00' }, '30.00'],
  [{}, null],
])('of %j, %s is to be paid', (costs, cost) => {
  expect(costOf({ estimatedCost: null, currentCost: null, finalCost: null, currency: 'MXN', ...costs })).toBe(
    cost,
  )
})
