import { asciiBytes, readText } from '../bytes.ts'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '../device-side.ts'
import type { Transport } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { statementOf } from './suntech.alarms.ts'
import { readSuntechCommand } from './suntech.commands.ts'

const header = 'ST300'
const model = '02'
const firmware = '010'

/** A simulated ST300: text over TCP or UDP. It understands universal commands too. */
export const suntechDevice: DeviceSide = {
  protocol: 'suntech',
  transports: ['tcp', 'udp'],
  isAcknowledged: false,
  isIdentifier: (text) => /^\d{6,15}$/.test(text),
  openDeviceClient: openDeviceClient,
}

function openDeviceClient(deviceIdentifier: string, _transport: Transport = 'tcp'): DeviceClient {
  let number = 0
  let waiting: Uint8Array = new Uint8Array(0)

  const line = (text: string) => asciiBytes(`${text}\r`)

  function report(measured: SimulatedReport): Uint8Array {
    number = (number % 9999) + 1
    const alarm = measured.alarm ? statementOf(measured.alarm) : null
    const meters = `000000;${(3.4 + measured.batteryPercent * 0.008).toFixed(1)};${measured.isStored ? 0 : 1}`
    const own = alarm ? alarm.id : `${measured.speedKmh > 0 ? 2 : 1};${String(number).padStart(4, '0')}`
    return line(
      `${header}${alarm?.type ?? 'STT'};${deviceIdentifier};${model};${firmware};${place(measured)};${own};${meters}`,
    )
  }

  return {
    login: () => null,
    isLoginAnswered: false,
    heartbeat: () => line(`${header}ALV;${deviceIdentifier}`),
    report,
    answer(command, measured, isDone) {
      if (command.key === 'StatusReq') return report({ ...measured, alarm: null })
      if (command.key.startsWith('PRG;')) {
        return line(`RPR;${deviceIdentifier};${isDone ? 'OK' : 'NG'};${command.key.slice(4)}`)
      }
      if (command.key.includes(';')) {
        return line(`RES;${deviceIdentifier};${command.key}${isDone ? '' : ';NG'}`)
      }
      return line(`${header}CMD;Res;${deviceIdentifier};${firmware};${command.key}${isDone ? '' : 'NoUse'}`)
    },
    read(chunk) {
      const bytes = joinBytes(waiting, chunk)
      const messages: ServerMessage[] = []
      let start = 0
      for (let at = 0; at < bytes.length; at++) {
        if (bytes[at] !== 0x0d) continue
        const message = readLine(readText(bytes, start, at).trim())
        if (message) messages.push(message)
        start = at + 1
      }
      waiting = bytes.slice(bytes.length - start > 1024 ? bytes.length : start)
      return messages
    },
  }
}

function readLine(text: string): ServerMessage | null {
  if (/^S[AT]\d{3,4}ACK;/.test(text)) return { kind: 'acknowledgement', reports: 1 }
  const command = readSuntechCommand(text)
  return command && { kind: 'command', text, ...command }
}

/** From the date to the lines: what every report holds. */
function place(measured: SimulatedReport): string {
  const time = measured.time.toISOString()
  const signed = (degrees: number, digits: number) =>
    `${degrees < 0 ? '-' : '+'}${Math.abs(degrees)
      .toFixed(6)
      .padStart(digits + 7, '0')}`
  const flag = (isSet: boolean) => (isSet ? '1' : '0')
  return [
    time.slice(0, 10).replaceAll('-', ''),
    time.slice(11, 19),
    '00100',
    signed(measured.latitude, 2),
    signed(measured.longitude, 3),
    measured.speedKmh.toFixed(3).padStart(7, '0'),
    measured.headingDegrees.toFixed(2).padStart(6, '0'),
    Math.round(measured.satellites),
    flag(measured.isValid),
    Math.round(measured.odometerMetres),
    measured.powerVolts.toFixed(2),
    `${flag(measured.ignition)}000${flag(measured.isEngineBlocked)}0`,
  ].join(';')
}
