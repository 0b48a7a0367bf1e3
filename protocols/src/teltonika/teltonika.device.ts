import { type CommandType, commandTypes } from '@rumbo/contract/commands.device-command.contract'
import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes, readText, readUint16, readUint32, writeUint16, writeUint32 } from '../bytes.ts'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '../device-side.ts'
import type { Transport } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { textOfCommand } from './teltonika.commands.ts'
import { isImei } from './teltonika.decode.ts'
import { codecs, encodeTeltonikaDatagram, encodeTeltonikaFrame, textContent } from './teltonika.frame.ts'

const nothing = new Uint8Array(0)

/** The element that causes a record of an alarm, and its value; alarms without one are sent as plain records. */
const eventOfAlarm: Partial<Record<AlarmKind, readonly [id: number, value: number]>> = {
  sos: [236, 1],
  tow: [246, 1],
  crash: [247, 1],
  jamming: [249, 1],
  power_cut: [252, 1],
  power_restored: [252, 0],
  harsh_acceleration: [253, 1],
  harsh_braking: [253, 2],
  harsh_cornering: [253, 3],
  overspeed: [255, 1],
  geofence_exit: [175, 0],
  geofence_enter: [175, 1],
}

const percent = (value: number) => Math.max(0, Math.min(100, Math.round(value)))
const unsigned = (value: number, max: number) => Math.max(0, Math.min(max, Math.round(value)))

type Elements = readonly (readonly [id: number, value: number])[]

/** Elements of one size, after their number. */
function elementsOf(elements: Elements, width: 1 | 2 | 4): Uint8Array {
  const bytes = new Uint8Array(2 + elements.length * (2 + width))
  writeUint16(bytes, 0, elements.length)
  for (const [index, [id, value]] of elements.entries()) {
    const at = 2 + index * (2 + width)
    writeUint16(bytes, at, id)
    if (width === 1) bytes[at + 2] = value
    else if (width === 2) writeUint16(bytes, at + 2, value & 0xffff)
    else writeUint32(bytes, at + 2, value)
  }
  return bytes
}

/** A record of codec 8 extended: place, then elements of one, two and four bytes. */
function recordOf(report: SimulatedReport): Uint8Array {
  const event = report.alarm === null ? undefined : eventOfAlarm[report.alarm]
  const { cargo, engineHours, coolantTemperature } = report
  const small: Elements = [
    [239, report.ignition ? 1 : 0],
    [240, report.speedKmh > 0 ? 1 : 0],
    [21, Math.round(percent(report.signalPercent) / 20)],
    [113, percent(report.batteryPercent)],
    [89, percent(report.fuelPercent)],
    [179, report.isEngineBlocked ? 1 : 0],
    ...(coolantTemperature === undefined ? [] : [[32, Math.round(coolantTemperature) & 0xff] as const]),
    ...(cargo ? [[658, cargo.isDoorOpen ? 1 : 0] as const] : []),
    ...(event ? [event] : []),
  ]
  const middle: Elements = [
    [66, unsigned(report.powerVolts * 1000, 0xffff)],
    ...(cargo
      ? ([
          [72, Math.round(cargo.temperature * 10)],
          [86, Math.round(cargo.humidityPercent * 10)],
        ] as const)
      : []),
  ]
  const large: Elements = [
    [16, unsigned(report.odometerMetres, 0xffffffff)],
    ...(engineHours === undefined ? [] : [[102, Math.round(engineHours * 60)] as const]),
  ]
  const bytes = new Uint8Array(28)
  const milliseconds = report.time.getTime()
  writeUint32(bytes, 0, Math.floor(milliseconds / 0x100000000))
  writeUint32(bytes, 4, milliseconds % 0x100000000)
  bytes[8] = event ? 1 : 0
  writeUint32(bytes, 9, Math.round(report.longitude * 1e7) >>> 0)
  writeUint32(bytes, 13, Math.round(report.latitude * 1e7) >>> 0)
  writeUint16(bytes, 17, Math.round(report.altitudeMetres) & 0xffff)
  writeUint16(bytes, 19, ((Math.round(report.headingDegrees) % 360) + 360) % 360)
  bytes[21] = report.isValid ? Math.max(1, unsigned(report.satellites, 255)) : 0
  writeUint16(bytes, 22, report.isValid ? unsigned(report.speedKmh, 0xffff) : 0)
  writeUint16(bytes, 24, event?.[0] ?? 0)
  writeUint16(bytes, 26, small.length + middle.length + large.length)
  // No elements of eight bytes, and none of variable length.
  const parts = [elementsOf(small, 1), elementsOf(middle, 2), elementsOf(large, 4), new Uint8Array(4)]
  return parts.reduce(joinBytes, bytes)
}

/** The type a command's text was written for; settings are known by the number they begin with. */
function typeOfText(text: string): CommandType | null {
  if (text.startsWith('setparam ')) {
    if (text.startsWith('setparam 11104:')) return 'set_speed_limit'
    if (text.startsWith('setparam 2001:')) return 'update_apn'
    return text.startsWith('setparam 2004:') ? 'update_server' : null
  }
  const isWritten = (type: CommandType) => {
    const written = textOfCommand[type]?.({})
    return written !== undefined && 'text' in written && written.text === text
  }
  return commandTypes.find(isWritten) ?? null
}

function openDeviceClient(imei: string, transport: Transport = 'tcp'): DeviceClient {
  const isDatagram = transport === 'udp'
  let packet = 0
  let carried = nothing
  let awaitsLogin = !isDatagram

  function wrap(codec: number, content: Uint8Array): Uint8Array {
    if (!isDatagram) return encodeTeltonikaFrame(codec, 1, content)
    packet = (packet + 1) & 0xffff
    return encodeTeltonikaDatagram(imei, packet, packet, { codec, count: 1, content })
  }

  return {
    isLoginAnswered: !isDatagram,
    login() {
      if (isDatagram) return null
      const bytes = new Uint8Array(17)
      bytes[1] = 15
      bytes.set(asciiBytes(imei), 2)
      return bytes
    },
    heartbeat: () => (isDatagram ? null : Uint8Array.of(0xff)),
    report: (report) => wrap(codecs.eightExtended, recordOf(report)),
    answer({ type, text }, _report, isDone) {
      const written = type === null ? `Unknown command: ${text}` : isDone ? `${text} OK` : `${text} failed`
      return wrap(codecs.twelve, textContent(6, written))
    },
    read(chunk) {
      const bytes = carried.length === 0 ? chunk : joinBytes(carried, chunk)
      const messages: ServerMessage[] = []
      let at = 0
      while (at < bytes.length) {
        const next = awaitsLogin ? readLogin(bytes, at, messages) : readMessage(bytes, at, messages)
        if (next === at) break
        at = next
      }
      // A datagram ends with its bytes.
      carried = isDatagram ? nothing : bytes.slice(at)
      return messages
    },
  }

  function readLogin(bytes: Uint8Array, at: number, messages: ServerMessage[]): number {
    awaitsLogin = false
    messages.push({ kind: 'login', isAccepted: bytes[at] === 1 })
    return at + 1
  }

  /** The offset behind the message at `at`, or `at` while it is not whole. */
  function readMessage(bytes: Uint8Array, at: number, messages: ServerMessage[]): number {
    if (bytes.length - at < 4) return at
    if (isDatagram && readUint16(bytes, at) === 5) {
      if (bytes.length - at < 7) return at
      messages.push({ kind: 'acknowledgement', reports: bytes[at + 6] as number })
      return at + 7
    }
    const count = readUint32(bytes, at)
    if (count !== 0) {
      messages.push({ kind: 'acknowledgement', reports: count })
      return at + 4
    }
    if (bytes.length - at < 8) return at
    const end = at + 12 + readUint32(bytes, at + 4)
    if (end > bytes.length) return at
    const text = readText(bytes, at + 15, Math.min(end - 5, at + 15 + readUint32(bytes, at + 11)))
    messages.push({ kind: 'command', type: typeOfText(text), text, key: '*' })
    return end
  }
}

/** Teltonika's trackers as the simulator and the tests play them: records of codec 8 extended. */
export const teltonikaDevice: DeviceSide = {
  protocol: 'teltonika',
  transports: ['tcp', 'udp'],
  isAcknowledged: true,
  isIdentifier: isImei,
  openDeviceClient: openDeviceClient,
}
