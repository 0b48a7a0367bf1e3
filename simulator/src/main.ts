import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { buildRoadGraph, parseOsmXml } from '@rumbo/geo'
import { systemClock } from './clock.ts'
import {
  type Cause,
  type Direction,
  parseCause,
  parseDirection,
  parseFleet,
  parseRaise,
  type Raise,
} from './fleet-file.ts'
import { generateVehicles } from './generated-fleet.ts'
import { processesFor, readOpenFilesLimit } from './open-files.ts'
import { type Part, partOf, startParts } from './parts.ts'
import { readSettings, type SimulatorSettings } from './settings.ts'
import { createSimulator, type SimulatedVehicle } from './simulator.ts'

/** Mean time between two random alarms of the whole fleet. */
const alarmIntervalMs = 600_000

/**
 * Runs the simulated fleet of a file, or a number of generated devices (`readSettings`). Reads directions, alarms and incidents as
 * lines of JSON from standard input and prints arrivals the same way. Ends on SIGTERM, SIGINT, or when standard input
 * closes, so that it never outlives the process that started it. More devices than one process may have sockets are
 * divided among several.
 */
function main(): void {
  const settings = attempt(null, () => readSettings(process.argv.slice(2), process.env))
  const { fleet, ports, part } = settings
  const listed =
    'path' in fleet
      ? attempt(`The fleet ${fleet.path} cannot be read`, () => parseFleet(readFileSync(fleet.path, 'utf8')))
      : generateVehicles(fleet.devices, fleet.protocols)
  const vehicles = listed.filter(({ protocol }) => ports[protocol] !== undefined)
  if (part !== null) {
    const own = vehicles.filter((_, index) => partOf(index, part.of) === part.number)
    simulate(settings, own, part)
    return
  }
  const processes = attempt(null, () => processesFor(vehicles.length, readOpenFilesLimit()))
  if (processes === 1) simulate(settings, vehicles, { number: 1, of: 1 })
  else divide(vehicles, processes)
}

const print = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

/** Simulates these vehicles in this process. */
function simulate(settings: SimulatorSettings, vehicles: readonly SimulatedVehicle[], part: Part): void {
  const { regionPath, host, ports, reportIntervalMs, seed } = settings
  const graph = attempt(`The region ${regionPath} cannot be read`, () =>
    buildRoadGraph(parseOsmXml(readFileSync(regionPath))),
  )
  const simulator = createSimulator({
    graph,
    vehicles,
    gateway: { host, ports },
    clock: systemClock,
    seed,
    alarmSeed: part.of === 1 ? seed : `${seed}/${part.number}`,
    reportIntervalMs,
    alarmIntervalMs: alarmIntervalMs * part.of,
    connectionsPerSecond: Math.max(1, Math.floor(settings.connectionsPerSecond / part.of)),
    log: (level, message, details) =>
      process.stderr.write(`${JSON.stringify({ level, message, ...details })}\n`),
    onArrival: (arrival) => print({ arrived: arrival }),
  })
  const stop = () => {
    simulator.stop()
    process.exit(0)
  }
  endWith(stop)
  readLines((message) => {
    if ('kind' in message) {
      const outcome = simulator.raise(message.deviceIdentifier, message.kind)
      print({ raised: { ...message, outcome } })
      return
    }
    if ('incident' in message) {
      const outcome = simulator.cause(message.deviceIdentifier, message.incident)
      print({ caused: { ...message, outcome } })
      return
    }
    const { deviceIdentifier, latitude, longitude, standSeconds } = message
    const outcome = simulator.direct(deviceIdentifier, { latitude, longitude }, standSeconds)
    print({ directed: { deviceIdentifier, outcome } })
  }, stop)
  attempt('The fleet cannot start', () => simulator.start())
  print({ started: { vehicles: vehicles.length } })
}

/** Simulates these vehicles in several processes. */
function divide(vehicles: readonly SimulatedVehicle[], processes: number): void {
  const parts = new Map(
    vehicles.map(({ deviceIdentifier }, index) => [deviceIdentifier, partOf(index, processes)]),
  )
  const running = startParts({
    processes,
    partOfDevice: (deviceIdentifier) => parts.get(deviceIdentifier) ?? 1,
    onLine: (line) => process.stdout.write(`${line}\n`),
    onStarted: (started) => print({ started: { vehicles: started } }),
    onEnd: (code) => process.exit(code),
  })
  const stop = () => {
    running.stop()
    process.exit(0)
  }
  endWith(stop)
  readLines((message, line) => running.write(message.deviceIdentifier, line), stop)
}

function endWith(stop: () => void): void {
  process.stdout.on('error', stop)
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

/** Reads standard input; a line that cannot be read is answered with a problem. */
function readLines(
  onMessage: (message: Direction | Raise | Cause, line: string) => void,
  onClose: () => void,
): void {
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    try {
      onMessage(parseRaise(line) ?? parseCause(line) ?? parseDirection(line), line)
    } catch (error) {
      print({ problem: `A line on standard input could not be read: ${reasonOf(error)}.` })
    }
  })
  lines.once('close', onClose)
}

/** Runs the action; on an error prints `what` and the reason and ends the process with 1. `what` is null where the error is a sentence. */
function attempt<T>(what: string | null, action: () => T): T {
  try {
    return action()
  } catch (error) {
    const reason = reasonOf(error).replace(/\.?$/, '.')
    process.stderr.write(`${what === null ? reason : `${what}: ${reason}`}\n`)
    return process.exit(1)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

main()
