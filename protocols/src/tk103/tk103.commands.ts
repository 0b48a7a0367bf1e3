import type { CommandType, DeviceCommand } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes } from '../bytes.ts'
import type { CommandEncoding } from '../protocol.ts'

const words: Partial<Record<CommandType, { text: string; answerKey: string }>> = {
  status_query: { text: 'AP00', answerKey: 'AP00' },
  gps_position: { text: 'AP00', answerKey: 'AP00' },
  request_location: { text: 'AP00', answerKey: 'AP00' },
  stop_engine: { text: 'AV010', answerKey: 'AV01' },
  resume_engine: { text: 'AV011', answerKey: 'AV01' },
}

/** `(<id><word>)`; no command that is written has a parameter. */
export function encodeTk103Command({ deviceIdentifier, type }: DeviceCommand): CommandEncoding {
  const word = words[type]
  if (!word) return { isEncoded: false, reason: 'unsupported' }
  if (!/^[A-Za-z0-9]{3,20}$/.test(deviceIdentifier)) {
    return { isEncoded: false, reason: 'bad_parameter', parameter: 'deviceIdentifier' }
  }
  const text = `(${deviceIdentifier}${word.text})`
  return { isEncoded: true, bytes: asciiBytes(text), text, answerKey: word.answerKey }
}

/** The command type of a server keyword; null for an unknown one. */
export function commandOfWord(word: string): { type: CommandType; key: string } | null {
  const found = Object.entries(words).findLast(([, { text }]) => text === word)
  return found ? { type: found[0] as CommandType, key: found[1].answerKey } : null
}
