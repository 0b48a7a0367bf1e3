import { asciiBytes, readText } from '../bytes.ts'
import type { DeviceMessage, Transport } from '../protocol.ts'
import { keepFrame, reportOf } from '../reports.ts'
import type { ProtocolDecoder } from '../stream.ts'
import { readLegacy } from './suntech.legacy.ts'
import type { SuntechReading } from './suntech.reading.ts'
import { readUniversal, readUniversalBinary } from './suntech.universal.ts'
import { readZip } from './suntech.zip.ts'

/** Every frame carries the device's identifier; there is no login. */
export function createSuntechDecoder(transport: Transport): ProtocolDecoder {
  let deviceIdentifier: string | null = null
  return {
    get deviceIdentifier() {
      return deviceIdentifier
    },
    decode(frame, receivedAt): DeviceMessage | null {
      const reading = read(frame, receivedAt)
      if (!reading) return null
      const login = reading.deviceIdentifier === deviceIdentifier ? null : reading.deviceIdentifier
      deviceIdentifier = reading.deviceIdentifier
      const isAwaited = transport === 'udp' && reading.acknowledgedHeader !== null
      const report = reportOf('suntech', deviceIdentifier, receivedAt, frame, reading)
      return {
        reports: [isPartlyRead(reading) ? keepFrame(report, frame) : report],
        acknowledgement: isAwaited
          ? asciiBytes(`${reading.acknowledgedHeader}ACK;${deviceIdentifier}\r`)
          : null,
        login,
      }
    },
  }
}

/** A ZIP message whose place could not be read. */
const isPartlyRead = ({ extras, fix }: SuntechReading) =>
  extras.isZip === true && extras.type !== 'ALV' && fix === null

function read(frame: Uint8Array, receivedAt: Date): SuntechReading | null {
  const first = frame[0] as number
  if (first === 0x02) return readZip(frame, receivedAt)
  if (first > 0x80) return readUniversalBinary(frame)
  let end = frame.length
  while (end > 0 && (frame[end - 1] === 0x0d || frame[end - 1] === 0x0a)) end--
  const text = readText(frame, 0, end)
  return text.charCodeAt(3) === 0x3b ? readUniversal(text) : readLegacy(text)
}
