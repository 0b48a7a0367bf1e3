import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { DeviceSide, ServerMessage, SimulatedReport } from '../device-side.ts'
import { typeOfGt06Text } from './gt06.commands.ts'
import {
  createGt06ServerReader,
  encodeGt06Alarm,
  encodeGt06CommandAnswer,
  encodeGt06Heartbeat,
  encodeGt06Login,
  encodeGt06Position,
  type Gt06DeviceStatus,
  type Gt06ServerMessage,
  hasGt06Alarm,
} from './gt06.device.ts'

/** The answers of a GT06N that executed a command; other commands are answered OK. */
const doneTexts: Partial<Record<CommandType, string>> = {
  stop_engine: 'Cut off the fuel supply: Success!',
  resume_engine: 'Restore fuel supply: Success!',
}

const statusOf = (report: SimulatedReport): Gt06DeviceStatus => ({
  ignition: report.ignition,
  isCharging: report.powerVolts > 0,
  isEngineBlocked: report.isEngineBlocked,
  batteryPercent: report.batteryPercent,
  signalPercent: report.signalPercent,
})

function answerText(type: CommandType | null, report: SimulatedReport, isDone: boolean): string {
  if (!isDone) return 'Fail! Not executed'
  if (type === 'gps_position') {
    const latitude = `${report.latitude < 0 ? 'S' : 'N'}${Math.abs(report.latitude).toFixed(6)}`
    const longitude = `${report.longitude < 0 ? 'W' : 'E'}${Math.abs(report.longitude).toFixed(6)}`
    const time = report.time.toISOString().slice(0, 19).replace('T', ' ')
    const driven = `Course:${report.headingDegrees.toFixed(2)},Speed:${report.speedKmh.toFixed(2)}`
    return `Current position!Lat:${latitude},Lon:${longitude},${driven},DateTime:${time}`
  }
  if (type === 'status_query') {
    const supply = `Battery:${report.batteryPercent.toFixed(0)}%,${report.powerVolts.toFixed(1)}V`
    return `${supply}; GPRS:Link Up; ACC:${report.ignition ? 'ON' : 'OFF'}; GPS:${report.isValid ? 'Fixed' : 'OFF'}`
  }
  return (type && doneTexts[type]) ?? 'OK!'
}

function understood({ type, serial, command }: Gt06ServerMessage): ServerMessage | null {
  if (command) {
    const { text, serverFlag } = command
    return { kind: 'command', type: typeOfGt06Text(text), text, key: `#${serverFlag}` }
  }
  if (type === 0x01) return { kind: 'login', isAccepted: true }
  if (type === 0x13) return { kind: 'heartbeat' }
  const isReport = (type === 0x22 || type === 0x26) && serial > 0
  return isReport ? { kind: 'acknowledgement', reports: 1 } : null
}

/** GT06 as a GT06N speaks it: login, heartbeats, positions with an odometer, alarms with a status. */
export const gt06Device: DeviceSide = {
  protocol: 'gt06',
  transports: ['tcp'],
  isAcknowledged: true,
  isIdentifier: (text) => /^\d{15}$/.test(text),
  openDeviceClient(deviceIdentifier) {
    const reader = createGt06ServerReader()
    let lastSerial = 0
    const nextSerial = () => {
      lastSerial = lastSerial >= 0xffff ? 1 : lastSerial + 1
      return lastSerial
    }
    return {
      isLoginAnswered: true,
      login: () => encodeGt06Login(deviceIdentifier, nextSerial()),
      heartbeat: (report) => encodeGt06Heartbeat(statusOf(report), nextSerial()),
      report(report) {
        const { alarm } = report
        return alarm && hasGt06Alarm(alarm)
          ? encodeGt06Alarm(report, statusOf(report), alarm, nextSerial())
          : encodeGt06Position(report, nextSerial())
      },
      answer({ type, key }, report, isDone) {
        const flag = Number(key.slice(1))
        if (!Number.isInteger(flag)) return null
        return encodeGt06CommandAnswer(answerText(type, report, isDone), flag, nextSerial())
      },
      read(chunk) {
        const messages: ServerMessage[] = []
        for (const message of reader.push(chunk)) {
          const meaning = understood(message)
          if (meaning) messages.push(meaning)
        }
        return messages
      },
    }
  },
}
