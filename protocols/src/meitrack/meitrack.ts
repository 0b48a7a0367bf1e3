import type { FramedProtocol } from '../protocol.ts'
import { createStream } from '../stream.ts'
import { encodeMeitrackCommand } from './meitrack.commands.ts'
import { createMeitrackDecoder } from './meitrack.decode.ts'
import { checksumHolds, findMeitrackDatagram, findMeitrackFrame } from './meitrack.frame.ts'

/** Meitrack's GPRS protocol over TCP and UDP: text reports, and binary ones with several records. */
export const meitrack: FramedProtocol = {
  name: 'meitrack',
  transports: ['tcp', 'udp'],
  defaultPort: 5020,
  encodeCommand: encodeMeitrackCommand,
  openStream(options = {}) {
    const find = options.transport === 'udp' ? findMeitrackDatagram : findMeitrackFrame
    return createStream(
      { protocol: 'meitrack', find, decoder: createMeitrackDecoder(), checksumHolds },
      options,
    )
  },
}
