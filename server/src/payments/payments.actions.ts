import type { ParsedOf } from '@rumbo/contract/endpoint'
import { fitsCurrency, minorOf, moneyOf } from '@rumbo/contract/money'
import type { choosePaymentMethod, recordPayment, ServicePayments } from '@rumbo/contract/payments.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { findContact } from '../directory/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import {
  lockService,
  notePaymentMethod,
  notePayments,
  readServiceOf,
  showService,
  writePaid,
} from '../services/index.ts'
import { findEntry, findServiceEntries, insertEntry, lockCash } from './payments.repository.ts'
import { type EntryRow, entryOf } from './payments.rows.ts'
import { type Booked, costOf, paymentStatusOf, type Sums, sumsOf } from './payments.rules.ts'

const toleranceMs = 60_000

const bookedOf = (row: EntryRow): Booked => ({
  id: row.id,
  kind: row.kind as Booked['kind'],
  amountMinor: Number(row.amount_minor),
  voids: row.voids,
})

/** @throws Problem `validation_failed` where the amount is zero or has more decimals than its currency */
export function amountOf(amount: string, currency: string): number {
  if (!fitsCurrency(amount, currency)) throw fieldProblem({ path: 'body.amount', code: 'too_many_decimals' })
  const minor = minorOf(amount, currency)
  if (minor === 0) throw fieldProblem({ path: 'body.amount', code: 'too_small' })
  return minor
}

/** The time something was received; not in the future. @throws Problem `validation_failed` */
export function receivedTime(tx: Transaction, receivedAt: string | undefined): Date {
  const at = receivedAt === undefined ? tx.now : new Date(receivedAt)
  if (at.getTime() > tx.now.getTime() + toleranceMs)
    throw fieldProblem({ path: 'body.receivedAt', code: 'time_future' })
  return at
}

/** A contact of the company, with the name to record. @throws Problem `contact_not_found` */
export async function personOf(tx: Transaction, contactId: string, companyId: string) {
  const contact = await findContact(tx, contactId)
  if (contact?.companyId !== companyId) throw problem('contact_not_found')
  return { id: contactId, name: `${contact.firstName} ${contact.lastName}`.trim() }
}

function paymentsOf(service: Service, rows: readonly EntryRow[]): ServicePayments {
  const { currency } = service
  const sums = sumsOf(rows.map(bookedOf))
  const cost = costOf(service)
  const balance = cost === null ? null : minorOf(cost, currency) - sums.receivedMinor + sums.refundedMinor
  return {
    serviceId: service.id,
    fleetId: service.fleetId,
    companyId: service.companyId,
    currency,
    paymentMethod: service.paymentMethod,
    paymentStatus: service.paymentStatus,
    cost,
    received: moneyOf(sums.receivedMinor, currency),
    refunded: moneyOf(sums.refundedMinor, currency),
    balance: balance === null ? null : moneyOf(balance, currency),
    entries: rows.map(entryOf),
  }
}

const present = async (tx: Transaction, serviceId: string) =>
  paymentsOf(await readServiceOf(tx, serviceId), await findServiceEntries(tx, serviceId))

/** @throws Problem `service_not_found` */
export async function showPayments(tx: Transaction, actor: Actor, serviceId: string) {
  const service = await showService(tx, actor, serviceId)
  requireCan(actor, 'payments.read', service)
  return paymentsOf(service, await findServiceEntries(tx, serviceId))
}

function requireCovered({ receivedMinor, refundedMinor }: Sums, currency: string, most: number): void {
  if (refundedMinor > receivedMinor)
    throw problem('refund_exceeds_payments', { words: { amount: `${moneyOf(most, currency)} ${currency}` } })
}

/** What the entries of a service add up to. */
async function paidOf(tx: Transaction, service: Service) {
  const rows = await findServiceEntries(tx, service.id)
  const sums = sumsOf(rows.map(bookedOf))
  const cost = costOf(service)
  const costMinor = cost === null ? null : minorOf(cost, service.currency)
  return {
    paidMinor: sums.receivedMinor - sums.refundedMinor,
    entries: rows.length,
    status: paymentStatusOf(sums, costMinor),
  }
}

/** Brings what the service knows of its payments up to date after a new entry. */
async function settle(tx: Transaction, service: Service, action: Parameters<typeof notePayments>[2]) {
  await notePayments(tx, service, action, await paidOf(tx, service))
}

/** Brings the payment status of a locked service up to date after its cost changed; without entries it stays. */
export async function followCost(tx: Transaction, service: Service): Promise<void> {
  const paid = await paidOf(tx, service)
  if (paid.entries > 0 && paid.status !== service.paymentStatus) await writePaid(tx, service.id, paid)
}

/** @throws Problem `service_not_found`, `contact_not_found`, `refund_exceeds_payments`, `validation_failed` */
export async function recordPaymentOf(
  tx: Transaction,
  actor: Actor,
  serviceId: string,
  body: ParsedOf<typeof recordPayment>['body'],
): Promise<ServicePayments> {
  const service = await lockService(tx, actor, serviceId, 'payments.record')
  const { companyId, fleetId, currency, serviceNumber } = service
  const minor = amountOf(body.amount, currency)
  const receivedAt = receivedTime(tx, body.receivedAt)
  const driver = body.driverId === null ? null : await personOf(tx, body.driverId, companyId)
  if (body.kind === 'refund') {
    const { receivedMinor, refundedMinor } = sumsOf((await findServiceEntries(tx, serviceId)).map(bookedOf))
    const after = { receivedMinor, refundedMinor: refundedMinor + minor }
    requireCovered(after, currency, receivedMinor - refundedMinor)
  }
  if (driver) await lockCash(tx, fleetId, driver.id)
  await insertEntry(tx, {
    companyId,
    fleetId,
    kind: body.kind,
    service: { id: serviceId, serviceNumber },
    contact: { id: service.requesterContactId, name: service.customerName },
    method: body.method,
    amountMinor: body.kind === 'payment' ? minor : -minor,
    currency,
    driver,
    receivedAt,
    note: body.note,
    voids: null,
  })
  tx.stale({ domain: 'payments', fleetId, companyId })
  await settle(tx, service, body.kind === 'payment' ? 'payment_recorded' : 'payment_refunded')
  return present(tx, serviceId)
}

/** @throws Problem `not_found`, `forbidden`, `payment_voided`, `refund_exceeds_payments` */
export async function voidPaymentOf(tx: Transaction, actor: Actor, id: string, reason: string) {
  const found = await findEntry(tx, id)
  if (!found || actor.drivesOnly.includes(found.fleet_id)) throw problem('not_found')
  const { company_id: companyId, fleet_id: fleetId, service_id: serviceId, currency } = found
  requireCan(actor, 'payments.record', { companyId, fleetId })
  const service = serviceId === null ? null : await lockService(tx, actor, serviceId, 'payments.record')
  await lockCash(tx, fleetId, found.driver_id ?? found.contact_id)
  const entry = await findEntry(tx, id)
  if (!entry) throw problem('not_found')
  if (entry.is_voided || entry.kind === 'void') throw problem('payment_voided', { current: entryOf(entry) })
  if (service && entry.kind === 'payment') {
    const { receivedMinor, refundedMinor } = sumsOf((await findServiceEntries(tx, service.id)).map(bookedOf))
    const after = { receivedMinor: receivedMinor - Number(entry.amount_minor), refundedMinor }
    requireCovered(after, currency, receivedMinor - refundedMinor)
  }
  const voidId = await insertEntry(tx, {
    companyId,
    fleetId,
    kind: 'void',
    service: service && { id: service.id, serviceNumber: service.serviceNumber },
    contact: { id: entry.contact_id, name: entry.contact_name },
    method: entry.method,
    amountMinor: -Number(entry.amount_minor),
    currency,
    driver: entry.driver_id === null ? null : { id: entry.driver_id, name: entry.driver_name ?? '' },
    receivedAt: tx.now,
    note: reason,
    voids: id,
  })
  tx.stale({ domain: 'payments', fleetId, companyId })
  if (service) await settle(tx, service, 'payment_voided')
  else
    tx.audit({
      action: 'payment.voided',
      entity: 'payment',
      entityId: id,
      entityName: entry.contact_name,
      companyId,
      fleetId,
      changes: { amount: [moneyOf(Number(entry.amount_minor), currency), null], note: [null, reason] },
    })
  const written = await findEntry(tx, voidId)
  if (!written) throw new Error('The void entry is not readable by the person who added it')
  return { fleetId, companyId, entry: entryOf(written) }
}

/** @throws Problem `service_not_found`, `forbidden` */
export async function choosePaymentMethodOf(
  tx: Transaction,
  actor: Actor,
  serviceId: string,
  { paymentMethod }: ParsedOf<typeof choosePaymentMethod>['body'],
): Promise<ServicePayments> {
  const service = await lockService(tx, actor, serviceId, 'payments.record')
  if (service.paymentMethod !== paymentMethod) await notePaymentMethod(tx, service, paymentMethod)
  return present(tx, serviceId)
}
