import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { buildRoadGraph, parseOsmXml } from '@rumbo/geo'
import { systemClock } from './clock.ts'
import { parseDirection, parseFleet, parseRaise } from './fleet-file.ts'
import { generateVehicles } from './generated-fleet.ts'
import { readOpenFilesLimit, requireOpenFiles } from './open-files.ts'
import { readSettings } from './settings.ts'
import { createSimulator } from './simulator.ts'

/**
 * Runs the simulated fleet of a file, or a number of generated devices (`readSettings`). Reads directions and alarms as
 * lines of JSON from standard input and prints arrivals the same way. Ends on SIGTERM, SIGINT, or when standard input
 * closes, so that it never outlives the process that started it.
 */
function main(): void {
  const { regionPath, fleet, host, ports, ...settings } = attempt(null, () =>
    readSettings(process.argv.slice(2), process.env),
  )
  const listed =
    'path' in fleet
      ? attempt(`The fleet ${fleet.path} cannot be read`, () => parseFleet(readFileSync(fleet.path, 'utf8')))
      : generateVehicles(fleet.devices, fleet.protocols)
  const vehicles = listed.filter(({ protocol }) => ports[protocol] !== undefined)
  attempt(null, () => requireOpenFiles(vehicles.length, readOpenFilesLimit()))
  const graph = attempt(`The region ${regionPath} cannot be read`, () =>
    buildRoadGraph(parseOsmXml(readFileSync(regionPath))),
  )
  const print = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
  const simulator = createSimulator({
    ...settings,
    graph,
    vehicles,
    gateway: { host, ports },
    clock: systemClock,
    log: (level, message, details) =>
      process.stderr.write(`${JSON.stringify({ level, message, ...details })}\n`),
    onArrival: (arrival) => print({ arrived: arrival }),
  })
  const stop = () => {
    simulator.stop()
    process.exit(0)
  }
  const lines = createInterface({ input: process.stdin })
  lines.on('line', (line) => {
    if (line.trim() === '') return
    try {
      const alarm = parseRaise(line)
      if (alarm !== null) {
        const outcome = simulator.raise(alarm.deviceIdentifier, alarm.kind)
        print({ raised: { ...alarm, outcome } })
        return
      }
      const { deviceIdentifier, latitude, longitude, standSeconds } = parseDirection(line)
      const outcome = simulator.direct(deviceIdentifier, { latitude, longitude }, standSeconds)
      print({ directed: { deviceIdentifier, outcome } })
    } catch (error) {
      print({ problem: `A line on standard input could not be read: ${reasonOf(error)}.` })
    }
  })
  lines.once('close', stop)
  process.stdout.on('error', stop)
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  attempt('The fleet cannot start', () => simulator.start())
  print({ started: { vehicles: vehicles.length } })
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
