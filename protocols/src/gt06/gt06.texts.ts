import { readPrintable, readText, readUint16, readUint32, toHex } from '../bytes.ts'
import type { Gt06Layout } from './gt06.layouts.ts'
import { buildFix, type Gt06Reading, keepPayload, readTime } from './gt06.reading.ts'

/** 0x15: length u8, server flag u32, answer text padded with NULs, sometimes a language u16. */
export const commandAnswer: Gt06Layout = (body, reading) => {
  if (body.length < 6) return false
  const stated = body[0] as number
  const end = stated > 4 && stated + 1 <= body.length ? stated + 1 : body.length
  let textEnd = 5
  while (textEnd < end && body[textEnd] !== 0) textEnd++
  takeAnswer(readText(body, 5, textEnd), readUint32(body, 1), reading)
  return true
}

/** 0x21: server flag u32, encoding u8 (1 ASCII, 2 UTF-16), answer text. A position may be written in it. */
export const longCommandAnswer: Gt06Layout = (body, reading) => {
  if (body.length < 6) return false
  const isWide = body[4] === 2
  let text = ''
  if (isWide)
    for (let at = 5; at + 1 < body.length; at += 2) text += String.fromCharCode(readUint16(body, at))
  else text = readText(body, 5, body.length)
  takeAnswer(text, readUint32(body, 0), reading)
  reading.fix = readWrittenPosition(text, reading.extras)
  return true
}

/** `DYD=Unvalued Fix` and `DYD=Speed Limit` are refusals; `Already in the state of …` is none: it is as was asked. */
const refusal = /fail|error|invalid|refus|unsupport|not support|wrong|^(?:HF|D)YD\s*=(?!\s*success)/i

/** The server flag comes back as it was sent: it holds the command's serial. */
function takeAnswer(answer: string, serverFlag: number, reading: Gt06Reading): void {
  const text = answer.replaceAll('\0', '').trim()
  reading.kind = 'answer'
  reading.answer = { key: `#${serverFlag}`, text, isRefused: refusal.test(text) }
}

const writtenPosition =
  /Lat:([NS])(\d+\.\d+),Lon:([EW])(\d+\.\d+),Course:(\d+(?:\.\d+)?),Speed:(\d+(?:\.\d+)?),DateTime:(\d+)-(\d+)-(\d+)\s+(\d+):(\d+):(\d+)/

function readWrittenPosition(text: string, extras: Gt06Reading['extras']): Gt06Reading['fix'] {
  const parts = writtenPosition.exec(text)
  if (!parts) return null
  const numberAt = (index: number) => Number(parts[index])
  const date = [numberAt(7) - 2000, numberAt(8), numberAt(9), numberAt(10), numberAt(11), numberAt(12)]
  return buildFix(
    {
      time: readTime(Uint8Array.from(date), 0, 0),
      latitudeUnits: numberAt(2) * 1_800_000,
      longitudeUnits: numberAt(4) * 1_800_000,
      speedKmh: numberAt(6),
      satellites: null,
      flags:
        0x1000 |
        (parts[1] === 'N' ? 0x400 : 0) |
        (parts[3] === 'W' ? 0x800 : 0) |
        (Math.round(numberAt(5)) & 0x3ff),
    },
    extras,
  )
}

/** 0x9B: bytes of a serial port, as text where they are text. */
export const serialPort: Gt06Layout = (body, reading) => {
  if (body.length < 2) return false
  reading.answer = {
    key: '*',
    text: readPrintable(body, 1, body.length) ?? toHex(body, 1, body.length),
    isRefused: false,
  }
  reading.kind = 'answer'
  return true
}

/** 0xF2: a beacon's message; its text begins at `$`. */
export const beacon: Gt06Layout = (body, reading) => {
  const start = body.indexOf(0x24)
  const text = start < 0 ? null : readPrintable(body, start, body.length)
  if (text) reading.extras.text = text.slice(0, 256)
  keepPayload(body, 0, reading)
  return true
}
