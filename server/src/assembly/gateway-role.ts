import {
  createGateway,
  type DeviceConnectionUpdate,
  GatewayListenError,
  type RefusalNotice,
} from '@rumbo/gateway'
import { v7 as uuid } from 'uuid'
import {
  type CommandDelivery,
  commitAnswers,
  createCommandDelivery,
  findSecretsOfDevices,
} from '../commands/index.ts'
import { withDriverPhones } from '../drivers/index.ts'
import { recordAlarms, recordClaims, recordCodes } from '../events/index.ts'
import { portVariable } from '../platform/configuration/gateway.ts'
import { refusesWrites } from '../platform/machine/machine-state.ts'
import type { Log } from '../platform/process/logging.ts'
import { StartupFailure } from '../platform/process/startup-failure.ts'
import {
  createClaimRecorder,
  createConnectionRecorder,
  createDeviceSecrets,
  createIntake,
  createMessageInspector,
  createPositionPublisher,
  watchPhones,
  watchSilence,
} from '../telemetry/index.ts'
import { devicePasswordSeal } from '../vehicles/index.ts'
import { announceCounters } from './gateway-counters.ts'
import { connectionsWithin, readOpenFilesLimit } from './open-files.ts'
import { positionPipeline } from './position-pipeline.ts'
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
  const gatewayId = uuid()
  const passwords = devicePasswordSeal(secret)
  const publisher = createPositionPublisher({ bus })
  const intake = createIntake({
    database,
    clock,
    log,
    bus,
    commitAnswers: (tx, answers) => commitAnswers(tx, answers, passwords),
    commitAlarms: recordAlarms,
    commitCodes: recordCodes,
    pipeline: positionPipeline,
    refusesWrites: () => refusesWrites(machine),
    onCommitted: publisher.publish,
  })
  await intake.start()
  const { host, publicHost, ports, addresses } = configuration.gateway
  const { connections: connectionLimit, sentence } = connectionsWithin(
    configuration.gateway.connectionLimit,
    readOpenFilesLimit(),
  )
  if (sentence) log.warn(sentence)
  const secrets = createDeviceSecrets({ database, bus })
  const inspector = createMessageInspector({
    database,
    bus,
    clock,
    log,
    findSecrets: (tx, identifiers) => findSecretsOfDevices(tx, passwords, identifiers),
  })
  await inspector.start()
  let listening: Record<string, number> = {}
  let delivery: CommandDelivery | undefined
  const gateway = createGateway({
    host,
    ports,
    addresses,
    intake: withDriverPhones(database, intake),
    clock,
    log,
    limits: { drainSeconds: drainSeconds.sockets, maxConnections: connectionLimit },
    inspector,
    isSecretAccepted: secrets.isAccepted,
    canReceiveCommands: (deviceIdentifier, protocol) =>
      protocol === 'osmand' || intake.hasSecret(deviceIdentifier) !== true,
    isClaimable: (deviceIdentifier) => intake.hasSecret(deviceIdentifier) === false,
    modelOf: (deviceIdentifier) => intake.stateOf(deviceIdentifier)?.deviceModel,
    onClaim(evidence) {
      if (evidence.isNew) log.warn(evidence, 'two connections claim to be one device')
      claims.note({ ...evidence, identifier: evidence.deviceIdentifier })
    },
    onSharedMessage: (message) => claims.share(message),
    onRefusals: (notice) => logRefusals(log, notice, connectionLimit),
    onDeviceConnection: (notice) => connections.note(recordOf(notice)),
    onMessageCommitted: (deviceIdentifier) => delivery?.deliverTo(deviceIdentifier),
  })
  const claims = createClaimRecorder({
    database,
    bus,
    log,
    gatewayId,
    recordClaims,
    onRemoteMessage: gateway.recordRemoteMessage,
  })
  const countersByProtocol = () => {
    const { open } = gateway.connections()
    return Object.fromEntries(
      Object.entries(gateway.countersByProtocol).map(([protocol, counters]) => [
        protocol,
        { connections: open[protocol as keyof typeof open] ?? 0, ...counters },
      ]),
    )
  }
  const connections = createConnectionRecorder({
    database,
    clock,
    log,
    onConnectedElsewhere: (records) => {
      for (const { identifier: deviceIdentifier, connection, address, protocol } of records)
        claims.share({ deviceIdentifier, connection, address, protocol })
    },
    describe: () => ({
      id: gatewayId,
      host: publicHost,
      ports: listening,
      connectionLimit,
      counters: countersByProtocol(),
    }),
  })
  listening = portsOf(
    await gateway.start().catch(async (error: unknown) => {
      await intake.drain(0)
      throw error instanceof GatewayListenError ? portFailure(error) : error
    }),
  )
  await connections.start()
  delivery = createCommandDelivery({
    database,
    bus,
    clock,
    log,
    gateway,
    gatewayId,
    passwords,
    stateOf: intake.stateOf,
  })
  await delivery.start()
  const endSilence = watchSilence({ database, clock, log })
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
    ready: { gateway: listening },
    async drain() {
      endCounters()
      await endPhones()
      await delivery.drain()
      await gateway.drain()
      await intake.drain(drainSeconds.commits * 1000)
      await claims.end()
      await inspector.end()
      await connections.end()
      await endSilence()
      secrets.end()
      await publisher.close()
    },
  }
}

const portsOf = (ports: Partial<Record<string, number | null>>): Record<string, number> =>
  Object.fromEntries(Object.entries(ports).filter((entry): entry is [string, number] => entry[1] !== null))

function recordOf({
  deviceIdentifier,
  connection,
  protocol,
  transport,
  remoteAddress,
  connectedAt,
  lastMessageAt,
  isConnected,
}: DeviceConnectionUpdate) {
  return {
    identifier: deviceIdentifier,
    connection,
    protocol,
    transport,
    address: remoteAddress,
    connectedAt,
    lastMessageAt,
    isConnected,
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
