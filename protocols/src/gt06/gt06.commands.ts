import type { CommandType, DeviceCommand } from '@rumbo/contract/device-command.contract'
import { asciiBytes, writeUint32 } from '../bytes.ts'
import type { CommandEncoding } from '../protocol.ts'
import { encodeGt06Frame } from './gt06.encode.ts'

type Parameters = DeviceCommand['parameters']
/** Command text, or the name of the parameter that does not fit the grammar. */
type CommandText = { text: string } | { badParameter: string }

const textOfCommand: Partial<Record<CommandType, (parameters: Parameters) => CommandText>> = {
  time_sync: () => ({ text: 'GMT,E,0,0#' }),
  status_query: () => ({ text: 'STATUS#' }),
  gps_position: () => ({ text: 'WHERE#' }),
  request_location: () => ({ text: 'WHERE#' }),
  stop_engine: () => ({ text: 'RELAY,1#' }),
  resume_engine: () => ({ text: 'RELAY,0#' }),
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
    const isAddress = /^\d+\.\d+\.\d+\.\d+$/.test(String(host))
    return { text: `SERVER,${isAddress ? 0 : 1},${host},${portNumber},0#` }
  },
}

/** A comma or # in a parameter would begin another command. */
function isWord(value: string | number | undefined): value is string | number {
  return value !== undefined && /^[A-Za-z0-9._@-]{1,64}$/.test(String(value))
}

/** Frame 0x80: length u8, server flag u32 (the serial, so that the answer can be told apart), text. */
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
