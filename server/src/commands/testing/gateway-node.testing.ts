import { once } from 'node:events'
import { connect } from 'node:net'
import { createGateway } from '@rumbo/gateway'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '@rumbo/protocols/device-side'
import { deviceSides } from '@rumbo/protocols/registry'
import { simulatedReport } from '@rumbo/protocols/testing/simulated'
import { type TestApp, testSecret } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { positionPipeline } from '../../assembly/position-pipeline.ts'
import { recordAlarms, recordClaims, recordCodes } from '../../events/index.ts'
import {
  createClaimRecorder,
  createConnectionRecorder,
  createIntake,
  createMessageInspector,
} from '../../telemetry/index.ts'
import { devicePasswordSeal } from '../../vehicles/index.ts'
import { type CommandDelivery, commitAnswers, createCommandDelivery, findSecretsOfDevices } from '../index.ts'

export const passwords = devicePasswordSeal(testSecret)
const log = pino({ level: 'silent' })

/** A gateway with intake and delivery of commands, listening on free ports, as a gateway process has them. */
export interface GatewayNode {
  gatewayId: string
  gt06Port: number
  osmandPort: number
  delivery: CommandDelivery
  isConnected(deviceIdentifier: string): boolean
  /** Whether messages of the device are recorded. */
  isInspected(deviceIdentifier: string): boolean
  /** Reports decoded so far, committed or not. */
  reportsReceived(): number
  stop(): Promise<void>
}

export async function startGatewayNode({ database, bus, clock }: TestApp): Promise<GatewayNode> {
  const intake = createIntake({
    database,
    bus,
    clock,
    log,
    pipeline: positionPipeline,
    commitAnswers: (tx, answers) => commitAnswers(tx, answers, passwords),
    commitAlarms: recordAlarms,
    commitCodes: recordCodes,
  })
  await intake.start()
  const inspector = createMessageInspector({
    ...{ database, bus, clock, log, writeIntervalMs: 5 },
    findSecrets: (tx, identifiers) => findSecretsOfDevices(tx, passwords, identifiers),
  })
  await inspector.start()
  let delivery: CommandDelivery | undefined
  const gateway = createGateway({
    host: '127.0.0.1',
    ports: { gt06: 0, osmand: 0 },
    clock,
    log,
    intake,
    inspector,
    isClaimable: (deviceIdentifier) => intake.hasSecret(deviceIdentifier) === false,
    onClaim: (evidence) => claims.note({ ...evidence, identifier: evidence.deviceIdentifier }),
    onSharedMessage: (message) => claims.share(message),
    onDeviceConnection: ({ deviceIdentifier: identifier, remoteAddress: address, ...update }) =>
      connections.note({ identifier, address, ...update }),
    onMessageCommitted: (deviceIdentifier) => delivery?.deliverTo(deviceIdentifier),
  })
  const gatewayId = uuid()
  const claims = createClaimRecorder({
    ...{ database, bus, log, gatewayId, recordClaims },
    onRemoteMessage: gateway.recordRemoteMessage,
  })
  const connections = createConnectionRecorder({
    ...{ database, clock, log, writeIntervalMs: 5 },
    describe: () => ({ id: gatewayId, host: '127.0.0.1', ports: {}, connectionLimit: 100, counters: {} }),
    onConnectedElsewhere: (records) => {
      for (const { identifier, ...message } of records)
        claims.share({ deviceIdentifier: identifier, ...message })
    },
  })
  const ports = await gateway.start()
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
  await bus.ready()
  const started = delivery
  return {
    gatewayId,
    gt06Port: ports.gt06 ?? 0,
    osmandPort: ports.osmand ?? 0,
    delivery,
    isConnected: gateway.isConnected,
    isInspected: (deviceIdentifier) => inspector.isActive && inspector.isInspected(deviceIdentifier),
    reportsReceived: () => gateway.countersByProtocol.gt06?.reportsReceived ?? 0,
    async stop() {
      await started.drain()
      await gateway.drain()
      await intake.drain()
      await inspector.end()
      await claims.end()
      await connections.end()
    },
  }
}

type CommandMessage = Extract<ServerMessage, { kind: 'command' }>

/** A GT06 tracker on a real socket. */
export interface TestTracker {
  /** Types of the received commands, in order. */
  receivedTypes(): (string | null)[]
  commands: CommandMessage[]
  logIn(): Promise<void>
  /** Resolves once the server has acknowledged it. */
  report(at: Date, given?: Partial<SimulatedReport>): Promise<void>
  /** Resolves once the server has acknowledged it. */
  beat(at: Date): Promise<void>
  answer(command: CommandMessage | undefined, at: Date, isDone?: boolean): void
  close(): void
}

const measured = (time: Date, given: Partial<SimulatedReport> = {}): SimulatedReport =>
  simulatedReport({ time, latitude: 19.4326, longitude: -99.1332, speedKmh: 0, ...given })

const gt06Side = (): DeviceSide => {
  const found = deviceSides.find((side) => side.protocol === 'gt06')
  if (!found) throw new Error('GT06 has no device side.')
  return found
}

export async function connectTracker(port: number, identifier: string): Promise<TestTracker> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.on('error', () => {})
  const client: DeviceClient = gt06Side().openDeviceClient(identifier, 'tcp')
  const messages: ServerMessage[] = []
  const commands: CommandMessage[] = []
  socket.on('data', (chunk) => {
    for (const message of client.read(chunk)) {
      if (message.kind === 'command') commands.push(message)
      else messages.push(message)
    }
    socket.emit('answered')
  })
  await once(socket, 'connect')
  /** Sends bytes, and resolves with the next message that is not a command. */
  async function ask(bytes: Uint8Array | null): Promise<void> {
    if (!bytes) throw new Error('The protocol has no such message.')
    const before = messages.length
    socket.write(bytes)
    while (messages.length === before) await once(socket, 'answered')
  }
  return {
    commands,
    receivedTypes: () => commands.map((command) => command.type),
    logIn: () => ask(client.login()),
    report: (at, given) => ask(client.report(measured(at, given))),
    beat: (at) => ask(client.heartbeat(measured(at))),
    answer(command, at, isDone = true) {
      const bytes = command && client.answer(command, measured(at), isDone)
      if (!bytes) throw new Error('There is no command to answer.')
      socket.write(bytes)
    },
    close: () => socket.destroy(),
  }
}
