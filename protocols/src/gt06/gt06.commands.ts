import type { CommandType, DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes, writeUint32 } from '../bytes.ts'
import type { CommandEncoding } from '../protocol.ts'
import { encodeGt06Frame } from './gt06.encode.ts'
import { isPasswordModel, serverText } from './gt06.models.ts'

type Parameters = DeviceCommand['parameters']
/** Command text, or the name of the parameter that does not fit the grammar. */
type CommandText = { text: string } | { badParameter: string }

/** The first GT06 does not support RELAY; its own engine commands carry the password. */
function engineText(parameters: Parameters, relay: string, word: string): CommandText {
  if (!isPasswordModel(parameters.model)) return { text: relay }
  const { devicePassword = '000000' } = parameters
  if (!/^[A-Za-z0-9]{1,16}$/.test(String(devicePassword))) return { badParameter: 'devicePassword' }
  return { text: `${word},${devicePassword}#` }
}

/** Alarm reset, locks and firmware update are absent: these makers share no text for them. */
const textOfCommand: Partial<Record<CommandType, (parameters: Parameters) => CommandText>> = {
  time_sync: () => ({ text: 'GMT,E,0,0#' }),
  status_query: () => ({ text: 'STATUS#' }),
  gps_position: () => ({ text: 'WHERE#' }),
  request_location: () => ({ text: 'WHERE#' }),
  stop_engine: (parameters) => engineText(parameters, 'RELAY,1#', 'DYD'),
  resume_engine: (parameters) => engineText(parameters, 'RELAY,0#', 'HFYD'),
  activate_alarm: () => ({ text: 'SENALM,ON,0#' }),
  deactivate_alarm: () => ({ text: 'SENALM,OFF#' }),
  factory_reset: () => ({ text: 'FACTORY#' }),
  set_speed_limit: (parameters) => {
    const speedKmh = Number(parameters.speedKmh)
    if (!Number.isInteger(speedKmh) || speedKmh < 1 || speedKmh > 255) return { badParameter: 'speedKmh' }
    return { text: `SPEED,ON,20,${speedKmh},0#` }
  },
  update_apn: (parameters) => {
    const { apn, user = '', password = '' } = parameters
    if (!isWord(apn)) return { badParameter: 'apn' }
    if (user !== '' && !isWord(user)) return { badParameter: 'user' }
    if (password !== '' && !isWord(password)) return { badParameter: 'password' }
    return { text: user === '' ? `APN,${apn}#` : `APN,${apn},${user},${password}#` }
  },
  update_server: (parameters) => {
    const { host, port } = parameters
    if (!isWord(host)) return { badParameter: 'host' }
    const portNumber = Number(port)
    if (!Number.isInteger(portNumber) || portNumber < 1 || portNumber > 65535) return { badParameter: 'port' }
    return { text: serverText(String(host), portNumber) }
  },
}

const texts: readonly [RegExp, CommandType][] = [
  [/^GMT,/, 'time_sync'],
  [/^STATUS#/, 'status_query'],
  [/^WHERE#/, 'gps_position'],
  [/^(?:RELAY,1|DYD,\w+)#/, 'stop_engine'],
  [/^(?:RELAY,0|HFYD,\w+)#/, 'resume_engine'],
  [/^SENALM,ON/, 'activate_alarm'],
  [/^SENALM,OFF/, 'deactivate_alarm'],
  [/^FACTORY#/, 'factory_reset'],
  [/^SPEED,/, 'set_speed_limit'],
  [/^APN,/, 'update_apn'],
  [/^SERVER,/, 'update_server'],
]

/** The command type of a text, as a tracker reads it; null for other texts. Both position requests yield gps_position. */
export function typeOfGt06Text(text: string): CommandType | null {
  return texts.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** A comma or # in a parameter would begin another command. */
function isWord(value: string | number | undefined): value is string | number {
  return value !== undefined && /^[A-Za-z0-9._@-]{1,64}$/.test(String(value))
}

/** Frame 0x80: length u8, server flag u32 (the serial, which the answer repeats), text. */
export function encodeGt06Command(command: DeviceCommand, serial: number): CommandEncoding {
  const write = textOfCommand[command.type]
  if (!write) return { isEncoded: false, reason: 'unsupported' }
  const written = write(command.parameters)
  if ('badParameter' in written) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: written.badParameter }
  }
  const body = new Uint8Array(5 + written.text.length)
  body[0] = 4 + written.text.length
  writeUint32(body, 1, serial)
  body.set(asciiBytes(written.text), 5)
  return {
    isEncoded: true,
    bytes: encodeGt06Frame(0x80, body, serial),
    text: written.text,
    answerKey: `#${serial}`,
  }
}
