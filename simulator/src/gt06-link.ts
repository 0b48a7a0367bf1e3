import { connect, type Socket } from 'node:net'
import {
  createGt06ServerReader,
  encodeGt06Alarm,
  encodeGt06CommandAnswer,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  type Gt06ServerMessage,
} from '@rumbo/protocols'
import {
  acknowledgementTimeoutMs,
  createBackOff,
  type DeviceLink,
  type LinkCounts,
  type LinkOptions,
  type Measurement,
  memorySize,
} from './device-link.ts'

interface KeptFrame {
  bytes: Uint8Array
  type: number
  serial: number
  /** Null while it has not been sent on the present connection. */
  sentAtMs: number | null
  wasSent: boolean
}

const loginType = 0x01
const commandType = 0x80
const maxUnacknowledged = 40

/**
 * A GT06 tracker on TCP: login, then frames in order. A frame keeps its bytes, the serial included, when it is sent
 * again, so that a receiver that had stored it can tell.
 */
export function createGt06Link(options: LinkOptions): DeviceLink {
  const { deviceIdentifier, host, port, clock, random, log, onEngineBlocked } = options
  const counts: LinkCounts = { sent: 0, acknowledged: 0, resent: 0, lost: 0, connections: 0, pending: 0 }
  const kept: KeptFrame[] = []
  const backOff = createBackOff(clock, random)
  let socket: Socket | null = null
  let isLoggedIn = false
  let isOnline = false
  let openedAtMs = 0
  let lastSerial = 0

  function nextSerial(): number {
    lastSerial = lastSerial >= 0xffff ? 1 : lastSerial + 1
    return lastSerial
  }

  function open(): void {
    if (!isOnline || socket !== null) return
    const fresh = connect({ host, port, noDelay: true })
    const reader = createGt06ServerReader()
    socket = fresh
    openedAtMs = clock.now()
    fresh.on('connect', () => fresh.write(encodeGt06Login(deviceIdentifier, nextSerial())))
    fresh.on('data', (chunk) => {
      for (const message of reader.push(chunk)) if (socket === fresh) receive(message)
    })
    fresh.on('error', (error) =>
      log('warn', 'A device could not reach the gateway', { deviceIdentifier, reason: error.message }),
    )
    fresh.on('close', () => {
      if (socket !== fresh) return
      forgetSocket()
      if (isOnline) backOff.retry(open)
    })
  }

  function forgetSocket(): void {
    socket = null
    isLoggedIn = false
    for (const frame of kept) frame.sentAtMs = null
  }

  function receive({ type, serial, command }: Gt06ServerMessage): void {
    if (type === loginType) {
      isLoggedIn = true
      counts.connections += 1
      backOff.succeeded()
      flush()
    } else if (type === commandType && command !== null) {
      obey(command.text, command.serverFlag)
    } else {
      const at = kept.findIndex(
        (frame) => frame.serial === serial && frame.type === type && frame.sentAtMs !== null,
      )
      if (at === -1) return
      kept.splice(at, 1)
      counts.acknowledged += 1
      counts.pending = kept.length
      flush()
    }
  }

  function obey(text: string, serverFlag: number): void {
    const order = text.toUpperCase()
    const isStop = order.startsWith('RELAY,1') || order.startsWith('DYD')
    const isResume = order.startsWith('RELAY,0') || order.startsWith('HFYD')
    if (isStop || isResume) onEngineBlocked(isStop)
    const answer = isStop ? 'DYD=Success!' : isResume ? 'HFYD=Success!' : 'OK!'
    socket?.write(encodeGt06CommandAnswer(answer, serverFlag, nextSerial()))
  }

  function flush(): void {
    if (socket === null || !isLoggedIn) return
    for (const frame of kept.slice(0, maxUnacknowledged)) {
      if (frame.sentAtMs !== null) continue
      frame.sentAtMs = clock.now()
      socket.write(frame.bytes)
      if (frame.wasSent) counts.resent += 1
      else counts.sent += 1
      frame.wasSent = true
    }
  }

  return {
    counts,
    get isConnected() {
      return isLoggedIn
    },
    report(measurement) {
      const serial = nextSerial()
      const bytes = frameOf(measurement, serial)
      kept.push({ bytes, type: bytes[3] as number, serial, sentAtMs: null, wasSent: false })
      if (kept.length > memorySize) {
        kept.shift()
        counts.lost += 1
      }
      counts.pending = kept.length
      flush()
    },
    heartbeat(measurement) {
      if (isLoggedIn) socket?.write(encodeGt06Heartbeat(statusOf(measurement), nextSerial()))
    },
    check() {
      if (socket === null) return
      const waitingSince = isLoggedIn ? kept[0]?.sentAtMs : openedAtMs
      if (typeof waitingSince !== 'number' || clock.now() - waitingSince < acknowledgementTimeoutMs) return
      log('warn', 'A device got no acknowledgement and connects again', { deviceIdentifier })
      socket.destroy()
    },
    goOnline() {
      if (isOnline) return
      isOnline = true
      open()
    },
    goOffline() {
      isOnline = false
      backOff.cancel()
      const closing = socket
      forgetSocket()
      closing?.destroy()
    },
  }
}

function statusOf({ ignition, isEngineBlocked, batteryPercent, signalPercent }: Measurement) {
  return { ignition, isCharging: ignition, isEngineBlocked, batteryPercent, signalPercent }
}

function frameOf(measurement: Measurement, serial: number): Uint8Array {
  const {
    timeMs,
    latitude,
    longitude,
    speedKmh,
    headingDegrees,
    satellites,
    ignition,
    odometerMetres,
    alarm,
  } = measurement
  const time = new Date(timeMs)
  const position = {
    time,
    latitude,
    longitude,
    speedKmh,
    headingDegrees,
    satellites,
    ignition,
    odometerMetres,
  }
  return alarm === null
    ? encodeGt06Position(position, serial)
    : encodeGt06Alarm(position, statusOf(measurement), alarm, serial)
}
