import type { FramedProtocol } from '../protocol.ts'
import { createStream } from '../stream.ts'
import { encodeTk103Command } from './tk103.commands.ts'
import { createTk103Decoder } from './tk103.decode.ts'
import { findTk103Frame } from './tk103.frame.ts'

/** TK103 over TCP and UDP: messages in parentheses. */
export const tk103: FramedProtocol = {
  name: 'tk103',
  transports: ['tcp', 'udp'],
  defaultPort: 5002,
  encodeCommand: encodeTk103Command,
  openStream(options = {}) {
    return createStream(
      {
        protocol: 'tk103',
        find: findTk103Frame(options.transport === 'udp'),
        decoder: createTk103Decoder(options.resumed?.deviceIdentifier),
      },
      options,
    )
  },
}
