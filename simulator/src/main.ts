import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { buildRoadGraph, parseOsmXml } from '@rumbo/geo'
import { systemClock } from './clock.ts'
import { parseDirection, parseFleet } from './fleet-file.ts'
import { createSimulator } from './simulator.ts'

/**
 * The simulated fleet as a process. Settings come from the environment; the fleet's file may also be the first
 * argument. Lines of JSON on standard input direct vehicles, lines on standard output tell of arrivals. It ends
 * when its standard input closes, so that it never outlives the process that started it, and on SIGTERM or SIGINT.
 */
function main(): void {
  const { env } = process
  const fleetPath = process.argv[2] ?? env.RUMBO_SIMULATOR_FLEET
  const regionPath = env.RUMBO_SIMULATOR_REGION
  if (!fleetPath) refuse('Set RUMBO_SIMULATOR_FLEET to the file that lists the vehicles.')
  if (!regionPath) refuse('Set RUMBO_SIMULATOR_REGION to the region file with the streets.')
  const gt06Port = portOf('RUMBO_GATEWAY_GT06_PORT', 5023)
  const osmandPort = portOf('RUMBO_GATEWAY_OSMAND_PORT', 5055)
  const vehicles = attempt(`The fleet ${fleetPath} cannot be read`, () =>
    parseFleet(readFileSync(fleetPath, 'utf8')),
  )
  const graph = attempt(`The region ${regionPath} cannot be read`, () =>
    buildRoadGraph(parseOsmXml(readFileSync(regionPath))),
  )
  const print = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)
  const simulator = createSimulator({
    graph,
    vehicles,
    gateway: { host: env.RUMBO_GATEWAY_HOST ?? '127.0.0.1', gt06Port, osmandPort },
    clock: systemClock,
    seed: env.RUMBO_SIMULATOR_SEED ?? 1,
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
      const { deviceIdentifier, latitude, longitude, standSeconds } = parseDirection(line)
      const outcome = simulator.direct(deviceIdentifier, { latitude, longitude }, standSeconds)
      print({ directed: { deviceIdentifier, outcome } })
    } catch (error) {
      print({ problem: `A line was not understood: ${reasonOf(error)}.` })
    }
  })
  lines.once('close', stop)
  process.stdout.on('error', stop)
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  attempt('The fleet cannot start', () => simulator.start())
  print({ started: { vehicles: vehicles.length } })
}

function attempt<T>(what: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    return refuse(`${what}: ${reasonOf(error).replace(/\.?$/, '.')}`)
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function portOf(variable: string, usual: number): number {
  const port = Number(process.env[variable] ?? usual)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    refuse(`${variable} must be a port from 1 to 65535.`)
  return port
}

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}

main()
