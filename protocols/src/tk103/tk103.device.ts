import { asciiBytes, readText } from '../bytes.ts'
import { writeDegreesMinutes } from '../coordinates.ts'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '../device-side.ts'
import type { Transport } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { codeOfAlarm } from './tk103.alarms.ts'
import { commandOfWord } from './tk103.commands.ts'

/** A simulated TK103: handshake, positions and alarms over TCP or UDP. Only alarms and handshakes are answered. */
export const tk103Device: DeviceSide = {
  protocol: 'tk103',
  transports: ['tcp', 'udp'],
  isAcknowledged: false,
  isIdentifier: (text) => /^(?:\d{12}|\d{15})$/.test(text),
  openDeviceClient: openDeviceClient,
}

function openDeviceClient(deviceIdentifier: string, _transport: Transport = 'tcp'): DeviceClient {
  let waiting: Uint8Array = new Uint8Array(0)
  let isLoggedIn = false
  const write = (text: string) => asciiBytes(`(${deviceIdentifier}${text})`)
  const handshake = () => write(`BP00${deviceIdentifier.padStart(15, '0')}HSO`)

  function readWords(text: string): ServerMessage | null {
    const body = text.slice(deviceIdentifier.length)
    if (!text.startsWith(deviceIdentifier)) return null
    if (body === 'AP01HSO' || body === 'AP05') {
      const message: ServerMessage = isLoggedIn ? { kind: 'heartbeat' } : { kind: 'login', isAccepted: true }
      isLoggedIn = true
      return message
    }
    if (body.startsWith('AS01')) return null
    const command = commandOfWord(body)
    return { kind: 'command', text: body, type: command?.type ?? null, key: command?.key ?? body.slice(0, 4) }
  }

  return {
    login: handshake,
    isLoginAnswered: true,
    heartbeat: handshake,
    report(measured) {
      const code = measured.alarm ? codeOfAlarm(measured.alarm) : null
      return write(`${code === null ? 'BR00' : `BO01${code}`}${place(measured)}`)
    },
    answer({ key }, measured, isDone) {
      if (key === 'AP00') return write(`BP04${place(measured)}`)
      return key === 'AV01' && isDone ? write(`BV01${measured.isEngineBlocked ? 0 : 1}`) : null
    },
    read(chunk) {
      const bytes = joinBytes(waiting, chunk)
      const messages: ServerMessage[] = []
      let start = 0
      for (let at = 0; at < bytes.length; at++) {
        if (bytes[at] === 0x28) start = at
        if (bytes[at] !== 0x29) continue
        const message = readWords(readText(bytes, start + 1, at))
        if (message) messages.push(message)
        start = at + 1
      }
      waiting = bytes.slice(bytes.length - start > 1024 ? bytes.length : start)
      return messages
    },
  }
}

function place(measured: SimulatedReport): string {
  const time = measured.time.toISOString().replaceAll(/[-:T]/g, '')
  const { latitude, longitude } = measured
  const fuel = Math.round(measured.fuelPercent).toString(16).toUpperCase().padStart(3, '0')
  const odometer = Math.round(measured.odometerMetres) % 0x1_0000_0000
  return [
    time.slice(2, 8),
    measured.isValid ? 'A' : 'V',
    writeDegreesMinutes(latitude, 2),
    latitude < 0 ? 'S' : 'N',
    writeDegreesMinutes(longitude, 3),
    longitude < 0 ? 'W' : 'E',
    measured.speedKmh.toFixed(1).padStart(5, '0'),
    time.slice(8, 14),
    measured.headingDegrees.toFixed(2).padStart(6, '0'),
    `0${measured.ignition ? 1 : 0}${measured.isEngineBlocked ? 8 : 0}00${fuel}`,
    `L${odometer.toString(16).toUpperCase().padStart(8, '0')}`,
  ].join('')
}
