import type { CommandType, DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes } from '../bytes.ts'
import type { CommandEncoding } from '../protocol.ts'

type Parameters = DeviceCommand['parameters']
/** The command's word and its parameters after the password, or the name of the parameter that does not fit. */
type Written = { word: string; rest: string } | { badParameter: string }

/** Sub-commands of GTRTO: 1 position, 4 factory settings, 9 power and battery. */
const request = (subCommand: string) => (): Written => ({ word: 'RTO', rest: `${subCommand},,,,,` })
/** Output 1 on or off for good, the other outputs off. */
const output = (state: 0 | 1) => (): Written => ({ word: 'OUT', rest: `${state},,,0,0,0,0,0,0,0,,,,,,` })

const writers: Partial<Record<CommandType, (parameters: Parameters) => Written>> = {
  time_sync: () => ({ word: 'TMA', rest: '+,0,0,0,,,,,' }),
  status_query: request('9'),
  gps_position: request('1'),
  request_location: request('1'),
  stop_engine: output(1),
  resume_engine: output(0),
  factory_reset: request('4'),
  set_speed_limit({ speedKmh }) {
    const limit = Number(speedKmh)
    if (!Number.isInteger(limit) || limit < 1 || limit > 255) return { badParameter: 'speedKmh' }
    // Outside 0 to the limit for 15 s, repeated every 300 s while it lasts.
    return { word: 'SPD', rest: `2,0,${limit},15,300,0,0,0,0,,,,,,,,,,,` }
  },
  update_apn({ apn, user = '', password = '' }) {
    if (!isWord(apn, 40)) return { badParameter: 'apn' }
    if (user !== '' && !isWord(user, 30)) return { badParameter: 'user' }
    if (password !== '' && !isWord(password, 30)) return { badParameter: 'password' }
    return { word: 'BSI', rest: `${apn},${user},${password},,,,` }
  },
  update_server({ host, port }) {
    if (!isHost(host)) return { badParameter: 'host' }
    if (!isPort(port)) return { badParameter: 'port' }
    return { word: 'SRI', rest: serverSetting(String(host), Number(port)) }
  },
  firmware_update({ url }) {
    if (typeof url !== 'string' || !/^https?:\/\/[A-Za-z0-9._~:/?&=%@+-]{1,100}$/.test(url)) {
      return { badParameter: 'url' }
    }
    return { word: 'UPD', rest: `0,0,20,0,,,${url},,0,,` }
  },
}

/** GTSRI after the password: a TCP connection that is kept, buffered, heartbeat every 10 minutes, SACK on. */
export const serverSetting = (host: string, port: number): string => `3,,1,${host},${port},,,,10,1,0,,,`

/** A comma or `$` in a parameter would begin another field or command. */
const isWord = (value: unknown, maxLength: number): boolean =>
  (typeof value === 'string' || typeof value === 'number') &&
  String(value).length <= maxLength &&
  /^[A-Za-z0-9._@-]+$/.test(String(value))
const isHost = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z0-9.-]{1,60}$/.test(value)
const isPort = (value: unknown): boolean =>
  /^\d{1,5}$/.test(String(value)) && Number(value) >= 1 && Number(value) <= 65535

/** The maker's password is the model's name in lower case; devices without one of their own have `queclink`. */
export function customaryPassword(model: unknown): string {
  const name = /\b([A-Za-z]{2}\d{2,4}[A-Za-z]{0,4})\b/.exec(typeof model === 'string' ? model : '')
  return name?.[1]?.toLowerCase() ?? 'queclink'
}

/** `AT+GT<word>=<password>,…,<serial>$`; the device's `+ACK` repeats the serial. */
export function encodeQueclinkCommand(command: DeviceCommand, serial: number): CommandEncoding {
  const write = writers[command.type]
  if (!write) return { isEncoded: false, reason: 'unsupported' }
  const written = write(command.parameters)
  if ('badParameter' in written) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: written.badParameter }
  }
  const { devicePassword = customaryPassword(command.parameters.model) } = command.parameters
  if (!/^[A-Za-z0-9]{4,20}$/.test(String(devicePassword))) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: 'devicePassword' }
  }
  const hexSerial = serial.toString(16).toUpperCase().padStart(4, '0')
  const text = `AT+GT${written.word}=${devicePassword},${written.rest},${hexSerial}$`
  return { isEncoded: true, bytes: asciiBytes(text), text, answerKey: `#${serial}` }
}
