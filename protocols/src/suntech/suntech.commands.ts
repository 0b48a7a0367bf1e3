import type { CommandType, DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes } from '../bytes.ts'
import type { CommandEncoding } from '../protocol.ts'

type Parameters = DeviceCommand['parameters']

/** Words of `<header>CMD;<id>;02;<word>` for the ST200 to ST900 series. */
const legacyWords: Partial<Record<CommandType, string>> = {
  status_query: 'StatusReq',
  gps_position: 'StatusReq',
  request_location: 'StatusReq',
  alarm_reset: 'AckEmerg',
  stop_engine: 'Enable1',
  resume_engine: 'Disable1',
  activate_alarm: 'Enable2',
  deactivate_alarm: 'Disable2',
  factory_reset: 'Reset',
}

/** Group and number of `CMD;<id>;<group>;<number>` for the universal series. */
const universalWords: Partial<Record<CommandType, string>> = {
  status_query: '03;01',
  gps_position: '03;01',
  request_location: '03;01',
  stop_engine: '04;01',
  resume_engine: '04;02',
  activate_alarm: '04;03',
  deactivate_alarm: '04;04',
}

/**
 * The header devices of a model understand: `ST300`, `SA200`, …, or `universal`. The model as printed on the device
 * or as its reports state it in `extras.header`; `ST300` when it is not known.
 */
function suntechHeader(model: string | number | undefined): string {
  const text = String(model ?? '').toUpperCase()
  if (text.includes('UNIVERSAL')) return 'universal'
  const found = /S([AT])(\d{3,4})/.exec(text)
  const digits = found?.[2]
  if (!digits) return 'ST300'
  if (digits.length === 4) return digits[0] === '3' ? `ST${digits}` : 'universal'
  if (digits[0] === '3' && digits !== '390') return 'ST300'
  if (digits[0] === '2') return 'SA200'
  return digits[0] === '5' || digits[0] === '6' ? `ST${digits[0]}00` : `S${found[1]}${digits}`
}

/** A semicolon or # in a parameter would begin another field. */
const isWord = (value: string | number | undefined) => /^[A-Za-z0-9._@-]{1,64}$/.test(String(value ?? ''))

type Written = { text: string; answerKey: string | null } | { badParameter: string } | null

/** Parameter group 10 is the network; 08 and 09, the backup server, stay as they are. */
function writeUniversal(type: CommandType, id: string, parameters: Parameters): Written {
  const word = universalWords[type]
  if (word) return { text: `CMD;${id};${word}\r`, answerKey: word }
  if (type === 'update_apn') {
    const { apn, user = '', password = '' } = parameters
    if (!isWord(apn)) return { badParameter: 'apn' }
    if (user !== '' && !isWord(user)) return { badParameter: 'user' }
    if (password !== '' && !isWord(password)) return { badParameter: 'password' }
    const isNamed = user === '' && password === '' ? '00' : '01'
    return { text: `PRG;${id};10;00#${isNamed};01#${apn};02#${user};03#${password}\r`, answerKey: 'PRG;10' }
  }
  if (type === 'update_server') {
    const port = Number(parameters.port)
    if (!isWord(parameters.host)) return { badParameter: 'host' }
    if (!Number.isInteger(port) || port < 1 || port > 65535) return { badParameter: 'port' }
    return { text: `PRG;${id};10;05#${parameters.host};06#${port}\r`, answerKey: 'PRG;10' }
  }
  return null
}

/** The answer to `StatusReq` is an ordinary status report: no key identifies it as an answer. */
function writeLegacy(type: CommandType, id: string, header: string): Written {
  const word = legacyWords[type]
  if (!word) return null
  return { text: `${header}CMD;${id};02;${word}\r`, answerKey: word === 'StatusReq' ? null : word }
}

/** `parameters.model` decides the header that the device accepts (`suntechHeader`). */
export function encodeSuntechCommand(command: DeviceCommand): CommandEncoding {
  const { deviceIdentifier, parameters, type } = command
  const header = suntechHeader(parameters.model)
  const isUniversal = header === 'universal'
  const written = isUniversal
    ? writeUniversal(type, deviceIdentifier, parameters)
    : writeLegacy(type, deviceIdentifier, header)
  if (!written) return { isEncoded: false, reason: 'unsupported' }
  if (!/^[A-Za-z0-9]{3,20}$/.test(deviceIdentifier)) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: 'deviceIdentifier' }
  }
  if ('badParameter' in written) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: written.badParameter }
  }
  return {
    isEncoded: true,
    bytes: asciiBytes(written.text),
    text: written.text.replace('\r', '\\r'),
    answerKey: written.answerKey,
  }
}

/** The command type of a server text, as a device of either series reads it; null if it is not a command. */
export function readSuntechCommand(text: string): { type: CommandType | null; key: string } | null {
  const legacy = /^S[AT]\d{3,4}CMD;[^;]+;02;([A-Za-z0-9]+)$/.exec(text)
  if (legacy) return { type: typeOf(legacyWords, legacy[1]), key: legacy[1] ?? '' }
  const universal = /^CMD;[^;]+;(\d\d;\d\d)$/.exec(text)
  if (universal) return { type: typeOf(universalWords, universal[1]), key: universal[1] ?? '' }
  const setting = /^PRG;[^;]+;(\d\d);(\d\d)#/.exec(text)
  if (!setting) return null
  const type = setting[1] !== '10' ? null : setting[2] === '05' ? 'update_server' : 'update_apn'
  return { type, key: `PRG;${setting[1]}` }
}

function typeOf(words: Partial<Record<CommandType, string>>, word: string | undefined): CommandType | null {
  // The last, most general type is that of a status request.
  const found = Object.entries(words).findLast(([, text]) => text === word)
  return (found?.[0] as CommandType | undefined) ?? null
}
