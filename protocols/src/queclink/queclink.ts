import type { FramedProtocol } from '../protocol.ts'
import { createStream } from '../stream.ts'
import { encodeQueclinkCommand } from './queclink.commands.ts'
import { createQueclinkDecoder } from './queclink.decode.ts'
import { queclinkFrames } from './queclink.frame.ts'

/** Queclink's @Track in ASCII, over TCP and UDP. */
export const queclink: FramedProtocol = {
  name: 'queclink',
  transports: ['tcp', 'udp'],
  defaultPort: 5004,
  encodeCommand: encodeQueclinkCommand,
  openStream(options = {}) {
    return createStream(
      {
        protocol: 'queclink',
        find: queclinkFrames(options.transport === 'udp'),
        decoder: createQueclinkDecoder(),
      },
      options,
    )
  },
}
