import { foldText } from './fold-text.ts'
import { isVisible } from './text.ts'
import { identifierPattern } from './vehicles.contract.ts'

/** Why a text is no identifier. */
export const identifierFaults = ['too_short', 'too_long', 'hidden_characters', 'characters'] as const
export type IdentifierFault = (typeof identifierFaults)[number]

interface ReadLine {
  /** Of the pasted text; its first is 1. */
  line: number
  text: string
}
/** What a pasted text or a CSV file lists. */
export interface ReadIdentifiers {
  /** In the order of the text, each once. */
  identifiers: ReadLine[]
  /** Texts that are no identifiers; `faulty` has the first of them. */
  invalid: number
  faulty: (ReadLine & { fault: IdentifierFault })[]
  /** Valid identifiers that stood above already. */
  repeated: number
}

/** Texts of a change that are answered one by one. */
export const mostRefusedShown = 500

const [shortest, longest] = [3, 40]
/** Longest part of a faulty text that is repeated. */
const longestShown = 60
/** First rows with one of these are headings: the column below is read, and no other. */
const headings = ['imei', 'identificador', 'identifier', 'equipo', 'equipo gps', 'device', 'device id', 'gps']

const cellPattern = /[,;\t]("(?:[^"]|"")*"(?=[,;\t]|$)|[^,;\t]*)/g
/** Without the quotes of CSV and the apostrophe that keeps a spreadsheet from calculating. */
const plain = (cell: string) =>
  cell
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim()
const cellsOf = (row: string) =>
  /[,;\t]/.test(row)
    ? Array.from(`,${row}`.matchAll(cellPattern), ([, cell = '']) => plain(cell))
    : [plain(row)]

/** Of a text that does not match the pattern. */
function faultOf(text: string): IdentifierFault {
  if (!isVisible(text)) return 'hidden_characters'
  if (text.length < shortest) return 'too_short'
  return text.length > longest ? 'too_long' : 'characters'
}

/** Identifiers that need no reading: none of them is a heading. */
export function givenIdentifiers(given: readonly string[]): ReadIdentifiers {
  const found = new Map<string, ReadLine>()
  given.forEach((text, index) => {
    if (!found.has(text)) found.set(text, { line: index + 1, text })
  })
  return { identifiers: [...found.values()], invalid: 0, faulty: [], repeated: given.length - found.size }
}

/**
 * Reads identifiers from a pasted text or a CSV file: one in each line, or several separated by commas, semicolons or
 * tabs. Where the first row has a heading such as `IMEI`, only its column counts.
 */
export function readIdentifiers(given: string): ReadIdentifiers {
  const rows = given.split(/\r\n|\r|\n/).map(cellsOf)
  const first = rows.findIndex((cells) => cells.some((cell) => cell !== ''))
  const column = (rows[first] ?? []).findIndex((cell) => headings.includes(foldText(cell)))
  const found = new Map<string, ReadLine>()
  const read: ReadIdentifiers = { identifiers: [], invalid: 0, faulty: [], repeated: 0 }
  rows.forEach((cells, index) => {
    if (column >= 0 && index <= first) return
    for (const text of column < 0 ? cells : [cells[column] ?? '']) {
      if (text === '') continue
      const line = index + 1
      if (!identifierPattern.test(text)) {
        read.invalid += 1
        if (read.invalid <= mostRefusedShown)
          read.faulty.push({ line, text: text.slice(0, longestShown), fault: faultOf(text) })
      } else if (found.has(text)) read.repeated += 1
      else found.set(text, { line, text })
    }
  })
  return { ...read, identifiers: [...found.values()] }
}
