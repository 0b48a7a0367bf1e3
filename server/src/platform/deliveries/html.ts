import { translate } from '@rumbo/i18n'
import { escapeHtml } from '../http/small-page.ts'
import type { OutgoingDelivery } from './sender.ts'

const link = /^https?:\/\/\S+$/
const styles = {
  page: 'margin:0;padding:24px 12px;background:#F4F6F9;font-family:Arial,Helvetica,sans-serif;font-size:16px;line-height:1.5;color:#1B2430',
  card: 'max-width:560px;margin:0 auto;background:#FFFFFF;border:1px solid #DCE2EA;border-top:4px solid #FA896B;border-radius:8px',
  brand: 'padding:20px 24px 0;font-size:14px;font-weight:bold;color:#A8431F',
  title: 'margin:0;padding:4px 24px 0;font-size:20px;line-height:1.3',
  body: 'padding:0 24px 12px',
  button:
    'display:inline-block;padding:10px 20px;border-radius:8px;background:#FA896B;color:#3B1205;font-weight:bold;text-decoration:none',
  address: 'font-size:13px;color:#566273;word-break:break-all',
  foot: 'max-width:560px;margin:12px auto 0;font-size:13px;color:#566273;text-align:center',
} as const

const languageOf = (language: string) => (language === 'en' ? 'en' : 'es')

function lineOf(line: string): string {
  const text = escapeHtml(line)
  return link.test(line) ? `<a href="${text}">${text}</a>` : text
}

/**
 * Only links on their own line are clickable: an attacker may have entered an address within a sentence as a name at
 * registration.
 */
function paragraphOf(paragraph: string, language: 'es' | 'en'): string {
  const text = escapeHtml(paragraph)
  if (!link.test(paragraph)) return `<p>${paragraph.split('\n').map(lineOf).join('<br>')}</p>`
  const label = translate(language, 'mails.open')
  return [
    `<p><a href="${text}" style="${styles.button}">${label}</a></p>`,
    `<p style="${styles.address}">${text}</p>`,
  ].join('\n')
}

type Mail = Pick<OutgoingDelivery, 'language' | 'body'> & { isAnswerable?: boolean }
const footOf = ({ language, isAnswerable = false }: Mail) =>
  translate(languageOf(language), isAnswerable ? 'mails.footAnswerable' : 'mails.foot')

/** The mail as HTML, in its language; every text is escaped. Loads nothing from elsewhere. */
export function htmlOf(mail: Mail & { subject: string }): string {
  const language = languageOf(mail.language)
  const subject = escapeHtml(mail.subject)
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${subject}</title></head>`,
    `<body style="${styles.page}">`,
    `<div role="article" lang="${language}" style="${styles.card}">`,
    `<div style="${styles.brand}">Rumbo</div>`,
    `<h1 style="${styles.title}">${subject}</h1>`,
    `<div style="${styles.body}">`,
    ...mail.body.split(/\n{2,}/).map((paragraph) => paragraphOf(paragraph, language)),
    '</div></div>',
    `<p style="${styles.foot}">${footOf(mail)}</p>`,
    '</body></html>',
  ].join('\n')
}

/** The mail as plain text. */
export const textOf = (mail: Mail): string => `${mail.body}\n\n-- \n${footOf(mail)}\n`
