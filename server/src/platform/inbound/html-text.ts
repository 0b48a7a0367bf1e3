const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  ntilde: 'ñ',
  Ntilde: 'Ñ',
  uuml: 'ü',
  iquest: '¿',
  iexcl: '¡',
  hellip: '…',
  ndash: '–',
  mdash: '—',
}

function characterOf(whole: string, name: string): string {
  if (!name.startsWith('#')) return entities[name] ?? whole
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

const unseen = new Set(['style', 'script', 'head', 'title', 'template'])
const blocks = new Set(['p', 'div', 'br', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'hr', 'table', 'ul', 'ol'])
/** Letters of a tag that are looked at. */
const longestTag = 1_000
/** Elements by which mail programs mark the original: Gmail, Outlook, Yahoo, Thunderbird. */
const original = /(?:class|id)\s*=\s*["']?[^"'>]*(?:gmail_quote|divRplyFwdMsg|yahoo_quoted|moz-cite-prefix)/i

/**
 * The text of a mail that has HTML only. What is quoted is left out; below the original of Outlook and Gmail, everything
 * is. Reads tags one after the other, in a time that grows with the length alone.
 */
export function textOfHtml(html: string): string {
  const lower = html.toLowerCase()
  let text = ''
  let at = 0
  let quotes = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    const until = open === -1 ? html.length : open
    if (quotes === 0) text += html.slice(at, until).replace(/\s+/g, ' ')
    if (open === -1) break
    const close = html.startsWith('<!--', open) ? html.indexOf('-->', open) : html.indexOf('>', open)
    if (close === -1) break
    const tag = html.slice(open, close + 1)
    at = html.startsWith('<!--', open) ? close + 3 : close + 1
    const [, slash = '', given = ''] = /^<(\/?)([a-z0-9]+)/i.exec(tag) ?? []
    const name = given.toLowerCase()
    if (slash === '' && original.test(tag.slice(0, longestTag))) break
    if (name === 'blockquote') quotes = Math.max(0, quotes + (slash ? -1 : 1))
    else if (unseen.has(name) && slash === '') {
      const end = lower.indexOf(`</${name}`, at)
      if (end === -1) break
      at = end
    } else if (blocks.has(name) && quotes === 0) text += '\n'
  }
  return text
    .replace(/&(#?[a-z0-9]{1,10});/gi, characterOf)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
