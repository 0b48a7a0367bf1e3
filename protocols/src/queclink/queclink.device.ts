import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { AlarmKind } from '@rumbo/contract/telemetry.device-report.contract'
import { asciiBytes, readText } from '../bytes.ts'
import type { DeviceClient, DeviceSide, ServerMessage, SimulatedReport } from '../device-side.ts'
import { joinBytes } from '../stream.ts'

/** A GV500: its GTFRI carries the fuel level, which most models leave out. */
const version = '360701'

/** Report type and the fields between the name and the position, of the alarms this side can send. */
const typeOfAlarm: Partial<Record<AlarmKind, readonly [string, string]>> = {
  sos: ['SOS', ',00,1'],
  overspeed: ['SPD', ',00,1'],
  tow: ['TOW', ',10,1'],
  harsh_braking: ['HBM', ',10,1'],
  harsh_acceleration: ['HBM', ',11,1'],
  harsh_cornering: ['HBM', ',12,1'],
  geofence_exit: ['GEO', ',00,1'],
  geofence_enter: ['GEO', ',01,1'],
  crash: ['CRA', '01'],
  tampering: ['TSW', '1'],
  jamming: ['JDS', '2'],
  fault: ['ANT', '1'],
  power_cut: ['MPF', ''],
  power_restored: ['MPN', ''],
}

/** The type a command's text stands for, by its word and first parameter after the password. */
const commandTypes: Readonly<Record<string, CommandType>> = {
  'TMA+': 'time_sync',
  RTO9: 'status_query',
  RTO1: 'gps_position',
  RTO4: 'factory_reset',
  OUT1: 'stop_engine',
  OUT0: 'resume_engine',
  SPD2: 'set_speed_limit',
  SRI3: 'update_server',
  UPD0: 'firmware_update',
}

function timeText(time: Date): string {
  return time.toISOString().replace(/\D/g, '').slice(0, 14)
}

function place(report: SimulatedReport): string {
  const accuracy = report.isValid ? 1 : 0
  const fields = [
    accuracy,
    report.speedKmh.toFixed(1),
    Math.round(report.headingDegrees) % 360,
    report.altitudeMetres.toFixed(1),
    report.longitude.toFixed(6),
    report.latitude.toFixed(6),
    timeText(report.time),
    '0334,0020,0F1B,0643',
    '00',
  ]
  return fields.join(',')
}

/** Motion, inputs with the ignition line, outputs with the relay on the first. */
function status(report: SimulatedReport): string {
  const motion = `${report.ignition ? 2 : 1}${report.speedKmh > 0 ? 2 : 1}`
  return `${motion}${report.ignition ? '01' : '00'}${report.isEngineBlocked ? '01' : '00'}`
}

function openDeviceClient(deviceIdentifier: string): DeviceClient {
  let count = 0
  let waiting: Uint8Array = new Uint8Array(0)

  function write(
    kind: 'RESP' | 'BUFF' | 'ACK',
    type: string,
    body: readonly string[],
    time: Date,
  ): Uint8Array {
    count = (count + 1) % 0x10000
    const tail = `${timeText(time)},${count.toString(16).toUpperCase().padStart(4, '0')}$`
    const identity = `${version},${deviceIdentifier},${kind === 'ACK' ? '' : ','}`
    return asciiBytes([`+${kind}:GT${type}`, identity, ...body, tail].join(','))
  }

  return {
    isLoginAnswered: false,
    login: () => null,
    heartbeat: ({ time }) => write('ACK', 'HBD', [], time),
    report(report) {
      const kind = report.isStored ? 'BUFF' : 'RESP'
      const odometer = (report.odometerMetres / 1000).toFixed(3)
      if (report.alarm === 'low_battery') {
        return write(kind, 'BPL', ['3.50', place(report)], report.time)
      }
      const known = report.alarm === null ? undefined : typeOfAlarm[report.alarm]
      if (known) {
        const [type, before] = known
        const body = before === '' ? [place(report)] : [before, place(report)]
        return write(kind, type, [...body, odometer], report.time)
      }
      const values = [odometer, '', '', '', Math.round(report.batteryPercent), status(report), '', '']
      const body = [
        `${Math.round(report.powerVolts * 1000)},10,1`,
        place(report),
        values.join(','),
        String(Math.round(report.fuelPercent)),
      ]
      return write(kind, 'FRI', body, report.time)
    },
    answer({ text, key }, report, isDone) {
      const word = /^AT\+GT([A-Z]{3})=/.exec(text)?.[1]
      const serial = Number(key.slice(1)).toString(16).toUpperCase().padStart(4, '0')
      return isDone && word ? write('ACK', word, [serial], report.time) : null
    },
    read(chunk) {
      waiting = joinBytes(waiting, chunk)
      const messages: ServerMessage[] = []
      for (let end = waiting.indexOf(0x24); end >= 0; end = waiting.indexOf(0x24)) {
        const message = understand(readText(waiting, 0, end))
        if (message) messages.push(message)
        waiting = waiting.slice(end + 1)
      }
      return messages
    },
  }
}

function understand(text: string): ServerMessage | null {
  if (/^\+SACK:GTHBD,/.test(text)) return { kind: 'heartbeat' }
  if (/^\+SACK:[0-9A-Fa-f]{4}$/.test(text)) return { kind: 'acknowledgement', reports: 1 }
  const command = /^AT\+GT([A-Z]{3})=[A-Za-z0-9]{4,20},([^,]*),.*,([0-9A-F]{4})$/.exec(text)
  if (!command) return null
  const [, word = '', first = '', serial = ''] = command
  const type = word === 'BSI' ? 'update_apn' : (commandTypes[word + first] ?? null)
  return { kind: 'command', type, text: `${text}$`, key: `#${Number.parseInt(serial, 16)}` }
}

/** A Queclink tracker in ASCII. It has no login: the first report names it. */
export const queclinkDevice: DeviceSide = {
  protocol: 'queclink',
  transports: ['tcp', 'udp'],
  isAcknowledged: true,
  isIdentifier: (text) => /^\d{15}$/.test(text),
  openDeviceClient: openDeviceClient,
}
