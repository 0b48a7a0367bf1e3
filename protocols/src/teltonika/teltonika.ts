import type { FramedProtocol } from '../protocol.ts'
import { createStream } from '../stream.ts'
import { encodeTeltonikaCommand } from './teltonika.commands.ts'
import { createTeltonikaDatagramDecoder, createTeltonikaDecoder } from './teltonika.decode.ts'
import { createTeltonikaFraming, findDatagram } from './teltonika.frame.ts'

/** Teltonika over TCP and UDP: codecs 8, 8 extended and 16 for records, 12 to 15 for texts. */
export const teltonika: FramedProtocol = {
  name: 'teltonika',
  transports: ['tcp', 'udp'],
  defaultPort: 5027,
  encodeCommand: encodeTeltonikaCommand,
  openStream(options = {}) {
    if (options.transport === 'udp') {
      return createStream(
        { protocol: 'teltonika', find: findDatagram, decoder: createTeltonikaDatagramDecoder() },
        options,
      )
    }
    // The device sends a frame again whose checksum was wrong, so none of it is lost by refusing it.
    const acceptWrongChecksum = options.acceptWrongChecksum ?? false
    const { find, checksumHolds } = createTeltonikaFraming(acceptWrongChecksum)
    return createStream(
      {
        protocol: 'teltonika',
        find,
        checksumHolds,
        decoder: createTeltonikaDecoder(options.resumed?.deviceIdentifier),
      },
      { ...options, acceptWrongChecksum },
    )
  },
}
