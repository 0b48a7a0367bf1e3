import { reservationBlockedSeconds } from '@rumbo/contract/dispatch.changes.contract'
import type { Decision } from '@rumbo/contract/dispatch.engine.contract'
import type { OfferKind } from '@rumbo/contract/dispatch.offers.contract'
import { vehicleNeedsOf } from '@rumbo/contract/services.requirements.rules'
import { isBusyStatus } from '@rumbo/contract/vehicles.contract'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { assignVehicle, lockService, sendToDispatch, type WaitingService } from '../../services/index.ts'
import { type ExclusionReason, exclusionsOf } from '../engine/dispatch.constraints.rules.ts'
import { insertDecision, type NewDecision } from '../engine/dispatch.decisions.repository.ts'
import { engineIdentity } from '../engine/dispatch.engine-identity.ts'
import { noExplanation } from '../engine/dispatch.explanation.rules.ts'
import type { FindingDeps } from '../engine/dispatch.findings.actions.ts'
import type { FleetState, FleetVehicle, Reserved } from '../engine/dispatch.fleet-state.actions.ts'
import { holdLease, type Lease } from '../engine/dispatch.leases.repository.ts'
import { planOf, type StoredReservation } from '../engine/dispatch.reservations.repository.ts'
import { offerTo } from '../offers/dispatch.offering.actions.ts'
import { dropLeftStops } from '../planned/dispatch.planned.actions.ts'
import { type Comparison, compareReserved, type ReservedComparison } from './dispatch.compared.actions.ts'
import {
  deleteEnded,
  deleteReservation,
  type EndedReservation,
  forgetBlocked,
  writeBlocked,
} from './dispatch.reserved.repository.ts'

/** What becomes of a due reservation: the vehicle serves, is still busy, cannot serve, or will not. */
type Finding =
  | { state: 'serves'; vehicle: FleetVehicle }
  | { state: 'busy' }
  | { state: 'blocked' | 'over'; reason: ExclusionReason }

const none: ReadonlySet<string> = new Set()
/** What a person who reserved the vehicle overruled. */
const overruled: readonly ExclusionReason[] = ['no_position', 'stale_position', 'zone', 'shift_ends']

function findingOf({ service, reservation }: Reserved, state: FleetState): Finding {
  const { vehicles, offers, now } = state
  const vehicle = vehicles.find(({ vehicleId }) => vehicleId === reservation.vehicleId)
  // Deleted, or moved to another fleet.
  if (!vehicle) return { state: 'over', reason: 'status' }
  const asked = { needs: vehicleNeedsOf(service), rejectedBy: offers.rejectedBy.get(service.id) ?? none }
  const { status } = vehicle
  const isBusy = isBusyStatus(status)
  const reasons = exclusionsOf(
    { ...vehicle, reservedServices: [] },
    asked,
    // A person chose it without a shift or a position; a plan counts on the driver.
    { requiresShift: reservation.planId !== null, freeWithin: 0 },
  ).filter((reason) => !overruled.includes(reason) && !(isBusy && reason === 'status'))
  if (reasons.includes('rejected')) return { state: 'over', reason: 'rejected' }
  const lacking = reasons.find((reason) => reason !== 'offered')
  if (lacking !== undefined) return lackOf(reservation, lacking, now)
  const mayServe = !reasons.includes('offered') && isItsTurn(reservation, isBusy, state)
  return mayServe ? { state: 'serves', vehicle } : { state: 'busy' }
}

/**
 * Whether a vehicle that can serve does so now: a free one; in the published order of a plan also one that is busy with
 * services of the same plan only.
 */
function isItsTurn(
  { planId, vehicleId, serviceId }: StoredReservation,
  isBusy: boolean,
  { published, routes }: Pick<FleetState, 'published' | 'routes'>,
): boolean {
  const { serviceIds } = published.sharedBy(vehicleId, planId ?? '')
  if (!serviceIds.includes(serviceId)) return !isBusy
  const driven = routes.find((route) => route.vehicleId === vehicleId)
  const isBesideOwn = driven?.serviceIds.every((id) => serviceIds.includes(id)) === true
  return published.isNext(vehicleId, serviceId) && (!isBusy || isBesideOwn)
}

/** A vehicle that cannot serve keeps its reservation for some minutes. */
function lackOf({ blockedSince }: StoredReservation, reason: ExclusionReason, now: Date) {
  const isOver =
    blockedSince !== null && now.getTime() - blockedSince.getTime() >= reservationBlockedSeconds * 1000
  return { state: isOver ? ('over' as const) : ('blocked' as const), reason }
}

/** The due reservations that their vehicles can serve now: of each vehicle the first. */
function servedNow(state: FleetState): Reserved[] {
  const first = new Map<string, Reserved>()
  for (const reserved of state.reserved) {
    const { reservation, service } = reserved
    if (first.has(reservation.vehicleId) || state.offers.offeredServices.has(service.id)) continue
    if (findingOf(reserved, state).state === 'serves') first.set(reservation.vehicleId, reserved)
  }
  return [...first.values()]
}

/**
 * Gives services that are due the vehicles that people reserved for them, as soon as those are free and in the order of
 * their places: in every mode. Ends reservations whose vehicles cannot serve for long. Each is a transaction of its own,
 * committed only while the lease holds.
 * @param state where the vehicles are now
 * @param comparison as the round compares them for other services
 * @returns whether the lease held
 */
export async function serveReserved(
  { database, ...deps }: FindingDeps & { database: Database },
  { companyId, lease }: { companyId: string; lease: Lease },
  state: FleetState,
  comparison: Comparison,
): Promise<boolean> {
  /** Vehicles that got a service, each with its plan. */
  const gone = new Map<string, string | null>()
  const place = { companyId, fleetId: lease.fleetId }
  const compared = await compareReserved(deps, state, servedNow(state), comparison)
  const act = (reserved: Reserved, finding: Finding) =>
    change(database, lease, async (tx) => {
      if (finding.state === 'serves') {
        const { vehicle } = finding
        await serve(tx, place, state, { ...reserved, vehicle, compared: compared.get(reserved.service.id) })
      } else if (finding.state === 'over') await end(tx, place, state, reserved, finding.reason)
      else await block(tx, reserved, finding.state === 'blocked' ? finding.reason : null)
    })
  for (const reserved of state.reserved) {
    const { reservation, service } = reserved
    const { vehicleId, planId } = reservation
    const isGone = gone.has(vehicleId) && (planId === null || gone.get(vehicleId) !== planId)
    if (isGone || state.offers.offeredServices.has(service.id)) continue
    const finding = findingOf(reserved, state)
    // Before its time it is nobody's fault.
    if (!reservation.isDue && finding.state !== 'serves') continue
    const result = await act(reserved, finding)
    if (finding.state === 'serves') gone.set(vehicleId, planId)
    const isStale =
      result === 'refused' && (await act(reserved, lackOf(reservation, 'status', state.now))) === 'stale'
    if (result === 'stale' || isStale) return false
  }
  return true
}

/** Codes of a service that changed meanwhile: the next round reads it again. */
const changedCodes: readonly string[] = ['stale_version', 'service_wrong_state', 'service_not_found']

/** @returns `refused` where the vehicle could not be assigned after all, `stale` where the lease was lost */
async function change(
  database: Database,
  lease: Lease,
  act: (tx: Transaction) => Promise<void>,
): Promise<'done' | 'refused' | 'stale'> {
  try {
    return await database.transaction(engineIdentity, async (tx) => {
      if (!(await holdLease(tx, lease))) return 'stale'
      await act(tx)
      return 'done'
    })
  } catch (error) {
    if (error instanceof Changed) return 'done'
    if (!(error instanceof Problem)) throw error
    return changedCodes.includes(error.code) ? 'done' : 'refused'
  }
}
/** The reservation was released or changed meanwhile. */
class Changed extends Error {}

type Place = { companyId: string; fleetId: string }

const decisionOf = (
  { settings: { mode, preset } }: FleetState,
  { service, reservation }: Reserved,
  outcome: Decision['outcome'],
  explanation: Partial<NewDecision>,
): NewDecision => ({
  serviceId: service.id,
  mode,
  preset,
  outcome,
  vehicleId: reservation.vehicleId,
  vehicleNumber: reservation.vehicleNumber,
  ...noExplanation,
  reservation: {
    reservedByName: reservation.reservedByName ?? '',
    reservedAt: reservation.reservedAt.toISOString(),
    plan: planOf(reservation),
  },
  ...explanation,
})

async function serve(
  tx: Transaction,
  place: Place,
  state: FleetState,
  {
    vehicle,
    compared,
    ...reserved
  }: Reserved & { vehicle: FleetVehicle; compared: ReservedComparison | undefined },
): Promise<void> {
  const { id } = reserved.service
  const { reservation } = reserved
  const { settings } = state
  const { planId, isCreated } = reservation
  const { version } = isCreated
    ? await sendToDispatch(tx, null, id, reserved.service.version)
    : reserved.service
  // Drivers see the routes of published plans beforehand.
  const asks =
    planId === null && settings.mode === 'automatic' && settings.offersToDrivers && vehicle.driverId !== null
  if (asks) {
    const isOffered = await offerTo(tx, { ...place, id, version }, vehicle, {
      kind: offerKindOf(state, reserved.service),
      arrivalSeconds: compared?.explanation.arrivalSeconds ?? null,
      isEstimate: compared?.isEstimate ?? true,
    })
    if (!isOffered) throw new Changed()
    if (!(await writeBlocked(tx, reservation, null))) throw new Changed()
  } else {
    const { vehicleId } = vehicle
    const route = planId === null ? undefined : state.published.sharedBy(vehicleId, planId)
    await assignVehicle(tx, null, id, { vehicleId, version, route })
    if (!(await deleteReservation(tx, reservation))) throw new Changed()
  }
  const outcome = asks ? 'offered_as_reserved' : 'assigned_as_reserved'
  const explanation = compared && { ...compared.explanation, others: compared.others() }
  const { vehicleNumber } = vehicle
  await insertDecision(tx, place, decisionOf(state, reserved, outcome, { ...explanation, vehicleNumber }))
  tx.stale({ domain: 'dispatch', id, ...place })
}

/** How a driver is asked about a service. */
export function offerKindOf(
  { offers, now }: Pick<FleetState, 'offers' | 'now'>,
  { id, windowStart }: WaitingService,
): OfferKind {
  if (offers.rescued.has(id)) return 'rescued'
  return windowStart !== null && windowStart > now ? 'booked' : 'now'
}

async function end(
  tx: Transaction,
  place: Place,
  state: FleetState,
  reserved: Reserved,
  reason: ExclusionReason,
): Promise<void> {
  const { id } = reserved.service
  const { vehicleNumber } = reserved.reservation
  const { serviceNumber, version } = await lockService(tx, null, id, 'services.dispatch')
  if (!(await deleteReservation(tx, reserved.reservation))) throw new Changed()
  // Others look for a vehicle now.
  if (reserved.reservation.isCreated) await sendToDispatch(tx, null, id, version)
  const excluded = [{ reason, vehicles: 1 }]
  await insertDecision(tx, place, decisionOf(state, reserved, 'reservation_ended', { excluded }))
  noteEnd(tx, { serviceId: id, serviceNumber, vehicleNumber, ...place })
}

async function block(
  tx: Transaction,
  { reservation }: Reserved,
  reason: ExclusionReason | null,
): Promise<void> {
  if (reservation.blockedReason === reason) return
  if (!(await writeBlocked(tx, reservation, reason))) throw new Changed()
}

type Ended = Pick<EndedReservation, 'serviceId' | 'serviceNumber' | 'companyId' | 'fleetId' | 'vehicleNumber'>

function noteEnd(tx: Transaction, { serviceId, serviceNumber, companyId, fleetId, vehicleNumber }: Ended) {
  tx.stale({ domain: 'dispatch', id: serviceId, companyId, fleetId })
  tx.audit({
    action: 'service.reservation_ended',
    entity: 'service',
    entityId: serviceId,
    entityName: String(serviceNumber),
    companyId,
    fleetId,
    changes: { vehicle: [vehicleNumber, null] },
  })
}

/**
 * Ends reservations by people whose services no longer wait for the vehicle: cancelled, deleted, or assigned by hand. Those
 * whose services were put on hold or postponed keep their vehicles as if these had never been unable to serve.
 */
export async function endOverReservations(tx: Transaction): Promise<void> {
  const ended = await deleteEnded(tx)
  for (const one of ended.filter(({ isKept }) => !isKept)) noteEnd(tx, one)
  for (const { serviceId: id, ...place } of await forgetBlocked(tx))
    tx.stale({ domain: 'dispatch', id, ...place })
  await dropLeftStops(tx)
}
