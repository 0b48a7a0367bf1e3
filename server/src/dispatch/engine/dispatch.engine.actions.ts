import type { Decision, listDecisions } from '@rumbo/contract/dispatch.engine.contract'
import { type OfferKind, offerGraceSeconds } from '@rumbo/contract/dispatch.offers.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { assignVehicle, type WaitingService } from '../../services/index.ts'
import { offerTo } from '../offers/dispatch.offering.actions.ts'
import { closeOffers } from '../offers/dispatch.offers.repository.ts'
import { offerKindOf, serveReserved } from '../reservations/dispatch.reserved.actions.ts'
import { isReservedElsewhere } from '../reservations/dispatch.reserved.repository.ts'
import { presets } from './dispatch.cost.rules.ts'
import { findDecisions, insertDecision, type NewDecision } from './dispatch.decisions.repository.ts'
import { engineIdentity } from './dispatch.engine-identity.ts'
import { type Choice, type FindingDeps, matchServices } from './dispatch.findings.actions.ts'
import {
  type FleetState,
  type FleetVehicle,
  openOf,
  readFleet,
  requestOf,
  withEstimated,
  withNext,
  withRemaining,
} from './dispatch.fleet-state.actions.ts'
import { isNamed, isStored, type KnownDecision, knownOf } from './dispatch.known.rules.ts'
import { holdLease, type Lease } from './dispatch.leases.repository.ts'
import { createOthers } from './dispatch.others.rules.ts'
import type { RemainingOf } from './dispatch.remaining.ts'
import { type Reservation, replaceReservations } from './dispatch.reservations.repository.ts'
import { freeWithinSeconds, type RoundRules } from './dispatch.round.rules.ts'
import { releaseSilent } from './dispatch.silent.actions.ts'

export interface EngineDeps extends FindingDeps {
  database: Database
}

const comparedVehicles = 30
const nobody: ReadonlySet<string> = new Set()

/** What a round decided for one service. */
export interface RoundResult {
  serviceId: string
  outcome: Decision['outcome'] | 'lost'
  vehicleId: string | null
}

/** The process lost its lease while it decided; nothing of what followed was committed. */
export class StaleLease extends Error {}

export interface RoundOptions {
  /** In seconds: only nearer vehicles, and only free ones. Default: as the fleet's settings say. */
  arrivalWithin?: number
  /** Decisions that are stored already, by service; the round adds its own. */
  known?: Map<string, KnownDecision>
  /** Default: busy vehicles get nothing. */
  remainingOf?: RemainingOf
  signal?: AbortSignal
}

/**
 * Matches the waiting services of a fleet with its vehicles, and assigns, offers, reserves or proposes them. Each
 * decision is one transaction with what it changes, committed only while the lease holds; a service or vehicle that
 * changed meanwhile is left for the next round.
 * @throws StaleLease
 */
export async function runRound(
  { database, ...deps }: EngineDeps,
  { companyId, lease }: { companyId: string; lease: Lease },
  { arrivalWithin, known = new Map(), remainingOf, signal = new AbortController().signal }: RoundOptions = {},
): Promise<RoundResult[]> {
  const { fleetId } = lease
  const place = { companyId, fleetId }
  const isImmediate = arrivalWithin !== undefined
  const read = await database.transaction(engineIdentity, async (tx) => {
    for (const { serviceId: id } of await closeOffers(tx, fleetId, offerGraceSeconds))
      tx.stale({ domain: 'dispatch', id, ...place })
    return readFleet(tx, place, { isImmediate })
  })
  if (read === null) return []
  const { now, settings, waiting, offers } = read
  const { mode, preset } = settings
  const rules: RoundRules = {
    requiresShift: settings.requiresShift,
    freeWithin: 0,
    weights: presets[preset],
    compared: comparedVehicles,
    longestArrival: Math.min(arrivalWithin ?? Number.POSITIVE_INFINITY, settings.longestArrivalMinutes * 60),
  }
  const places = read.vehicles.map((vehicle) => vehicle.place)
  const reserves = mode === 'automatic' && !isImmediate && remainingOf !== undefined
  const matching = { ...rules, freeWithin: reserves ? freeWithinSeconds : 0 }
  if (!isImmediate) {
    // By the estimate, so that no reserved vehicle waits for the road engine.
    const present = (reserves ? withEstimated : withNext)(read.vehicles, read.routes)
    const compared = { vehicles: present, rules: matching }
    if (!(await serveReserved({ database, ...deps }, { companyId, lease }, read, compared)))
      throw new StaleLease()
  }
  if (mode === 'automatic' && !isImmediate) {
    const released = await releaseSilent(database, { companyId, lease }, read)
    for (const id of released) known.delete(id)
  }
  if (mode === 'manual' || waiting.length === 0) {
    if (read.reservations.some(({ reservedBy }) => reservedBy === null))
      await database.transaction(engineIdentity, (tx) => replaceReservations(tx, place, []))
    return []
  }
  const placeOf = new Map(read.vehicles.map(({ vehicleId, place: at }) => [vehicleId, at]))
  const remaining = reserves
    ? await remainingOf(read.routes, (id) => placeOf.get(id) ?? null, now.getTime(), signal)
    : new Map()
  const vehicles = reserves
    ? withRemaining(read.vehicles, read.routes, remaining)
    : withNext(read.vehicles, read.routes)
  const state = { ...read, vehicles }
  const open = openOf(read)
  const othersOf = createOthers(vehicles, places, matching)
  const requestFor = (service: WaitingService) => requestOf(service, state)
  const byService = await matchServices(
    deps,
    { state, services: open, requestOf: requestFor, othersOf, rules: matching },
    signal,
  )
  /** Of a service that is left to a person: those who rejected it, however long ago. */
  const rejecters = (service: WaitingService) => {
    const rejectedBy = offers.rejections.get(service.id) ?? nobody
    const hasRejected = ({ vehicleId, driverId }: FleetVehicle) =>
      rejectedBy.has(vehicleId) || (driverId !== null && rejectedBy.has(driverId))
    return othersOf({ ...requestFor(service), rejectedBy }, (at) => hasRejected(vehicles[at] as FleetVehicle))
  }

  const results: RoundResult[] = []
  const reservations: Reservation[] = []
  for (const service of waiting) {
    if (offers.offeredServices.has(service.id)) continue
    const finding = byService.get(service.id)
    const choice = finding?.choice ?? null
    if (!choice && isImmediate) continue
    const outcomeNow = outcomeOf(state, service, choice)
    const before = known.get(service.id)
    const hasNames = isNamed(before, outcomeNow, now)
    const decision: NewDecision = {
      serviceId: service.id,
      mode,
      preset,
      outcome: outcomeNow,
      vehicleId: choice?.vehicle.vehicleId ?? null,
      vehicleNumber: choice?.vehicle.vehicleNumber ?? null,
      arrivalSeconds: choice ? Math.round(choice.arrival) : null,
      considered: finding?.considered ?? [],
      excluded: finding?.excluded ?? [],
      dearer: hasNames ? (finding?.dearer ?? []) : [],
      others: [],
      longestArrivalSeconds: rules.longestArrival,
      reservation: null,
    }
    if (choice && decision.outcome === 'reserved')
      reservations.push({
        serviceId: service.id,
        vehicleId: choice.vehicle.vehicleId,
        vehicleNumber: choice.vehicle.vehicleNumber,
        place: Math.max(1, choice.place),
        arrivesAt: new Date(now.getTime() + choice.arrival * 1000),
        isEstimate: isEstimated(decision),
      })
    const outcome = await commit(
      database,
      { companyId, lease },
      {
        service,
        decision,
        others: hasNames ? (finding?.others ?? (() => rejecters(service))) : () => [],
        choice,
        isEstimate: isEstimated(decision),
        kind: offerKindOf(state, service),
      },
      isStored(before, decision, now),
    )
    if (outcome === 'lost') known.delete(service.id)
    else if (!isStored(before, decision, now)) known.set(service.id, knownOf(before, decision, now))
    results.push({ serviceId: service.id, outcome, vehicleId: decision.vehicleId })
  }
  if (!isImmediate && (reservations.length > 0 || read.reservations.length > 0))
    await database.transaction(engineIdentity, async (tx) => {
      if (!(await holdLease(tx, lease))) throw new StaleLease()
      await replaceReservations(tx, place, reservations)
    })
  return results
}

const isEstimated = ({ considered, vehicleNumber }: NewDecision) =>
  considered.find((one) => one.vehicleNumber === vehicleNumber)?.isEstimate ?? true

/** Whether the service gets the vehicle with it, or its driver is asked. */
const isFinal = (outcome: Decision['outcome']) => outcome === 'assigned' || outcome === 'offered'

function outcomeOf(
  { settings, offers }: FleetState,
  { id }: WaitingService,
  choice: Choice | null,
): Decision['outcome'] {
  if (offers.held.has(id)) return 'held'
  if (choice === null) return 'none'
  if (settings.mode !== 'automatic') return 'suggested'
  if (choice.arrival > 0 && choice.place > 0) return 'reserved'
  return settings.offersToDrivers && choice.vehicle.driverId !== null ? 'offered' : 'assigned'
}

async function commit(
  database: Database,
  { companyId, lease }: { companyId: string; lease: Lease },
  {
    service: { id, version },
    decision,
    others,
    choice,
    ...asked
  }: {
    service: WaitingService
    decision: NewDecision
    others: () => Decision['others']
    choice: Choice | null
    isEstimate: boolean
    kind: OfferKind
  },
  isKnown: boolean,
): Promise<RoundResult['outcome']> {
  const { outcome, vehicleId } = decision
  const changes = isFinal(outcome)
  if (!changes && isKnown) return outcome
  const { fleetId } = lease
  try {
    return await database.transaction(engineIdentity, async (tx) => {
      if (!(await holdLease(tx, lease))) throw new StaleLease()
      if (outcome === 'assigned' && vehicleId !== null)
        await assignVehicle(tx, null, id, { vehicleId, version })
      if (outcome === 'offered' && choice !== null) {
        const arrivalSeconds = Math.round(choice.arrival)
        const place = { companyId, fleetId, id, version }
        if (!(await offerTo(tx, place, choice.vehicle, { ...asked, arrivalSeconds }))) return 'lost'
      }
      // A person reserved it since the round began; thrown, so that the assignment is taken back too.
      if (changes && (await isReservedElsewhere(tx, { serviceId: id, vehicleId })))
        throw problem('service_reserved')
      await insertDecision(tx, { companyId, fleetId }, { ...decision, others: others() })
      if (outcome !== 'assigned') tx.stale({ domain: 'dispatch', id, fleetId, companyId })
      return outcome
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return 'lost'
  }
}

/** The latest decisions for a service, and the number of all. */
export const listDecisionsOf = (
  tx: Transaction,
  serviceId: string,
  size: number,
): Promise<OutputOf<typeof listDecisions>> => findDecisions(tx, serviceId, size)
