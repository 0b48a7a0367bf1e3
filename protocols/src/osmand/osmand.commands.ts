import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import { asciiBytes } from '../bytes.ts'
import type { ProtocolCommands } from '../protocol.ts'

/** Phones support only queries of position and state. */
const words: Partial<Record<CommandType, string>> = {
  gps_position: 'positionSingle',
  request_location: 'positionSingle',
  status_query: 'deviceStatus',
}

/** Commands of OsmAnd: one word as the body of the answer to the next report. The protocol has no answer to it. */
export const osmandCommands: ProtocolCommands = {
  name: 'osmand',
  encodeCommand({ type }) {
    const text = words[type]
    if (text === undefined) return { isEncoded: false, reason: 'unsupported' }
    return { isEncoded: true, bytes: asciiBytes(text), text, answerKey: null }
  },
}
