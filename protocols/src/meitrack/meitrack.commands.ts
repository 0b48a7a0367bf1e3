import {
  type CommandType,
  type DeviceCommand,
  stopEngineRule,
} from '@rumbo/contract/commands.device-command.contract'
import { readText } from '../bytes.ts'
import type { CommandEncoding } from '../protocol.ts'
import { answerKeyOf } from './meitrack.decode.ts'
import { encodeMeitrack, firstFlag, flagCount, isMeitrackIdentifier } from './meitrack.frame.ts'

/** The command and its parameters, or the name of the parameter that does not fit. */
type Written = string | { badParameter: string }

/** Commands of the vendor's GPRS protocol; output 1 is the relay, and `2` leaves the other outputs as they are. */
const writers: Readonly<Partial<Record<CommandType, (parameters: DeviceCommand['parameters']) => Written>>> =
  {
    status_query: () => 'A10',
    gps_position: () => 'A10',
    request_location: () => 'A10',
    time_sync: () => 'B36,0',
    factory_reset: () => 'F11',
    // The tracker itself waits until it is slower than this.
    stop_engine: () => `C01,${stopEngineRule.maxSpeedKmh},12222`,
    resume_engine: () => 'C01,0,02222',
    set_speed_limit({ speedKmh }) {
      const limit = Number(speedKmh)
      return Number.isInteger(limit) && limit >= 1 && limit <= 255
        ? `B07,${limit}`
        : { badParameter: 'speedKmh' }
    },
  }

/** The type of a command by its text; positions are asked for in one way. */
export function typeOfText(text: string): CommandType | null {
  const types: readonly (readonly [RegExp, CommandType])[] = [
    [/^A10$/, 'gps_position'],
    [/^B36,/, 'time_sync'],
    [/^F11$/, 'factory_reset'],
    [/^C01,\d+,1/, 'stop_engine'],
    [/^C01,\d+,0/, 'resume_engine'],
    [/^B07,/, 'set_speed_limit'],
  ]
  return types.find(([pattern]) => pattern.test(text))?.[1] ?? null
}

/** `@@<flag><length>,<identifier>,<command>*<checksum>\r\n`; the answer has the same flag, which follows from the serial. */
export function encodeMeitrackCommand(command: DeviceCommand, serial: number): CommandEncoding {
  const write = writers[command.type]
  if (!write) return { isEncoded: false, reason: 'unsupported' }
  if (!isMeitrackIdentifier(command.deviceIdentifier))
    return { isEncoded: false, reason: 'bad_parameter', parameter: 'deviceIdentifier' }
  const written = write(command.parameters)
  if (typeof written !== 'string')
    return { isEncoded: false, reason: 'bad_parameter', parameter: written.badParameter }
  const flag = String.fromCharCode(firstFlag + (serial % flagCount))
  const bytes = encodeMeitrack('@@', flag, command.deviceIdentifier, written)
  const text = readText(bytes, 0, bytes.length).replace('\r\n', '\\r\\n')
  return { isEncoded: true, bytes, text, answerKey: answerKeyOf(written.slice(0, 3), flag) }
}
