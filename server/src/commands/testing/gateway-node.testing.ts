import { once } from 'node:events'
import { connect } from 'node:net'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '@rumbo/protocols/device-side'
import { deviceSides } from '@rumbo/protocols/registry'
import { simulatedReport } from '@rumbo/protocols/testing/simulated'
import { type TestApp, testSecret } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { startGatewayNode as startNode } from '../../assembly/gateway-node.ts'
import { devicePasswordSeal } from '../../vehicles/index.ts'
import type { CommandDelivery } from '../index.ts'

export const passwords = devicePasswordSeal(testSecret)

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
  const { gateway, inspector, ...node } = await startNode({
    ...{ database, bus, clock, passwords, log: pino({ level: 'silent' }) },
    ...{ host: '127.0.0.1', publicHost: '127.0.0.1', ports: { gt06: 0, osmand: 0 }, connectionLimit: 100 },
    writeIntervalMs: 5,
  })
  await bus.ready()
  return {
    ...{ gatewayId: node.gatewayId, delivery: node.delivery },
    gt06Port: node.listening.gt06 ?? 0,
    osmandPort: node.listening.osmand ?? 0,
    isConnected: gateway.isConnected,
    isInspected: (deviceIdentifier) => inspector.isActive && inspector.isInspected(deviceIdentifier),
    reportsReceived: () => gateway.countersByProtocol.gt06?.reportsReceived ?? 0,
    stop: () => node.drain(),
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
