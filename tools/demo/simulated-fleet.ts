import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type AlarmKind, deviceProtocols } from '@rumbo/contract/telemetry.device-report.contract'
import type { Runtime } from '@rumbo/server/platform/process/data-dir'
import { projectRoot } from '@rumbo/server/platform/process/project-root'
import type { Incident } from '@rumbo/simulator'

export interface Direction {
  deviceIdentifier: string
  latitude: number
  longitude: number
  /** Seconds it waits there before it drives on. */
  standSeconds?: number
}
export interface Arrival {
  deviceIdentifier: string
  latitude: number
  longitude: number
}

/** The simulator in a child process that ends with this one. */
export interface DemoFleet {
  direct(direction: Direction): void
  /** Makes a device send an alarm, if its protocol has a code for it. */
  raise(deviceIdentifier: string, kind: AlarmKind): void
  /** Makes a vehicle do something that becomes an event without an alarm of its device. */
  cause(deviceIdentifier: string, incident: Incident): void
  onArrival(listener: (arrival: Arrival) => void): void
  stop(): Promise<void>
}

export interface DemoFleetOptions {
  /** The file that lists the vehicles. */
  fleetFile: string
  /** OpenStreetMap XML with the streets they drive on. */
  regionFile: string
  gatewayHost: string
  runtime: Runtime
  log(sentence: string): void
  /** Arguments of `node` that start the simulator. Default: the built program. */
  command?: readonly string[]
}

/** Starts the simulator with the gateway's ports, and restarts it if it ends unexpectedly. */
export function startDemoFleet(options: DemoFleetOptions): DemoFleet {
  const listeners: ((arrival: Arrival) => void)[] = []
  let isStopping = false
  let waiting: NodeJS.Timeout | null = null
  let current = launch()

  function launch() {
    const command = options.command ?? [join(projectRoot(), 'dist', 'simulator', 'main.mjs')]
    const child = spawn(process.execPath, [...command, options.fleetFile], {
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        ...process.env,
        RUMBO_SIMULATOR_REGION: options.regionFile,
        RUMBO_GATEWAY_HOST: options.gatewayHost,
        ...Object.fromEntries(
          deviceProtocols.map((protocol) => [
            `RUMBO_GATEWAY_${protocol.toUpperCase()}_PORT`,
            String(options.runtime.gateway[protocol] ?? 'off'),
          ]),
        ),
      },
    })
    child.stdin.on('error', () => {})
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message = JSON.parse(line) as { arrived?: Arrival; problem?: string }
      if (message.arrived) for (const listener of listeners) listener(message.arrived)
      if (message.problem) options.log(message.problem)
    })
    const ended = new Promise<void>((done) => {
      child.on('error', () => done())
      child.on('exit', () => done())
    })
    void ended.then(() => {
      if (isStopping) return
      options.log('The simulator ended unexpectedly; it restarts in 5 s.')
      waiting = setTimeout(() => {
        current = launch()
      }, 5000)
    })
    return { child, ended }
  }

  return {
    direct(direction) {
      current.child.stdin.write(`${JSON.stringify({ direct: direction })}\n`)
    },
    raise(deviceIdentifier, kind) {
      current.child.stdin.write(`${JSON.stringify({ raise: { deviceIdentifier, kind } })}\n`)
    },
    cause(deviceIdentifier, incident) {
      current.child.stdin.write(`${JSON.stringify({ cause: { deviceIdentifier, incident } })}\n`)
    },
    onArrival(listener) {
      listeners.push(listener)
    },
    async stop() {
      isStopping = true
      if (waiting) clearTimeout(waiting)
      current.child.kill('SIGTERM')
      await current.ended
    },
  }
}
