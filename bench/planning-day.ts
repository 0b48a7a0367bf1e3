import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Plan } from '@rumbo/contract/planning.contract'
import type { PlanRun } from '@rumbo/contract/planning.runs.contract'
import type { PlanTravel, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { ImportReview, ServiceImportField } from '@rumbo/contract/services.imports.contract'
import type { Work } from '@rumbo/contract/work.contract'
import { timeRoute } from '@rumbo/optimizer'
import { checkPlan } from '@rumbo/optimizer/testing/checker'
import { servicesOf, solverVisits } from '@rumbo/planning/content'
import { problemOf, stopsToComeOf } from '@rumbo/planning/problem'
import { travelOf } from '@rumbo/planning/travel'
import { buildSession, buildUser } from '@rumbo/server/identity/identity.factory'
import { buildAssignment, buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { callerOf } from './harness/calls.ts'
import { generator } from './harness/random.ts'
import { filesWithRegion } from './harness/region.ts'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { openRumbo } from './harness/rumbo.ts'
import { portoExtract } from './harness/test-data.ts'

/*
 * A real day: 200 orders and 25 vehicles in Porto, from a CSV file to the published plan, on the streets of the extract and
 * through the product's own API and processes, with the time of each step. A third of the orders is collected and delivered,
 * the others are loaded at the depot; all have windows, some addresses have to be looked up or decided by a person.
 */
const orders = 200
const vehicles = 25
const searchSeconds = Number(process.argv[2] ?? 60)
const file = portoExtract()
const secret = 'a secret that serves this measurement only'
const hourMs = 3_600_000
/** Tomorrow in Lisbon, whose clock is at most an hour from UTC. */
const date = new Date(Date.now() + 24 * hourMs).toISOString().slice(0, 10)
const morning = Date.parse(`${date}T07:00:00Z`)
const depot = { address: 'Armazém, Rua de Serralves', latitude: 41.1597, longitude: -8.6537 }
const random = generator(7)
const between = (low: number, high: number) => low + random() * (high - low)
const somewhere = () => ({ latitude: between(41.135, 41.185), longitude: between(-8.68, -8.57) })
const streets = [
  'Rua de Santa Catarina',
  'Rua de Cedofeita',
  'Avenida da Boavista',
  'Rua do Almada',
  'Rua das Flores',
]

const files = await filesWithRegion(file, 'porto')

const fields: ServiceImportField[] = [
  'reference',
  'serviceType',
  'dispatchTime',
  'requesterName',
  'requesterPhone',
  'pickupAddress',
  'pickupLatitude',
  'pickupLongitude',
  'destinationAddress',
  'destinationLatitude',
  'destinationLongitude',
  'destinationFrom',
  'destinationUntil',
  'destinationMinutes',
  'requiredLoadKg',
]
const clock = (hours: number) =>
  `${String(Math.floor(hours)).padStart(2, '0')}:${String(Math.floor((hours % 1) * 60)).padStart(2, '0')}`
function rowOf(at: number): string {
  const isCollected = at % 3 === 0
  const isSearched = at % 10 === 1
  const to = somewhere()
  const from = isCollected ? somewhere() : null
  const opens = between(8, 14)
  const dispatch = Math.max(7.5, opens - 2)
  const place = isSearched
    ? `${streets[at % streets.length]} ${10 + at},,`
    : `Cliente ${at},${to.latitude.toFixed(5)},${to.longitude.toFixed(5)}`
  const stops = from
    ? `Loja ${at},${from.latitude.toFixed(5)},${from.longitude.toFixed(5)},${place}`
    : `,,,${place}`
  const window = `${clock(opens)},${clock(opens + between(1.5, 4))}`
  return `P-${at},Entrega,${date} ${clock(dispatch)},Cliente ${at},+351 22 ${1_000_000 + at},${stops},${window},${3 + (at % 5)},${5 + (at % 40)}`
}
const csv = [fields.join(','), ...Array.from({ length: orders }, (_, at) => rowOf(at))].join('\n')

let [accessToken, companyId, fleetId] = ['', '', '']
async function fill(tx: Transaction): Promise<void> {
  companyId = (await buildCompany(tx, { timeZone: 'Europe/Lisbon', currency: 'EUR', country: 'Portugal' })).id
  fleetId = (await buildFleet(tx, { companyId, serviceTypes: ['delivery'] })).id
  const user = await buildUser(tx, { level: 'admin' })
  await buildAssignment(tx, { userId: user.id, companyId })
  accessToken = (await buildSession(tx, user, secret)).accessToken
  for (let at = 0; at < vehicles; at += 1) {
    const vehicle = await buildVehicle(tx, {
      ...{ companyId, fleetId, vehicleNumber: `P-${at + 1}`, type: 'van', causes: [] },
      ...{ seats: 2, loadKg: 600, loadM3: 4 },
    })
    const driver = await buildDriver(tx, { companyId, lastName: `Motorista ${at + 1}` })
    await buildShift(tx, {
      ...{ companyId, fleetId, driver, vehicle, hours: 10 },
      fromHours: (morning - tx.now.getTime()) / hourMs,
      breaks: [{ afterMinutes: 300, minutes: 45 }],
    })
  }
}

const rumbo = await openRumbo({ fill, environment: { RUMBO_SECRET: secret, RUMBO_FILES_DIR: files } })

const { call } = callerOf(rumbo, accessToken)

const metrics: Record<string, Metric> = {}
async function step<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now()
  const result = await work()
  metrics[name] = recorded((performance.now() - startedAt) / 1_000, 's')
  console.log(`${name}: ${((performance.now() - startedAt) / 1_000).toFixed(2)} s`)
  return result
}
async function until<Result>(
  ask: () => Promise<Result>,
  isReached: (result: Result) => boolean,
): Promise<Result> {
  for (;;) {
    const result = await ask()
    if (isReached(result)) return result
    await pause(100)
  }
}

async function importOrders(): Promise<void> {
  const { id: fileId } = await call<{ id: string }>('POST', '/files?name=pedidos.csv', Buffer.from(csv))
  const { workId } = await call<{ workId: string }>('POST', '/services/imports', {
    ...{ companyId, fleetId, fileId, mapping: fields, skipBad: true, isDryRun: false },
  })
  const work = await until(
    () => call<Work>('GET', `/work/${workId}`),
    ({ endedAt }) => endedAt !== null,
  )
  if (work.status !== 'done') throw new Error(`the import ended ${work.status}: ${work.error}`)
  metrics['rows with errors'] = exactly(work.result?.bad.length ?? 0, 'rows', 0)
  metrics['orders whose addresses a person decided'] = recorded(work.result?.waiting ?? 0, 'orders')
}

/** As a person would: the first candidate, or where there is none, a place on the map. */
async function decideAddresses(): Promise<void> {
  const { items } = await call<{ items: ImportReview[] }>('GET', `/service-reviews?fleetId=${fleetId}`)
  for (const { id, stops } of items)
    await call('POST', `/service-reviews/${id}/resolve`, {
      stops: stops.map(({ address, latitude, longitude, candidates }) => {
        const place =
          candidates[0] ?? (latitude === null || longitude === null ? somewhere() : { latitude, longitude })
        return { address, latitude: place.latitude, longitude: place.longitude }
      }),
    })
}

try {
  await step('import of the file', importOrders)
  await step('addresses decided', decideAddresses)
  let plan = await step('plan begun', () =>
    call<Plan>('POST', '/plans', {
      ...{ fleetId, date, name: 'Porto', settings: { depot, reloads: { most: 1, minutes: 15 } } },
    }),
  )
  const workspace = await step('orders and vehicles read', () =>
    call<PlanWorkspace>('GET', `/plans/${plan.id}/workspace`),
  )
  metrics['orders in the pool'] = exactly(workspace.orders.length, 'orders', orders)
  metrics['vehicles on shift'] = exactly(
    workspace.vehicles.filter(({ unfit }) => unfit === null).length,
    'vehicles',
    vehicles,
  )
  const travel = await step('travel times', async () => {
    await call('POST', `/plans/${plan.id}/travel`)
    return until(
      () => call<PlanTravel>('GET', `/plans/${plan.id}/travel`),
      ({ share }) => share >= 1,
    )
  })
  metrics['travel times that are estimates'] = exactly(travel.isEstimate ? 1 : 0, 'of 1', 0)
  const startedAt = performance.now()
  const begun = await call<PlanRun>('POST', `/plans/${plan.id}/runs`, {
    ...{ version: plan.version, mode: 'replan', seconds: searchSeconds },
  })
  const read = () => call<PlanRun>('GET', `/plan-runs/${begun.id}`)
  await until(read, ({ content, status }) => content !== null || status === 'failed')
  metrics['first proposal'] = recorded((performance.now() - startedAt) / 1_000, 's')
  const run = await until(read, ({ endedAt }) => endedAt !== null)
  metrics.proposal = recorded((performance.now() - startedAt) / 1_000, 's')
  if (run.status !== 'finished')
    throw new Error(`the run ended ${run.status}: ${JSON.stringify(run.failure)}`)
  for (const { at, vehicles: used, metres } of run.points.filter((_, index) => index % 10 === 0))
    console.log(`after ${at.toFixed(0)} s: ${used} vehicles, ${(metres / 1_000).toFixed(1)} km`)
  const planId = plan.id
  plan = await step('proposal accepted', () =>
    call<Plan>('POST', `/plan-runs/${run.id}/accept`, { version: plan.version, vehicleIds: null }),
  )

  const problem = problemOf({
    workspace,
    settings: plan.settings,
    travel: travelOf(workspace.places, travel),
  })
  const stops = stopsToComeOf(workspace)
  const routes = plan.content.routes.map((route) =>
    timeRoute(problem, { vehicleId: route.vehicleId, visits: solverVisits(route, stops) }),
  )
  const planned = servicesOf(plan.content)
  const unassigned = workspace.orders.map(({ serviceId }) => serviceId).filter((id) => !planned.has(id))
  const broken = checkPlan(problem, { routes: routes.filter(({ visits }) => visits.length > 0), unassigned })
  for (const sentence of broken.slice(0, 5)) console.log(sentence)
  metrics['constraints broken'] = exactly(broken.length, 'constraints', 0)
  metrics['orders left out'] = exactly(unassigned.length, 'orders', 0)
  metrics['vehicles used'] = recorded(routes.filter(({ visits }) => visits.length > 0).length, 'vehicles')
  metrics.distance = recorded(routes.reduce((sum, { metres }) => sum + metres, 0) / 1_000, 'km')
  metrics['driving, serving and waiting'] = recorded(
    routes.reduce((sum, { starts, ends }) => sum + ends - starts, 0) / 3_600,
    'h',
  )
  const { reserved } = await step('published', () =>
    call<{ reserved: number }>('POST', `/plans/${planId}/publish`, { version: plan.version }),
  )
  metrics['reservations made'] = exactly(reserved, 'services', planned.size)
  metrics['steps of the server together'] = atMost(
    [
      'import of the file',
      'plan begun',
      'orders and vehicles read',
      'travel times',
      'proposal accepted',
      'published',
    ]
      .map((name) => metrics[name]?.value ?? 0)
      .reduce((sum, one) => sum + one, 0),
    's',
    60,
  )
  report('planning-day', metrics)
} finally {
  await rumbo.close()
  rmSync(files, { recursive: true, force: true })
}
