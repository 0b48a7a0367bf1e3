import type { Server } from 'node:net'
import type { DeviceCommand } from '@rumbo/contract/device-command.contract'
import type { DeviceProtocol } from '@rumbo/contract/device-report.contract'
import { type CommandEncoding, gt06 } from '@rumbo/protocols'
import { createAdmission } from './admission.ts'
import { createFramedServer } from './framed-server.ts'
import {
  createCounters,
  defaultGatewayLimits,
  type GatewayCounters,
  type GatewayOptions,
} from './gateway.options.ts'
import { createHttpDeviceServer } from './http-server.ts'
import { closeServer, listen } from './listening.ts'
import { createDeviceRegistry } from './registry.ts'

export interface GatewayConnections {
  /** Open connections by protocol. */
  open: Partial<Record<DeviceProtocol, number>>
  /** Devices logged in on a TCP connection. */
  loggedIn: number
}

/** `not_connected`: no connection of this device. `unsupported` and `bad_parameter`: the protocol cannot say it. */
export type CommandDelivery =
  | { isSent: true; serial: number }
  | { isSent: false; reason: 'not_connected' }
  | { isSent: false; reason: Exclude<CommandEncoding, { isEncoded: true }>['reason']; parameter?: string }

export interface Gateway {
  /** Listens; resolves with the ports, null for what is off. Rejects with a GatewayListenError, and then listens on nothing. */
  start(): Promise<Partial<Record<DeviceProtocol, number | null>>>
  /** Stops accepting and reading, waits until all that was read is committed and acknowledged, and closes. */
  drain(): Promise<void>
  connections(): GatewayConnections
  readonly counters: Readonly<GatewayCounters>
  /** Remote address of a device that is logged in on a TCP connection. */
  addressOf(deviceIdentifier: string): string | null
  /** Writes a command to the device's connection. */
  sendCommand(command: DeviceCommand): CommandDelivery
}

/** The sockets of the devices. Nothing is acknowledged before `intake.accept` resolved. */
export function createGateway(options: GatewayOptions): Gateway {
  const limits = { ...defaultGatewayLimits, ...options.limits }
  const counters = createCounters()
  const admission = createAdmission(limits)
  const registry = createDeviceRegistry({
    limits,
    counters,
    onSuspicion: options.onSuspicion,
    onDeviceConnection: options.onDeviceConnection,
  })
  const surroundings = { options, limits, counters, admission, registry }
  const framed = createFramedServer(gt06, surroundings)
  const http = createHttpDeviceServer(surroundings)
  let sweeper: NodeJS.Timeout | undefined
  let drained: Promise<void> | undefined
  let commandSerial = 0

  return {
    counters,
    async start() {
      const { host, ports } = options
      const chosen: Partial<Record<DeviceProtocol, number | null>> = { gt06: null, osmand: null }
      try {
        const open = (server: Server, protocol: DeviceProtocol, port: number) =>
          listen(server, protocol, host, port, (error) =>
            options.log.error({ err: error, protocol }, 'A device connection could not be accepted'),
          )
        if (typeof ports.gt06 === 'number') chosen.gt06 = await open(framed.server, 'gt06', ports.gt06)
        if (typeof ports.osmand === 'number') chosen.osmand = await open(http.server, 'osmand', ports.osmand)
      } catch (error) {
        await Promise.all([closeServer(framed.server), closeServer(http.server)])
        throw error
      }
      sweeper = setInterval(sweep, limits.sweepMilliseconds)
      sweeper.unref()
      options.log.info({ host, ports: chosen }, 'The device gateway listens')
      return chosen
    },
    drain() {
      drained ??= drain()
      return drained
    },
    connections: () => ({ open: { gt06: framed.open(), osmand: http.open() }, loggedIn: registry.size() }),
    addressOf: (deviceIdentifier) => registry.find(deviceIdentifier)?.remoteAddress ?? null,
    sendCommand,
  }

  function sweep(): void {
    const now = options.clock.now().getTime()
    framed.sweep(now)
    registry.sweep(now)
  }

  async function drain(): Promise<void> {
    clearInterval(sweeper)
    const closed = Promise.all([closeServer(framed.server), closeServer(http.server), framed.drain()])
    http.drain()
    const forced = setTimeout(() => {
      options.log.warn(
        { connections: admission.open() },
        'Device connections did not finish in time and are closed',
      )
      framed.destroy()
      http.destroy()
    }, limits.drainSeconds * 1000)
    await closed
    clearTimeout(forced)
  }

  function sendCommand(command: DeviceCommand): CommandDelivery {
    // What the protocol cannot say fails at once, connected or not.
    if (command.protocol !== gt06.name) return { isSent: false, reason: 'unsupported' }
    commandSerial = (commandSerial + 1) & 0xffff
    const encoding = gt06.encodeCommand(command, commandSerial)
    if (!encoding.isEncoded) {
      const { isEncoded: _, ...why } = encoding
      return { isSent: false, ...why }
    }
    const connection = registry.find(command.deviceIdentifier)
    if (!connection) return { isSent: false, reason: 'not_connected' }
    connection.send(encoding.bytes)
    return { isSent: true, serial: commandSerial }
  }
}
