import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import {
  type DeviceProtocol,
  type DeviceReport,
  deviceProtocols,
} from '@rumbo/contract/telemetry.device-report.contract'
import {
  createGt06ServerReader,
  encodeGt06Login,
  encodeGt06Position,
  type Gt06DevicePosition,
  type Gt06ServerMessage,
} from '@rumbo/protocols'
import { afterEach, beforeEach } from 'vitest'
import type {
  ClaimEvidence,
  DeviceConnectionUpdate,
  GatewayLimits,
  GatewayOptions,
  RefusalNotice,
  SharedMessage,
} from '../gateway.options.ts'
import { createGateway, type Gateway } from '../gateway.ts'

/** An intake whose commits the test releases. */
export interface HeldIntake {
  accept(report: DeviceReport): Promise<void>
  reports: DeviceReport[]
  /** Default true: `accept` resolves at once. */
  isOpen: boolean
  /** Commits or rejects the oldest waiting report. */
  commit(): void
  reject(): void
  waiting(): number
  /** Resolves once this many reports arrived in all. */
  arrived(count: number): Promise<void>
}

export function createHeldIntake(): HeldIntake {
  const held: { resolve: () => void; reject: (reason: Error) => void }[] = []
  const watchers: { count: number; resolve: () => void }[] = []
  const intake: HeldIntake = {
    reports: [],
    isOpen: true,
    accept(report) {
      intake.reports.push(report)
      for (const watcher of watchers) if (intake.reports.length >= watcher.count) watcher.resolve()
      if (intake.isOpen) return Promise.resolve()
      return new Promise((resolve, reject) => held.push({ resolve, reject }))
    },
    commit: () => held.shift()?.resolve(),
    reject: () => held.shift()?.reject(new Error('The process is stopping')),
    waiting: () => held.length,
    arrived(count) {
      if (intake.reports.length >= count) return Promise.resolve()
      return new Promise((resolve) => watchers.push({ count, resolve }))
    },
  }
  return intake
}

/** A clock the test moves. */
export function createManualClock(start = new Date('2026-03-04T05:06:07Z')) {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    advanceSeconds(seconds: number) {
      now += seconds * 1000
    },
  }
}

/** A tracker on a real socket. */
export interface TestDevice {
  socket: Socket
  messages: Gt06ServerMessage[]
  write(bytes: Uint8Array): void
  logIn(): Promise<void>
  sendPosition(serial: number): void
  /** Resolves once the server sent this many messages in all; rejects when the connection ends before. */
  received(count: number): Promise<Gt06ServerMessage[]>
  closed: Promise<void>
}

export const position: Gt06DevicePosition = {
  time: new Date('2026-03-04T05:06:00Z'),
  latitude: 19.4326,
  longitude: -99.1332,
  speedKmh: 42,
  headingDegrees: 90,
}

export async function connectDevice(
  port: number,
  imei: string,
  localAddress = '127.0.0.1',
): Promise<TestDevice> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  const reader = createGt06ServerReader()
  const messages: Gt06ServerMessage[] = []
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('data', (chunk) => {
    messages.push(...reader.push(chunk))
    socket.emit('messages')
  })
  await once(socket, 'connect')
  const device: TestDevice = {
    socket,
    messages,
    closed,
    write: (bytes) => {
      socket.write(bytes)
    },
    async logIn() {
      socket.write(encodeGt06Login(imei, 1))
      await device.received(messages.length + 1)
    },
    sendPosition(serial) {
      const time = new Date(position.time.getTime() + serial * 1000)
      socket.write(encodeGt06Position({ ...position, time }, serial))
    },
    received: (count) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (messages.length >= count) settle(() => resolve(messages))
        }
        const end = () =>
          settle(() => reject(new Error(`The connection ended after ${messages.length} messages`)))
        const settle = (report: () => void) => {
          socket.off('messages', look)
          socket.off('close', end)
          report()
        }
        socket.on('messages', look)
        socket.once('close', end)
        look()
      }),
  }
  return device
}

export interface TestGateway {
  gateway: Gateway
  gt06Port: number
  osmandPort: number
  ports: Partial<Record<DeviceProtocol, number | null>>
}

export const silentLog = { info() {}, warn() {}, error() {} }

export async function startGateway(
  options: Omit<GatewayOptions, 'host' | 'ports' | 'log'>,
): Promise<TestGateway> {
  const gateway = createGateway({
    host: '127.0.0.1',
    ports: Object.fromEntries(deviceProtocols.map((protocol) => [protocol, 0])),
    log: silentLog,
    ...options,
  })
  const ports = await gateway.start()
  const { gt06, osmand } = ports
  if (typeof gt06 !== 'number' || typeof osmand !== 'number') throw new Error('A port is missing')
  return { gateway, gt06Port: gt06, osmandPort: osmand, ports }
}

/** A different IMEI for each number. */
export function imeiOf(number: number): string {
  return String(350_000_000_000_000 + number)
}

/** Hooks that give each test its own intake, clock, gateway and trackers, and end them after it. */
export function useGateway() {
  const bench = {
    intake: createHeldIntake(),
    clock: createManualClock(),
    devices: [] as TestDevice[],
    claims: [] as ClaimEvidence[],
    shared: [] as SharedMessage[],
    updates: [] as DeviceConnectionUpdate[],
    committed: [] as string[],
    refusals: [] as RefusalNotice[],
    start,
    device,
  }
  let running: TestGateway | undefined

  beforeEach(() => {
    bench.intake = createHeldIntake()
    bench.clock = createManualClock()
    bench.claims = []
    bench.shared = []
    bench.updates = []
    bench.committed = []
    bench.refusals = []
  })
  afterEach(async () => {
    for (const { socket } of bench.devices) socket.destroy()
    bench.devices = []
    while (bench.intake.waiting() > 0) bench.intake.commit()
    await running?.gateway.drain()
    running = undefined
  })
  return bench

  async function start(
    limits: Partial<GatewayLimits> = {},
    options: Partial<GatewayOptions> = {},
  ): Promise<TestGateway> {
    const { intake, clock, claims, shared, updates, committed, refusals } = bench
    running = await startGateway({
      intake,
      clock,
      limits: { sweepMilliseconds: 5, ...limits },
      onClaim: (evidence) => claims.push(evidence),
      onSharedMessage: (message) => shared.push(message),
      onDeviceConnection: (one) => updates.push(one),
      onMessageCommitted: (deviceIdentifier) => {
        committed.push(deviceIdentifier)
      },
      onRefusals: (notice) => refusals.push(notice),
      ...options,
    })
    return running
  }

  async function device(port: number, number = 1, localAddress?: string): Promise<TestDevice> {
    const opened = await connectDevice(port, imeiOf(number), localAddress)
    bench.devices.push(opened)
    return opened
  }
}
