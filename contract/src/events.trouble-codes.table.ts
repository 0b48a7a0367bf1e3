import { emissionCodes } from './events.trouble-codes.emissions.ts'
import { engineCodes } from './events.trouble-codes.engine.ts'
import { otherCodes } from './events.trouble-codes.others.ts'
import { transmissionCodes } from './events.trouble-codes.transmission.ts'
import { type CodeFault, type CodePart, codeFaults, codeParts } from './events.trouble-codes.words.ts'

/** What is said about a code: a part, numbers within it (cylinder, bank, sensor), and what is wrong with it. */
export interface CodeMeaning {
  part: CodePart
  numbers: readonly string[]
  fault: CodeFault | null
}

const isPart = (word: string | undefined): word is CodePart => codeParts.some((part) => part === word)
const isFault = (word: string): word is CodeFault => codeFaults.some((fault) => fault === word)

/**
 * Reads runs of codes, each `<first code> <part>:<number>… <fault>…` and separated by semicolons: the faults are those of
 * consecutive hexadecimal codes. A run without faults is one code.
 * @throws Error for a word that is not known, and for a code that is listed twice
 */
export function readCodeRuns(runs: string): Map<string, CodeMeaning> {
  const table = new Map<string, CodeMeaning>()
  for (const run of runs.split(';')) {
    const [first = '', about = '', ...words] = run.trim().split(' ')
    const [part, ...numbers] = about.split(':')
    if (!isPart(part)) throw new Error(`Unknown part in the table of trouble codes: ${run}`)
    const from = Number.parseInt(first.slice(1), 16)
    for (let at = 0; at < Math.max(1, words.length); at += 1) {
      const word = words[at]
      if (word !== undefined && !isFault(word)) throw new Error(`Unknown fault in the table: ${run}`)
      const code = first.charAt(0) + (from + at).toString(16).toUpperCase().padStart(4, '0')
      if (table.has(code)) throw new Error(`Listed twice in the table of trouble codes: ${code}`)
      table.set(code, { part, numbers, fault: word ?? null })
    }
  }
  return table
}

/** The generic trouble codes of SAE J2012: facts of the standard, in our own words. */
export const codeTable: ReadonlyMap<string, CodeMeaning> = readCodeRuns(
  [engineCodes, transmissionCodes, emissionCodes, otherCodes].join(';'),
)
