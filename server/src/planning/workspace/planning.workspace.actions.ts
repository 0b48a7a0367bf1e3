import { mostOrders, mostPlaces, type Plan } from '@rumbo/contract/planning.contract'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { createAreaFinder, createAreasFinder } from '@rumbo/geo/geometry/area-finder'
import { servicesOf } from '@rumbo/planning/content'
import { findZonesOfFleet } from '../../places/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { groupBy } from '../../platform/group-by.ts'
import { findReasonsOn } from '../../shifts/index.ts'
import { liveVehicles } from '../../vehicles/index.ts'
import { timeZoneOf } from '../planning.repository.ts'
import { findSmallTravelSeconds } from '../travel/planning.travel.repository.ts'
import { type Areas, orderOf } from './planning.orders.rules.ts'
import { createPlaces, type Places } from './planning.places.rules.ts'
import { hasFurtherShift, planVehicleOf } from './planning.vehicles.rules.ts'
import { warningsOf } from './planning.warnings.rules.ts'
import {
  findPublished,
  findServices,
  findShifts,
  findStops,
  findVehicleFacts,
  type VehicleFacts,
} from './planning.workspace.repository.ts'

/** Whether a plan may use what a published plan of the same hours has: to try it out, not to publish it. */
interface DayOptions {
  isTrial: boolean
}
const usual = ({ publishedAt }: Plan): DayOptions => ({ isTrial: publishedAt === null })

/**
 * Orders and vehicles of the day of a plan, with what is doubtful. The caller has checked who reads it.
 * @param options default: a draft tries things out
 */
export async function readWorkspace(
  tx: Transaction,
  plan: Plan,
  options: DayOptions = usual(plan),
): Promise<PlanWorkspace> {
  const { workspace, services, published, furtherShifts } = await readDay(tx, plan, options)
  const { orders, vehicles, places } = workspace
  const travel = await findSmallTravelSeconds(tx, plan.id, mostCheckedPlaces)
  const ofHours = services.filter(({ isOfHours }) => isOfHours).map(({ serviceId }) => serviceId)
  return {
    ...workspace,
    warnings: warningsOf({
      content: plan.content,
      orders,
      vehicles,
      places,
      published,
      isTrial: services.some(({ isLent }) => isLent),
      ofHours: new Set(ofHours),
      phones: new Map(services.map(({ serviceId, customerPhone }) => [serviceId, customerPhone])),
      vehicleNumbers: new Map(
        services.map(({ serviceId, assignedVehicleNumber }) => [serviceId, assignedVehicleNumber]),
      ),
      furtherShifts,
      travel,
    }),
  }
}

/** Of more places the travel times are too large to be looked through with each reading. */
const mostCheckedPlaces = 2_500

/** The workspace without warnings, and what they are found by. */
export async function readDay(tx: Transaction, plan: Plan, { isTrial }: DayOptions = usual(plan)) {
  const { settings, content } = plan
  const collected = createPlaces()
  const depotPlace = settings.depot ? collected.indexOf(settings.depot) : null
  const published = plan.publishedAt === null ? new Set<string>() : await findPublished(tx, plan.id)
  const planned = new Set([...servicesOf(content), ...published])
  const found = await findServices(tx, { ...plan, isTrial }, [...planned], mostOrders + 1)
  const services = found.slice(0, mostOrders)
  const stops = groupBy(
    await findStops(
      tx,
      services.map(({ serviceId }) => serviceId),
    ),
    ({ serviceId }) => serviceId,
  )
  const facts = await findVehicleFacts(tx, { ...plan, isTrial })
  const { vehicles, furtherShifts } = await readVehicles(tx, plan, facts, { places: collected, depotPlace })
  const areas = await readAreas(tx, plan, facts, vehicles)
  let isCut = found.length > mostOrders
  const orders = services.flatMap((service) => {
    const own = stops.get(service.serviceId)
    if (!own) return []
    if (!planned.has(service.serviceId) && collected.places.length + own.length > mostPlaces) {
      isCut = true
      return []
    }
    return [orderOf(service, own, areas, collected)]
  })
  const workspace: PlanWorkspace = {
    planId: plan.id,
    timeZone: await timeZoneOf(tx, plan.companyId),
    origin: plan.from,
    now: tx.now.toISOString(),
    places: collected.places,
    depotPlace,
    orders,
    vehicles,
    warnings: [],
    isCut,
  }
  return { workspace, services, published, furtherShifts }
}

async function readVehicles(
  tx: Transaction,
  plan: Plan,
  facts: ReadonlyMap<string, VehicleFacts>,
  where: { places: Places; depotPlace: number | null },
) {
  const shifts = await findShifts(tx, plan)
  const reasons = await findReasonsOn(
    tx,
    plan,
    [...new Set(shifts.map(({ driverId }) => driverId))],
    plan.date,
  )
  const byVehicle = groupBy(shifts, ({ vehicleId }) => vehicleId)
  const furtherShifts: string[] = []
  const vehicles = (await liveVehicles(tx, plan.fleetId)).flatMap((vehicle) => {
    const own = facts.get(vehicle.id)
    if (!own) return []
    const known = { plan, now: tx.now, vehicle, facts: own, reasons, ...where }
    const input = { ...known, shifts: byVehicle.get(vehicle.id) ?? [] }
    const planned = planVehicleOf(input)
    if (planned.unfit === null && hasFurtherShift(input)) furtherShifts.push(vehicle.vehicleNumber)
    return [planned]
  })
  return { vehicles, furtherShifts }
}

/** Where the fleet's zones are, and which of its fit vehicles work there; those without zones work everywhere. */
async function readAreas(
  tx: Transaction,
  { fleetId }: Plan,
  facts: ReadonlyMap<string, VehicleFacts>,
  vehicles: PlanWorkspace['vehicles'],
): Promise<Areas> {
  const zones = await findZonesOfFleet(tx, fleetId)
  const nearest = createAreaFinder(zones)
  const fit = vehicles
    .filter(({ unfit }) => unfit === null)
    .map(({ vehicleId }) => ({ vehicleId, zones: facts.get(vehicleId)?.zoneIds ?? [] }))
  const limited = new Set(fit.flatMap((vehicle) => vehicle.zones))
  const all = createAreasFinder(zones.filter(({ id }) => limited.has(id)))
  return {
    nameAt: (place) => nearest(place)?.name ?? null,
    vehiclesAt(place) {
      if (limited.size === 0) return null
      const here = new Set(all(place).map(({ id }) => id))
      return fit
        .filter((vehicle) => vehicle.zones.length === 0 || vehicle.zones.some((id) => here.has(id)))
        .map(({ vehicleId }) => vehicleId)
    },
  }
}
