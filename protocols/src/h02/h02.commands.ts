import type { CommandType, DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes } from '../bytes.ts'
import { kmhPerKnot } from '../coordinates.ts'
import type { CommandEncoding } from '../protocol.ts'

/** Word and parameters of a command, or the name of the parameter that does not fit. */
type Written = { word: string; parameters: string } | { badParameter: string }

/** One ordinary position at once: interval without meaning, one message. */
const onePosition = (): Written => ({ word: 'D1', parameters: '30,1' })

/** R7, which clears alarms, also restores the fuel, and is therefore not sent; server and access point go by SMS. */
const writers: Partial<Record<CommandType, (parameters: DeviceCommand['parameters']) => Written>> = {
  status_query: onePosition,
  gps_position: onePosition,
  request_location: onePosition,
  stop_engine: () => ({ word: 'S20', parameters: '1,1' }),
  resume_engine: () => ({ word: 'S20', parameters: '1,0' }),
  activate_alarm: () => ({ word: 'SCF', parameters: '0,0' }),
  deactivate_alarm: () => ({ word: 'SCF', parameters: '1,1' }),
  set_speed_limit({ speedKmh }) {
    const limit = Number(speedKmh)
    if (!Number.isInteger(limit) || limit < 1 || limit > 255) return { badParameter: 'speedKmh' }
    // Upper limit in whole knots, no lower one, valid fixes only, after 10 s.
    return { word: 'S14', parameters: `${Math.max(1, Math.round(limit / kmhPerKnot))},0,1,10` }
  },
}

/** Words the device does not answer: it sends an ordinary position instead. */
const unanswered: ReadonlySet<string> = new Set(['D1'])

/** `*HQ,<id>,<word>,<hhmmss>,<parameters>#`. The time only marks the command: it is the serial as seconds of a day. */
export function encodeH02Command(command: DeviceCommand, serial: number): CommandEncoding {
  const write = writers[command.type]
  if (!write) return { isEncoded: false, reason: 'unsupported' }
  const written = write(command.parameters)
  if ('badParameter' in written) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: written.badParameter }
  }
  if (!/^[A-Za-z0-9]{3,20}$/.test(command.deviceIdentifier)) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: 'deviceIdentifier' }
  }
  const clock = new Date((serial % 86_400) * 1000).toISOString().slice(11, 19).replaceAll(':', '')
  const text = `*HQ,${command.deviceIdentifier},${written.word},${clock},${written.parameters}#`
  const answerKey = unanswered.has(written.word) ? null : written.word
  return { isEncoded: true, bytes: asciiBytes(text), text, answerKey }
}
