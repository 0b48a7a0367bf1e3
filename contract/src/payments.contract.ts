import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idParams, instant, money, signedMoney } from './lists.ts'
import { paymentMethods, paymentStatuses } from './services.contract.ts'
import { nameText, optionalNote } from './text.ts'

export const paymentKinds = ['payment', 'refund', 'void'] as const
export type PaymentKind = (typeof paymentKinds)[number]
/** How money is handed over. A charge to a customer's account is settled by one of these later. */
export const receivedMethods = ['cash', 'card', 'app', 'transfer'] as const
export type ReceivedMethod = (typeof receivedMethods)[number]

/** One entry of the record of payments. Entries are never changed: a wrong one is voided by another. */
export const paymentEntry = z.object({
  id,
  kind: z.enum(paymentKinds),
  /** Null for a payment on a customer's account. */
  serviceId: id.nullable(),
  serviceNumber: z.number().int().nullable(),
  contactId: id,
  contactName: z.string(),
  method: z.enum(receivedMethods),
  /** Negative for what was given back. */
  amount: signedMoney,
  currency: z.string(),
  /** The driver who received it; null: received in the office. */
  driverId: id.nullable(),
  driverName: z.string().nullable(),
  receivedAt: instant,
  note: z.string().nullable(),
  /** The entry this one voids. */
  voids: id.nullable(),
  isVoided: z.boolean(),
  recordedAt: instant,
  recordedBy: z.string().nullable(),
  /** The cash close-out that contains it. */
  closeoutNumber: z.number().int().nullable(),
})
export type PaymentEntry = z.infer<typeof paymentEntry>

export const servicePayments = z.object({
  serviceId: id,
  fleetId: id,
  companyId: id,
  currency: z.string(),
  paymentMethod: z.enum(paymentMethods),
  paymentStatus: z.enum(paymentStatuses),
  /** The final cost, else the current, else the estimated one. */
  cost: money.nullable(),
  received: money,
  refunded: money,
  /** What is still to be paid; negative where more than the cost was received; null without a cost. */
  balance: signedMoney.nullable(),
  /** Oldest first. */
  entries: z.array(paymentEntry),
})
export type ServicePayments = z.infer<typeof servicePayments>

const ofAnswer = [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] as const

export const readServicePayments = endpoint({
  name: 'payments.ofService',
  method: 'GET',
  path: '/services/:id/payments',
  summary: 'Payments and refunds of a service, and what is still to be paid',
  access: 'payments.read',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  output: servicePayments,
  problems: ['service_not_found'],
})
export const recordPayment = endpoint({
  name: 'payments.record',
  method: 'POST',
  path: '/services/:id/payments',
  summary: 'Record a payment or a refund of a service',
  access: 'payments.record',
  feature: { name: 'services', of: ofAnswer },
  status: 201,
  params: idParams,
  body: z.strictObject({
    kind: z.enum(['payment', 'refund']),
    method: z.enum(receivedMethods),
    amount: money,
    /** The driver who received or returned it; null: the office. */
    driverId: id.nullable().default(null),
    /** Default: now. */
    receivedAt: instant.optional(),
    note: optionalNote(300),
  }),
  output: servicePayments,
  problems: ['service_not_found', 'contact_not_found', 'refund_exceeds_payments'],
})
export const voidPayment = endpoint({
  name: 'payments.void',
  method: 'POST',
  path: '/payments/:id/void',
  summary: 'Void an entry by one of the opposite amount, with the reason',
  access: 'payments.record',
  feature: { name: 'services', of: [{ in: 'output', fleet: 'fleetId', company: 'companyId' }] },
  params: idParams,
  body: z.strictObject({ reason: nameText(300) }),
  output: z.object({ fleetId: id, companyId: id, entry: paymentEntry }),
  problems: ['not_found', 'payment_voided', 'refund_exceeds_payments'],
})
export const choosePaymentMethod = endpoint({
  name: 'payments.chooseMethod',
  method: 'PUT',
  path: '/services/:id/payment-method',
  summary: 'Change how a service is to be paid, in any status',
  access: 'payments.record',
  feature: { name: 'services', of: ofAnswer },
  params: idParams,
  body: z.strictObject({ paymentMethod: z.enum(paymentMethods) }),
  output: servicePayments,
  problems: ['service_not_found'],
})
