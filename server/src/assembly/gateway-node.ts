import { createGateway, type DeviceConnectionUpdate, type GatewayOptions } from '@rumbo/gateway'
import { v7 as uuid } from 'uuid'
import {
  type CommandDelivery,
  commitAnswers,
  createCommandDelivery,
  findSecretsOfDevices,
} from '../commands/index.ts'
import { withDriverPhones } from '../drivers/index.ts'
import { createCustomRuleWatch, recordAlarms, recordClaims, recordCodes } from '../events/index.ts'
import { createFenceWatch } from '../geofences/index.ts'
import type { RoadLimits } from '../places/index.ts'
import type { Bus } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/process/logging.ts'
import {
  createClaimRecorder,
  createConnectionRecorder,
  createDeviceSecrets,
  createIntake,
  createMessageInspector,
  createRoadSpeeds,
} from '../telemetry/index.ts'
import type { devicePasswordSeal } from '../vehicles/index.ts'
import { commitConditions } from './commit-conditions.ts'
import { commitFences } from './commit-fences.ts'
import { pipelineWith } from './position-pipeline.ts'

interface GatewayNodeOptions
  extends Required<Pick<GatewayOptions, 'host' | 'ports'>>,
    Pick<GatewayOptions, 'addresses' | 'limits' | 'onRefusals'> {
  database: Database
  bus: Bus
  clock: Clock
  log: Log
  passwords: ReturnType<typeof devicePasswordSeal>
  /** Where devices reach it, as pages show it. */
  publicHost: string
  connectionLimit: number
  /** Of the installed regions. Default: none known. */
  roadLimits?: RoadLimits
  /** Default: never. */
  refusesWrites?: () => boolean
  onCommitted?: Parameters<typeof createIntake>[0]['onCommitted']
  /** Milliseconds between writes of connections and of inspected messages. Default: of each its own. */
  writeIntervalMs?: number
}

/**
 * Starts the servers for devices with everything that receives what devices send and delivers what they are sent: intake,
 * inspector, claims, delivery of commands.
 * @throws GatewayListenError
 */
export async function startGatewayNode(options: GatewayNodeOptions) {
  const { database, bus, clock, log, passwords, host, publicHost, ports, connectionLimit } = options
  const { refusesWrites, onCommitted, writeIntervalMs } = options
  const gatewayId = uuid()
  const customRules = createCustomRuleWatch({ database, bus, log })
  await customRules.start()
  const fences = createFenceWatch({ database, bus, log })
  await fences.start()
  const { roadLimits } = options
  const roadSpeeds = createRoadSpeeds({
    clock,
    limitsOf: async (places) => roadLimits?.of(places) ?? [],
  })
  const intake = createIntake({
    database,
    clock,
    log,
    bus,
    commitAnswers: (tx, answers) => commitAnswers(tx, answers, passwords),
    commitAlarms: recordAlarms,
    commitCodes: recordCodes,
    commitConditions,
    commitFences,
    pipeline: pipelineWith({ fences, customRules, roadSpeeds }),
    refusesWrites,
    onCommitted,
  })
  await intake.start()
  const secrets = createDeviceSecrets({ database, bus })
  const inspector = createMessageInspector({
    database,
    bus,
    clock,
    log,
    writeIntervalMs,
    findSecrets: (tx, identifiers) => findSecretsOfDevices(tx, passwords, identifiers),
  })
  await inspector.start()
  let listening: Record<string, number> = {}
  let delivery: CommandDelivery | undefined
  const gateway = createGateway({
    host,
    ports,
    clock,
    log,
    inspector,
    addresses: options.addresses,
    onRefusals: options.onRefusals,
    limits: { ...options.limits, maxConnections: connectionLimit },
    intake: withDriverPhones(database, intake),
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
    onDeviceConnection: (update) => connections.note(recordOf(update)),
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
    writeIntervalMs,
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
      customRules.end()
      fences.end()
      roadSpeeds.end()
      await intake.drain(0)
      throw error
    }),
  )
  await connections.start()
  const started = createCommandDelivery({
    database,
    bus,
    clock,
    log,
    gateway,
    gatewayId,
    passwords,
    stateOf: intake.stateOf,
  })
  delivery = started
  await started.start()
  return {
    gatewayId,
    gateway,
    intake,
    inspector,
    connections,
    listening,
    delivery: started,
    /** Accepts nothing more, and finishes what is in progress. `commitMs`: for the commits. Default: the intake's. */
    async drain(commitMs?: number) {
      await started.drain()
      await gateway.drain()
      await intake.drain(commitMs)
      customRules.end()
      fences.end()
      roadSpeeds.end()
      await claims.end()
      await inspector.end()
      await connections.end()
      secrets.end()
    },
  }
}

const portsOf = (ports: Partial<Record<string, number | null>>): Record<string, number> =>
  Object.fromEntries(Object.entries(ports).filter((entry): entry is [string, number] => entry[1] !== null))

function recordOf({ deviceIdentifier, remoteAddress, isNew: _, ...update }: DeviceConnectionUpdate) {
  return { identifier: deviceIdentifier, address: remoteAddress, ...update }
}
