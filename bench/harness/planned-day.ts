import { type PlanRoute, planSettings } from '@rumbo/contract/planning.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import { buildPlan } from '@rumbo/server/planning/planning.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildService } from '@rumbo/server/services/services.factory'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { generator } from './random.ts'

const timeZone = 'America/Mexico_City'
const utcOffset = '-06:00'
const shiftHours = 14
/** Of the orders, those that are in a route; the others wait in the pool. */
const plannedShare = 0.9

export interface PlannedDay {
  companyId: string
  fleetId: string
  planId: string
  date: string
}

/**
 * A plan of tomorrow in Mexico City with orders of a pickup and a drop each. Nine of ten are in routes: each vehicle drives
 * its orders one after the other by their windows.
 */
export async function buildPlannedDay(
  tx: Transaction,
  { orders, vehicles }: { orders: number; vehicles: number },
): Promise<PlannedDay> {
  const random = generator(19)
  const date = new Intl.DateTimeFormat('en-CA', { timeZone }).format(tx.now.getTime() + 24 * 60 * minuteMs)
  const begins = Date.parse(`${date}T06:00:00${utcOffset}`)
  const somewhere = () => ({ latitude: 19.38 + random() * 0.08, longitude: -99.19 + random() * 0.08 })
  const { id: companyId } = await buildCompany(tx, { timeZone })
  const { id: fleetId } = await buildFleet(tx, { companyId })
  const routes: PlanRoute[] = []
  for (let number = 1; number <= vehicles; number++) {
    const vehicle = await buildVehicle(tx, {
      companyId,
      fleetId,
      vehicleNumber: `P-${number}`,
      seats: 8,
      causes: [],
    })
    const driver = await buildDriver(tx, { companyId, lastName: `Mora ${number}` })
    await buildShift(tx, {
      ...{ companyId, fleetId, driver, vehicle },
      fromHours: (begins - tx.now.getTime()) / (60 * minuteMs),
      hours: shiftHours,
      breaks: [{ afterMinutes: 6 * 60, minutes: 30 }],
    })
    routes.push({ vehicleId: vehicle.id, startsAt: null, isLocked: false, visits: [] })
  }
  const { id: requesterContactId } = await buildContact(tx, { companyId })
  for (let at = 0; at < orders; at++) {
    const from = new Date(begins + (30 + Math.floor((at / orders) * 12 * 60)) * minuteMs)
    const stop = (stopType: 'pickup' | 'drop', address: string) => ({
      ...{ stopType, address, ...somewhere() },
      ...{ reference: null, contactName: null, contactPhone: null, extraCost: null, serviceMinutes: null },
      timeWindowStart: stopType === 'pickup' ? from.toISOString() : null,
      timeWindowEnd: stopType === 'pickup' ? new Date(from.getTime() + 60 * minuteMs).toISOString() : null,
    })
    const service = await buildService(tx, {
      ...{ companyId, fleetId, requesterContactId },
      serviceType: 'package',
      customerName: `Cliente ${at}`,
      dispatchTime: from.toISOString(),
      plannedStops: [stop('pickup', `Calle ${at}, Centro`), stop('drop', `Avenida ${at}, Roma Norte`)],
    })
    if (random() > plannedShare) continue
    for (const { id } of service.plannedStops)
      routes[at % vehicles]?.visits.push({ serviceId: service.id, stopId: id, lock: null })
  }
  const { id: planId } = await buildPlan(tx, {
    ...{ companyId, fleetId, date },
    settings: planSettings.parse({ depot: { address: 'Base', latitude: 19.43, longitude: -99.13 } }),
    content: { routes: routes.filter(({ visits }) => visits.length > 0) },
  })
  return { companyId, fleetId, planId, date }
}
