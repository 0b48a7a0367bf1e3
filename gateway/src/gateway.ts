import { randomUUID } from 'node:crypto'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { type FramedProtocol, framedProtocols } from '@rumbo/protocols'
import { createAddressCheck, createAdmission } from './admission.ts'
import { createDeviceClaims } from './claims.ts'
import { createDatagramServer, type DatagramServer } from './datagram-server.ts'
import { createFramedServer, type FramedServer } from './framed-server.ts'
import {
  type CountersByProtocol,
  createCounters,
  type GatewayCounters,
  sumCounters,
} from './gateway.counters.ts'
import {
  type DeliveryConnection,
  defaultGatewayLimits,
  type GatewayOptions,
  type SharedMessage,
  type WriteCommand,
} from './gateway.options.ts'
import { createHttpDeviceServer } from './http-server.ts'
import { bind, closeServer, GatewayListenError, listen } from './listening.ts'
import { createPeers, type Peer } from './peers.ts'
import { createRefusals } from './refusals.ts'
import { createDeviceRegistry, type Line } from './registry.ts'
import type { ServerSurroundings } from './server-deps.ts'

export interface GatewayConnections {
  /** Open connections by protocol. */
  open: Partial<Record<DeviceProtocol, number>>
  /** Devices that speak on TCP connections. */
  loggedIn: number
  /** Devices heard by datagram or HTTP a short while ago. */
  peers: number
}

/** `declined`: the writer gave no bytes, or the line ended in that moment: nothing was written. */
export type Delivery = 'written' | 'not_connected' | 'declined'

export interface Gateway {
  /** Listens; resolves with the ports, null for what is off. Rejects with a GatewayListenError, and then listens on nothing. */
  start(): Promise<Partial<Record<DeviceProtocol, number | null>>>
  /** Stops accepting and reading, waits until all that was read is committed and acknowledged, and closes. */
  drain(): Promise<void>
  connections(): GatewayConnections
  /** Of all protocols together. */
  readonly counters: Readonly<GatewayCounters>
  readonly countersByProtocol: CountersByProtocol
  /** Where the device was heard from; null when it is not connected. */
  addressOf(deviceIdentifier: string): string | null
  /** Where `deliver` would write to the device now; null while it cannot. */
  connectionTo(deviceIdentifier: string): DeliveryConnection | null
  /** Another gateway heard the device, on this connection from this address. */
  hearElsewhere(message: SharedMessage): void
  /** Whether `deliver` would call its writer now. */
  isConnected(deviceIdentifier: string): boolean
  /**
   * Finds the device's connection (TCP, else the datagram socket it spoke to a short while ago, else its request that
   * waits for the answer), calls `write` and hands the bytes to the socket, all in one turn.
   */
  deliver(deviceIdentifier: string, write: WriteCommand): Delivery
}

interface ProtocolServers {
  protocol: FramedProtocol
  framed: FramedServer
  datagrams: DatagramServer | null
}

/** How often a free port is looked for that is free for both transports. */
const mostAttempts = 20

/** The sockets of the devices. Nothing is acknowledged before `intake.accept` resolved. */
export function createGateway(options: GatewayOptions): Gateway {
  const { protocols = framedProtocols, host, ports, log } = options
  const limits = { ...defaultGatewayLimits, ...options.limits }
  const countersByProtocol: Partial<Record<DeviceProtocol, GatewayCounters>> = {}
  const admission = createAdmission(limits)
  const refusals = createRefusals({ onRefusals: options.onRefusals, openConnections: admission.open })
  const { onDeviceConnection } = options
  const registry = createDeviceRegistry({ limits, countersOf, onDeviceConnection })
  const claims = createDeviceClaims({
    quietSeconds: limits.quietSeconds,
    mostDevices: limits.maxWatchedDevices,
    isClaimable: (deviceIdentifier, protocol) => options.isClaimable?.(deviceIdentifier, protocol) ?? true,
    onClaim(evidence) {
      if (evidence.isNew) countersOf(evidence.protocol).claims++
      options.onClaim?.(evidence)
    },
    onSharedMessage: (message) => options.onSharedMessage?.(message),
  })
  const gatewayKey = randomUUID()
  let connectionCount = 0
  const peers = createPeers({ limits, onDeviceConnection })
  const isOn = (protocol: DeviceProtocol) => typeof ports[protocol] === 'number'
  const servers = protocols.filter(({ name }) => isOn(name)).map(openServers)
  const http = createHttpDeviceServer(surroundingsOf('osmand'))
  let sweeper: NodeJS.Timeout | undefined
  let drained: Promise<void> | undefined

  return {
    get counters() {
      return sumCounters(countersByProtocol)
    },
    countersByProtocol,
    async start() {
      const chosen: Partial<Record<DeviceProtocol, number | null>> = { osmand: null }
      for (const { name } of protocols) chosen[name] = null
      try {
        for (const one of servers) chosen[one.protocol.name] = await listenBoth(one)
        if (isOn('osmand')) {
          chosen.osmand = await listen(http.server, 'osmand', host, ports.osmand ?? 0, tellFailure('osmand'))
        }
      } catch (error) {
        await closeAll()
        throw error
      }
      sweeper = setInterval(sweep, limits.sweepMilliseconds)
      sweeper.unref()
      log.info({ host, ports: chosen }, 'The device gateway listens')
      return chosen
    },
    drain() {
      drained ??= drain()
      return drained
    },
    connections: () => ({
      open: {
        ...Object.fromEntries(servers.map(({ protocol, framed }) => [protocol.name, framed.open()])),
        osmand: http.open(),
      },
      loggedIn: registry.size(),
      peers: peers.size(),
    }),
    addressOf: (deviceIdentifier) =>
      registry.find(deviceIdentifier)?.holder.remoteAddress ??
      peers.find(deviceIdentifier)?.remoteAddress ??
      null,
    connectionTo(deviceIdentifier) {
      const found = lineTo(deviceIdentifier) ?? peerOf(deviceIdentifier)
      return found ? placeOf(found) : null
    },
    hearElsewhere: ({ deviceIdentifier, connection, address, protocol }) =>
      claims.hear(
        deviceIdentifier,
        { connection, address, protocol, transport: 'gateway', isForwarder: false },
        options.clock.now().getTime(),
      ),
    isConnected: (deviceIdentifier) => (lineTo(deviceIdentifier) ?? peerOf(deviceIdentifier)) !== undefined,
    deliver,
  }

  function countersOf(protocol: DeviceProtocol): GatewayCounters {
    const counters = countersByProtocol[protocol] ?? createCounters()
    countersByProtocol[protocol] = counters
    return counters
  }

  function surroundingsOf(protocol: DeviceProtocol): ServerSurroundings {
    const counters = countersOf(protocol)
    return {
      ...{ options, limits, counters, admission, registry, peers, claims, heard },
      nextConnection: () => `tcp ${gatewayKey} ${++connectionCount}`,
      mayReport: createAddressCheck(options.addresses?.[protocol]),
      refuse(reason) {
        counters.connectionsRefused[reason]++
        refusals.note(protocol, reason, options.clock.now().getTime())
      },
    }
  }

  function openServers(protocol: FramedProtocol): ProtocolServers {
    const surroundings = surroundingsOf(protocol.name)
    return {
      protocol,
      framed: createFramedServer(protocol, surroundings),
      datagrams: protocol.transports.includes('udp')
        ? createDatagramServer(protocol, host, surroundings)
        : null,
    }
  }

  function tellFailure(protocol: DeviceProtocol) {
    return (error: Error) => {
      countersOf(protocol).connectionsRefused.system++
      refusals.note(protocol, 'system', options.clock.now().getTime(), error.message)
    }
  }

  /** TCP, and UDP on the same port. */
  async function listenBoth({ protocol, framed, datagrams }: ProtocolServers): Promise<number> {
    const wanted = ports[protocol.name] ?? 0
    const onFailure = tellFailure(protocol.name)
    for (let attempt = 1; ; attempt++) {
      const port = await listen(framed.server, protocol.name, host, wanted, onFailure)
      try {
        if (datagrams) await bind(datagrams.socket, protocol.name, host, port, onFailure)
        return port
      } catch (error) {
        const isTaken = error instanceof GatewayListenError && error.code === 'EADDRINUSE'
        if (wanted !== 0 || !isTaken || attempt === mostAttempts) throw error
        framed.server.removeAllListeners('error')
        await closeServer(framed.server)
      }
    }
  }

  /** The promise of a device's hearing, for who waits for it; a failure is logged and goes no further. */
  function heard(deviceIdentifier: string): void | Promise<void> {
    const tellTale = (error: unknown) =>
      log.error({ err: error, deviceIdentifier }, 'A listener to devices failed')
    try {
      return options.onDeviceHeard?.(deviceIdentifier)?.catch(tellTale)
    } catch (error) {
      tellTale(error)
    }
  }

  function mayBeTold(deviceIdentifier: string, protocol: DeviceProtocol): boolean {
    return options.mayBeTold?.(deviceIdentifier, protocol) ?? true
  }

  function lineTo(deviceIdentifier: string) {
    const line = registry.find(deviceIdentifier)
    return line && mayBeTold(deviceIdentifier, line.holder.protocol) ? line : undefined
  }

  /** Only while something can be said to it. */
  function peerOf(deviceIdentifier: string) {
    const peer = peers.find(deviceIdentifier)
    return peer?.write && mayBeTold(deviceIdentifier, peer.protocol) ? peer : undefined
  }

  function placeOf(found: Line | Peer): DeliveryConnection {
    const { deviceIdentifier, connection } = found
    const protocol = 'holder' in found ? found.holder.protocol : found.protocol
    return {
      protocol,
      connection,
      standing: claims.standingOf(deviceIdentifier, options.clock.now().getTime()),
    }
  }

  function deliver(deviceIdentifier: string, write: WriteCommand): Delivery {
    const found = lineTo(deviceIdentifier) ?? peerOf(deviceIdentifier)
    if (!found) return 'not_connected'
    const { openedAt, hasValidFix, fixTime, fixSpeedKmh, fixReceivedAt } = found
    const place = placeOf(found)
    const transport = 'holder' in found ? 'tcp' : found.transport
    const command = write({
      ...{ ...place, transport, openedAt },
      ...{ hasValidFix, fixTime, fixSpeedKmh, fixReceivedAt },
    })
    if (!command) return 'declined'
    if (!('holder' in found)) found.write?.(command.bytes)
    else if (!found.holder.send(command.bytes)) return 'declined'
    countersOf(place.protocol).commandsWritten++
    return 'written'
  }

  function sweep(): void {
    const now = options.clock.now().getTime()
    for (const { framed, datagrams } of servers) {
      framed.sweep(now)
      datagrams?.sweep(now)
    }
    registry.sweep(now)
    claims.sweep(now)
    peers.sweep(now)
    refusals.sweep(now)
  }

  async function closeAll(): Promise<void> {
    await Promise.all([
      closeServer(http.server),
      ...servers.flatMap(({ framed, datagrams }) => [closeServer(framed.server), datagrams?.close()]),
    ])
  }

  async function drain(): Promise<void> {
    clearInterval(sweeper)
    const closed = Promise.all([
      closeServer(http.server),
      ...servers.flatMap(({ framed, datagrams }) => [
        closeServer(framed.server),
        framed.drain(),
        datagrams?.drain().then(datagrams.close),
      ]),
    ])
    http.drain()
    let forced: NodeJS.Timeout | undefined
    const timeout = new Promise<void>((resolve) => {
      forced = setTimeout(() => {
        log.warn(
          { connections: admission.open() },
          'Device connections did not finish in time and are closed',
        )
        for (const { framed } of servers) framed.destroy()
        http.destroy()
        resolve(closeAll())
      }, limits.drainSeconds * 1000)
    })
    await Promise.race([closed, timeout])
    clearTimeout(forced)
    peers.clear()
  }
}
