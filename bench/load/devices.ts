import { connect, type Socket } from 'node:net'
import { createGt06ServerReader, encodeGt06Login, encodeGt06Position } from '@rumbo/protocols'

export interface DevicesOptions {
  host: string
  port: number
  /** One IMEI a device. */
  identifiers: readonly string[]
  /** Time of each device's first position, epoch seconds; one second more with each: GT06 counts whole seconds. */
  firstSecond: number
}

/** What was acknowledged between `startMeasuring` and `measured`. Milliseconds from writing a frame to its answer. */
export interface Measured {
  positionsPerSecond: number
  acknowledged: number
  p50Ms: number
  p99Ms: number
}

/** Positions of one device that were acknowledged: those of its first so many seconds. */
export interface Told {
  identifier: string
  acknowledged: number
}

/** Many GT06 trackers that send as fast as told. One whose connection ends comes back and sends again what it is owed. */
export interface Devices {
  /** Resolves when all are logged in. */
  connect(): Promise<void>
  /** Each device keeps so many frames unacknowledged. */
  flood(framesEach: number): void
  /** All together send so many a second, in turn, whatever is acknowledged. */
  pace(positionsPerSecond: number): void
  startMeasuring(): void
  measured(): Measured
  /** Sends nothing new; resolves when everything sent is acknowledged. */
  settle(): Promise<void>
  told(): Told[]
  /** Logins after the first of each device. */
  reconnections(): number
  close(): void
}

interface Sent {
  serial: number
  bytes: Uint8Array
  at: number
}

interface Device {
  identifier: string
  socket: Socket | null
  isLoggedIn: boolean
  serial: number
  /** Seconds sent, and of these acknowledged: in order, as the frames were. */
  sent: number
  acknowledged: number
  owed: Sent[]
}

const loginType = 0x01
const positionType = 0x22
const returnsAfterMs = 100
const tickMs = 2

export function createDevices({ host, port, identifiers, firstSecond }: DevicesOptions): Devices {
  const devices = identifiers.map(
    (identifier): Device => ({
      ...{ identifier, socket: null, isLoggedIn: false, serial: 0, sent: 0, acknowledged: 0, owed: [] },
    }),
  )
  let framesEach = 0
  let ticking: NodeJS.Timeout | undefined
  let latencies: number[] | null = null
  let measuredSince = 0
  let logins = 0
  let isClosed = false
  let onChange = () => {}

  const nextSerial = (device: Device) => {
    device.serial = (device.serial + 1) & 0xffff
    return device.serial
  }

  function open(device: Device): void {
    const socket = connect({ host, port, noDelay: true })
    const reader = createGt06ServerReader()
    device.socket = socket
    socket.on('connect', () => socket.write(encodeGt06Login(device.identifier, nextSerial(device))))
    socket.on('data', (chunk) => {
      let confirmed = 0
      for (const { type, serial } of reader.push(chunk)) {
        if (type === positionType) {
          confirm(device, serial)
          confirmed += 1
        } else if (type === loginType) enter(device, socket)
      }
      if (framesEach > 0 && confirmed > 0) send(device, framesEach - device.owed.length)
      if (confirmed > 0) onChange()
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      device.isLoggedIn = false
      device.socket = null
      if (!isClosed) setTimeout(() => isClosed || open(device), returnsAfterMs)
    })
  }

  function enter(device: Device, socket: Socket): void {
    device.isLoggedIn = true
    logins += 1
    if (device.owed.length > 0) socket.write(Buffer.concat(device.owed.map(({ bytes }) => bytes)))
    if (framesEach > 0) send(device, framesEach - device.owed.length)
    onChange()
  }

  function confirm(device: Device, serial: number): void {
    const first = device.owed.shift()
    if (first?.serial !== serial)
      throw new Error(`${device.identifier} was answered ${serial} where ${first?.serial} was due.`)
    device.acknowledged += 1
    latencies?.push(performance.now() - first.at)
  }

  function send(device: Device, count: number): void {
    if (count <= 0 || !device.isLoggedIn || !device.socket) return
    const at = performance.now()
    const chunks: Uint8Array[] = []
    for (let index = 0; index < count; index += 1) {
      const serial = nextSerial(device)
      const bytes = encodeGt06Position(positionOf(device.sent), serial)
      device.sent += 1
      device.owed.push({ serial, bytes, at })
      chunks.push(bytes)
    }
    device.socket.write(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
  }

  /** East along an avenue at 36 km/h, turning back every hour. */
  const positionOf = (second: number) => ({
    time: new Date((firstSecond + second) * 1000),
    latitude: 19.4326,
    longitude: -99.2 + 0.000095 * Math.abs(((second + 3600) % 7200) - 3600),
    speedKmh: 36,
    headingDegrees: 90,
    ignition: true,
  })

  function rest(): void {
    framesEach = 0
    clearInterval(ticking)
    ticking = undefined
  }

  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      onChange = () => {
        if (!holds()) return
        onChange = () => {}
        resolve()
      }
      onChange()
    })

  return {
    connect() {
      for (const device of devices) open(device)
      return until(() => devices.every((device) => device.isLoggedIn))
    },
    flood(frames) {
      rest()
      framesEach = frames
      for (const device of devices) send(device, frames - device.owed.length)
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
    startMeasuring() {
      latencies = []
      measuredSince = performance.now()
    },
    measured() {
      const sorted = Float64Array.from(latencies ?? []).sort()
      const seconds = (performance.now() - measuredSince) / 1000
      const at = (share: number) =>
        sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
      latencies = null
      return {
        positionsPerSecond: sorted.length / seconds,
        acknowledged: sorted.length,
        p50Ms: at(0.5),
        p99Ms: at(0.99),
      }
    },
    settle() {
      rest()
      return until(() => devices.every(({ isLoggedIn, owed }) => isLoggedIn && owed.length === 0))
    },
    told: () => devices.map(({ identifier, acknowledged }) => ({ identifier, acknowledged })),
    reconnections: () => Math.max(0, logins - devices.length),
    close() {
      isClosed = true
      rest()
      for (const { socket } of devices) socket?.destroy()
    },
  }
}
