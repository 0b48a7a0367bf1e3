import type { OutgoingDelivery } from './sender.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => escapes[letter] ?? letter)

const link = /^https?:\/\/\S+$/
const lineOf = (line: string) => {
  const text = escapeHtml(line)
  return link.test(line) ? `<a href="${text}">${text}</a>` : text
}

/**
 * The text as simple HTML, with only links on their own line clickable: an attacker may have entered an address within
 * a sentence as a name at registration.
 */
export function htmlOf({ language, subject, body }: Pick<OutgoingDelivery, 'language' | 'subject' | 'body'>) {
  const paragraphs = body.split(/\n{2,}/).map((paragraph) => paragraph.split('\n').map(lineOf).join('<br>'))
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8">`,
    `<title>${escapeHtml(subject)}</title></head>`,
    '<body style="font-family:sans-serif;font-size:16px;line-height:1.5;max-width:36em;margin:0 auto;padding:1em">',
    ...paragraphs.map((paragraph) => `<p>${paragraph}</p>`),
    '</body></html>',
  ].join('\n')
}
