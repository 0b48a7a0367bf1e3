import { connect, type Socket } from 'node:net'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceClient } from '@rumbo/protocols/device-side'
import { openDeviceClientOf, unansweredProtocols } from './device-clients.ts'
import { createDrive, createMeasure, type Measured, type SentPosition } from './measure.ts'

export interface LoadDevice {
  protocol: DeviceProtocol
  identifier: string
}

export interface DevicesOptions {
  host: string
  ports: Partial<Record<DeviceProtocol, number>>
  devices: readonly LoadDevice[]
  /** Time of each device's first position, epoch seconds; one second more with each: most protocols count whole ones. */
  firstSecond: number
}

/** Positions of one device that are known to be stored: those of its first so many seconds. */
export interface AcknowledgedDevice extends LoadDevice {
  acknowledged: number
}

export interface Returned {
  p50Seconds: number
  allSeconds: number
}

/** Many trackers that send at a set rate. One whose connection ends reconnects and resends what was not acknowledged. */
export interface Devices {
  /** Resolves when all are logged in. */
  connect(): Promise<void>
  /** Round-robin, each device sends a burst in one write; about `inFlight` frames are unacknowledged at any time. */
  flood(load: { burst: number; inFlight: number }): void
  /** All devices together send at this rate, round-robin, regardless of acknowledgements. */
  pace(positionsPerSecond: number): void
  /** @param notesSent whether `sentPositions` will be asked */
  startMeasuring(notesSent?: boolean): void
  measured(): Measured
  /** Positions sent since `startMeasuring`. */
  sentPositions(): SentPosition[]
  /** Reports positions found in the table, for protocols without acknowledgements. */
  confirm(stored: readonly { identifier: string; count: number }[]): void
  /** Drops all connections at once; resolves when every device has reconnected and had a new position acknowledged. */
  storm(): Promise<Returned>
  /** Stops sending; resolves when everything sent is acknowledged. */
  settle(): Promise<void>
  acknowledgedDevices(): AcknowledgedDevice[]
  /** Logins after the first of each device. */
  reconnections(): number
  /** Seconds of CPU of the process the devices live in. */
  cpuSeconds(): number
  close(): void
}

interface Sent {
  bytes: Uint8Array
  at: number
}

interface Device extends LoadDevice {
  socket: Socket | null
  client: DeviceClient | null
  isLoggedIn: boolean
  /** Seconds sent, and of these acknowledged: in order, as the frames were. */
  sent: number
  acknowledged: number
  owed: Sent[]
  /** Frames of a burst that counts as in flight until all are acknowledged. */
  hasTurn: boolean
  returnedAt: number | null
}

const returnsAfterMs = 100
const tickMs = 2

export function createDevices({ host, ports, devices: given, firstSecond }: DevicesOptions): Devices {
  const devices = given.map(
    (device): Device => ({
      ...device,
      socket: null,
      client: null,
      isLoggedIn: false,
      sent: 0,
      acknowledged: 0,
      owed: [],
      hasTurn: false,
      returnedAt: null,
    }),
  )
  const byIdentifier = new Map(devices.map((device) => [device.identifier, device]))
  const measure = createMeasure()
  const positionOf = createDrive(firstSecond)
  let burst = 0
  let freeTurns = 0
  let nextInTurn = 0
  let ticking: NodeJS.Timeout | undefined
  let logins = 0
  let pauseMs = returnsAfterMs
  let stormedAt: number | null = null
  let isClosed = false

  function open(device: Device): void {
    const socket = connect({ host, port: ports[device.protocol] ?? 0, noDelay: true })
    const client = openDeviceClientOf(device.protocol, device.identifier)
    device.socket = socket
    device.client = client
    socket.on('connect', () => {
      const login = client.login()
      if (login) socket.write(login)
      if (!login || !client.isLoginAnswered) enter(device, socket)
    })
    socket.on('data', (chunk) => {
      let confirmed = 0
      for (const message of client.read(chunk)) {
        if (message.kind === 'acknowledgement') confirmed += message.reports
        else if (message.kind === 'login' && !message.isAccepted) {
          socket.destroy()
          // Later answers are not those of the first positions owed: all of these are sent again.
          break
        } else if (message.kind === 'login' && !device.isLoggedIn) enter(device, socket)
      }
      if (confirmed > 0 && !unansweredProtocols.has(device.protocol)) acknowledge(device, confirmed, true)
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      device.isLoggedIn = false
      device.socket = null
      if (!isClosed) setTimeout(() => isClosed || open(device), pauseMs)
    })
  }

  function enter(device: Device, socket: Socket): void {
    device.isLoggedIn = true
    logins += 1
    if (device.owed.length > 0) socket.write(Buffer.concat(device.owed.map(({ bytes }) => bytes)))
    if (stormedAt !== null && device.owed.length === 0) send(device, 1)
    giveTurns()
  }

  function acknowledge(device: Device, count: number, isAnswer: boolean): void {
    if (count > device.owed.length)
      throw new Error(
        `${device.protocol} ${device.identifier}: ${count} acknowledged, ${device.owed.length} sent.`,
      )
    const now = performance.now()
    for (const { at } of device.owed.splice(0, count)) measure.acknowledged(isAnswer ? now - at : null)
    device.acknowledged += count
    if (stormedAt !== null) device.returnedAt ??= now
    if (device.owed.length > 0) return
    if (device.hasTurn) freeTurns += 1
    device.hasTurn = false
    giveTurns()
  }

  /** Waiting devices are served round-robin, so that every connection is used. */
  function giveTurns(): void {
    for (let asked = 0; freeTurns > 0 && burst > 0 && asked < devices.length; asked += 1) {
      const device = devices[nextInTurn] as Device
      nextInTurn = (nextInTurn + 1) % devices.length
      if (device.hasTurn || !device.isLoggedIn || device.owed.length > 0) continue
      device.hasTurn = true
      freeTurns -= 1
      // A phone sends one request at a time.
      send(device, device.protocol === 'osmand' ? 1 : burst)
    }
  }

  function send(device: Device, count: number): void {
    const { socket, client } = device
    if (!device.isLoggedIn || !socket || !client) return
    const at = performance.now()
    const chunks: Uint8Array[] = []
    for (let index = 0; index < count; index += 1) {
      const bytes = client.report(positionOf(device.sent))
      measure.sent(device.identifier, (firstSecond + device.sent) * 1000, at)
      device.sent += 1
      device.owed.push({ bytes, at })
      chunks.push(bytes)
    }
    socket.write(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
  }

  function rest(): void {
    burst = 0
    freeTurns = 0
    for (const device of devices) device.hasTurn = false
    clearInterval(ticking)
    ticking = undefined
  }

  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      // Scanning ten thousand devices after every answer would cost more than processing the answers.
      const looking = setInterval(() => {
        if (!holds()) return
        clearInterval(looking)
        resolve()
      }, 10)
    })

  return {
    connect() {
      for (const device of devices) open(device)
      return until(() => logins >= devices.length && devices.every((device) => device.isLoggedIn))
    },
    flood(load) {
      rest()
      burst = load.burst
      freeTurns = Math.ceil(load.inFlight / load.burst)
      giveTurns()
    },
    pace(positionsPerSecond) {
      rest()
      const startedAt = performance.now()
      let sent = 0
      ticking = setInterval(() => {
        const due = Math.floor(((performance.now() - startedAt) / 1000) * positionsPerSecond)
        for (; sent < due; sent += 1) send(devices[sent % devices.length] as Device, 1)
      }, tickMs)
    },
    startMeasuring: measure.start,
    measured: measure.end,
    sentPositions: measure.sentPositions,
    confirm(stored) {
      for (const { identifier, count } of stored) {
        const device = byIdentifier.get(identifier)
        if (device && count > device.acknowledged) acknowledge(device, count - device.acknowledged, false)
      }
    },
    async storm() {
      const startedAt = performance.now()
      stormedAt = startedAt
      pauseMs = 0
      for (const device of devices) {
        device.returnedAt = null
        device.socket?.destroy()
      }
      await until(() => devices.every(({ returnedAt }) => returnedAt !== null))
      stormedAt = null
      pauseMs = returnsAfterMs
      const seconds = devices.map(({ returnedAt }) => ((returnedAt ?? 0) - startedAt) / 1000)
      seconds.sort((a, b) => a - b)
      return { p50Seconds: seconds[seconds.length >> 1] ?? 0, allSeconds: seconds.at(-1) ?? 0 }
    },
    settle() {
      rest()
      return until(() => devices.every(({ isLoggedIn, owed }) => isLoggedIn && owed.length === 0))
    },
    acknowledgedDevices: () =>
      devices.map(({ identifier, protocol, acknowledged }) => ({ identifier, protocol, acknowledged })),
    reconnections: () => Math.max(0, logins - devices.length),
    cpuSeconds() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    close() {
      isClosed = true
      rest()
      for (const { socket } of devices) socket?.destroy()
    },
  }
}
