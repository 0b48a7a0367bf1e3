import type { DispatchFigures, readDispatchFigures } from '@rumbo/contract/dispatch.figures.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { finalStatuses, type Service } from '@rumbo/contract/services.contract'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildDispatchSettings } from '@rumbo/server/dispatch/dispatch.factory'
import { buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { percentile } from './harness/calls.ts'
import { openDay } from './harness/day.ts'
import { createDayFleet, type DayVehicle } from './harness/day-fleet.ts'
import { readTrips, type Trip } from './harness/day-trips.ts'
import { identifiersOf } from './harness/fleet.ts'
import { generator } from './harness/random.ts'
import { atLeast, atMost, exactly, type Metric, recorded, report } from './harness/report.ts'

/*
 * A day of 12,694 taxi trips with 300 vehicles: the product's HTTP API, intake and dispatch engine, against PostgreSQL.
 * Their clock moves five seconds at a time, at most 60 times as fast as a real one, and waits until all that is to happen
 * in them is done, at the same time. So nothing is late because the machine is slow, and how long a call takes is real. Simulated:
 * customers (a call each, a cancellation after half an hour without a vehicle), drivers, and the devices. Timers of the
 * worker and gateway roles do not run; the jobs of dispatch are started by the clock.
 * An argument shortens the day to so many hours from 18:00.
 */
const hours = Number(process.argv[2] ?? 24)
const vehicleCount = 300
const stepSeconds = 5
const mostSpeed = 60
const longestMinutes = 30
const patienceSeconds = 1_800
const monitorEveryMs = 1_000
const seed = 7
/** Midnight in Mexico City. */
const midnight = Date.parse('2026-03-03T06:00:00.000Z')
const firstHour = hours === 24 ? 0 : 18

const random = generator(seed)
const trips = readTrips(seed).filter(({ at }) => at >= firstHour * 3600 && at < (firstHour + hours) * 3600)
const day = await openDay(new Date(midnight + firstHour * 3_600_000))
let [fleetId, contactId, dispatcher] = ['', '', { id: '' }]
const vehicles: DayVehicle[] = []

async function fill(tx: Transaction): Promise<void> {
  const { id: companyId } = await buildCompany(tx)
  fleetId = (await buildFleet(tx, { companyId })).id
  contactId = (await buildContact(tx, { companyId })).id
  dispatcher = await buildUser(tx)
  await buildAssignment(tx, { userId: dispatcher.id, companyId, fleetId, role: 'dispatcher' })
  await buildDispatchSettings(tx, {
    ...{ companyId, fleetId },
    mode: 'automatic',
    requiresShift: true,
    offersToDrivers: true,
  })
  const somewhere = () => (trips[Math.floor(random() * trips.length)] as Trip).to
  for (const [index, imei] of identifiersOf(vehicleCount).entries()) {
    const vehicle = await buildVehicle(tx, {
      ...{ companyId, fleetId, imei, causes: [] },
      vehicleNumber: `T-${index + 1}`,
    })
    const user = await buildUser(tx)
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
    const driver = await buildDriver(tx, { companyId, userId: user.id, lastName: `Mora ${index + 1}` })
    await buildShift(tx, { companyId, fleetId, driver, vehicle, isRunning: true, hours: hours + 4 })
    vehicles.push({
      ...{ imei, user, vehicleId: vehicle.id, place: somewhere() },
      drive: null,
      serviceId: null,
      nextReportAt: 0,
    })
  }
}

const created: string[] = []
const callTimes: number[] = []
async function order({ from, to }: Trip): Promise<void> {
  const caller = await day.callerFor(dispatcher)
  const startedAt = performance.now()
  const service = await caller.call<Service>('POST', '/services', {
    ...{ fleetId, serviceType: 'taxi', requesterContactId: contactId, areStopsConfirmed: true },
    customerName: 'Elena Torres',
    customerPhone: '+52 55 5512 3456',
    dispatchTime: day.now().toISOString(),
    plannedStops: [
      { stopType: 'pickup', address: 'Origen', ...from },
      { stopType: 'drop', address: 'Destino', ...to },
    ],
  })
  callTimes.push(performance.now() - startedAt)
  created.push(service.id)
  await caller.call('POST', `/services/${service.id}/dispatch`, { version: service.version })
}

/** Customers who waited too long cancel. */
async function cancelOld(): Promise<void> {
  const old = await day.query<{ id: string; version: number }>(
    `select id, version from services.services where status = 'on_dispatch' and waiting_since <= $1`,
    [new Date(day.now().getTime() - patienceSeconds * 1_000)],
  )
  const caller = await day.callerFor(dispatcher)
  // Another vehicle may have accepted meanwhile.
  for (const { id, version } of old)
    await caller.call('POST', `/services/${id}/cancel`, { version, by: 'client' }).catch(() => undefined)
}

const jobOf = async (name: string) => day.jobs[name]?.()
async function pass(times: number[]): Promise<void> {
  const startedAt = performance.now()
  await day.engine.pass()
  times.push(performance.now() - startedAt)
}

const monitor = { times: [] as number[], failures: 0, mostWaiting: 0, isOpen: true }
/** The lists of the dispatch monitor, again and again. */
async function watchMonitor(): Promise<void> {
  while (monitor.isOpen) {
    const startedAt = performance.now()
    try {
      const caller = await day.callerFor(dispatcher)
      const list = await caller.call<{ total: number }>(
        'GET',
        `/services?fleetId=${fleetId}&status=on_dispatch&sort=risk&size=100`,
      )
      monitor.mostWaiting = Math.max(monitor.mostWaiting, list.total)
      monitor.times.push(performance.now() - startedAt)
      await caller.call(
        'GET',
        `/services?fleetId=${fleetId}&status=vehicle_assigned&status=in_progress&sort=risk&size=100`,
      )
      await caller.call('GET', `/dispatch/queue?fleetId=${fleetId}`)
      await caller.call('GET', `/dispatch/searches?fleetId=${fleetId}`)
    } catch (error) {
      monitor.failures += 1
      console.error(String(error))
    }
    await new Promise((done) => setTimeout(done, monitorEveryMs))
  }
}

const metrics: Record<string, Metric> = {}
try {
  await day.build(fill)
  const fleet = createDayFleet(day, vehicles, random)
  await fleet.report()
  const watching = watchMonitor()
  const passTimes: number[] = []
  const startedAt = performance.now()
  const start = day.now().getTime()
  const elapsed = () => (day.now().getTime() - start) / 1_000
  let next = 0
  const end = hours * 3600
  for (let step = 0; elapsed() < end || fleet.isBusy() || (await countOpen()) > 0; step += 1) {
    day.advance(stepSeconds)
    const work: Promise<unknown>[] = [fleet.act(), fleet.report(), pass(passTimes)]
    while (next < trips.length && (trips[next] as Trip).at - firstHour * 3600 <= elapsed())
      work.push(order(trips[next++] as Trip))
    if (step % 12 === 0) work.push(cancelOld(), jobOf('dispatch:lateness'))
    if (elapsed() % 3600 < stepSeconds) work.push(jobOf('dispatch:store-hour'))
    await Promise.all(work)
    await fleet.noticeOffers()
    if (elapsed() % 3600 < stepSeconds)
      console.log(
        `  ${Math.round(elapsed() / 3600)} h: ${created.length} services, ${monitor.mostWaiting} waited at most, ${Math.round((performance.now() - startedAt) / 1000)} s`,
      )
    const early = (elapsed() / mostSpeed) * 1_000 - (performance.now() - startedAt)
    if (early > 0) await new Promise((done) => setTimeout(done, early))
  }
  const minutes = (performance.now() - startedAt) / 60_000
  monitor.isOpen = false
  await watching
  await jobOf('dispatch:store-hour')
  await collect(fleet, passTimes, minutes)
  report('dispatch-day', metrics)
} finally {
  monitor.isOpen = false
  await day.close()
}

async function countOpen(): Promise<number> {
  const [row] = await day.query<{ open: number }>(
    'select count(*)::integer as open from services.services where status <> all($1)',
    [finalStatuses],
  )
  return row?.open ?? 0
}

async function collect(
  { totals, refusals, callTimes: driverCalls }: ReturnType<typeof createDayFleet>,
  passTimes: number[],
  minutes: number,
): Promise<void> {
  const [figures] = await day.query<{
    completed: number
    cancelled: number
    other: number
    assignedMedian: number
    assignedP95: number
    pickupMedian: number
    pickupP95: number
    taken: number
    twice: number
    decisionP95: number
  }>(
    `with assigned as (
       select h.service_id, min(h.at) as at from services.status_history h where h.status = 'vehicle_assigned' group by 1
     ), waits as (
       select extract(epoch from a.at - s.waiting_since)::float8 as assigned,
         extract(epoch from s.started_at - s.waiting_since)::float8 as pickup
       from services.services s join assigned a on a.service_id = s.id where s.status = 'completed'
     ), spans as (
       select s.assigned_vehicle_id as vehicle, a.at as "from", s.ended_at as "to"
       from services.services s join assigned a on a.service_id = s.id where s.status = 'completed'
     ), decided as (
       select extract(epoch from min(d.at) - s.waiting_since)::float8 as seconds
       from dispatch.decisions d join services.services s on s.id = d.service_id group by s.id
     )
     select
       (select count(*)::integer from services.services where status = 'completed') as completed,
       (select count(*)::integer from services.services where status like 'cancelled%') as cancelled,
       (select count(*)::integer from services.services where status <> all($1)) as other,
       (select percentile_cont(0.5) within group (order by assigned) from waits) as "assignedMedian",
       (select percentile_cont(0.95) within group (order by assigned) from waits) as "assignedP95",
       (select percentile_cont(0.5) within group (order by pickup) from waits) as "pickupMedian",
       (select percentile_cont(0.95) within group (order by pickup) from waits) as "pickupP95",
       (select count(*)::integer from (select status, lag(status) over (partition by service_id order by at, id) as before
          from services.status_history) c where before = 'vehicle_assigned' and status = 'on_dispatch') as taken,
       (select count(*)::integer from spans a join spans b on a.vehicle = b.vehicle and a."from" < b."from"
          and b."from" < a."to") as twice,
       (select percentile_cont(0.95) within group (order by seconds) from decided) as "decisionP95"`,
    [finalStatuses],
  )
  if (!figures) throw new Error('The day has no figures.')
  const caller = await day.callerFor(dispatcher)
  const { hours: stored } = await caller.call<OutputOf<typeof readDispatchFigures>>(
    'GET',
    `/dispatch/figures?fleetId=${fleetId}`,
  )
  const shown = [...stored].reverse().map((hour) => rowOf(hour.hour, hour.figures))
  console.log('\nBy hour, as the product stores it:')
  console.table(shown)
  const served = figures.completed
  Object.assign(metrics, {
    'minutes for the day': hours === 24 ? atMost(minutes, 'min', longestMinutes) : recorded(minutes, 'min'),
    'services ordered': exactly(created.length, 'services', trips.length),
    'services lost (neither completed nor cancelled, or missing)': exactly(
      created.length - served - figures.cancelled + figures.other,
      'services',
      0,
    ),
    served: atLeast((100 * served) / created.length, '%', 99),
    'cancelled by the customer after 30 minutes': recorded(figures.cancelled, 'services'),
    'vehicles with two services at once': exactly(figures.twice + totals.doubled, 'vehicles', 0),
    'until a vehicle is assigned: median': recorded(figures.assignedMedian, 's'),
    'until a vehicle is assigned: p95': recorded(figures.assignedP95, 's'),
    'until the pickup: median': recorded(figures.pickupMedian, 's'),
    'until the pickup: p95': recorded(figures.pickupP95, 's'),
    'until the first decision: p95, by steps of 5 s': recorded(figures.decisionP95, 's'),
    'empty kilometres per service': recorded(totals.emptyMetres / 1_000 / served, 'km'),
    'share of empty kilometres': recorded(
      (100 * totals.emptyMetres) / (totals.emptyMetres + totals.loadedMetres),
      '%',
    ),
    'services taken from a vehicle': recorded(figures.taken, 'services'),
    'most services waiting at once': recorded(monitor.mostWaiting, 'services'),
    'positions committed': recorded(totals.reports, 'positions'),
    'actions of drivers refused': recorded(
      [...refusals.values()].reduce((sum, count) => sum + count, 0),
      'actions',
    ),
    'pass of the engine with its commits: p95': recorded(percentile(passTimes, 0.95), 'ms'),
    'list of waiting services: p95': recorded(percentile(monitor.times, 0.95), 'ms'),
    'readings of the monitor that failed': exactly(monitor.failures, 'readings', 0),
    'creating a service: p95': recorded(percentile(callTimes, 0.95), 'ms'),
    'action of a driver: p95': recorded(percentile(driverCalls, 0.95), 'ms'),
  })
  if (refusals.size > 0) console.log('Refused actions:', Object.fromEntries(refusals))
}

function rowOf(hour: string, figures: DispatchFigures) {
  return {
    hour: hour.slice(11, 16),
    matched: figures.matched,
    'wait median': figures.waitMedian,
    'wait p95': figures.waitP95,
    'arrival median': figures.arrivalMedian,
    'arrival p95': figures.arrivalP95,
    offers: figures.offers,
    rejections: figures.rejections,
    utilisation: figures.utilisation,
    fairness: figures.fairness,
    'decision p95': figures.decisionP95,
  }
}
