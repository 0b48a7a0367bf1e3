import { readUint16, toHex } from '../bytes.ts'
import { keepReading } from '../kept-readings.ts'
import type { TeltonikaReading } from './teltonika.reading.ts'

/** More beacons than this are left out of a record. */
const maxBeacons = 8

/**
 * A list of beacons: a byte 01, then for each its length u8 and items (id u8, length u8, value):
 * 0 signal in dBm, 1 and 15 its identifier, 14 its battery in millivolts. False when the bytes are no such list.
 */
export function keepBeacons(bytes: Uint8Array, at: number, end: number, reading: TeltonikaReading): boolean {
  if (bytes[at] !== 1 || !isList(bytes, at + 1, end)) return false
  let tag = 0
  for (let next = at + 1; next < end && tag < maxBeacons; next += 1 + (bytes[next] as number)) {
    tag++
    readBeacon(bytes, next + 1, next + 1 + (bytes[next] as number), tag, reading)
  }
  return tag > 0
}

/** Whether lengths and items fill the bytes exactly. */
function isList(bytes: Uint8Array, at: number, end: number): boolean {
  let next = at
  while (next < end) {
    const until = next + 1 + (bytes[next] as number)
    if (until > end) return false
    let item = next + 1
    while (item + 1 < until) item += 2 + (bytes[item + 1] as number)
    if (item !== until) return false
    next = until
  }
  return true
}

function readBeacon(
  bytes: Uint8Array,
  from: number,
  end: number,
  tag: number,
  reading: TeltonikaReading,
): void {
  for (let at = from; at + 1 < end; ) {
    const id = bytes[at] as number
    const length = bytes[at + 1] as number
    const value = at + 2
    at = value + length
    if (id === 0 && length === 1)
      keepReading(reading, `tag${tag}Rssi`, ((bytes[value] as number) << 24) >> 24)
    else if (id === 1 || id === 15) keepReading(reading, `tag${tag}Id`, toHex(bytes, value, at))
    else if (id === 14 && length === 2)
      keepReading(reading, `tag${tag}BatteryVolts`, readUint16(bytes, value) / 1000)
  }
}
