import { textOfHtml } from './html-text.ts'

/** Letters of a mail that are looked at; a person writes less. */
const longest = 100_000
/** A longer line introduces nothing, and could take long to match. */
const longestMark = 400

/** How mail programs introduce what is replied to, in Spanish and English; it may be broken into several lines. */
const introduction = /^\s*(?:el|on)\b.{0,300}\b(?:escribió|wrote)\s*:\s*$/iu
const shortIntroduction = /^.{0,200}<[^<>\s@]+@[^<>\s@]+>\s*(?:escribió|wrote)\s*:\s*$/iu
const introductionLines = 4
/** Below these everything is the original, which is not marked line by line. */
const dividers = [
  /^\s*-{2,}\s*(?:mensaje original|original message|mensaje reenviado|forwarded message)\s*-{2,}\s*$/iu,
  /^\s*_{10,}\s*$/u,
]
/** The head of the original as Outlook writes it. */
const headFirst = /^\s*\*?(?:de|from)\s*:\*?\s*\S/iu
const headSecond = /^\s*\*?(?:enviado(?: el)?|sent|fecha|date)\s*:\*?\s*\S/iu
const footers = [
  /^\s*(?:enviado|sent)\s+(?:desde|from|con|with)\s+(?:mi|my|el|la|outlook|yahoo|correo|mail|gmail|samsung|iphone|ipad|android)\b.{0,80}$/iu,
  /^\s*(?:obtener|obtén|descarga|get)\s+outlook\s+(?:para|for)\s.{0,80}$/iu,
]
const isSignature = (line: string) => /^--\s?$/u.test(line)
const isQuoted = (line: string) => /^\s{0,3}>/u.test(line)
const isBlank = (line: string | undefined) => line === undefined || line.trim() === ''

/** How many lines from here introduce the original; 0 for none. */
function introductionAt(lines: readonly string[], at: number): number {
  const line = lines[at] ?? ''
  if (line.length <= longestMark && shortIntroduction.test(line)) return 1
  for (let count = 1; count <= introductionLines; count += 1) {
    const joined = lines.slice(at, at + count)
    const text = joined.join(' ')
    if (text.length > longestMark || isBlank(joined.at(-1))) return 0
    if (introduction.test(text)) return count
  }
  return 0
}

const isHead = (lines: readonly string[], at: number) =>
  headFirst.test(lines[at] ?? '') &&
  lines.slice(at + 1, at + 4).some((line) => line.length <= longestMark && headSecond.test(line))

/** The lines that the sender wrote: without quoted ones, and without everything below an unmarked original. */
function ownLines(lines: readonly string[]): string[] {
  const own: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.length > longestMark) {
      own.push(line)
      continue
    }
    if (dividers.some((form) => form.test(line)) || isHead(lines, at)) break
    if (isQuoted(line)) continue
    const count = isBlank(line) ? 0 : introductionAt(lines, at)
    if (count === 0) {
      own.push(line)
      continue
    }
    const next = lines.slice(at + count).find((following) => !isBlank(following))
    // Where the original is marked, answers may stand between its lines.
    if (next === undefined || !isQuoted(next)) break
    at += count - 1
  }
  return own
}

function withoutSignature(lines: readonly string[]): string[] {
  const at = lines.findIndex(isSignature)
  const above = at === -1 ? [...lines] : lines.slice(0, at)
  while (above.length > 0) {
    const last = above.at(-1)
    if (!isBlank(last) && !footers.some((form) => form.test(last ?? ''))) break
    above.pop()
  }
  return above
}

/**
 * What a person wrote in a reply, without the original that the mail program added and without a signature, as those of
 * Spanish and English mail programs mark them. Where nothing is left, what is not quoted with its signature.
 */
export function replyTextOf({
  text,
  html,
}: {
  text?: string | undefined
  html?: string | undefined
}): string {
  const whole = (text?.trim() ? text : textOfHtml((html ?? '').slice(0, longest))).slice(0, longest)
  const lines = whole.replace(/\r\n?/g, '\n').split('\n')
  const own = ownLines(lines)
  return tidied(withoutSignature(own)) || tidied(own)
}

const tidied = (lines: readonly string[]) =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
