import { GatewayListenError, type RefusalNotice } from '@rumbo/gateway'
import { createRegionStore, createRoadLimits } from '../places/index.ts'
import { portVariable } from '../platform/configuration/gateway.ts'
import { refusesWrites } from '../platform/machine/machine-state.ts'
import type { Log } from '../platform/process/logging.ts'
import { StartupFailure } from '../platform/process/startup-failure.ts'
import { createPositionPublisher, watchPhones, watchSilence } from '../telemetry/index.ts'
import { devicePasswordSeal } from '../vehicles/index.ts'
import { commitConditions } from './commit-conditions.ts'
import { announceCounters } from './gateway-counters.ts'
import { startGatewayNode } from './gateway-node.ts'
import { connectionsWithin, readOpenFilesLimit } from './open-files.ts'
import type { RunningRole, Shared } from './shared.ts'

/** Together less than the nine seconds a process has to end. */
const drainSeconds = { sockets: 4, commits: 3 }

/** The gateway role: device servers, position pipeline, command delivery and silence detection. */
export async function startGatewayRole({
  configuration,
  secret,
  clock,
  log,
  database,
  bus,
  machine,
}: Shared): Promise<RunningRole> {
  const publisher = createPositionPublisher({ bus })
  const { host, publicHost, ports, addresses } = configuration.gateway
  const { connections: connectionLimit, sentence } = connectionsWithin(
    configuration.gateway.connectionLimit,
    readOpenFilesLimit(),
  )
  if (sentence) log.warn(sentence)
  const regionFailed = (file: string, error: Error) =>
    log.error({ err: error, file }, 'could not read a region file')
  const regions = createRegionStore({ directory: configuration.regionsFolder, onFailure: regionFailed })
  const roadLimits = createRoadLimits({
    clock,
    regions,
    onFailure: (engine, error) =>
      log.warn({ err: error, engine }, 'the limits of roads are unknown while the roads engine fails'),
  })
  const node = await startGatewayNode({
    database,
    bus,
    clock,
    log,
    host,
    publicHost,
    ports,
    addresses,
    connectionLimit,
    passwords: devicePasswordSeal(secret),
    limits: { drainSeconds: drainSeconds.sockets },
    refusesWrites: () => refusesWrites(machine),
    onCommitted: publisher.publish,
    roadLimits,
    onRefusals: (notice) => logRefusals(log, notice, connectionLimit),
  }).catch((error: unknown) => {
    throw error instanceof GatewayListenError ? portFailure(error) : error
  })
  const { gateway, intake, connections } = node
  const endSilence = watchSilence({ database, clock, log, commitConditions })
  const endPhones = watchPhones({ database, intake, log })
  const endCounters = announceCounters({
    bus,
    read() {
      const { waitingReports, knownDevices, ...sums } = intake.counters()
      return {
        connections: gateway.connections(),
        intake: {
          sums: { ...sums, lostConnectionNotes: connections.lostNotes },
          state: { waitingReports, knownDevices },
        },
        protocols: gateway.countersByProtocol,
      }
    },
  })
  return {
    ready: { gateway: node.listening },
    async drain() {
      endCounters()
      await endPhones()
      await node.drain(drainSeconds.commits * 1000)
      await endSilence()
      roadLimits.close()
      regions.close()
      await publisher.close()
    },
  }
}

function logRefusals(log: Log, notice: RefusalNotice, connectionLimit: number): void {
  const sentence =
    notice.reason === 'system'
      ? 'The operating system refuses device connections: it may have run out of file descriptors or memory'
      : notice.reason === 'connection_limit'
        ? `Device connections are refused because the limit of ${connectionLimit} is reached: raise RUMBO_GATEWAY_CONNECTION_LIMIT or start another gateway`
        : 'Device connections were refused'
  log.warn(notice, sentence)
}

function portFailure({ code, protocol, host, port }: GatewayListenError): StartupFailure {
  const what = code === 'EADDRINUSE' ? 'is in use by another program' : `cannot be listened on (${code})`
  return new StartupFailure(
    'port_in_use',
    `Port ${port} on ${host} ${what}: stop it, or set ${portVariable(protocol)} to another port (0 takes a free one).`,
  )
}
