import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Coordinates } from '@rumbo/geo'
import type { EngineRequest, EngineVehicle } from '@rumbo/server/dispatch/engine/dispatch.constraints.rules'
import { presets } from '@rumbo/server/dispatch/engine/dispatch.cost.rules'
import { freeWithinSeconds, type RoundRules } from '@rumbo/server/dispatch/engine/dispatch.round.rules'
import { createRoundThread } from '@rumbo/server/dispatch/engine/thread/dispatch.round-thread'
import { createRoads } from '@rumbo/server/places/index'
import { buildRoadsRegion, regionsOf } from '@rumbo/server/places/roads/places.roads.factory'
import { systemClock } from '@rumbo/server/platform/clock'
import Flatbush from 'flatbush'
import { percentile } from './harness/calls.ts'
import { atMost, type Metric, recorded, report } from './harness/report.ts'
import { portoExtract } from './harness/test-data.ts'

// Rounds of the engine with 5,000 vehicles and 1,000 open services on the roads of Porto: the product's thread and its
// road engine in its own process, without a database. The first round knows no driving time. A second later the next
// begins, 15 s later for the fleet: a third of the idle vehicles have moved on, some of the busy ones have become free,
// and a tenth of the services are new. A tenth of the services begin in a window, the shifts of a fifth of the drivers end
// one after another within the hour, and a tenth of the vehicles are limited to one of four zones.
const vehicleCount = 5_000
const serviceCount = 1_000
const rounds = 30
const roundSeconds = 15
const newServices = 0.1
const booked = 0.1
const endingShifts = 0.2
const limitedVehicles = 0.1
const zoneCount = 4
const cruising = 1 / 3
/** About 9 m/s. */
const cruiseDegrees = 0.0012
const file = portoExtract()

function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const random = randomFrom(7)
const rules: RoundRules = {
  requiresShift: false,
  freeWithin: freeWithinSeconds,
  weights: presets.fastest_pickup,
  compared: 30,
  longestArrival: 900,
}
const someZone = () => [`zone ${Math.floor(random() * zoneCount)}`]
const somewhere = () => ({ latitude: 41.06 + random() * 0.22, longitude: -8.7 + random() * 0.25 })

interface Fleet {
  vehicles: EngineVehicle[]
  requests: EngineRequest[]
  lastStops: Coordinates[]
}

function newFleet(place: () => Coordinates): Fleet {
  return {
    vehicles: Array.from({ length: vehicleCount }, (_, at): EngineVehicle => {
      const isBusy = random() < 0.6
      return {
        vehicleId: `vehicle ${at}`,
        type: 'sedan',
        status: isBusy ? 'occupied' : 'active',
        seats: 4,
        loadKg: null,
        loadM3: null,
        skills: [],
        place: place(),
        fixAgeMs: 0,
        freeIn: isBusy ? random() * 1_500 : 0,
        idle: 0,
        driverId: `driver ${at}`,
        driver: { reasons: [], shiftEndsIn: random() < endingShifts ? random() * 3_600 : 20_000 },
        zones: random() < limitedVehicles ? someZone() : [],
      }
    }),
    requests: Array.from({ length: serviceCount }, (_, at) => newRequest(`service ${at}`, place)),
    lastStops: Array.from({ length: serviceCount }, place),
  }
}
const newRequest = (serviceId: string, place: () => Coordinates): EngineRequest => ({
  serviceId,
  pickup: place(),
  age: random() * 300,
  priority: 2,
  windowStart: random() < booked ? random() * 1_800 : null,
  windowEnd: null,
  duration: 900,
  zones: someZone(),
  needs: { vehicleType: null, seats: 0, loadKg: 0, loadM3: 0, skills: [] },
  rejectedBy: new Set(),
  reservedFor: null,
})
const shifted = ({ latitude, longitude }: Coordinates) => ({
  latitude: latitude + (random() - 0.5) * 2 * cruiseDegrees,
  longitude: longitude + (random() - 0.5) * 2 * cruiseDegrees,
})

/** The fleet a round later. */
function later({ vehicles, requests, lastStops }: Fleet, round: number, place: () => Coordinates): Fleet {
  const isNew = requests.map(() => random() < newServices)
  return {
    vehicles: vehicles.map((vehicle) => {
      const freeIn = Math.max(0, (vehicle.freeIn ?? 0) - roundSeconds)
      const moves = freeIn === 0 && random() < cruising
      const { driver } = vehicle
      return {
        ...vehicle,
        freeIn,
        driver: driver && { ...driver, shiftEndsIn: (driver.shiftEndsIn ?? 0) - roundSeconds },
        status: freeIn === 0 ? 'active' : 'occupied',
        place: moves && vehicle.place ? shifted(vehicle.place) : vehicle.place,
      }
    }),
    requests: requests.map((request, at) =>
      isNew[at]
        ? newRequest(`service ${round} ${at}`, place)
        : {
            ...request,
            age: request.age + roundSeconds,
            windowStart: request.windowStart === null ? null : request.windowStart - roundSeconds,
          },
    ),
    lastStops: lastStops.map((stop, at) => (isNew[at] ? place() : stop)),
  }
}

const folder = mkdtempSync(join(tmpdir(), 'rumbo-bench-dispatch-'))
const metrics: Record<string, Metric> = {}
const thread = createRoundThread()
const region = await buildRoadsRegion(file, 'porto', folder)
const roads = createRoads({
  clock: systemClock,
  routingUrl: null,
  onFailure: (failed, { message }) => console.error(`${failed}: ${message}`),
  regions: regionsOf({ ...region, parts: region.parts.filter(({ name }) => name === 'roads') }),
})
try {
  // The sea and the river have no roads.
  const places = Array.from({ length: 12_000 }, somewhere)
  const { isEstimated } = await roads.table([{ latitude: 41.1496, longitude: -8.611 }], places)
  const onRoads = places.filter((_, at) => isEstimated[at] === false)
  const place = () => onRoads[Math.floor(random() * onRoads.length)] as Coordinates

  let calls = 0
  const counted: Pick<typeof roads, 'table'> = {
    table(...asked) {
      calls += 1
      return roads.table(...asked)
    },
  }
  const compute = async (fleet: Fleet, nowMs: number) => {
    const startedAt = performance.now()
    const task = { fleetId: 'fleet', nowMs, rules, ...fleet }
    const findings = await thread.compute(task, counted, new AbortController().signal)
    return { ms: performance.now() - startedAt, findings }
  }
  let fleet = newFleet(place)
  const cold = await compute(fleet, 0)
  metrics['first round, no time known'] = atMost(cold.ms, 'ms', 10_000)
  metrics['first round: questions to the road engine'] = recorded(calls, 'questions')
  calls = 0
  let [delayP99, delayMax] = [0, 0]
  let processorMs = 0
  const times: number[] = []
  let [matched, estimates] = [0, 0]
  for (let round = 1; round <= rounds; round += 1) {
    fleet = later(fleet, round, place)
    await new Promise((done) => setTimeout(done, 200))
    // A histogram that is enabled again counts the pause before it.
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const before = process.cpuUsage()
    const { ms, findings } = await compute(fleet, round * roundSeconds * 1_000)
    delay.disable()
    delayP99 = Math.max(delayP99, delay.percentile(99))
    delayMax = Math.max(delayMax, delay.max)
    const { user, system } = process.cpuUsage(before)
    processorMs += (user + system) / 1_000
    times.push(ms)
    matched = findings.filter(({ choice }) => choice !== null).length
    for (const { considered } of findings)
      estimates += considered.filter(({ isEstimate }) => isEstimate).length
  }
  metrics['one round: p95'] = atMost(percentile(times, 0.95), 'ms', 1_000)
  metrics['one round: p50'] = recorded(percentile(times, 0.5), 'ms')
  metrics['one round: questions to the road engine'] = recorded(calls / rounds, 'questions')
  metrics['event loop of the process meanwhile: delay p99 of the worst round'] = atMost(
    delayP99 / 1e6,
    'ms',
    20,
  )
  metrics['event loop of the process meanwhile: delay max'] = recorded(delayMax / 1e6, 'ms')
  metrics['one round: processor time of process and thread'] = recorded(processorMs / rounds, 'ms')
  metrics['services with a vehicle'] = recorded(matched, '')
  metrics['compared vehicles with an estimated time'] = recorded(estimates / rounds, 'a round')
  metrics['memory of process and thread'] = recorded(process.memoryUsage().rss / 2 ** 20, 'MiB')

  const index = new Flatbush(100_000)
  for (let at = 0; at < 100_000; at += 1) {
    const { latitude, longitude } = somewhere()
    index.add(longitude, latitude, longitude, latitude)
  }
  index.finish()
  const lookUps = Array.from({ length: 2_000 }, () => {
    const { latitude, longitude } = somewhere()
    const startedAt = performance.now()
    index.neighbors(longitude, latitude, 20)
    return performance.now() - startedAt
  })
  metrics['nearest 20 of 100,000: p95'] = atMost(percentile(lookUps, 0.95), 'ms', 1)
  report('dispatch-scale', metrics)
} finally {
  await thread.close()
  roads.close()
  rmSync(folder, { recursive: true, force: true })
}
