import type { FramedProtocol } from '../protocol.ts'
import { createStream } from '../stream.ts'
import { encodeSuntechCommand } from './suntech.commands.ts'
import { createSuntechDecoder } from './suntech.decode.ts'
import { findSuntechFrame } from './suntech.frame.ts'

/** Suntech over TCP and UDP: the ST200 to ST900 series and the universal ST4000 and ST8000. */
export const suntech: FramedProtocol = {
  name: 'suntech',
  transports: ['tcp', 'udp'],
  defaultPort: 5011,
  encodeCommand: encodeSuntechCommand,
  openStream(options = {}) {
    const { transport = 'tcp' } = options
    return createStream(
      {
        protocol: 'suntech',
        find: findSuntechFrame(transport === 'udp'),
        decoder: createSuntechDecoder(transport),
      },
      options,
    )
  },
}
