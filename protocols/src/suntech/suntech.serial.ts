import { keep, type SuntechReading } from './suntech.reading.ts'

const semicolon = 0x3b
const carriageReturn = 0x0d
const longestData = 1023
/** Fields from the latitude to the length of the data in legacy text. */
const fieldsAfterLatitude = 9

const isDigit = (code: number | undefined) => code !== undefined && code >= 0x30 && code <= 0x39
const isHexDigit = (code: number | undefined) =>
  isDigit(code) || (code !== undefined && code >= 0x41 && code <= 0x46)

/** Where the serial data of a `…UEX;` begins, and its stated length; null where it is not stated before `limit`. */
function findSerialField(
  bytes: Uint8Array,
  at: number,
  limit: number,
): { from: number; length: number } | null {
  const isUniversal = bytes[at + 3] === semicolon
  let lengthField = isUniversal ? universalLengthField(bytes, at, limit) : -1
  let field = 0
  let length = 0
  for (let offset = at; offset < limit; offset++) {
    const code = bytes[offset] as number
    if (code === semicolon) {
      if (field === lengthField) return { from: offset + 1, length }
      field++
      const next = bytes[offset + 1]
      if (lengthField < 0 && field > 4 && (next === 0x2b || next === 0x2d))
        lengthField = field + fieldsAfterLatitude
    } else if (field === lengthField) {
      if (!isDigit(code)) return null
      length = length * 10 + code - 0x30
      if (length > longestData) return null
    }
  }
  return null
}

/** Of `UEX;id;mask;…`: the fields of the mask's bits 1 to 18 stand before the length. -2 where there is no mask. */
function universalLengthField(bytes: Uint8Array, at: number, limit: number): number {
  let start = at
  for (let found = 0; start < limit && found < 2; start++) if (bytes[start] === semicolon) found++
  if (start + 6 > limit) return -2
  const mask = Number.parseInt(String.fromCharCode(...bytes.subarray(start, start + 6)), 16)
  return Number.isNaN(mask) ? -2 : 3 + maskedFields(mask)
}

/** How many fields a universal mask has from the model to the outputs. */
function maskedFields(mask: number): number {
  let count = 0
  for (let index = 1; index <= 18; index++) count += (mask >>> index) & 1
  return count
}

const isEscape = (code: number | undefined, next: number | undefined) =>
  code === 1 && (next === 0x10 || next === 0x11)

/** The end of data in which 0 and 1 are written in two bytes, `01 10` and `01 11`, and counted as one. */
function escapedEnd(bytes: Uint8Array, from: number, length: number, end: number): number {
  let offset = from
  for (let counted = 0; counted < length && offset < end; counted++) {
    offset += isEscape(bytes[offset], bytes[offset + 1]) ? 2 : 1
  }
  return offset
}

/** Whether `;`, a checksum of two hexadecimal digits and perhaps more fields stand at the end of bytes[from, limit). */
function findChecksum(bytes: Uint8Array, from: number, limit: number): 'right' | 'wrong' | 'none' {
  let sum = 0
  let found: 'wrong' | 'none' = 'none'
  for (let offset = from; offset < limit; offset++) {
    const isField =
      bytes[offset] === semicolon &&
      isHexDigit(bytes[offset + 1]) &&
      isHexDigit(bytes[offset + 2]) &&
      offset + 3 <= limit &&
      (offset + 3 === limit || bytes[offset + 3] === semicolon)
    if (isField) {
      const stated = String.fromCharCode(bytes[offset + 1] as number, bytes[offset + 2] as number)
      if (Number.parseInt(stated, 16) === (sum & 0xff)) return 'right'
      found = 'wrong'
    } else if (bytes[offset] === carriageReturn) found = 'none'
    sum += bytes[offset] as number
  }
  return found
}

/**
 * What a carriage return at `offset` in a `…UEX;` is: the `end` of the message, part of its data up to `dataEnd`, or of
 * data whose length is wrong (`open`); `more` where more bytes are needed to decide.
 */
export function judgeSerialReturn(
  bytes: Uint8Array,
  at: number,
  offset: number,
  end: number,
): 'end' | 'open' | 'more' | { dataEnd: number } {
  const field = findSerialField(bytes, at, offset)
  if (!field) return 'end'
  const { from, length } = field
  const plain = from + length
  const escaped = escapedEnd(bytes, from, length, end)
  for (const dataEnd of [plain, escaped]) {
    if (dataEnd >= end || bytes[dataEnd] !== semicolon) continue
    return dataEnd <= offset ? 'end' : { dataEnd }
  }
  const checksum = findChecksum(bytes, from, offset)
  if (checksum === 'right') return 'end'
  if (plain >= end) return 'more'
  return checksum === 'wrong' ? 'end' : 'open'
}

/** The data of `length;data;checksum;…`, which may hold semicolons and line ends, and the fields behind the checksum. */
export function splitSerial(text: string): { data: string; rest: string[] } {
  const lengthEnd = text.indexOf(';')
  const stated = text.slice(0, Math.max(0, lengthEnd))
  const length = /^\d{1,4}$/.test(stated) ? Number(stated) : 0
  const body = text.slice(lengthEnd + 1)
  const escaped = escapedLength(body, length)
  const whole = [length, escaped].find((candidate) => body[candidate] === ';')
  const end = whole ?? body.search(/;[0-9A-F]{2}(?:;|$)/)
  const data = end < 0 ? body : body.slice(0, end)
  return {
    data,
    rest: body
      .slice(data.length + 1)
      .split(';')
      .slice(1),
  }
}

function escapedLength(text: string, length: number): number {
  let at = 0
  for (let counted = 0; counted < length && at < text.length; counted++)
    at += isEscape(text.charCodeAt(at), text.charCodeAt(at + 1)) ? 2 : 1
  return at
}

/** A temperature sensor's byte in two's complement. */
const signedByte = (value: number) => (value << 24) >> 24

/**
 * Reads what known appliances write to the serial port: a card reader `GTSL|6|1|0|<driver>|2|`, fuel sensors
 * `t_0=0D;N_0=0551.0` (°C and raw level, hexadecimal), and `CabAVL,<n>,<tank 1>,<tank 2>`.
 */
export function readSerialData(reading: SuntechReading, data: string): void {
  const { extras, telemetry } = reading
  keep(extras, 'serialText', data.trim())
  for (const part of data.split(/[;\r\n]+/).slice(0, 32)) {
    const text = part.trim()
    const driver = text.startsWith('GTSL|') ? text.split('|')[4] : undefined
    if (driver !== undefined && /^[A-Za-z0-9]{1,32}$/.test(driver) && !/^0+$/.test(driver))
      telemetry.driverUniqueId = driver
    else if (text.startsWith('CabAVL,')) readTanks(extras, text.split(',').slice(2, 4))
    else readSensor(extras, text)
  }
}

function readTanks(extras: SuntechReading['extras'], tanks: readonly string[]): void {
  for (const [index, text] of tanks.entries()) {
    const litres = /^\d{1,5}(?:\.\d{1,4})?$/.test(text) ? Number(text) : 0
    if (litres > 0) keep(extras, `fuelLitres${index + 1}`, litres)
  }
}

function readSensor(extras: SuntechReading['extras'], text: string): void {
  const found = /^([tNQ])_?([0-9D])=\s*([0-9A-F]{1,4})(?:\.[0-9A-F]{1,2})?$/.exec(text)
  if (!found) return
  const [, kind, place = ''] = found
  const value = Number.parseInt(found[3] ?? '', 16)
  if (kind === 'Q') keep(extras, 'drivingQuality', value)
  else if (place === 'D') return
  else if (kind === 'N') keep(extras, `fuelRaw${Number(place) + 1}`, value)
  else if (value <= 0xff) keep(extras, `temperature${Number(place) + 1}`, signedByte(value))
}
