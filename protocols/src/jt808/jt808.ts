import type { FramedProtocol } from '../protocol.ts'
import { createStream } from '../stream.ts'
import { encodeJt808Command } from './jt808.commands.ts'
import { createJt808Decoder } from './jt808.decode.ts'
import { findJt808Frame, jt808ChecksumHolds } from './jt808.frame.ts'

/** JT/T 808 of 2013 and 2019 over TCP, and what its makers added. */
export const jt808: FramedProtocol = {
  name: 'jt808',
  transports: ['tcp'],
  defaultPort: 5015,
  encodeCommand: encodeJt808Command,
  openStream: (options = {}) =>
    createStream(
      {
        protocol: 'jt808',
        find: findJt808Frame,
        decoder: createJt808Decoder(options.modelOf),
        checksumHolds: jt808ChecksumHolds,
      },
      options,
    ),
}
