import type { CommandType, DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes, writeUint16, writeUint32 } from '../bytes.ts'
import type { CommandEncoding } from '../protocol.ts'
import { joinBytes } from '../stream.ts'
import { encodeJt808, phoneOf } from './jt808.header.ts'

type Parameters = DeviceCommand['parameters']
/** Message id, body and readable text; or the name of the invalid parameter. */
type Written = { id: number; body: Uint8Array; text: string } | { badParameter: string }

const nothing = new Uint8Array(0)

/** Terminal control: command word u8 and its text. */
const control = (word: number, text = ''): Written => ({
  id: 0x8105,
  body: joinBytes(Uint8Array.of(word), asciiBytes(text)),
  text: `8105 ${word}${text === '' ? '' : ` ${text}`}`,
})

/** Vehicle control: bit 0 locks the vehicle. */
const lockCommand = (bits: number): Written => ({
  id: 0x8500,
  body: Uint8Array.of(bits),
  text: `8500 ${bits}`,
})

/** Settings: count, then id u32, length u8, value; a number takes four bytes. */
function settings(values: readonly (readonly [id: number, value: string | number])[]): Written {
  let body: Uint8Array = Uint8Array.of(values.length)
  for (const [id, value] of values) {
    const written = typeof value === 'number' ? new Uint8Array(4) : asciiBytes(value)
    if (typeof value === 'number') writeUint32(written, 0, value)
    const head = new Uint8Array(5)
    writeUint32(head, 0, id)
    head[4] = written.length
    body = joinBytes(joinBytes(body, head), written)
  }
  const text = values.map(([id, value]) => `${id.toString(16).padStart(4, '0')}=${value}`).join(' ')
  return { id: 0x8103, body, text: `8103 ${text}` }
}

/** Bits of the alarms that a person may confirm. */
const confirmable = 0x18700009

const writerOfCommand: Partial<Record<CommandType, (parameters: Parameters) => Written>> = {
  status_query: () => ({ id: 0x8104, body: nothing, text: '8104' }),
  gps_position: () => ({ id: 0x8201, body: nothing, text: '8201' }),
  request_location: () => ({ id: 0x8201, body: nothing, text: '8201' }),
  alarm_reset: () => {
    const body = new Uint8Array(6)
    writeUint32(body, 2, confirmable)
    return { id: 0x8203, body, text: '8203' }
  },
  stop_engine: () => control(0x64),
  resume_engine: () => control(0x65),
  lock_doors: () => lockCommand(1),
  unlock_doors: () => lockCommand(0),
  factory_reset: () => control(0x05),
  set_speed_limit: (parameters) => {
    const speedKmh = Number(parameters.speedKmh)
    if (!Number.isInteger(speedKmh) || speedKmh < 1 || speedKmh > 255) return { badParameter: 'speedKmh' }
    return settings([
      [0x55, speedKmh],
      [0x56, 10],
    ])
  },
  update_apn: (parameters) => {
    const { apn, user = '', password = '' } = parameters
    if (!isWord(apn)) return { badParameter: 'apn' }
    if (user !== '' && !isWord(user)) return { badParameter: 'user' }
    if (password !== '' && !isWord(password)) return { badParameter: 'password' }
    return settings([
      [0x10, String(apn)],
      [0x11, String(user)],
      [0x12, String(password)],
    ])
  },
  update_server: (parameters) => {
    const port = Number(parameters.port)
    if (!isWord(parameters.host)) return { badParameter: 'host' }
    if (!Number.isInteger(port) || port < 1 || port > 65_535) return { badParameter: 'port' }
    return settings([
      [0x13, String(parameters.host)],
      [0x18, port],
    ])
  },
  firmware_update: ({ url }) => {
    if (!/^(?:https?|ftp):\/\/[A-Za-z0-9._~:/@%+=&?-]{1,200}$/.test(String(url)))
      return { badParameter: 'url' }
    // Eleven fields; the tracker keeps its own where one is empty.
    return control(0x01, `${url}${';'.repeat(10)}`)
  },
}

function isWord(value: string | number | undefined): value is string | number {
  return value !== undefined && /^[A-Za-z0-9._@-]{1,64}$/.test(String(value))
}

/** The answer comes back with the serial: 0x0001, or 0x0201 and 0x0104 for the questions. */
export function encodeJt808Command(command: DeviceCommand, serial: number): CommandEncoding {
  const write = writerOfCommand[command.type]
  if (!write || !/^\d{3,20}$/.test(command.deviceIdentifier))
    return { isEncoded: false, reason: 'unsupported' }
  const written = write(command.parameters)
  if ('badParameter' in written) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: written.badParameter }
  }
  return {
    isEncoded: true,
    bytes: encodeJt808(written.id, phoneOf(command.deviceIdentifier), serial, written.body),
    text: written.text,
    answerKey: `#${serial}`,
  }
}

/** The command type of a server message; null for others. Both position requests yield gps_position. */
export function typeOfJt808Command(id: number, body: Uint8Array): CommandType | null {
  if (id === 0x8104) return 'status_query'
  if (id === 0x8201) return 'gps_position'
  if (id === 0x8203) return 'alarm_reset'
  if (id === 0x8500) return body[0] === 1 ? 'lock_doors' : 'unlock_doors'
  if (id === 0x8105) return controlTypes.get(body[0] ?? 0) ?? null
  return id === 0x8103 ? (settingTypes.get(body[4] ?? 0) ?? null) : null
}

const controlTypes: ReadonlyMap<number, CommandType> = new Map<number, CommandType>([
  [0x01, 'firmware_update'],
  [0x05, 'factory_reset'],
  [0x64, 'stop_engine'],
  [0x65, 'resume_engine'],
])
/** By the low byte of the first parameter's id. */
const settingTypes: ReadonlyMap<number, CommandType> = new Map<number, CommandType>([
  [0x10, 'update_apn'],
  [0x13, 'update_server'],
  [0x55, 'set_speed_limit'],
])

/** The general answer of a tracker to the command of this serial and id. */
export function answerBody(serial: number, id: number, isDone: boolean): Uint8Array {
  const body = new Uint8Array(5)
  writeUint16(body, 0, serial)
  writeUint16(body, 2, id)
  body[4] = isDone ? 0 : 1
  return body
}
