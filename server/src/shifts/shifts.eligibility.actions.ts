import type { ParsedOf } from '@rumbo/contract/endpoint'
import type {
  Driver,
  DutyLimits,
  Ineligibility,
  listDrivers,
  readLimits,
  saveLimits,
} from '@rumbo/contract/shifts.drivers.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { findCompany, findFleet } from '../organisation/index.ts'
import { type Actor, requireCan } from '../platform/access/access.ts'
import { differences } from '../platform/audit.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import {
  type DriverRow,
  findDriver,
  findDrivers,
  findDriversById,
  findInForceOfDrivers,
  findInForceOfVehicles,
  findWorked,
  type InForce,
} from './shifts.drivers.repository.ts'
import { type DutyRules, ineligibilitiesOf, minutesOnDuty } from './shifts.eligibility.rules.ts'
import {
  findLimits,
  type LimitsPlace,
  type LimitsRow,
  lockLimits,
  writeLimits,
} from './shifts.limits.repository.ts'

/** Where nothing is set: no limit of hours, and a licence on record. */
const usual: DutyRules = { dayMinutes: null, weekMinutes: null, needsLicence: true }
/** Cards start no shifts. */
const usualCards = { startsByCard: false, ignitionOffMinutes: null }
/** A fleet with its company, or a company. @throws Problem `fleet_denied`, `company_denied` */
async function placeOf(
  tx: Transaction,
  { fleetId, companyId }: { fleetId?: string; companyId?: string },
): Promise<LimitsPlace> {
  if (fleetId !== undefined) {
    const fleet = await findFleet(tx, fleetId)
    if (!fleet) throw problem('fleet_denied')
    return { companyId: fleet.company_id, fleetId }
  }
  const company = companyId === undefined ? undefined : await findCompany(tx, companyId)
  if (!company) throw problem('company_denied')
  return { companyId: company.id, fleetId: null }
}

async function assess(
  tx: Transaction,
  place: LimitsPlace,
  rows: readonly DriverRow[],
  shifts: readonly InForce[],
): Promise<Driver[]> {
  const rules = (await findLimits(tx, place)) ?? usual
  const worked = await findWorked(
    tx,
    place.companyId,
    rows.map(({ id }) => id),
  )
  const now = tx.now.getTime()
  return rows.map(({ isArchived, today, ...driver }) => {
    const spans = worked.get(driver.id) ?? []
    const shift = shifts.find(({ driverId }) => driverId === driver.id)
    const minutes = {
      dayMinutes: minutesOnDuty(spans, now - dayMs, now),
      weekMinutes: minutesOnDuty(spans, now - 7 * dayMs, now),
    }
    const facts = {
      ...minutes,
      isActive: driver.status === 'active' && !isArchived,
      licence: driver.licence,
      today,
      hasShift: shift !== undefined,
      isOnBreak: shift?.breakSince != null,
    }
    return {
      ...driver,
      ...minutes,
      shift: shift
        ? {
            id: shift.id,
            fleetId: shift.fleetId,
            vehicleId: shift.vehicleId,
            vehicleNumber: shift.vehicleNumber,
            endsAt: shift.endsAt.toISOString(),
            isRunning: shift.isRunning,
          }
        : null,
      reasons: ineligibilitiesOf(facts, rules),
    }
  })
}

export async function listDriversOf(tx: Transaction, query: ParsedOf<typeof listDrivers>['query']) {
  const place = await placeOf(tx, query).catch(() => null)
  if (!place) return { items: [] }
  const rows = await findDrivers(tx, place.companyId)
  const shifts = await findInForceOfDrivers(
    tx,
    rows.map(({ id }) => id),
  )
  return { items: await assess(tx, place, rows, shifts) }
}

export interface DriverOnDuty {
  shiftId: string
  driver: { id: string; name: string; phone: string }
  /** Why the driver gets no services; empty for one who is eligible. */
  reasons: readonly Ineligibility[]
}

/** The driver of the shift in force of a vehicle; null without one. */
export async function findDriverOnDuty(tx: Transaction, vehicleId: string): Promise<DriverOnDuty | null> {
  const [shift] = await findInForceOfVehicles(tx, [vehicleId])
  const row = shift ? await findDriver(tx, shift.driverId) : null
  if (!shift || !row) return null
  const [driver] = await assess(tx, shift, [row], [shift])
  if (!driver) return null
  const { id, name, phone, reasons } = driver
  return { shiftId: shift.id, driver: { id, name, phone }, reasons }
}

/** Why a driver could not drive in this fleet, whether or not there is a shift; empty for one who could. */
export async function findReasonsOf(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  driverId: string,
): Promise<Ineligibility[]> {
  const [driver] = await assess(tx, { companyId, fleetId }, await findDriversById(tx, [driverId]), [])
  return (driver?.reasons ?? ['driver_inactive']).filter((reason) => reason !== 'no_shift')
}

/** Why drivers could not drive in this fleet on a day, apart from their hours and shifts; empty for those who could. */
export async function findReasonsOn(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  driverIds: readonly string[],
  day: string,
): Promise<Map<string, Ineligibility[]>> {
  const rules = (await findLimits(tx, { companyId, fleetId })) ?? usual
  return new Map(
    (await findDriversById(tx, driverIds)).map(({ id, status, isArchived, licence }) => [
      id,
      ineligibilitiesOf(
        {
          isActive: status === 'active' && !isArchived,
          licence,
          today: day,
          dayMinutes: 0,
          weekMinutes: 0,
          hasShift: true,
          isOnBreak: false,
        },
        { ...rules, dayMinutes: null, weekMinutes: null },
      ),
    ]),
  )
}

export interface DriverOfVehicle {
  driverId: string
  name: string
  reasons: readonly Ineligibility[]
  endsAt: Date
}

/** The drivers on duty in these vehicles of a fleet, by vehicle, with the planned end of their shifts. */
export async function findDriversOnDuty(
  tx: Transaction,
  place: { companyId: string; fleetId: string },
  vehicleIds: readonly string[],
): Promise<Map<string, DriverOfVehicle>> {
  const shifts = await findInForceOfVehicles(tx, vehicleIds)
  const rows = await findDriversById(
    tx,
    shifts.map(({ driverId }) => driverId),
  )
  const drivers = new Map((await assess(tx, place, rows, shifts)).map((driver) => [driver.id, driver]))
  return new Map(
    shifts.map(({ vehicleId, driverId, endsAt }) => {
      const driver = drivers.get(driverId)
      return [vehicleId, { driverId, name: driver?.name ?? '', reasons: driver?.reasons ?? [], endsAt }]
    }),
  )
}

const hoursOf = (minutes: number | null) => (minutes === null ? null : minutes / 60)
function limitsOf(place: LimitsPlace, row: LimitsRow | null): DutyLimits {
  const { dayMinutes, weekMinutes, needsLicence } = row ?? usual
  const { startsByCard, ignitionOffMinutes } = row ?? usualCards
  return {
    ...place,
    dayHours: hoursOf(dayMinutes),
    weekHours: hoursOf(weekMinutes),
    needsLicence,
    startsByCard,
    ignitionOffMinutes,
    source: row === null ? 'default' : row.fleetId === null ? 'company' : 'fleet',
    version: row?.fleetId === place.fleetId ? row.version : 0,
  }
}

/** @throws Problem `fleet_denied`, `company_denied` */
export async function readLimitsOf(tx: Transaction, query: ParsedOf<typeof readLimits>['query']) {
  const place = await placeOf(tx, query)
  return limitsOf(place, await findLimits(tx, place))
}

/** @throws Problem `fleet_denied`, `company_denied`, `forbidden`, `stale_version` */
export async function saveLimitsOf(
  tx: Transaction,
  actor: Actor,
  {
    version,
    dayHours,
    weekHours,
    needsLicence,
    startsByCard,
    ignitionOffMinutes,
    ...of
  }: ParsedOf<typeof saveLimits>['body'],
): Promise<DutyLimits> {
  const place = await placeOf(tx, of)
  requireCan(actor, 'shifts.configure', place)
  const before = await lockLimits(tx, place)
  if ((before?.version ?? 0) !== version)
    throw problem('stale_version', {
      current: limitsOf(place, before),
      changedBy: before?.updatedByName,
      changedAt: before?.updatedAt,
    })
  const minutesOf = (hours: number | null) => (hours === null ? null : Math.round(hours * 60))
  await writeLimits(tx, place, {
    dayMinutes: minutesOf(dayHours),
    weekMinutes: minutesOf(weekHours),
    needsLicence,
    startsByCard,
    ignitionOffMinutes,
  })
  const after = limitsOf(place, await findLimits(tx, place))
  tx.stale({ domain: 'shifts', companyId: place.companyId, fleetId: place.fleetId ?? undefined })
  tx.audit({
    action: 'shift.limits_changed',
    entity: place.fleetId === null ? 'company' : 'fleet',
    entityId: place.fleetId ?? place.companyId,
    ...place,
    changes: differences({ ...limitsOf(place, before) }, { ...after }, ['version', 'source']),
  })
  return after
}
