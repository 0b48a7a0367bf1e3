import type { CommandType, DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import type { CommandEncoding } from '../protocol.ts'
import { codecs, encodeTeltonikaFrame, textContent } from './teltonika.frame.ts'

type Parameters = DeviceCommand['parameters']
/** Command text, or the name of the parameter that does not fit the grammar. */
type CommandText = { text: string } | { badParameter: string }

/** Numbers of settings in the FMB family; `;` and `:` divide a list of them. */
const settings = { apn: 2001, apnUser: 2002, apnPassword: 2003, host: 2004, port: 2005, overspeed: 11104 }

/** A command is no longer than this. */
const maxTextBytes = 160

export const textOfCommand: Partial<Record<CommandType, (parameters: Parameters) => CommandText>> = {
  status_query: () => ({ text: 'getstatus' }),
  gps_position: () => ({ text: 'getgps' }),
  request_location: () => ({ text: 'ggps' }),
  stop_engine: () => ({ text: 'setdigout 1' }),
  resume_engine: () => ({ text: 'setdigout 0' }),
  lock_doors: () => ({ text: 'lvcanclosealldoors' }),
  unlock_doors: () => ({ text: 'lvcanopenalldoors' }),
  factory_reset: () => ({ text: 'defaultcfg' }),
  set_speed_limit: ({ speedKmh }) => {
    const limit = Number(speedKmh)
    if (!Number.isInteger(limit) || limit < 1 || limit > 255) return { badParameter: 'speedKmh' }
    return { text: `setparam ${settings.overspeed}:${limit}` }
  },
  update_apn: ({ apn, user = '', password = '' }) => {
    if (!isWord(apn, 32)) return { badParameter: 'apn' }
    if (user !== '' && !isWord(user, 30)) return { badParameter: 'user' }
    if (password !== '' && !isWord(password, 30)) return { badParameter: 'password' }
    const { apn: name, apnUser, apnPassword } = settings
    return { text: `setparam ${name}:${apn};${apnUser}:${user};${apnPassword}:${password}` }
  },
  update_server: ({ host, port }) => {
    if (!isWord(host, 54)) return { badParameter: 'host' }
    const portNumber = Number(port)
    if (!Number.isInteger(portNumber) || portNumber < 1 || portNumber > 65535) return { badParameter: 'port' }
    return { text: `setparam ${settings.host}:${host};${settings.port}:${portNumber}` }
  },
}

/** A `;`, a `:` or a blank in a parameter would begin another setting. */
function isWord(value: string | number | undefined, longest: number): value is string | number {
  const text = String(value)
  return value !== undefined && text.length <= longest && /^[A-Za-z0-9._@-]+$/.test(text)
}

/** Codec 12, type 5. The device answers in order and names no command, so the key of every answer is `*`. */
export function encodeTeltonikaCommand(command: DeviceCommand, _serial: number): CommandEncoding {
  const write = textOfCommand[command.type]
  if (!write) return { isEncoded: false, reason: 'unsupported' }
  const written = write(command.parameters)
  if ('badParameter' in written) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: written.badParameter }
  }
  const { text } = written
  if (text.length > maxTextBytes) return { isEncoded: false, reason: 'bad_parameter', parameter: 'host' }
  const bytes = encodeTeltonikaFrame(codecs.twelve, 1, textContent(5, text))
  return { isEncoded: true, bytes, text, answerKey: '*' }
}
