import type { FramedProtocol } from '../protocol.ts'
import { createStream } from '../stream.ts'
import { encodeH02Command } from './h02.commands.ts'
import { createH02Decoder } from './h02.decode.ts'
import { h02Frames } from './h02.frame.ts'

/** H02 in text and binary, over TCP and UDP: Sinotrack and many makers. */
export const h02: FramedProtocol = {
  name: 'h02',
  transports: ['tcp', 'udp'],
  defaultPort: 5013,
  encodeCommand: encodeH02Command,
  openStream: (options = {}) =>
    createStream(
      { protocol: 'h02', find: h02Frames(), decoder: createH02Decoder(options.resumed?.deviceIdentifier) },
      options,
    ),
}
