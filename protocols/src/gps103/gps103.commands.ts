import type { CommandType, DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes } from '../bytes.ts'
import type { CommandEncoding } from '../protocol.ts'
import { isGps103Identifier } from './gps103.decode.ts'

/** The letter of each command; all but `B` are answered by a position whose event is the letter and `t`. */
export const letterOfCommand: Partial<Record<CommandType, string>> = {
  time_sync: 'I',
  status_query: 'B',
  gps_position: 'B',
  request_location: 'B',
  alarm_reset: 'E',
  set_speed_limit: 'H',
  stop_engine: 'J',
  resume_engine: 'K',
  activate_alarm: 'L',
  deactivate_alarm: 'M',
}

/** `**,imei:<id>,<letter>[,<value>]`, without an end: devices refuse one. */
export function encodeGps103Command(command: DeviceCommand, _serial: number): CommandEncoding {
  const letter = letterOfCommand[command.type]
  if (!letter) return { isEncoded: false, reason: 'unsupported' }
  const { deviceIdentifier } = command
  if (!isGps103Identifier(deviceIdentifier))
    return { isEncoded: false, reason: 'bad_parameter', parameter: 'deviceIdentifier' }
  const value = valueAfterLetter(command)
  if (value === null) return { isEncoded: false, reason: 'bad_parameter', parameter: 'speedKmh' }
  const text = `**,imei:${deviceIdentifier},${letter}${value}`
  // The answer to B is an ordinary position and cannot be recognised as an answer.
  const answerKey = letter === 'B' ? null : `${letter.toLowerCase()}t`
  return { isEncoded: true, bytes: asciiBytes(text), text, answerKey }
}

function valueAfterLetter({ type, parameters }: DeviceCommand): string | null {
  // The zone is the only part of the clock that can be set; the rest comes from the satellites.
  if (type === 'time_sync') return ',+0'
  if (type !== 'set_speed_limit') return ''
  const speedKmh = Number(parameters.speedKmh)
  const isLimit = Number.isInteger(speedKmh) && speedKmh >= 1 && speedKmh <= 255
  return isLimit ? `,${String(speedKmh).padStart(3, '0')}` : null
}
