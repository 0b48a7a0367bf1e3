import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { PlanFigures } from '@rumbo/contract/planning.contract'
import type { RunPoint } from '@rumbo/contract/planning.runs.contract'
import { buildContact } from '@rumbo/server/directory/directory.factory'
import { buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import { createRoads } from '@rumbo/server/places/index'
import { buildRoadsRegion, regionsOf } from '@rumbo/server/places/roads/places.roads.factory'
import { watchPlans } from '@rumbo/server/planning/index'
import { buildPlan } from '@rumbo/server/planning/planning.factory'
import { insertRun } from '@rumbo/server/planning/runs/planning.runs.repository'
import { asSystem } from '@rumbo/server/platform/access/access'
import { createDatabase } from '@rumbo/server/platform/database/database'
import { provision } from '@rumbo/server/platform/database/provisioning'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildService } from '@rumbo/server/services/services.factory'
import { buildDriver, buildShift } from '@rumbo/server/shifts/shifts.factory'
import { buildPosition } from '@rumbo/server/telemetry/telemetry.factory'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { startExternalPostgres } from '@rumbo/tools/testing/test-postgres'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { generator } from './harness/random.ts'
import { atMost, exactly, type Metric, recorded, report } from './harness/report.ts'
import { portoExtract } from './harness/test-data.ts'

/*
 * A run of a plan in the loops of the worker with PostgreSQL: how long it keeps the process from other work, and when the
 * first plan is there. Driving times are those of the roads of Porto. An argument is the number of orders, another one the seconds.
 */
const orders = Number(process.argv[2] ?? 500)
const seconds = Number(process.argv[3] ?? 20)
const vehicles = Math.ceil(orders / 10)
const seed = 11
const minuteMs = 60_000

const random = generator(seed)
const start = new Date('2026-03-03T08:00:00.000Z')
const clock = { now: () => start }
const file = portoExtract()
const folder = mkdtempSync(join(tmpdir(), 'rumbo-bench-planning-'))
const region = await buildRoadsRegion(file, 'porto', folder)
const roads = createRoads({ clock, routingUrl: null, regions: regionsOf(region) })
const external = await startExternalPostgres({ version: '18', user: 'superuser', database: 'rumbo_plans' })
const appPassword = 'bench-only'
await provision({ url: external.url, appPassword, allowUnsafeServer: true })
const url = external.postgres.url('rumbo_plans', 'rumbo_app', appPassword)
const database = createDatabase({ url, clock, connections: 4 })
const system = asSystem('benchmark')
const somewhere = () => ({ latitude: 41.13 + random() * 0.05, longitude: -8.67 + random() * 0.1 })

async function fill(tx: Transaction) {
  const { id: companyId } = await buildCompany(tx)
  const { id: fleetId } = await buildFleet(tx, { companyId })
  const place = { companyId, fleetId }
  for (let number = 1; number <= vehicles; number++) {
    const vehicle = await buildVehicle(tx, { ...place, vehicleNumber: `P-${number}`, causes: [] })
    await buildPosition(tx, vehicle.id, somewhere())
    const driver = await buildDriver(tx, { companyId, lastName: `Mora ${number}` })
    await buildShift(tx, { ...place, driver, vehicle, hours: 9 })
  }
  return { ...place, contactId: (await buildContact(tx, { companyId })).id }
}
const place = await database.transaction(system, fill)
for (let count = 0; count < orders; count++) {
  const from = new Date(clock.now().getTime() + Math.floor(random() * 420) * minuteMs)
  const stop = (stopType: 'pickup' | 'drop') => ({
    ...somewhere(),
    ...{
      stopType,
      address: stopType,
      reference: null,
      contactName: null,
      contactPhone: null,
      extraCost: null,
    },
    timeWindowStart: stopType === 'pickup' ? from.toISOString() : null,
    timeWindowEnd: stopType === 'pickup' ? new Date(from.getTime() + 60 * minuteMs).toISOString() : null,
    serviceMinutes: null,
  })
  await database.transaction(system, (tx) =>
    buildService(tx, {
      companyId: place.companyId,
      fleetId: place.fleetId,
      requesterContactId: place.contactId,
      dispatchTime: from.toISOString(),
      plannedStops: [stop('pickup'), stop('drop')],
    }),
  )
}
const plan = await database.transaction(system, (tx) => buildPlan(tx, place))

interface Progress {
  status: string
  points: RunPoint[]
  figures: PlanFigures | null
  iterations: number
  failure: object | null
}
const runId = uuid()
const read = () =>
  database.transaction(system, async (tx) => {
    const [row] = await tx.sql<Progress>(
      'select status, points, figures, iterations, failure from planning.runs where id = $1',
      [runId],
    )
    if (!row) throw new Error('The run is gone.')
    return row
  })

const end = watchPlans({
  database,
  roads,
  log: pino({ level: 'warn' }),
})
await pause(1_000)
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
const startedAt = performance.now()
await database.transaction(system, async (tx) => {
  const { companyId, fleetId, settings, content: base, version: planVersion } = plan
  const run = { id: runId, planId: plan.id, mode: 'replan' as const, seconds, planVersion, serviceIds: null }
  await insertRun(tx, { ...run, companyId, fleetId, settings, base })
})
let searchingAfter = 0
let firstAfter = 0
let state = await read()
while (state.status === 'waiting' || state.status === 'travel' || state.status === 'searching') {
  await pause(100)
  state = await read()
  const after = (performance.now() - startedAt) / 1_000
  if (state.status === 'searching') searchingAfter ||= after
  if (state.figures) firstAfter ||= after
}
const endedAfter = (performance.now() - startedAt) / 1_000
delay.disable()
await end()
await database.close()
await external.stop()
roads.close()
rmSync(folder, { recursive: true, force: true })

const milliseconds = (nanoseconds: number) => Math.round(nanoseconds / 1e5) / 10
const metrics: Record<string, Metric> = {
  finished: exactly(state.status === 'finished' ? 1 : 0, '', 1),
  'event loop delay, 99th percentile': atMost(milliseconds(delay.percentile(99)), 'ms', 20),
  'event loop delay, longest': atMost(milliseconds(delay.max), 'ms', 100),
  'travel times are known after': recorded(searchingAfter, 's'),
  'first plan after': recorded(firstAfter, 's'),
  'proposal after': recorded(endedAfter, 's'),
  'orders left out': recorded(state.figures?.unplanned ?? orders, ''),
  'vehicles used': recorded(state.figures?.vehicles ?? 0, ''),
  'changes tried': recorded(Number(state.iterations), ''),
  'memory of the process': recorded(process.memoryUsage().rss / 2 ** 20, 'MB'),
}
report(`planning-run-${orders}`, metrics)
