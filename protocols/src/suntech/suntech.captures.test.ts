import { joinBytes } from '../stream.ts'
import { testCaptures } from '../testing/captures.ts'
import { suntech } from './suntech.ts'

const end = new Uint8Array([0x0d])

testCaptures(
  {
    ...suntech,
    openStream(options) {
      const stream = suntech.openStream(options)
      return {
        counts: stream.counts,
        deviceIdentifier: stream.deviceIdentifier,
        waitingBytes: stream.waitingBytes,
        // The captures lack the carriage return that ends a message on the wire.
        read: (chunk, receivedAt, onMessage) => stream.read(joinBytes(chunk, end), receivedAt, onMessage),
      }
    },
  },
  {
    file: 'suntech.json',
    atLeast: 46,
    understoodOtherwise: {
      '4352523b': 'Crash record: the stated gSensor is empty where the message has samples.',
      '53543330304854453b3531313035303536363b': 'A trip with driver 00000000000000: no driver was signed on.',
    },
  },
)
