import type { FramedProtocol } from '../protocol.ts'
import { createStream } from '../stream.ts'
import { encodeGps103Command } from './gps103.commands.ts'
import { createGps103Decoder } from './gps103.decode.ts'
import { findGps103Datagram, findGps103Frame } from './gps103.frame.ts'

/** GPS103 over TCP and UDP: Coban and the many makers that follow it. */
export const gps103: FramedProtocol = {
  name: 'gps103',
  transports: ['tcp', 'udp'],
  defaultPort: 5001,
  encodeCommand: encodeGps103Command,
  openStream(options = {}) {
    const find = options.transport === 'udp' ? findGps103Datagram : findGps103Frame
    return createStream({ protocol: 'gps103', find, decoder: createGps103Decoder() }, options)
  },
}
