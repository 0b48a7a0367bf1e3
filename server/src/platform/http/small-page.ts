import type { Language } from '@rumbo/i18n'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** For text and quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => escapes[mark] ?? mark)

/** A page for people without an account. @param content HTML below the name of the product */
export const smallPage = (language: Language, content: readonly string[]): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>Rumbo</title></head>',
    `<body><main><h1>Rumbo</h1>${content.join('\n')}</main></body></html>`,
  ].join('\n')
