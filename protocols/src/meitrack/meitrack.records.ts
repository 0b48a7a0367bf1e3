import {
  emptyReading,
  type MeitrackReading,
  setFix,
  setPorts,
  setSignal,
  setVolts,
  timeOfSeconds,
} from './meitrack.reading.ts'

/** Layout version, record length and number of reports that still wait, before the records of a `CCC`. */
const headLength = 8
/** A record of layout 1.2; longer ones begin alike. */
const knownLength = 52
const knownLayout = 0x0102

/** The records of a `CCC` message's content, each with its bytes; null if its layout is not known. */
export function readRecords(content: Uint8Array): { reading: MeitrackReading; bytes: Uint8Array }[] | null {
  if (content.length < headLength) return null
  const view = new DataView(content.buffer, content.byteOffset, content.length)
  const recordLength = view.getUint16(2, true)
  if (view.getUint16(0, true) !== knownLayout || recordLength < knownLength) return null
  const records: { reading: MeitrackReading; bytes: Uint8Array }[] = []
  for (let at = headLength; at + recordLength <= content.length; at += recordLength) {
    const bytes = content.subarray(at, at + recordLength)
    records.push({ reading: readRecord(bytes), bytes })
  }
  return records.length > 0 && headLength + records.length * recordLength === content.length ? records : null
}

function readRecord(bytes: Uint8Array): MeitrackReading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const reading = emptyReading()
  const { telemetry, extras } = reading
  const uint16 = (at: number) => view.getUint16(at, true)
  reading.event = view.getUint8(0)
  setFix(reading, {
    time: timeOfSeconds(view.getUint32(9, true)),
    isValid: view.getUint8(13) === 1,
    latitude: view.getInt32(1, true) / 1e6,
    longitude: view.getInt32(5, true) / 1e6,
    satellites: view.getUint8(14),
    speedKmh: uint16(16),
    headingDegrees: uint16(18),
    hdop: uint16(20) / 10,
    altitudeMetres: view.getInt16(22, true),
  })
  setSignal(telemetry, view.getUint8(15))
  telemetry.odometerMetres = view.getUint32(24, true)
  extras.runTime = view.getUint32(28, true)
  const hex = (at: number) => uint16(at).toString(16).toUpperCase().padStart(4, '0')
  if (uint16(32) > 0) extras.cell = `${uint16(32)}-${uint16(34)}-${hex(36)}-${hex(38)}`
  setPorts(reading, view.getUint8(40), view.getUint8(41))
  extras.analogRaw1 = uint16(42)
  setVolts(reading, uint16(44) / 100, uint16(46) / 100)
  return reading
}
