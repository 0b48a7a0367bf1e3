import type { ParsedOf } from '@rumbo/contract/endpoint'
import type {
  cancelShift,
  createShift,
  listShifts,
  Shift,
  updateShift,
} from '@rumbo/contract/shifts.contract'
import { earlyStartMs, longestSeriesDays } from '@rumbo/contract/shifts.contract'
import { mayStart } from '@rumbo/contract/shifts.rules'
import { dayMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import { findContact } from '../directory/index.ts'
import { findCompany, findFleet, findFleetIds, lockFleets } from '../organisation/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import { forgetDriversOf, lockVehicle } from '../vehicles/index.ts'
import {
  findMoved,
  findOccurrences,
  findOverlap,
  findOwnContacts,
  findRunning,
  findShift,
  findShifts,
  findShiftsById,
  findShiftsOfDrivers,
  insertShifts,
  lockDuty,
  lockFollowing,
  lockShift,
  rewriteShifts,
  type ShiftValues,
  type Span,
  writeShiftStatus,
} from './shifts.repository.ts'
import { momentWords, standingWords } from './shifts.words.ts'

/** What other domains do when the driver on duty of vehicles may have changed. */
export interface ShiftLinks {
  driversChanged(tx: Transaction, vehicleIds: readonly string[]): Promise<void>
}

export async function listShiftsOf(tx: Transaction, query: ParsedOf<typeof listShifts>['query']) {
  const { from, to, driverId, vehicleId } = query
  return findShifts(tx, { fleetIds: await findFleetIds(tx, query), from, to, driverId, vehicleId })
}

/** @throws Problem `not_found` */
export async function readShiftOf(tx: Transaction, id: string): Promise<Shift> {
  const shift = await findShift(tx, id)
  if (!shift) throw problem('not_found')
  return shift
}

const ownContactIds = async (tx: Transaction, { userId }: Actor): Promise<string[]> =>
  (await findOwnContacts(tx, userId)).map(({ id }) => id)

/** The caller's own shifts; runs under the system role. */
export async function listOwnShiftsOf(tx: Transaction, actor: Actor) {
  const shifts = await findShiftsOfDrivers(tx, await ownContactIds(tx, actor))
  return { items: shifts.filter(({ fleetId }) => actor.fleets.read.includes(fleetId)) }
}

export async function timeZoneOf(tx: Transaction, companyId: string): Promise<string> {
  return (await findCompany(tx, companyId))?.timeZone ?? 'UTC'
}

/** Driver and vehicle of a form, as far as the caller reaches them. */
async function readValues(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  body: { driverId: string; vehicleId: string; breaks: Shift['breaks']; note: string | null },
): Promise<ShiftValues> {
  const contact = await findContact(tx, body.driverId)
  if (contact?.companyId !== companyId) throw problem('contact_not_found')
  if (contact.user === null) throw fieldProblem({ path: 'body.driverId', code: 'driver_without_user' })
  const vehicle = await lockVehicle(tx, body.vehicleId)
  if (!vehicle) throw problem('vehicle_not_found')
  if (vehicle.fleetId !== fleetId) throw problem('vehicle_other_fleet')
  const { breaks, note } = body
  return {
    driver: { id: contact.id, name: `${contact.firstName} ${contact.lastName}` },
    vehicle,
    breaks,
    note,
  }
}

/** @throws Problem `shift_overlap`, which names the other shift */
export async function requireFree(
  tx: Transaction,
  companyId: string,
  timeZone: string,
  { driver, vehicle }: ShiftValues,
  spans: readonly Span[],
  besides: readonly string[],
): Promise<void> {
  await lockDuty(tx, { driverIds: [driver.id], vehicleIds: [vehicle.id] })
  const other = await findOverlap(tx, {
    companyId,
    driverId: driver.id,
    vehicleId: vehicle.id,
    spans,
    besides,
  })
  if (other) throw problem('shift_overlap', { current: other, words: momentWords(other, timeZone) })
}

/** Publishes and audits changes of shifts, each with its state before. */
async function publish(
  tx: Transaction,
  links: ShiftLinks,
  action: string,
  changes: readonly { before: Shift | null; after: Shift }[],
): Promise<void> {
  for (const { before, after } of changes) {
    const { id, companyId, fleetId, driverName, vehicleNumber } = after
    tx.audit({
      action,
      entity: 'shift',
      entityId: id,
      entityName: `${driverName} · ${vehicleNumber}`,
      companyId,
      fleetId,
      changes: before ? differences({ ...before }, { ...after }) : {},
    })
  }
  const [first] = changes
  if (!first) return
  const { companyId, fleetId } = first.after
  tx.stale({ domain: 'shifts', id: changes.length === 1 ? first.after.id : undefined, companyId, fleetId })
  const sides = changes.flatMap(({ before, after }) => [before ?? after, after])
  const vehicleIds = [...new Set(sides.map(({ vehicleId }) => vehicleId))]
  await forgetDriversOf(tx, { contactIds: [...new Set(sides.map(({ driverId }) => driverId))] })
  await links.driversChanged(tx, vehicleIds)
}

/** Publishes changes of shifts. @returns the first as it is now */
export async function publishAll(
  tx: Transaction,
  links: ShiftLinks,
  action: string,
  changed: readonly [Shift, ...Shift[]],
): Promise<Shift> {
  const now = new Map(
    (
      await findShiftsById(
        tx,
        changed.map(({ id }) => id),
      )
    ).map((shift) => [shift.id, shift]),
  )
  const changes = changed.map((before) => ({ before, after: now.get(before.id) ?? before }))
  await publish(tx, links, action, changes)
  return now.get(changed[0].id) ?? changed[0]
}

/** @throws Problem `fleet_denied`, `forbidden`, `validation_failed`, `contact_not_found`, `vehicle_not_found`, `vehicle_other_fleet`, `shift_overlap` */
export async function createShiftOf(
  tx: Transaction,
  actor: Actor,
  links: ShiftLinks,
  body: ParsedOf<typeof createShift>['body'],
) {
  const { fleetId, repeat } = body
  const fleet = await findFleet(tx, fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  const { company_id: companyId } = fleet
  requireCan(actor, 'shifts.edit', { companyId, fleetId })
  if (!(await lockFleets(tx, [fleetId])).has(fleetId)) throw problem('fleet_denied')
  requireFuture(tx, body.endsAt)
  const timeZone = await timeZoneOf(tx, companyId)
  const values = await readValues(tx, { companyId, fleetId }, body)
  const spans = await spansOf(tx, body, timeZone)
  await requireFree(tx, companyId, timeZone, values, spans, [])
  const seriesId = repeat === null ? null : uuid()
  const ids = await insertShifts(tx, { companyId, fleetId, seriesId }, values, spans)
  const first = await readShiftOf(tx, ids[0] ?? '')
  await publish(tx, links, repeat === null ? 'shift.created' : 'shift.series_created', [
    { before: null, after: first },
  ])
  return { ...first, created: ids.length }
}

function requireFuture(tx: Transaction, endsAt: string): void {
  if (Date.parse(endsAt) <= tx.now.getTime()) throw fieldProblem({ path: 'body.endsAt', code: 'time_past' })
}

async function spansOf(
  tx: Transaction,
  { startsAt, endsAt, repeat }: ParsedOf<typeof createShift>['body'],
  timeZone: string,
): Promise<Span[]> {
  if (repeat === null) return [{ startsAt: new Date(startsAt), endsAt: new Date(endsAt) }]
  if (Date.parse(repeat.until) - Date.parse(startsAt) > longestSeriesDays * dayMs)
    throw fieldProblem({ path: 'body.repeat.until', code: 'too_big' })
  const spans = await findOccurrences(tx, { startsAt, endsAt }, repeat, timeZone)
  if (spans.length === 0) throw fieldProblem({ path: 'body.repeat.until', code: 'no_occurrence' })
  return spans
}

/** Locks a shift for a change. @throws Problem `not_found`, `forbidden`, `stale_version` */
async function take(
  tx: Transaction,
  id: string,
  version: number,
  allow: (shift: Shift) => void,
): Promise<Shift> {
  const found = await findShift(tx, id)
  if (!found) throw problem('not_found')
  allow(found)
  const locked = await lockShift(tx, id)
  if (!locked) throw problem('not_found')
  const { shift, changedBy } = locked
  if (shift.version !== version)
    throw problem('stale_version', { current: shift, changedBy, changedAt: new Date(shift.updatedAt) })
  return shift
}
const mayEdit = (actor: Actor) => (shift: Shift) => requireCan(actor, 'shifts.edit', shift)
const wrongState = (tx: Transaction, shift: Shift) =>
  problem('shift_wrong_state', { current: shift, words: standingWords(shift, tx.now) })

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `shift_wrong_state`, and those of `createShiftOf` */
export async function updateShiftOf(
  tx: Transaction,
  actor: Actor,
  links: ShiftLinks,
  id: string,
  { version, reach, ...body }: ParsedOf<typeof updateShift>['body'],
): Promise<Shift> {
  const before = await take(tx, id, version, mayEdit(actor))
  const isRunning = before.status === 'running'
  const isSame =
    body.driverId === before.driverId &&
    body.vehicleId === before.vehicleId &&
    Date.parse(body.startsAt) === Date.parse(before.startsAt)
  // Who drove what from when is on record once the shift began.
  if (!(before.status === 'planned' || (isRunning && isSame))) throw wrongState(tx, before)
  if (body.endsAt !== before.endsAt) requireFuture(tx, body.endsAt)
  const timeZone = await timeZoneOf(tx, before.companyId)
  const values = await readValues(tx, before, body)
  const following = reach === 'following' ? await lockFollowing(tx, before) : []
  const spans = [
    { startsAt: new Date(body.startsAt), endsAt: new Date(body.endsAt) },
    ...(following.length > 0 ? await findMoved(tx, following, before, body, timeZone) : []),
  ]
  const ids = [id, ...following.map((shift) => shift.id)]
  await requireFree(tx, before.companyId, timeZone, values, spans, ids)
  await rewriteShifts(tx, ids, values, spans)
  return publishAll(tx, links, 'shift.changed', [before, ...following])
}

/** @throws Problem `not_found`, `forbidden`, `stale_version`, `shift_wrong_state` */
export async function cancelShiftOf(
  tx: Transaction,
  actor: Actor,
  links: ShiftLinks,
  id: string,
  { version, reach }: ParsedOf<typeof cancelShift>['body'],
): Promise<Shift> {
  const before = await take(tx, id, version, mayEdit(actor))
  if (before.status !== 'planned') throw wrongState(tx, before)
  const following = reach === 'following' ? await lockFollowing(tx, before) : []
  await writeShiftStatus(tx, [id, ...following.map((shift) => shift.id)], 'cancelled')
  return publishAll(tx, links, 'shift.cancelled', [before, ...following])
}

export async function beginShift(tx: Transaction, links: ShiftLinks, before: Shift): Promise<Shift> {
  const now = tx.now.getTime()
  const timeZone = await timeZoneOf(tx, before.companyId)
  if (before.status === 'planned' && now < Date.parse(before.startsAt) - earlyStartMs)
    throw problem('shift_too_early', { current: before, words: momentWords(before, timeZone) })
  if (!mayStart(before, now)) throw wrongState(tx, before)
  const vehicle = await lockVehicle(tx, before.vehicleId)
  if (vehicle?.fleetId !== before.fleetId) throw problem('vehicle_other_fleet')
  await lockDuty(tx, { driverIds: [before.driverId], vehicleIds: [before.vehicleId] })
  const other = await findRunning(tx, before)
  if (other) throw problem('shift_still_running', { current: other, words: momentWords(other, timeZone) })
  await writeShiftStatus(tx, [before.id], 'running')
  return publishAll(tx, links, 'shift.started', [before])
}

export async function endShift(tx: Transaction, links: ShiftLinks, before: Shift): Promise<Shift> {
  if (before.status !== 'running') throw wrongState(tx, before)
  await writeShiftStatus(tx, [before.id], 'ended')
  return publishAll(tx, links, 'shift.ended', [before])
}

export type Press = 'start' | 'end'
const presses = { start: beginShift, end: endShift } as const

/** In the driver's place. @throws Problem `not_found`, `forbidden`, `stale_version`, `shift_wrong_state`, `shift_too_early`, `shift_still_running` */
export async function pressShiftOf(
  tx: Transaction,
  actor: Actor,
  links: ShiftLinks,
  press: Press,
  { id, version }: { id: string; version: number },
): Promise<Shift> {
  return presses[press](tx, links, await take(tx, id, version, mayEdit(actor)))
}

/**
 * By the driver; runs under the system role, since drivers may write no shifts.
 * @throws Problem `not_found` for a shift that is not the caller's own, and those of `pressShiftOf`
 */
export async function pressOwnShiftOf(
  tx: Transaction,
  actor: Actor,
  links: ShiftLinks,
  press: Press,
  { id, version }: { id: string; version: number },
): Promise<Shift> {
  const own = await ownContactIds(tx, actor)
  const shift = await take(tx, id, version, ({ driverId, companyId, fleetId }) => {
    if (!own.includes(driverId) || !actor.fleets.read.includes(fleetId)) throw problem('not_found')
    requireCan(actor, 'services.read', { companyId, fleetId })
  })
  return presses[press](tx, links, shift)
}
