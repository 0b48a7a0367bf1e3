import { randomUUID } from 'node:crypto'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { type FramedProtocol, framedProtocols } from '@rumbo/protocols'
import { createAddressCheck, createAdmission } from './admission.ts'
import { createDeviceClaims } from './claims.ts'
import { createDatagramServer, type DatagramServer } from './datagram-server.ts'
import { createDeviceDelivery, type DeviceDelivery } from './device-delivery.ts'
import { createFramedServer, type FramedServer } from './framed-server.ts'
import {
  type CountersByProtocol,
  createCounters,
  type GatewayCounters,
  sumCounters,
} from './gateway.counters.ts'
import { defaultGatewayLimits, type GatewayOptions, type SharedMessage } from './gateway.options.ts'
import { createHttpDeviceServer } from './http-server.ts'
import { noInspector } from './inspection.ts'
import { closeServer, listen, listenOnBothTransports } from './listening.ts'
import { createPeers } from './peers.ts'
import { createRefusals } from './refusals.ts'
import { createDeviceRegistry } from './registry.ts'
import type { ServerDeps } from './server-deps.ts'

export interface GatewayConnections {
  /** Open connections by protocol. */
  open: Partial<Record<DeviceProtocol, number>>
  /** Devices with a TCP connection. */
  loggedIn: number
  /** Devices that reported by datagram or HTTP a short while ago. */
  peers: number
}

export interface Gateway extends DeviceDelivery {
  /** Listens and resolves with the ports, null for protocols that are off. Rejects with a GatewayListenError and then listens on no port. */
  start(): Promise<Partial<Record<DeviceProtocol, number | null>>>
  /** Stops accepting and reading, waits until all received messages are committed and acknowledged, and closes. */
  drain(): Promise<void>
  connections(): GatewayConnections
  /** The sums over all protocols. */
  readonly counters: Readonly<GatewayCounters>
  readonly countersByProtocol: CountersByProtocol
  /** The device's address; null when it is not connected. */
  addressOf(deviceIdentifier: string): string | null
  /** Records that another gateway received a message of the device. */
  recordRemoteMessage(message: SharedMessage): void
}

interface ProtocolServers {
  protocol: FramedProtocol
  framed: FramedServer
  datagrams: DatagramServer | null
}

/** Creates the servers that devices connect to. A report is acknowledged after `intake.accept` resolved. */
export function createGateway(options: GatewayOptions): Gateway {
  const { protocols = framedProtocols, host, ports, log } = options
  const limits = { ...defaultGatewayLimits, ...options.limits }
  const countersByProtocol: Partial<Record<DeviceProtocol, GatewayCounters>> = {}
  const admission = createAdmission(limits)
  const refusals = createRefusals({ onRefusals: options.onRefusals, openConnections: admission.open })
  const { onDeviceConnection, inspector = noInspector } = options
  const registry = createDeviceRegistry({ limits, countersOf, onDeviceConnection })
  const claims = createDeviceClaims({
    silentSeconds: limits.silentSeconds,
    maxDevices: limits.maxWatchedDevices,
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
  const delivery = createDeviceDelivery({ options, registry, peers, claims, inspector, countersOf })
  const isOn = (protocol: DeviceProtocol) => typeof ports[protocol] === 'number'
  const servers = protocols.filter(({ name }) => isOn(name)).map(openServers)
  const http = createHttpDeviceServer(serverDepsOf('osmand'))
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
        for (const one of servers) chosen[one.protocol.name] = await listenFor(one)
        if (isOn('osmand')) {
          chosen.osmand = await listen(
            http.server,
            'osmand',
            host,
            ports.osmand ?? 0,
            failureListenerOf('osmand'),
          )
        }
      } catch (error) {
        await closeAll()
        throw error
      }
      sweeper = setInterval(sweep, limits.sweepMilliseconds)
      sweeper.unref()
      log.info({ host, ports: chosen }, 'Device gateway listening')
      return chosen
    },
    drain() {
      drained ??= drain()
      return drained
    },
    connections: () => ({
      open: Object.fromEntries([
        ...servers.map(({ protocol, framed }) => [protocol.name, framed.open()]),
        ['osmand', http.open()],
      ]),
      loggedIn: registry.size(),
      peers: peers.size(),
    }),
    addressOf: (deviceIdentifier) =>
      registry.find(deviceIdentifier)?.owner.remoteAddress ??
      peers.find(deviceIdentifier)?.remoteAddress ??
      null,
    connectionTo: delivery.connectionTo,
    recordRemoteMessage: ({ deviceIdentifier, connection, address, protocol }) =>
      claims.recordMessage(
        deviceIdentifier,
        { connectionId: connection, address, protocol, transport: 'gateway', isForwarder: false },
        options.clock.now().getTime(),
      ),
    isConnected: delivery.isConnected,
    deliver: delivery.deliver,
  }

  function countersOf(protocol: DeviceProtocol): GatewayCounters {
    const counters = countersByProtocol[protocol] ?? createCounters()
    countersByProtocol[protocol] = counters
    return counters
  }

  function serverDepsOf(protocol: DeviceProtocol): ServerDeps {
    const counters = countersOf(protocol)
    return {
      options,
      limits,
      counters,
      admission,
      registry,
      peers,
      claims,
      inspector,
      notifyCommitted,
      nextConnectionId: () => `tcp ${gatewayKey} ${++connectionCount}`,
      mayReport: createAddressCheck(options.addresses?.[protocol]),
      refuse(reason) {
        counters.connectionsRefused[reason]++
        refusals.note(protocol, reason, options.clock.now().getTime())
      },
    }
  }

  function openServers(protocol: FramedProtocol): ProtocolServers {
    const deps = serverDepsOf(protocol.name)
    return {
      protocol,
      framed: createFramedServer(protocol, deps),
      datagrams: protocol.transports.includes('udp') ? createDatagramServer(protocol, host, deps) : null,
    }
  }

  function failureListenerOf(protocol: DeviceProtocol) {
    return (error: Error) => {
      countersOf(protocol).connectionsRefused.system++
      refusals.note(protocol, 'system', options.clock.now().getTime(), error.message)
    }
  }

  function listenFor({ protocol: { name }, framed, datagrams }: ProtocolServers): Promise<number> {
    const port = ports[name] ?? 0
    const onFailure = failureListenerOf(name)
    if (!datagrams) return listen(framed.server, name, host, port, onFailure)
    return listenOnBothTransports(framed.server, datagrams.socket, name, host, port, onFailure)
  }

  /** Resolves when the listener has finished; its failure is logged. */
  function notifyCommitted(deviceIdentifier: string): void | Promise<void> {
    const logFailure = (error: unknown) =>
      log.error({ err: error, deviceIdentifier }, 'The listener to committed messages failed')
    try {
      return options.onMessageCommitted?.(deviceIdentifier)?.catch(logFailure)
    } catch (error) {
      logFailure(error)
    }
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
          'Device connections did not finish in time and were closed',
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
