import type { Locator, Page } from '@playwright/test'
import { minuteMs } from '@rumbo/contract/time-units'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment } from '@rumbo/server/organisation/organisation.factory'
import { buildPlan } from '@rumbo/server/planning/planning.factory'
import { buildService } from '@rumbo/server/services/services.factory'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { buildPosition } from '@rumbo/server/telemetry/telemetry.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { expect } from './test.ts'
import { es } from './texts.ts'
import type { Person, Worker, World } from './world.ts'

export const planningViewport = { width: 1600, height: 1000 }
const timeZone = 'America/Mexico_City'
const utcOffset = '-06:00'

/** The day of an instant in Mexico City, such as 2026-03-25. */
const dayOf = (at: Date): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
export const tomorrow = (): string => dayOf(new Date(Date.now() + 24 * 60 * minuteMs))
/** The instant of a time of day in Mexico City. */
export const instantOn = (day: string, time: string): string =>
  new Date(`${day}T${time}:00${utcOffset}`).toISOString()
export const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * minuteMs).toISOString()

export interface PlannedVehicle extends Person {
  /** Of the vehicle; `id` and `username` are those of its driver. */
  vehicleId: string
}

/** A place so many kilometres north and east of the Zócalo. */
const placeAt = (north: number, east: number) => ({
  latitude: 19.4326 + north / 111,
  longitude: -99.1332 + east / 105,
})

/** A planner whose fleet has vehicles with drivers, each with a shift from `from` on for so many hours. */
export async function fleetToPlan(
  world: World,
  vehicles: Record<string, { loadKg: number; north: number }>,
  { from, hours, isRunning = false }: { from: string; hours: number; isRunning?: boolean },
): Promise<{ planner: Worker; vehicles: Map<string, PlannedVehicle> }> {
  const planner = await world.worker('planea', { level: 'user', firstName: 'Ana', lastName: 'Robles' })
  const { companyId, fleetId } = planner
  const built = new Map<string, PlannedVehicle>()
  await world.build(async (tx) => {
    await tx.sql("update organisation.fleets set service_types = '{delivery,taxi}' where id = $1", [fleetId])
    for (const [vehicleNumber, { loadKg, north }] of Object.entries(vehicles)) {
      const user = await buildUser(tx, { username: world.unique('chofer') })
      await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
      const driver = await buildDriver(tx, { companyId, userId: user.id })
      const vehicle = await buildVehicle(tx, {
        companyId,
        fleetId,
        vehicleNumber,
        type: 'van',
        seats: 4,
        loadKg,
        causes: [],
      })
      await buildPosition(tx, vehicle.id, placeAt(north, 0))
      await buildShift(tx, {
        companyId,
        fleetId,
        driver,
        vehicle: { id: vehicle.id, vehicleNumber },
        fromHours: (Date.parse(from) - tx.now.getTime()) / (60 * minuteMs),
        hours,
        isRunning,
      })
      built.set(vehicleNumber, { id: user.id, username: user.username, vehicleId: vehicle.id })
    }
  })
  return { planner, vehicles: built }
}

export interface NewOrder {
  customer: string
  north: number
  east: number
  dispatchTime: string
  /** Start and end. */
  window?: readonly [string, string]
  kg?: number
  /** It was sent to dispatch. */
  isWaiting?: boolean
}

/** Deliveries with one stop each, as the visits of a route by their customers. */
export const deliveries = (world: World, { companyId, fleetId }: Worker, orders: readonly NewOrder[]) =>
  world.build(async (tx) => {
    const { id: requesterContactId } = await buildContact(tx, { companyId })
    const visits = new Map<string, { serviceId: string; stopId: string; lock: null }>()
    for (const { customer, north, east, dispatchTime, window, kg = 10, isWaiting = false } of orders) {
      const service = await buildService(tx, {
        companyId,
        fleetId,
        requesterContactId,
        customerName: customer,
        serviceType: 'delivery',
        dispatchTime,
        requiredLoadKg: kg,
        plannedStops: [
          {
            stopType: 'drop',
            address: `Calle ${customer}`,
            ...placeAt(north, east),
            timeWindowStart: window?.[0] ?? null,
            timeWindowEnd: window?.[1] ?? null,
            reference: null,
            contactName: null,
            contactPhone: null,
            extraCost: null,
            serviceMinutes: null,
          },
        ],
      })
      if (isWaiting)
        await tx.sql("update services.services set status = 'on_dispatch', status_since = $2 where id = $1", [
          service.id,
          tx.now,
        ])
      const [stop] = service.plannedStops
      visits.set(customer, { serviceId: service.id, stopId: stop?.id ?? '', lock: null })
    }
    return visits
  })

type Visits = Awaited<ReturnType<typeof deliveries>>

interface NewPlan {
  visits: Visits
  vehicles: ReadonlyMap<string, PlannedVehicle>
  /** The customers of each vehicle, in their order. */
  routes: Record<string, readonly string[]>
  /** When vehicles leave; the others as late as their stops allow. */
  startsAt?: Record<string, string>
  /** Default: any. */
  name?: string
  date: string
  hours?: { startTime: string; endTime: string }
}

/** A plan with these routes. @returns its address */
export async function planOf(world: World, { companyId, fleetId }: Worker, given: NewPlan): Promise<string> {
  const { visits, vehicles, routes, startsAt = {}, name, date, hours } = given
  const content = {
    routes: Object.entries(routes).map(([number, customers]) => ({
      vehicleId: vehicles.get(number)?.vehicleId ?? '',
      visits: customers.flatMap((customer) => visits.get(customer) ?? []),
      startsAt: startsAt[number] ?? null,
      isLocked: false,
    })),
  }
  const plan = await world.build((tx) =>
    buildPlan(tx, { companyId, fleetId, date, content, ...hours, ...(name && { name }) }),
  )
  return `/planning?date=${date}&plan=${plan.id}`
}

/** What dispatch says of a service whose vehicle a plan reserved. */
export const reservedByPlan = (vehicle: string, name: string, date: string): string =>
  es('dispatch.search.byPlan', { vehicle, name, date: date.split('-').reverse().join('/') })

/** A day and hours that began an hour ago and last for ten, at any time of the day. */
export function hoursAroundNow(): { date: string; hours: { startTime: string; endTime: string } } {
  const from = new Date(Date.now() - 60 * minuteMs)
  const hour = Number(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' }).format(from))
  const text = (value: number) => `${String(value % 24).padStart(2, '0')}:00`
  return { date: dayOf(from), hours: { startTime: text(hour), endTime: text(hour + 10) } }
}

/** What tests use of an open plan. */
export function planPage(page: Page, words = es) {
  const timeline = page.getByRole('list', { name: words('planning.timeline.list') })
  const head = (vehicle: string) =>
    timeline.getByRole('button', { name: new RegExp(`^${words('planning.timeline.row', { vehicle })},`) })
  const row = (vehicle: string): Locator =>
    timeline
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `${words('planning.timeline.row', { vehicle })},` }) })
  return {
    pool: page.getByRole('region', { name: words('planning.pane.pool'), exact: true }),
    head,
    row,
    /** A stop in the row of a vehicle, by its customer. */
    stop: (vehicle: string, customer: string): Locator =>
      row(vehicle).getByRole('button', { name: new RegExp(`, ${customer}\\.`) }),
    /** What was said last about what is being moved. */
    said: (text: string | RegExp): Locator => page.getByRole('status').filter({ hasText: text }),
    expectSaved: () =>
      expect(
        page.getByRole('status').filter({ hasText: new RegExp(`^${words('planning.saved.saved')}$`) }),
      ).toBeVisible(),
    button: (name: string) => page.getByRole('button', { name, exact: true }),
  }
}
