import type { DriverOffer, DriverState } from '@rumbo/contract/drivers.contract'
import { earlyStartMs } from '@rumbo/contract/shifts.contract'
import { driverSuggestionOf, findOpenOffers } from '../dispatch/index.ts'
import { findCompany } from '../organisation/index.ts'
import { readOwnCashOf } from '../payments/index.ts'
import { findPlacesInRoute } from '../planning/index.ts'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findOpenOfDrivers, findServicesInOrder } from '../services/index.ts'
import { findOwnContacts, findRunningOf, listOwnShiftsOf } from '../shifts/index.ts'
import { findLiveVehicles, findVehicle } from '../vehicles/index.ts'

async function offersOf(tx: Transaction, actor: Actor): Promise<DriverOffer[]> {
  const offers = await findOpenOffers(tx, actor.contacts)
  const services = await findServicesInOrder(
    tx,
    offers.map(({ serviceId }) => serviceId),
  )
  const byId = new Map(services.map((service) => [service.id, service]))
  return offers.flatMap(({ id, kind, offeredAt, expiresAt, serviceId, arrivalSeconds, isEstimate }) => {
    const service = byId.get(serviceId)
    if (!service) return []
    const { serviceNumber, serviceType, plannedStops, plannedDistance, plannedDuration, currency } = service
    return {
      id,
      kind,
      offeredAt: offeredAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      serviceId,
      serviceNumber,
      serviceType,
      pickupAt: plannedStops[0]?.timeWindowStart ?? null,
      stops: plannedStops.map(({ address, latitude, longitude }) => ({ address, latitude, longitude })),
      arrivalSeconds,
      isEstimate,
      plannedDistance,
      plannedDuration,
      estimatedCost: service.estimatedCost,
      currency,
    }
  })
}

/** The services under way of the caller: those of a published route in its order, after what somebody gave in between. */
async function findOwnServices(tx: Transaction, actor: Actor) {
  const services = await findServicesInOrder(tx, await findOpenOfDrivers(tx, actor.contacts))
  if (services.length < 2) return services
  const places = await findPlacesInRoute(
    tx,
    services.map(({ id }) => id),
  )
  return services.sort((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0))
}

/** What the caller sees as a driver; runs under the system role, and reads only the caller's own records. */
export async function readDriverStateOf(tx: Transaction, actor: Actor): Promise<DriverState> {
  const contacts = (await findOwnContacts(tx, actor.userId)).filter(({ id }) => actor.contacts.includes(id))
  const [contact] = contacts
  const running = await findRunningOf(tx, actor.contacts)
  const { items } = await listOwnShiftsOf(tx, actor)
  const services = await findOwnServices(tx, actor)
  const vehicleIds = [...new Set([...(running ? [running.shift.vehicleId] : []), ...actor.vehicles])]
  const live = await findLiveVehicles(tx, actor.fleets.read, vehicleIds)
  const vehicles = live
    .map(({ id, vehicleNumber, plateNumber, status }) => ({ id, vehicleNumber, plateNumber, status }))
    .sort((a, b) => a.vehicleNumber.localeCompare(b.vehicleNumber, 'es', { numeric: true }))
  const cash = await readOwnCashOf(tx, actor)
  const company = contact ? await findCompany(tx, contact.companyId) : null
  return {
    timeZone: company?.timeZone ?? 'UTC',
    now: tx.now.toISOString(),
    driver: contact ? { id: contact.id, name: contact.name } : null,
    shift: running?.shift ?? null,
    shifts: items.filter(
      ({ status, endsAt }) => status === 'planned' && Date.parse(endsAt) > tx.now.getTime(),
    ),
    earlyStartMinutes: earlyStartMs / 60_000,
    vehicle: vehicles.find(({ id }) => id === running?.shift.vehicleId) ?? null,
    vehicles,
    takesPositions: running !== null && (await findVehicle(tx, running.shift.vehicleId))?.imei != null,
    breakSince: running?.breakSince?.toISOString() ?? null,
    offers: await offersOf(tx, actor),
    suggestion:
      running && running.breakSince === null ? await driverSuggestionOf(tx, running.shift.vehicleId) : null,
    services: services.filter(({ fleetId }) => actor.fleets.read.includes(fleetId)),
    cash: cash.items.map(({ fleetId, owed, currency, entries }) => ({ fleetId, owed, currency, entries })),
  }
}
