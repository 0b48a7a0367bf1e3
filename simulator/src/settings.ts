import { parseArgs } from 'node:util'
import { type DeviceProtocol, deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import { framedProtocols } from '@rumbo/protocols'
import { type Part, readPart } from './parts.ts'

/** Settings of the simulator's process. */
export interface SimulatorSettings {
  regionPath: string
  /** The file that lists the vehicles, or the number of generated devices and their protocols. */
  fleet: { path: string } | { devices: number; protocols: readonly DeviceProtocol[] }
  reportIntervalMs: number
  connectionsPerSecond: number
  host: string
  /** Without protocols that are off. */
  ports: Partial<Record<DeviceProtocol, number>>
  seed: string
  /** The part of the fleet that this process simulates; null: all, or this process has not decided yet. */
  part: Part | null
}

const maxDevices = 20_000
const defaultPort = (protocol: DeviceProtocol) =>
  framedProtocols.find(({ name }) => name === protocol)?.defaultPort ?? 5055

function wholeNumber(name: string, text: string, min: number, max: number): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}.`)
  return number
}

function readPorts(env: NodeJS.ProcessEnv): SimulatorSettings['ports'] {
  const ports: SimulatorSettings['ports'] = {}
  for (const protocol of deviceProtocols) {
    const variable = `RUMBO_GATEWAY_${protocol.toUpperCase()}_PORT`
    const text = env[variable] ?? String(defaultPort(protocol))
    if (text === 'off') continue
    const port = Number(text)
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new Error(`${variable} must be a port from 1 to 65535, or off.`)
    ports[protocol] = port
  }
  return ports
}

function readProtocols(text: string, ports: SimulatorSettings['ports']): DeviceProtocol[] {
  const open = deviceProtocols.filter((protocol) => ports[protocol] !== undefined)
  if (text === 'mixed') return open
  return text.split(',').map((name) => {
    const protocol = open.find((known) => known === name.trim())
    if (protocol === undefined)
      throw new Error(`--protocols must be mixed, or some of ${open.join(', ')}, separated by commas.`)
    return protocol
  })
}

/**
 * Reads arguments and environment: `[fleet file] [--region file] [--devices 1000] [--protocols mixed] [--interval 10]
 * [--connections-per-second 1000]`, and `--part 2/3` in a process that simulates a part of the fleet. Throws an Error with a sentence for the operator.
 */
export function readSettings(args: readonly string[], env: NodeJS.ProcessEnv): SimulatorSettings {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      region: { type: 'string' },
      devices: { type: 'string' },
      protocols: { type: 'string', default: 'mixed' },
      interval: { type: 'string' },
      'connections-per-second': { type: 'string', default: '1000' },
      part: { type: 'string' },
    },
  })
  const fleetPath = positionals[0] ?? env.RUMBO_SIMULATOR_FLEET
  const regionPath = values.region ?? env.RUMBO_SIMULATOR_REGION
  const { devices, protocols } = values
  if (!fleetPath && devices === undefined)
    throw new Error(
      'No vehicles are given: set RUMBO_SIMULATOR_FLEET to the file that lists them, or use --devices.',
    )
  if (!regionPath)
    throw new Error(
      'No region is given: set RUMBO_SIMULATOR_REGION to the region file with the streets, or use --region.',
    )
  const ports = readPorts(env)
  const interval = values.interval ?? (devices === undefined ? '2' : '10')
  return {
    regionPath,
    fleet:
      devices === undefined
        ? { path: fleetPath ?? '' }
        : {
            devices: wholeNumber('--devices', devices, 1, maxDevices),
            protocols: readProtocols(protocols, ports),
          },
    reportIntervalMs: wholeNumber('--interval', interval, 1, 3_600) * 1_000,
    connectionsPerSecond: wholeNumber(
      '--connections-per-second',
      values['connections-per-second'],
      1,
      100_000,
    ),
    host: env.RUMBO_GATEWAY_HOST ?? '127.0.0.1',
    ports,
    seed: env.RUMBO_SIMULATOR_SEED ?? '1',
    part: values.part === undefined ? null : readPart(values.part),
  }
}
