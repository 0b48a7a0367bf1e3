import { type Capability, can } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { defaultCurrency } from '@rumbo/contract/money'
import type { createService, Service } from '@rumbo/contract/services.contract'
import type { ServiceMove } from '@rumbo/contract/services.rules'
import { translate } from '@rumbo/i18n'
import { findContact, findOrAddCaller } from '../directory/index.ts'
import { findFleet, lockCurrency, lockFleets } from '../organisation/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import { forgetDriversOf } from '../vehicles/index.ts'
import { estimateOf, saveEstimate } from './charges/services.charges.actions.ts'
import { straightPlan } from './charges/services.charges.plan.ts'
import { concernsOf } from './services.facts.ts'
import { findBookings } from './services.payments.repository.ts'
import {
  archiveService,
  findService,
  insertService,
  lastChangeOf,
  rewriteService,
} from './services.repository.ts'
import type { RoutePlan } from './services.rows.ts'
import { checkService, hasCost, keptPlan, mayChangeFleet, mayMove } from './services.rules.ts'

/** For the text of a refused move, in English; screens translate `current`. */
const statusWords = ({ status }: Service) => ({ status: translate('en', `services.status.${status}`) })

/** The service, if within the caller's scopes. @throws Problem `service_not_found` */
export async function readServiceOf(tx: Transaction, id: string): Promise<Service> {
  const service = await findService(tx, id)
  if (!service) throw problem('service_not_found')
  return service
}

/**
 * Like `readServiceOf`, for a signed-in actor: drivers may read only their own services.
 * @throws Problem `service_not_found`
 */
export async function showService(tx: Transaction, actor: Actor, id: string): Promise<Service> {
  const service = await readServiceOf(tx, id)
  const { fleetId, assignedDriverId } = service
  const isOwn =
    actor.services.includes(id) || (assignedDriverId !== null && actor.contacts.includes(assignedDriverId))
  if (actor.drivesOnly.includes(fleetId) && !isOwn) throw problem('service_not_found')
  return service
}

/**
 * Locks a service for a change of status: checks scope, status and version, in this order.
 * @param actor null: the system itself
 */
export async function takeService(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  move: ServiceMove,
  version?: number,
): Promise<Service> {
  const service = await lockService(tx, actor, id, 'services.dispatch')
  const isStale = version !== undefined && service.version !== version
  if (!isStale && mayMove(service, move)) return service
  throw problem(isStale ? 'stale_version' : 'service_wrong_state', {
    current: service,
    changedBy: await lastChangeOf(tx, id),
    changedAt: new Date(service.updatedAt),
    words: isStale ? undefined : statusWords(service),
  })
}

/** Fields that determine whether a driver may read the service. */
const ownershipOf = ({ assignedDriverId, assignedVehicleId, status, fleetId }: Service) =>
  [assignedDriverId, assignedVehicleId, status, fleetId].join()

/** Invalidates drivers' access where the change affects their own vehicles or services. */
async function forgetDriversAt(
  tx: Transaction,
  before: Service | null,
  after: Service | null,
): Promise<void> {
  if (before && after && ownershipOf(before) === ownershipOf(after)) return
  const sides = [before, after].filter((side) => side !== null)
  await forgetDriversOf(tx, {
    vehicleIds: sides.flatMap(({ assignedVehicleId }) => assignedVehicleId ?? []),
    contactIds: sides.flatMap(({ assignedDriverId }) => assignedDriverId ?? []),
  })
}

/** Publishes and audits a change of a service. @returns the current service */
export async function announce(
  tx: Transaction,
  id: string,
  before: Service | null,
  action: string,
): Promise<Service> {
  const service = await readServiceOf(tx, id)
  tx.stale({ domain: 'services', id, fleetId: service.fleetId, companyId: service.companyId })
  if (before && before.fleetId !== service.fleetId) {
    tx.stale({ domain: 'services', id, fleetId: before.fleetId, companyId: service.companyId })
  }
  tx.audit({
    action: `service.${action}`,
    entity: 'service',
    entityId: id,
    entityName: String(service.serviceNumber),
    companyId: service.companyId,
    fleetId: service.fleetId,
    changes: before
      ? differences({ ...before }, { ...service }, [
          'version',
          'updatedAt',
          'statusSince',
          'waitingSince',
          'statusHistory',
        ])
      : {},
  })
  for (const fact of concernsOf(before, service)) tx.fact(fact)
  await forgetDriversAt(tx, before, service)
  return service
}

/**
 * A fleet in which the actor may dispatch, locked against archiving until the transaction ends.
 * @param actor null: the system itself
 * @throws Problem `fleet_denied`, `forbidden`
 */
async function requireFleet(tx: Transaction, actor: Actor | null, fleetId: string) {
  const fleet = await findFleet(tx, fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  if (actor) requireCan(actor, 'services.dispatch', { companyId: fleet.company_id, fleetId })
  await lockCurrency(tx, fleet.company_id)
  if (!(await lockFleets(tx, [fleetId])).has(fleetId)) throw problem('fleet_denied')
  return fleet
}

/** Locks a service's future fleet, because fleets are locked before services; `requireFleet` checks it afterwards. */
async function holdNextFleet(tx: Transaction, actor: Actor, fleetId: string): Promise<void> {
  const fleet = await findFleet(tx, fleetId)
  if (!fleet || !can(actor, 'services.dispatch', { companyId: fleet.company_id, fleetId })) return
  await lockCurrency(tx, fleet.company_id)
  await lockFleets(tx, [fleetId])
}

async function requireRequester(tx: Transaction, contactId: string, companyId: string): Promise<void> {
  const contact = await findContact(tx, contactId)
  if (contact?.companyId !== companyId) throw problem('contact_not_found')
}

type New = ParsedOf<typeof createService>['body']
type Asked = New & { requesterContactId: string }

/** The contact who orders: the one named, else one with the customer's name and phone, which is added if unknown. */
async function requesterOf(
  tx: Transaction,
  actor: Actor | null,
  body: New,
  companyId: string,
): Promise<string> {
  const { requesterContactId: id, customerName: name, customerPhone: phone, customerEmail: email } = body
  if (id === null) {
    if (actor === null) throw problem('contact_not_found')
    return (await findOrAddCaller(tx, actor, { companyId, name, phone, email })).id
  }
  await requireRequester(tx, id, companyId)
  return id
}

/** The currency of a service's costs: that of its existing costs, else the company's. */
export async function currencyFor(tx: Transaction, companyId: string, service?: Service): Promise<string> {
  const currency = await lockCurrency(tx, companyId)
  return service && hasCost(service) ? service.currency : (currency ?? defaultCurrency)
}

/** Throws where stops beside these known ones are to be confirmed; called once everything else is right. */
export type RequireSure = (known: Service['plannedStops']) => Promise<void>

/**
 * Checks a new service before it is created.
 * @param actor null: the system itself, which creates services for known contacts only
 * @throws Problem `fleet_denied`, `forbidden`, `contact_not_found`, `validation_failed`, and those of `requireSure`
 */
export async function checkNewService(
  tx: Transaction,
  actor: Actor | null,
  asked: New,
  requireSure: RequireSure = async () => undefined,
) {
  const fleet = await requireFleet(tx, actor, asked.fleetId)
  const { company_id: companyId } = fleet
  const requesterContactId = await requesterOf(tx, actor, asked, companyId)
  const currency = await currencyFor(tx, companyId)
  const refused = checkService({ ...asked, currency: asked.currency ?? currency }, currency, tx.now)
  if (refused.length > 0) throw fieldProblem(...refused)
  await requireSure([])
  return { ...asked, requesterContactId, companyId, currency }
}

/**
 * @param seriesId the series of recurring services that it belongs to
 * @throws those of `checkNewService`
 */
export async function createServiceOf(
  tx: Transaction,
  actor: Actor | null,
  asked: New,
  plan: RoutePlan | null = straightPlan(asked.plannedStops),
  requireSure?: RequireSure,
  seriesId: string | null = null,
): Promise<Service> {
  const body = await checkNewService(tx, actor, asked, requireSure)
  const { companyId, fleetId } = body
  const { charge, fields } = await estimateOf(tx, body, plan)
  const id = await insertService(tx, companyId, { ...body, ...fields }, seriesId)
  await saveEstimate(tx, { id, companyId, fleetId }, charge)
  return announce(tx, id, null, 'created')
}

export async function updateServiceOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { version, ...body }: Asked & { version: number },
  plan: RoutePlan | null = straightPlan(body.plannedStops),
  requireSure: RequireSure = async () => undefined,
): Promise<Service> {
  await holdNextFleet(tx, actor, body.fleetId)
  const before = await takeService(tx, actor, id, 'update', version)
  const fleet = await requireFleet(tx, actor, body.fleetId)
  if (fleet.company_id !== before.companyId) throw problem('fleet_denied')
  if (body.fleetId !== before.fleetId && !mayChangeFleet(before.status)) {
    throw problem('service_wrong_state', { current: before, words: statusWords(before) })
  }
  await requireRequester(tx, body.requesterContactId, before.companyId)
  const currency = await currencyFor(tx, before.companyId, before)
  const refused = checkService({ ...body, currency: body.currency ?? currency }, currency, tx.now, before)
  if (refused.length > 0) throw fieldProblem(...refused)
  await requireSure(before.plannedStops)
  const hasPayments = (await findBookings(tx, id)).entries > 0
  const { paymentStatus } = hasPayments ? before : body
  const { companyId } = before
  const { charge, fields } = await estimateOf(
    tx,
    { ...body, companyId, currency },
    keptPlan(before, body.plannedStops, plan),
    before.extras,
  )
  await rewriteService(tx, before, { ...body, currency, paymentStatus, ...fields })
  await saveEstimate(tx, { id, companyId, fleetId: body.fleetId }, charge)
  return announce(tx, id, before, 'updated')
}

/**
 * Locks a service in any status for somebody with the capability in its fleet.
 * @param actor null: the system itself
 * @throws Problem `service_not_found`, `forbidden`
 */
export async function lockService(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  capability: Capability,
): Promise<Service> {
  const service = await findService(tx, id, { lock: true })
  // Row-level security prevents locking a service that the actor may read but not manage.
  if (!service && actor) requireCan(actor, capability, await readServiceOf(tx, id))
  if (!service) throw problem('service_not_found')
  if (actor) requireCan(actor, capability, service)
  return service
}

/** A service with payments, or charged to a customer's account, is part of the books. */
async function requireUnbooked(tx: Transaction, service: Service): Promise<void> {
  const { serviceNumber, currency, paidAmount, paymentMethod, status, customerName } = service
  const { entries, closeoutNumber } = await findBookings(tx, service.id)
  if (entries > 0) {
    const amount = `${paidAmount} ${currency}`
    if (closeoutNumber === null)
      throw problem('service_has_payments', { words: { serviceNumber, entries, amount } })
    throw problem('service_in_closeout', { words: { serviceNumber, amount, closeoutNumber } })
  }
  if (paymentMethod === 'account' && status === 'completed')
    throw problem('service_on_account', { words: { serviceNumber, customerName } })
}

/** Archives a service without an assigned vehicle. */
export async function deleteServiceOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  version?: number,
): Promise<{ done: true }> {
  const service = await lockService(tx, actor, id, 'services.dispatch')
  if (version !== undefined && service.version !== version)
    throw problem('stale_version', { current: service })
  if (!mayMove(service, 'delete')) throw problem('service_not_deletable', { current: service })
  await requireUnbooked(tx, service)
  await archiveService(tx, id)
  await forgetDriversAt(tx, service, null)
  tx.stale({ domain: 'services', id, fleetId: service.fleetId, companyId: service.companyId })
  tx.audit({
    action: 'service.deleted',
    entity: 'service',
    entityId: id,
    entityName: String(service.serviceNumber),
    companyId: service.companyId,
    fleetId: service.fleetId,
  })
  return { done: true }
}
