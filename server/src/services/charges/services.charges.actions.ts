import type { Charge } from '@rumbo/contract/billing.contract'
import { chargeOfTotal, noCharge } from '@rumbo/contract/billing.rules'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { minorOf } from '@rumbo/contract/money'
import type { readCharges } from '@rumbo/contract/services.charges.contract'
import type { createService, Service } from '@rumbo/contract/services.contract'
import { createPricing, type Pricing } from '../../billing/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { findOdometers } from '../../telemetry/index.ts'
import { findBookings } from '../services.payments.repository.ts'
import type { RoutePlan, ServiceBody } from '../services.rows.ts'
import {
  findCharges,
  findStartOdometers,
  type NewCharge,
  removeCharge,
  writeCharge,
  writeCurrentCost,
  writeFinalCost,
} from './services.charges.repository.ts'
import {
  drivenBetween,
  endedNow,
  executedUsage,
  plannedUsage,
  rideStart,
  type SourcedUsage,
  stopsToCharge,
} from './services.charges.rules.ts'

const nothingUsed: SourcedUsage = plannedUsage({ distanceMetres: 0, durationSeconds: 0, isEstimate: false })

const withUsage = (charge: Charge, usage: SourcedUsage, isSet: boolean): NewCharge => ({
  ...charge,
  distanceSource: usage.distanceSource,
  timeSource: usage.timeSource,
  isSet,
})
const chargeUsage = ({ distanceMetres, drivingSeconds, waitingSeconds }: SourcedUsage) => ({
  distanceMetres,
  drivingSeconds,
  waitingSeconds,
})

/** A price agreed with the customer: one line, whatever is driven. */
const agreedCharge = (amount: string, currency: string, usage: SourcedUsage): NewCharge =>
  withUsage(chargeOfTotal(noCharge(currency, chargeUsage(usage)), amount, 'agreed', null), usage, true)

interface Estimated {
  charge: NewCharge | null
  /** To write with the service. */
  fields: Required<Pick<ServiceBody, 'estimatedCost' | 'extras' | 'plan' | 'isEstimateComputed'>>
}

/**
 * The estimated cost of a service that is created or changed: a typed one is agreed, else the tariff in force when the
 * ride begins decides. Without a tariff, or without a way between the stops, there is none.
 * @param before the extras that it has already, which the tariff need not offer any more
 * @throws Problem `validation_failed` for extras that the tariff does not offer
 */
export async function estimateOf(
  tx: Transaction,
  body: ParsedOf<typeof createService>['body'] & { companyId: string; currency: string },
  plan: RoutePlan | null,
  before: Service['extras'] = [],
): Promise<Estimated> {
  const usage = plan === null ? nothingUsed : plannedUsage(plan)
  const priced = await createPricing(tx)({
    ...body,
    startsAt: rideStart(body),
    stops: body.plannedStops.map((stop) => ({ ...stop, label: stop.address })),
    usage: chargeUsage(usage),
  })
  const offered = [...(priced?.rates.extras ?? []), ...before]
  const extras = [...new Set(body.extras)].map((key) => {
    const found = offered.find((extra) => extra.key === key)
    if (!found) throw fieldProblem({ path: `body.extras.${body.extras.indexOf(key)}`, code: 'not_allowed' })
    return { key, name: found.name }
  })
  const isPriced = plan !== null && priced !== null && priced.charge.currency === body.currency
  const computed = isPriced ? withUsage(priced.charge, usage, false) : null
  const { estimatedCost, currency } = body
  const charge = estimatedCost === null ? computed : agreedCharge(estimatedCost, currency, usage)
  return {
    charge,
    fields: {
      estimatedCost: charge?.total ?? null,
      isEstimateComputed: charge !== null && !charge.isSet,
      extras,
      plan,
    },
  }
}

/** Stores the estimate of a service, or removes one that no longer applies. */
export async function saveEstimate(
  tx: Transaction,
  service: Pick<Service, 'id' | 'companyId' | 'fleetId'>,
  charge: NewCharge | null,
): Promise<void> {
  if (charge === null) await removeCharge(tx, service.id, 'estimate')
  else await writeCharge(tx, service, 'estimate', charge)
}

/** Metres that vehicles drove since the start of their services, by service id. */
export async function findDriven(
  tx: Transaction,
  services: readonly Service[],
): Promise<ReadonlyMap<string, number | null>> {
  const starts = await findStartOdometers(
    tx,
    services.map(({ id }) => id),
  )
  const present = await findOdometers(
    tx,
    services.flatMap(({ assignedVehicleId }) => assignedVehicleId ?? []),
  )
  return new Map(
    services.map(({ id, assignedVehicleId, startedAt }) => [
      id,
      drivenBetween(
        starts.get(id) ?? null,
        present.get(assignedVehicleId ?? ''),
        startedAt === null ? 0 : (tx.now.getTime() - Date.parse(startedAt)) / 1000,
      ),
    ]),
  )
}

/** What a started service costs by what was executed until a moment, by default now; null without an agreed price or a tariff. */
async function executedCharge(
  tx: Transaction,
  service: Service,
  pricing: Pricing,
  driven: number | null,
  isOver: boolean,
  until = tx.now,
): Promise<NewCharge | null> {
  const usage = executedUsage(service, until, driven, isOver)
  const { estimatedCost, isPriceAgreed, currency } = service
  if (isPriceAgreed && estimatedCost !== null)
    return agreedCharge(estimatedCost, currency, usage ?? nothingUsed)
  if (usage === null) return null
  const priced = await pricing({
    ...service,
    startsAt: rideStart(service),
    stops: stopsToCharge(service),
    extras: service.extras.map(({ key }) => key),
    usage: chargeUsage(usage),
  })
  return priced === null || priced.charge.currency !== currency
    ? null
    : withUsage(priced.charge, usage, false)
}

/**
 * The final charge of a service whose stops are all recorded; null where it has no price at all.
 * @param finalCost typed by a person; null: as computed
 * @throws Problem `final_cost_reason` where it differs from what was computed and no reason is stated
 */
export async function finalCharge(
  tx: Transaction,
  service: Service,
  currency: string,
  { finalCost, reason }: { finalCost: string | null; reason: string | null },
): Promise<NewCharge | null> {
  const driven = (await findDriven(tx, [service])).get(service.id) ?? null
  const priced = { ...service, currency }
  const computed = await executedCharge(tx, priced, createPricing(tx), driven, true)
  if (computed === null) {
    const cost = finalCost ?? service.estimatedCost
    return cost === null ? null : agreedCharge(cost, currency, nothingUsed)
  }
  if (finalCost === null || minorOf(finalCost, currency) === minorOf(computed.total, currency))
    return computed
  if (reason === null)
    throw problem('final_cost_reason', {
      words: { amount: `${computed.total} ${currency}` },
      current: service,
    })
  return { ...computed, ...chargeOfTotal(computed, finalCost, 'adjustment', reason), isSet: true }
}

/**
 * Computes the final cost of a completed service again, whose stops were corrected, so that it is the same whenever
 * they were recorded. A cost that a person set stays, and so does one on the books.
 */
export async function refreshFinal(tx: Transaction, service: Service): Promise<void> {
  const { id, endedAt, paymentMethod } = service
  const stored = (await findCharges(tx, id)).get('final')
  if (service.status !== 'completed' || endedAt === null || !stored || stored.isSet) return
  if (paymentMethod === 'account' || (await findBookings(tx, id)).entries > 0) return
  const driven = stored.distanceSource === 'measured' ? stored.usage.distanceMetres : null
  const charge = await executedCharge(tx, service, createPricing(tx), driven, true, new Date(endedAt))
  if (charge === null) return
  await writeCharge(tx, service, 'final', charge)
  await writeFinalCost(tx, id, minorOf(charge.total, charge.currency))
}

/** Computes and stores what a running service costs by now. @returns whether its cost changed */
export async function refreshCurrent(
  tx: Transaction,
  service: Service,
  pricing: Pricing,
  driven: number | null,
): Promise<boolean> {
  const charge = await executedCharge(tx, service, pricing, driven, false)
  if (charge === null) return false
  const hasChanged = await writeCurrentCost(tx, service.id, minorOf(charge.total, charge.currency))
  if (hasChanged) await writeCharge(tx, service, 'current', charge)
  return hasChanged
}

/** The charges of a service that the actor may read; the current one as of now. */
export async function readChargesOf(
  tx: Transaction,
  service: Service,
): Promise<OutputOf<typeof readCharges>> {
  const stored = await findCharges(tx, service.id)
  const isRunning = service.status === 'in_progress'
  const driven = isRunning ? ((await findDriven(tx, [service])).get(service.id) ?? null) : null
  const pricing = createPricing(tx)
  const now = isRunning ? await executedCharge(tx, service, pricing, driven, false) : null
  const ended = isRunning ? await executedCharge(tx, endedNow(service, tx.now), pricing, driven, true) : null
  const computedAt = tx.now.toISOString()
  return {
    estimate: stored.get('estimate') ?? null,
    // Drivers may not read tariffs, and get the charge that was computed last.
    current: now
      ? { ...now, phase: 'current', computedAt }
      : ((isRunning ? stored.get('current') : undefined) ?? null),
    final: stored.get('final') ?? null,
    ifEnded: ended && { ...ended, phase: 'final', computedAt },
  }
}
