import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type DeviceReport, deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import { buildRoadGraph, createStreetLocator, distanceMetres, parseOsmXml } from '@rumbo/geo'
import { type DeviceMessage, decodeOsmand, gt06 } from '@rumbo/protocols'
import { afterEach, describe, expect, test } from 'vitest'
import { createManualClock } from './clock.ts'
import { createSimulator, type SimulatedVehicle, type Simulator, type SimulatorOptions } from './simulator.ts'

const region = parseOsmXml(readFileSync(new URL('../../tools/demo/region/mexico-city.osm', import.meta.url)))
const graph = buildRoadGraph(region)
const locator = createStreetLocator(region)
const startMs = Date.UTC(2025, 2, 3, 15)
const angel = { latitude: 19.427, longitude: -99.1677 }
const glorieta = { latitude: 19.4236, longitude: -99.1631 }
const fleet = (count: number, rest: Partial<SimulatedVehicle> = {}): SimulatedVehicle[] =>
  Array.from({ length: count }, (_, at) => ({
    deviceIdentifier: String(868_120_000_000_000 + at),
    protocol: 'gt06' as const,
    kind: 'car' as const,
    home: angel,
    behaviour: 'roaming' as const,
    ...rest,
  }))

/** A gateway of one test: decodes GT06 and answers as `isAnswering` says. */
interface TestGateway {
  port: number
  reports: DeviceReport[]
  isAnswering: (message: DeviceMessage) => boolean
  sockets: Set<Socket>
}

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup()
})

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function openGateway(): Promise<TestGateway> {
  const gateway: TestGateway = { port: 0, reports: [], isAnswering: () => true, sockets: new Set() }
  const server = createServer((socket) => {
    const stream = gt06.openStream()
    gateway.sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => gateway.sockets.delete(socket))
    socket.on('data', (chunk) =>
      stream.read(chunk, new Date(startMs), (message) => {
        gateway.reports.push(...message.reports)
        if (message.acknowledgement !== null && gateway.isAnswering(message))
          socket.write(message.acknowledgement)
      }),
    )
  })
  gateway.port = await listen(server)
  cleanups.push(() => {
    for (const socket of gateway.sockets) socket.destroy()
    server.close()
  })
  return gateway
}

function openFleet(options: Partial<SimulatorOptions> & Pick<SimulatorOptions, 'vehicles'>, port: number) {
  const clock = createManualClock(startMs)
  const ports = Object.fromEntries(deviceProtocols.map((protocol) => [protocol, port]))
  const gateway = { host: '127.0.0.1', ports }
  const simulator = createSimulator({
    graph,
    gateway,
    clock,
    seed: 7,
    alarmIntervalMs: 0,
    log: () => {},
    ...options,
  })
  cleanups.push(() => simulator.stop())
  simulator.start()
  return { simulator, clock }
}

/** Moves time on in half seconds, sockets served between, until the condition holds. */
async function runUntil(clock: { advance(ms: number): void }, isDone: () => boolean): Promise<void> {
  while (!isDone()) {
    clock.advance(500)
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Serves sockets while time stands still, until the condition holds. */
async function serveUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve))
}

const isPosition = (report: DeviceReport) => report.kind === 'position'
const pending = (simulator: Simulator) => simulator.states().reduce((sum, { link }) => sum + link.pending, 0)

describe('the simulated fleet', () => {
  test('logs in, and its positions advance along the streets', async () => {
    const gateway = await openGateway()
    const { simulator, clock } = openFleet({ vehicles: fleet(3) }, gateway.port)
    await runUntil(clock, () => gateway.reports.filter(isPosition).length > 500)
    await serveUntil(() => pending(simulator) === 0)
    expect(simulator.states().map(({ isConnected }) => isConnected)).toEqual([true, true, true])
    for (const { deviceIdentifier } of fleet(3)) {
      const own = gateway.reports.filter(
        (report) => isPosition(report) && report.deviceIdentifier === deviceIdentifier,
      )
      const fixes = own.flatMap(({ fix }) => fix ?? [])
      let metres = 0
      for (const [at, fix] of fixes.entries()) {
        const street = locator.locateStreet(fix.latitude, fix.longitude)
        expect(street?.distanceMetres).toBeLessThan(8)
        expect(fix.speedKmh).toBeLessThanOrEqual(90)
        const before = fixes[at - 1]
        if (before === undefined) continue
        const seconds = (fix.time.getTime() - before.time.getTime()) / 1_000
        expect(seconds).toBeGreaterThanOrEqual(0)
        const step = distanceMetres(before, fix)
        metres += step
        expect(step).toBeLessThan((seconds + 1) * 25 + 10)
      }
      expect(metres).toBeGreaterThan(500)
      const odometers = own.flatMap(({ telemetry }) => telemetry.odometerMetres ?? [])
      expect(odometers).toEqual([...odometers].sort((first, second) => first - second))
    }
  })

  test('sends unacknowledged reports again unchanged when the gateway is back', async () => {
    const gateway = await openGateway()
    const { simulator, clock } = openFleet({ vehicles: fleet(1) }, gateway.port)
    const distinct = () => [
      ...new Set(gateway.reports.filter(isPosition).map(({ reportHash }) => reportHash)),
    ]
    gateway.isAnswering = ({ login }) => login !== null
    await runUntil(clock, () => distinct().length >= 5)
    const unacknowledged = distinct()
    expect(simulator.states()[0]?.link.acknowledged).toBe(0)
    gateway.isAnswering = () => true
    for (const socket of gateway.sockets) socket.destroy()
    await serveUntil(() => simulator.states()[0]?.isConnected === false)
    gateway.reports.length = 0
    await runUntil(clock, () => (simulator.states()[0]?.link.acknowledged ?? 0) > unacknowledged.length)
    expect(distinct().slice(0, unacknowledged.length)).toEqual(unacknowledged)
    expect(simulator.states()[0]?.link.lost).toBe(0)
  })

  test('reconnects without acknowledgements', async () => {
    const gateway = await openGateway()
    const { simulator, clock } = openFleet({ vehicles: fleet(1) }, gateway.port)
    gateway.isAnswering = ({ login }) => login !== null
    await runUntil(clock, () => (simulator.states()[0]?.link.connections ?? 0) >= 2)
    gateway.isAnswering = () => true
    await runUntil(clock, () => gateway.reports.length > 20 && pending(simulator) === 0)
    expect(simulator.states()[0]?.link.resent).toBeGreaterThan(0)
  })

  test('reports the same for the same seed, and differently for another', async () => {
    const story = async (seed: number) => {
      const gateway = await openGateway()
      const { simulator, clock } = openFleet(
        { vehicles: fleet(2), seed, alarmIntervalMs: 20_000 },
        gateway.port,
      )
      await runUntil(clock, () => clock.now() >= startMs + 120_000)
      await serveUntil(() => pending(simulator) === 0)
      const reports = gateway.reports.filter(({ kind }) => kind !== 'status')
      return reports
        .map(({ deviceIdentifier, kind, alarm, fix }) =>
          JSON.stringify({ deviceIdentifier, kind, alarm, fix }),
        )
        .sort()
    }
    const first = await story(1)
    expect(first.length).toBeGreaterThan(60)
    expect(first.some((report) => report.includes('"kind":"alarm"'))).toBe(true)
    expect(await story(1)).toEqual(first)
    expect(await story(2)).not.toEqual(first)
  })

  test('drives to its direction and reports the arrival', async () => {
    const gateway = await openGateway()
    const arrivals: string[] = []
    const [vehicle] = fleet(1, { behaviour: 'parked' })
    if (vehicle === undefined) throw new Error('The fleet is empty')
    const { simulator, clock } = openFleet(
      { vehicles: [vehicle], onArrival: ({ deviceIdentifier }) => arrivals.push(deviceIdentifier) },
      gateway.port,
    )
    await runUntil(clock, () => clock.now() > startMs + 60_000)
    expect(simulator.states()[0]).toMatchObject({ phase: 'parked', ignition: false })
    expect(simulator.direct('nobody', glorieta)).toBe('unknown_device')
    expect(simulator.direct(vehicle.deviceIdentifier, { latitude: 20.67, longitude: -103.35 })).toBe(
      'unreachable',
    )
    expect(simulator.direct(vehicle.deviceIdentifier, glorieta)).toBe('accepted')
    await runUntil(clock, () => arrivals.length > 0)
    const [state] = simulator.states()
    expect(arrivals).toEqual([vehicle.deviceIdentifier])
    expect(state).toMatchObject({ phase: 'standing', speedKmh: 0, isDirected: false })
    expect(distanceMetres(state ?? angel, glorieta)).toBeLessThan(30)
    expect(clock.now() - startMs).toBeLessThan(10 * 60_000)
  })

  test('sends an alarm once it is plausible', async () => {
    const gateway = await openGateway()
    const { simulator, clock } = openFleet({ vehicles: fleet(1) }, gateway.port)
    const [{ deviceIdentifier } = { deviceIdentifier: '' }] = fleet(1)
    expect(simulator.raise('nobody', 'sos')).toBe('unknown_device')
    expect(simulator.raise(deviceIdentifier, 'tow')).toBe('not_sent')
    expect(simulator.raise(deviceIdentifier, 'overspeed')).toBe('accepted')
    const findOverspeed = () => gateway.reports.find(({ alarm }) => alarm === 'overspeed')
    await runUntil(clock, () => findOverspeed() !== undefined)
    expect(findOverspeed()?.fix?.speedKmh).toBeGreaterThan(50)
    expect(clock.now()).toBeGreaterThan(startMs + 2_000)
  })

  test('a stopped engine stops the vehicle, and the command is answered', async () => {
    const gateway = await openGateway()
    const { simulator, clock } = openFleet({ vehicles: fleet(1) }, gateway.port)
    const isFast = () => (simulator.states()[0]?.speedKmh ?? 0) > 20
    await runUntil(clock, () => isFast() && gateway.sockets.size === 1)
    const deviceIdentifier = fleet(1)[0]?.deviceIdentifier ?? ''
    const command = {
      id: 'one',
      deviceIdentifier,
      protocol: 'gt06' as const,
      type: 'stop_engine' as const,
      parameters: {},
    }
    const encoded = gt06.encodeCommand(command, 900)
    if (!encoded.isEncoded) throw new Error('The command has no bytes')
    for (const socket of gateway.sockets) socket.write(encoded.bytes)
    await serveUntil(() => gateway.reports.some(({ kind }) => kind === 'answer'))
    await runUntil(clock, () => simulator.states()[0]?.speedKmh === 0)
    expect(gateway.reports.find(({ kind }) => kind === 'answer')?.answer?.text).toContain('Success')
    const odometer = simulator.states()[0]?.odometerMetres
    await runUntil(clock, () => gateway.reports.some(({ telemetry }) => telemetry.isEngineBlocked === true))
    expect(simulator.states()[0]?.odometerMetres).toBe(odometer)
  })

  test('a vehicle is made to speed, to brake and accelerate hard, and to crash', async () => {
    const gateway = await openGateway()
    const { simulator, clock } = openFleet({ vehicles: fleet(1) }, gateway.port)
    const deviceIdentifier = fleet(1)[0]?.deviceIdentifier ?? ''
    const fixes = () => gateway.reports.flatMap(({ fix }) => fix ?? [])
    /** Changes of speed in metres per second squared, between reports a second apart. */
    const changes = () =>
      fixes().flatMap((fix, at, all) => {
        const before = all[at - 1]
        const ms = before ? fix.time.getTime() - before.time.getTime() : 0
        return before && ms > 0 && ms <= 1_000 ? [(fix.speedKmh - before.speedKmh) / 3.6 / (ms / 1_000)] : []
      })
    expect(simulator.cause('nobody', 'crash')).toBe('unknown_device')
    expect(simulator.cause(deviceIdentifier, 'speeding')).toBe('accepted')
    await runUntil(clock, () => fixes().filter(({ speedKmh }) => speedKmh > 120).length >= 10)
    expect(Math.min(...changes())).toBeGreaterThan(-3.5)
    simulator.cause(deviceIdentifier, 'road_speeding')
    await runUntil(clock, () => fixes().filter(({ speedKmh }) => Math.abs(speedKmh - 78) < 1).length >= 20)
    simulator.cause(deviceIdentifier, 'harsh_braking')
    await runUntil(clock, () => changes().some((change) => change < -3.5))
    simulator.cause(deviceIdentifier, 'harsh_acceleration')
    await runUntil(clock, () => changes().some((change) => change > 3))
    simulator.cause(deviceIdentifier, 'crash')
    await runUntil(clock, () => changes().some((change) => change < -7))
    await runUntil(clock, () => simulator.states()[0]?.ignition === false)
    const { latitude, longitude } = simulator.states()[0] ?? angel
    clock.advance(600_000)
    expect(simulator.states()[0]).toMatchObject({ latitude, longitude, ignition: false, speedKmh: 0 })
  })

  test('a vehicle is made to state little fuel and an empty battery', async () => {
    const gateway = await openGateway()
    const { simulator, clock } = openFleet({ vehicles: fleet(1) }, gateway.port)
    const deviceIdentifier = fleet(1)[0]?.deviceIdentifier ?? ''
    simulator.cause(deviceIdentifier, 'low_fuel')
    clock.advance(500)
    expect(simulator.states()[0]?.fuelPercent).toBeLessThanOrEqual(12)
    simulator.cause(deviceIdentifier, 'low_battery')
    clock.advance(1_000)
    expect(simulator.states()[0]?.batteryPercent).toBeLessThanOrEqual(12)
    expect(simulator.states()[0]?.powerVolts).toBe(0.1)
  })

  test('a patchy tracker is silent for more than ten minutes and comes back', async () => {
    const gateway = await openGateway()
    const { simulator, clock } = openFleet({ vehicles: fleet(1, { behaviour: 'patchy' }) }, gateway.port)
    const isOffline = () => simulator.states()[0]?.isOffline === true
    await runUntil(clock, isOffline)
    const silentAtMs = clock.now()
    await runUntil(clock, () => !isOffline())
    expect(clock.now() - silentAtMs).toBeGreaterThan(10 * 60_000)
    const count = gateway.reports.length
    await runUntil(clock, () => gateway.reports.length > count)
  })

  test('an OsmAnd phone repeats a report until it is accepted', async () => {
    const queries: string[] = []
    const server = createHttpServer((request, response) => {
      queries.push(request.url ?? '')
      response.statusCode = queries.length <= 2 ? 503 : 200
      response.end()
    })
    const port = await listen(server)
    cleanups.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const vehicles = fleet(1, { protocol: 'osmand', deviceIdentifier: 'phone-1' })
    const { simulator, clock } = openFleet({ vehicles }, port)
    await runUntil(clock, () => (simulator.states()[0]?.link.acknowledged ?? 0) >= 10)
    expect(new Set(queries.slice(0, 3)).size).toBe(1)
    expect(simulator.states()[0]?.link).toMatchObject({ resent: 2, lost: 0, connections: 1 })
    const query = new URL(queries[2] ?? '', 'http://localhost').search.slice(1)
    const decoded = decodeOsmand({ query, body: '', receivedAt: new Date(startMs) })
    expect(decoded).toMatchObject({
      isAccepted: true,
      report: { deviceIdentifier: 'phone-1', kind: 'position' },
    })
    if (decoded.isAccepted) expect(decoded.report.telemetry.fuelPercent).toBeGreaterThan(0)
  })
})
