export interface CsvRecord {
  /** The line of the file where it begins, the first is 1; cells may contain line ends. */
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * The records of a CSV (RFC 4180), blank ones included. A quote that is never closed, as in `6" de ancho`, is a letter.
 */
export function* csvRecords(text: string, delimiter: string): Generator<CsvRecord> {
  const plain = new RegExp(`[^${delimiter}\\r\\n]*`, 'y')
  let at = 0
  let line = 1
  let hasQuotes = true

  /** The content of the quotes that open at a place, and where they end; null if they are not closed. */
  function quoted(): { content: string; end: number } | null {
    const parts: string[] = []
    for (let from = at + 1; ; ) {
      const end = text.indexOf('"', from)
      if (end < 0) return null
      parts.push(text.slice(from, end))
      if (text[end + 1] !== '"') return { content: parts.join('"'), end: end + 1 }
      from = end + 2
    }
  }
  function rest(): string {
    plain.lastIndex = at
    const found = plain.exec(text)?.[0] ?? ''
    at += found.length
    return found
  }
  function cell(): string {
    const found = hasQuotes && text[at] === '"' ? quoted() : null
    // From here no quotes are closed, and looking for their end again and again would take long.
    if (text[at] === '"' && found === null) hasQuotes = false
    if (found === null) return rest()
    at = found.end
    return found.content + rest()
  }

  while (at < text.length) {
    const started = at
    const cells = [cell()]
    while (text[at] === delimiter) {
      at += 1
      cells.push(cell())
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    yield { line, cells }
    line += lineEnds(text, started, at)
  }
}

function lineEnds(text: string, from: number, to: number): number {
  let count = 0
  for (let at = from; at < to; at += 1) {
    const isEnd = text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')
    if (isEnd) count += 1
  }
  return count
}

/** A record of a CSV in the form of RFC 4180, with its line end. */
export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",;\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
