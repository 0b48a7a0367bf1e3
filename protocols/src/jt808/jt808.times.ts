import { utcTime } from '../coordinates.ts'

/** Two decimal digits of a byte (BCD); NaN if one is not a digit. */
function digitsOf(byte: number): number {
  const high = byte >> 4
  const low = byte & 15
  return high > 9 || low > 9 ? Number.NaN : high * 10 + low
}

/** The instant of six BCD bytes YY MM DD hh mm ss; null for an invalid one. `zoneMinutes` is east of UTC. */
export function readBcdTime(bytes: Uint8Array, at: number, zoneMinutes: number): Date | null {
  if (at + 6 > bytes.length) return null
  const time = utcTime(
    digitsOf(bytes[at] as number),
    digitsOf(bytes[at + 1] as number),
    digitsOf(bytes[at + 2] as number),
    digitsOf(bytes[at + 3] as number),
    digitsOf(bytes[at + 4] as number),
    digitsOf(bytes[at + 5] as number),
  )
  return time && new Date(time.getTime() - zoneMinutes * 60_000)
}
