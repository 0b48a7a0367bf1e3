import type { Service } from '@rumbo/contract/services.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { announce } from './services.actions.ts'
import { writeMethod, writePaid } from './services.payments.repository.ts'

export type PaymentChange = 'payment_recorded' | 'payment_refunded' | 'payment_voided'

/** Writes on a locked service what its payments add up to, and publishes and audits the change. */
export async function notePayments(
  tx: Transaction,
  before: Service,
  action: PaymentChange,
  paid: { paidMinor: number; entries: number; status: Service['paymentStatus'] },
): Promise<Service> {
  await writePaid(tx, before.id, paid)
  return announce(tx, before.id, before, action)
}

/** Changes how a locked service is to be paid. */
export async function notePaymentMethod(
  tx: Transaction,
  before: Service,
  method: Service['paymentMethod'],
): Promise<Service> {
  await writeMethod(tx, before.id, method)
  return announce(tx, before.id, before, 'payment_method_changed')
}
