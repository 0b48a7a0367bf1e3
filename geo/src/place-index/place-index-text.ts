import { foldText } from '@rumbo/contract/fold-text'

const letters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const special = /[ßæœøłđðþı]/g
const asciiOnly = /^[\x20-\x7e]*$/

/** Lower case without accents; letters without a decomposition are transliterated: "ß" becomes "ss". */
export function foldLetters(text: string): string {
  const lower = text.toLowerCase()
  if (asciiOnly.test(lower)) return lower
  return foldText(lower).replace(special, (letter) => letters[letter] ?? letter)
}

/** Abbreviations on signs and in forms, and the words they are indexed and searched by. */
const abbreviations: Record<string, string> = {
  av: 'avenida',
  ave: 'avenida',
  avda: 'avenida',
  blvd: 'boulevard',
  blv: 'boulevard',
  bulevar: 'boulevard',
  calz: 'calzada',
  calzda: 'calzada',
  carr: 'carretera',
  cda: 'cerrada',
  cto: 'circuito',
  cjon: 'callejon',
  col: 'colonia',
  fracc: 'fraccionamiento',
  perif: 'periferico',
  prol: 'prolongacion',
  priv: 'privada',
  pza: 'plaza',
  gral: 'general',
  dr: 'doctor',
  dra: 'doctora',
  ing: 'ingeniero',
  lic: 'licenciado',
  prof: 'profesor',
  pdte: 'presidente',
  pres: 'presidente',
  sta: 'santa',
  sto: 'santo',
  nte: 'norte',
  pte: 'poniente',
  ote: 'oriente',
  hosp: 'hospital',
  st: 'street',
  rd: 'road',
  str: 'strasse',
}

/** Generic words of names: a match improves the rank but is not required. */
const sorts = new Set(
  'avenida boulevard calzada calle carretera cerrada circuito callejon colonia fraccionamiento prolongacion privada plaza andador barrio rua travessa praca largo alameda rodovia estrada street road avenue strasse ciudad de del la el los las do da dos das e the of'.split(
    ' ',
  ),
)

const streetSorts = new Set(
  'avenida boulevard calzada calle carretera cerrada circuito callejon prolongacion privada andador rua travessa praca alameda rodovia estrada street road avenue strasse'.split(
    ' ',
  ),
)
/** Whether the text begins with a kind of street: "av. juarez". */
export const namesStreet = (text: string): boolean => streetSorts.has(wordsOf(text)[0] ?? '')

/** Folded words with abbreviations spelled out: "Av. Álvaro Obregón" is avenida, alvaro, obregon. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const word of foldLetters(text).split(/[^\p{L}\p{N}]+/u))
    if (word !== '') words.push(abbreviations[word] ?? word)
  return words
}

export interface Asked {
  readonly words: readonly string[]
  /** Such as "300", "12-a"; null where the text names none. */
  readonly number: string | null
}

const numberMark = /(?:#|\b(?:no|num|numero)\b\.?|n[°º.])\s*(?=\d)/i
const houseNumber = String.raw`\d{1,5}(?:\s?-?\s?[a-z](?![a-z])|[-/]\d{1,4})?`
const atEnd = new RegExp(`^(.*\\S)\\s+(${houseNumber})\\s*$`, 'i')
const inMiddle = new RegExp(`^(.*\\S)\\s+(${houseNumber})\\s+(\\D.*)$`, 'i')
const atStart = new RegExp(`^\\s*(${houseNumber})\\s+(.*\\S)$`, 'i')
const lone = new RegExp(`^${houseNumber}$`, 'i')

/** Floor, flat, plot, "without number", postcode, and c/ for "calle": not used to find streets or towns. */
const asides = new RegExp(
  [
    String.raw`\b(?:int|interior|piso|depto|dpto|departamento|local|oficina|edif|edificio|torre|mz|mza|manzana|lt|lote)\b\.?\s*#?(?:\d+\s?-?[a-z]?|[a-df-np-xz])\b`,
    String.raw`\b\d{1,2}(?:er|do|ro|to|o|[°º.])?\s+piso\b`,
    String.raw`\bs\s?[/.]\s?n\b\.?`,
    String.raw`\bc\.?\s?p\.?\s*\d{4,5}\b`,
    String.raw`\bc/\s*`,
  ].join('|'),
  'gi',
)
const postcode = /^\d{5}\s+|\s+\d{5}$|^\d{5}$/g
/** "Colonia" starts a new part even without a comma before it. */
const beforeColonia = /\s+(?=col(?:onia)?[.\s]\s*\S)/g

export interface AddressText {
  /** What to find: a street with its number, two streets, or a name. */
  readonly head: string
  /** The two cross streets it lies between ("entre Viaducto y Baja California"). */
  readonly between: readonly [string, string] | null
  /** Words that name the settlements around it, one list for each other part of the text. */
  readonly within: readonly (readonly string[])[]
}

/**
 * Splits a pasted address ("Reforma 222, piso 3, Col. Juárez, 06600 Ciudad de México, CDMX") at its commas.
 * @returns up to two readings, most likely first: with the first or with the second part as the head
 */
export function readParts(text: string): AddressText[] {
  const folded = foldLetters(text)
  const plain = folded.replace(asides, ' ')
  const parts = (plain.trim() === '' ? folded : plain)
    .replace(beforeColonia, ', ')
    .split(/[,;\n]+/)
    .flatMap((part) => part.replace(/\s+/g, ' ').trim() || [])
  for (let at = 1; at < parts.length; at += 1) {
    const [before, part] = [parts[at - 1] ?? '', parts[at] ?? '']
    const isNumber = lone.test(part.replace(numberMark, '').trim()) && !/^\d{5}$/.test(part)
    if ((at === 1 && isNumber) || /^entre\s/.test(part)) parts.splice(--at, 2, `${before} ${part}`)
  }
  const withoutCode = (part: string) => part.replace(postcode, ' ').trim()
  return parts.slice(0, 2).flatMap((part, at) => {
    const own = /\d\S*\s/.test(part) ? part.replace(/\s\d{5}$/, '') : part
    const between = /^(.*?\S)\s+entre\s+(.+?)\s+(?:y|e)\s+(.+)$/.exec(own)
    const within = parts.flatMap((other, index) => {
      const words = index === at ? [] : wordsOf(withoutCode(other))
      return words.length > 0 ? [words] : []
    })
    const head = between?.[1] ?? own
    return head === '' ? [] : [{ head, between: between && [between[2] ?? '', between[3] ?? ''], within }]
  })
}

/**
 * The possible readings of an address: all of it as words, which finds names with numbers ("5 de Mayo"), then with a
 * house number ("Insurgentes Sur 300").
 */
export function readAddress(text: string): Asked[] {
  const plain = foldLetters(text).replace(numberMark, ' ')
  const readings: Asked[] = [{ words: wordsOf(plain), number: null }]
  const add = (number: string, words: string) => {
    const rest = wordsOf(words)
    if (rest.length > 0) readings.push({ words: rest, number: tidyNumber(number) })
  }
  const end = atEnd.exec(plain)
  if (end) add(end[2] ?? '', end[1] ?? '')
  const start = atStart.exec(plain)
  if (start) add(start[1] ?? '', start[2] ?? '')
  // The second number of "5 de Mayo 5" can only be the house.
  if (end && readings[1]?.words.includes(readings[1].number ?? '')) readings.shift()
  const middle = end || start ? null : inMiddle.exec(plain)
  if (middle) add(middle[2] ?? '', `${middle[1]} ${middle[3]}`)
  return readings
}

/** Normalises a house number: "12 A", "12-a" and "12a" are the same. */
export const tidyNumber = (number: string): string => foldLetters(number).replace(/[\s-]+(?=[a-z])|\s+/g, '')

const joints = [
  // Before "e", which names have too: "Padre Andrade e Silva & Rua Nova".
  /\s+(?:con|esquina(?:\s+con)?|esq\.?(?:\s+con)?|cruce(?:\s+con)?)\s+|\s*[&/]\s*/i,
  /\s+(?:y|e|and)\s+/i,
]

/** The words of both streets of "Insurgentes y Reforma", "Reforma esq. Insurgentes"; null for other texts. */
export function readCrossing(text: string): readonly [string[], string[]] | null {
  const parts = joints.map((joint) => text.split(joint)).find(({ length }) => length > 1)
  const [left, right, ...more] = parts?.map(wordsOf) ?? []
  return left?.length && right?.length && more.length === 0 ? [left, right] : null
}

/** Splits words into required and optional (generic) ones. If only generic words are left, all are required. */
export function splitWords(words: readonly string[]): { needed: string[]; helpful: string[] } {
  const unique = [...new Set(words)]
  const needed = unique.filter((word) => !sorts.has(word))
  if (needed.join('').length < 2) return { needed: unique, helpful: [] }
  return { needed, helpful: unique.filter((word) => sorts.has(word)) }
}

const longSorts = [...sorts].filter((word) => word.length >= 6)

/** Whether one letter is missing, added or wrong, or two neighbours are swapped. */
function isOneSlip(written: string, meant: string): boolean {
  let from = 0
  while (from < written.length && written[from] === meant[from]) from += 1
  let [ends, meantEnds] = [written.length, meant.length]
  while (ends > from && meantEnds > from && written[ends - 1] === meant[meantEnds - 1]) {
    ends -= 1
    meantEnds -= 1
  }
  const [rest, meantRest] = [written.slice(from, ends), meant.slice(from, meantEnds)]
  const isSwapped = rest.length === 2 && meantRest === `${rest[1]}${rest[0]}`
  return isSwapped || (rest.length <= 1 && meantRest.length <= 1)
}

/** Corrects slips in generic words, which names spell alike: "avendia" is avenida, unless a name has that word. */
export const withoutSlips = (words: readonly string[], isKnown: (word: string) => boolean): string[] =>
  words.map((word) =>
    word.length < 5 || sorts.has(word) || isKnown(word)
      ? word
      : (longSorts.find((sort) => isOneSlip(word, sort)) ?? word),
  )
