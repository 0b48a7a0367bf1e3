import { listContacts } from '@rumbo/contract/directory.contract'
import { createPlan, keepPlanVersion, listPlans, type Plan } from '@rumbo/contract/planning.contract'
import { publishPlan, readLivePlan } from '@rumbo/contract/planning.publish.contract'
import { acceptPlanRun, readPlanRun, startPlanRun } from '@rumbo/contract/planning.runs.contract'
import { createPlanSchedule } from '@rumbo/contract/planning.schedules.contract'
import { preparePlanTravel } from '@rumbo/contract/planning.workspace.contract'
import { createService } from '@rumbo/contract/services.contract'
import { dayMs, hourMs } from '@rumbo/contract/time-units'
import type { Call } from './api-call.ts'
import { planTimes, timesOfOrder } from './planning-times.ts'

/** Where the deliveries are loaded. */
const depot = { address: 'Bodega Norte, Calzada de Guadalupe 431', latitude: 19.4712, longitude: -99.1305 }
const timeZone = 'America/Mexico_City'
const utcOffset = '-06:00'
const ordersTomorrow = 42
const ordersToday = 24
/** Of the orders of today, one in this many may come at any time within the hour after it is dispatched. */
const ordersPerFreeOne = 4
const stopsPerRoute = 12
const minutesPerRoute = 480
/** The hours of tomorrow's plan: those of the day shifts, so that shifts of the night before do not count in it. */
const dayTimes = { startTime: '06:00', endTime: '18:00' }
const searchSeconds = 5
/** About 600 m. */
const asideDegrees = 0.006
/** A proposal that is not ready after so many rounds of half a second is left to the person. */
const mostPolls = 120
/** Of the orders of tomorrow, the last few come in after the plan was made. */
const lateOrders = 4

interface Place {
  name: string
  detail: string | null
  latitude: number
  longitude: number
}

export interface PlanningActivityOptions {
  call: Call
  random: () => number
  fleetId: string
  companyId: string
  /** The notes of services that the demo may complete by itself. */
  notes: string
  placeNear: (of: { latitude: number; longitude: number }) => Place
}

const dayOf = (ms: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(ms))
const instantAt = (day: string, hour: number) =>
  new Date(Date.parse(`${day}T00:00:00${utcOffset}`) + hour * hourMs).toISOString()

/**
 * Orders and plans of the delivery fleet, as a planner makes them through the API: tomorrow's plan with some orders that
 * came in later, a recurring one, and today's, published, which dispatch carries out. Once per installation.
 */
export async function makePlans(options: PlanningActivityOptions): Promise<void> {
  const { call, fleetId } = options
  const now = Date.now()
  const [today, tomorrow] = [dayOf(now), dayOf(now + dayMs)]
  if ((await call(listPlans, { query: { fleetId, from: today } })).total > 0) return
  await orderForTomorrow(options, tomorrow, ordersTomorrow - lateOrders)
  const plan = await begin(options, tomorrow, 'Reparto de mañana', dayTimes)
  const planned = await improve(options, plan)
  if (planned !== null)
    await call(keepPlanVersion, {
      params: { id: planned.id },
      body: { name: 'Primera propuesta', version: planned.version },
    })
  await orderForTomorrow(options, tomorrow, lateOrders)
  // The plan opens with times by road, also to the orders that came in since.
  await call(preparePlanTravel, { params: { id: plan.id } })

  await call(createPlanSchedule, {
    body: {
      fleetId,
      name: 'Reparto de clientes fijos',
      weekdays: laterWeekdays(now),
      ...dayTimes,
      settings: settings(),
    },
  })

  // On a slow machine, tomorrow's plan took minutes.
  const later = Date.now()
  await orderForToday(options, later)
  const hours = planTimes(later)
  const current = await improve(options, await begin(options, dayOf(later), 'Reparto de hoy', hours))
  if (current !== null)
    await call(publishPlan, { params: { id: current.id }, body: { version: current.version } })
}

/** Days without a plan of the demo: the one after tomorrow and the second after it, 1 Monday to 7. */
const laterWeekdays = (now: number) =>
  [2, 4].map((days) => new Date(`${dayOf(now + days * dayMs)}T00:00:00Z`).getUTCDay() || 7)

const settings = () => ({
  depot,
  reloads: { most: 1, minutes: 15 },
  objective: 'balance' as const,
  mostStops: stopsPerRoute,
  mostMinutes: minutesPerRoute,
})

const begin = (
  { call, fleetId }: PlanningActivityOptions,
  date: string,
  name: string,
  times: { startTime: string; endTime: string },
) =>
  call(createPlan, {
    body: {
      ...{ fleetId, date, name, ...times },
      settings: settings(),
    },
  })

/** Searches for some seconds and accepts what was found; null where nothing was. */
async function improve({ call }: PlanningActivityOptions, plan: Plan): Promise<Plan | null> {
  const { id } = await call(startPlanRun, {
    params: { id: plan.id },
    body: { version: plan.version, mode: 'replan', seconds: searchSeconds },
  })
  for (let poll = 0; poll < mostPolls; poll += 1) {
    const { status } = await call(readPlanRun, { params: { id } })
    if (status === 'failed') return null
    if (status === 'finished')
      return call(acceptPlanRun, { params: { id }, body: { version: plan.version, vehicleIds: null } })
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return null
}

async function orderForTomorrow(options: PlanningActivityOptions, day: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const opens = 8 + Math.floor(options.random() * 12) / 2
    await order(options, {
      opens: instantAt(day, opens),
      closes: instantAt(day, opens + 1.5 + Math.floor(options.random() * 3) / 2),
      dispatchTime: instantAt(day, 7),
    })
  }
}

async function orderForToday(options: PlanningActivityOptions, now: number): Promise<void> {
  for (let at = 0; at < ordersToday; at += 1) {
    const { opens, closes, dispatch } = timesOfOrder(now, at, options.random)
    const isFree = at % ordersPerFreeOne === ordersPerFreeOne - 1
    await order(options, {
      opens: isFree ? null : new Date(opens).toISOString(),
      closes: isFree ? null : new Date(closes).toISOString(),
      dispatchTime: new Date(dispatch).toISOString(),
    })
  }
}

/** The place of each stop in the routes of the published plans of today, and of the night before. */
export async function plannedSequence(call: Call, fleetId: string): Promise<Map<string, number>> {
  const now = Date.now()
  const { items } = await call(listPlans, { query: { fleetId, from: dayOf(now - dayMs), to: dayOf(now) } })
  const published = items.filter(({ publishedAt }) => publishedAt !== null)
  const live = await Promise.all(published.map(({ id }) => call(readLivePlan, { params: { id } })))
  return new Map(
    live.flatMap(({ visits }) => visits.map(({ stopId, sequence }): [string, number] => [stopId, sequence])),
  )
}

/** A house along the street, so that no two orders have the same place. */
function numbered({ name, detail, latitude, longitude }: Place, random: () => number) {
  const aside = () => (random() - 0.5) * 2 * asideDegrees
  const address = `${name} ${10 + Math.floor(random() * 890)}`
  return {
    address: detail ? `${address}, ${detail}` : address,
    latitude: Number((latitude + aside()).toFixed(6)),
    longitude: Number((longitude + aside()).toFixed(6)),
  }
}

interface Times {
  /** Null: at any time. */
  opens: string | null
  closes: string | null
  dispatchTime: string
}

async function order(
  { call, random, fleetId, companyId, notes, placeNear }: PlanningActivityOptions,
  { opens, closes, dispatchTime }: Times,
): Promise<void> {
  const { items } = await call(listContacts, { query: { companyId, role: ['client'], size: 100 } })
  const contact = items[Math.floor(random() * items.length)]
  if (!contact) return
  const stop = (
    stopType: 'pickup' | 'drop',
    place: Place,
    window: Pick<Times, 'opens' | 'closes'> | null,
  ) => ({
    stopType,
    ...numbered(place, random),
    timeWindowStart: window?.opens ?? null,
    timeWindowEnd: window?.closes ?? null,
    serviceMinutes: stopType === 'drop' && random() < 0.3 ? 8 : null,
  })
  const to = placeNear(depot)
  const isCollected = random() < 0.35
  await call(createService, {
    body: {
      ...{ fleetId, dispatchTime, notes },
      serviceType: 'delivery',
      priorityLevel: random() < 0.15 ? 'high' : 'medium',
      customerName: `${contact.firstName} ${contact.lastName}`,
      customerPhone: contact.primaryPhone,
      requesterContactId: contact.id,
      requiredLoadKg: 4 + Math.floor(random() * 40),
      areStopsConfirmed: true,
      plannedStops: isCollected
        ? [stop('pickup', placeNear(to), null), stop('drop', to, { opens, closes })]
        : [stop('drop', to, { opens, closes })],
    },
  })
}
