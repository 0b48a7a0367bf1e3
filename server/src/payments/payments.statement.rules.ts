import { minorOf } from '@rumbo/contract/money'
import type { Statement, StatementLine } from '@rumbo/contract/payments.accounts.contract'
import { type Language, translate } from '@rumbo/i18n'
import { formatDate, formatMoney } from '@rumbo/i18n/formats'
import type { PdfDocument } from '../platform/pdf/pdf.ts'
import type { TableCell } from '../platform/tables/export-table.ts'

const dateText = (date: string) => date.split('-').reverse().join('/')

/** What a line of a statement is about, in words. */
function conceptOf(language: Language, { kind, serviceNumber, detail }: StatementLine): string {
  const service =
    serviceNumber === null
      ? null
      : translate(language, 'payments.statement.service', { number: serviceNumber })
  const what = kind === 'charge' ? null : translate(language, `payments.kind.${kind}`)
  return [what, service, detail].filter(Boolean).join(' · ')
}

export const statementHeadings = (language: Language): string[] =>
  (['date', 'concept', 'charge', 'credit', 'balance'] as const).map((name) =>
    translate(language, `payments.statement.${name}`),
  )

/** The rows of a statement for a table: opening balance, lines, closing balance. Amounts are plain decimals. */
export function statementRows(language: Language, statement: Statement): TableCell[][] {
  const { timeZone, opening, closing, lines } = statement
  return [
    [dateText(statement.from), translate(language, 'payments.statement.opening'), '', '', opening],
    ...lines.map((line) => {
      const isCharge = !line.amount.startsWith('-')
      const amount = line.amount.replace(/^-/, '')
      const at = formatDate(language, line.at, { timeZone })
      return [at, conceptOf(language, line), isCharge ? amount : '', isCharge ? '' : amount, line.balance]
    }),
    [dateText(statement.to), translate(language, 'payments.statement.closing'), '', '', closing],
  ]
}

/** A statement as a document: head, sums, and the table of its lines. */
export function statementDocument(language: Language, statement: Statement): PdfDocument {
  const { currency, contactName, contactCompany, companyName, charged, paid, opening, closing } = statement
  const word = (key: 'title' | 'customer' | 'period' | 'opening' | 'charged' | 'paid' | 'closing') =>
    translate(language, `payments.statement.${key}`)
  const money = (amount: string) => formatMoney(language, amount, currency)
  const right = (text: string, bold = false) => ({ text, alignment: 'right', bold, noWrap: true })
  const [before = '', rest = ''] = translate(language, 'payments.statement.page', {
    page: '\t',
    pages: '\n',
  }).split('\t')
  const [between = '', after = ''] = rest.split('\n')
  const sums = [
    [word('opening'), opening],
    [word('charged'), charged],
    [word('paid'), paid],
    [word('closing'), closing],
  ] as const
  const cell = (value: TableCell | undefined) =>
    value === '' || value === undefined ? '' : right(money(String(value)))
  return {
    title: `${word('title')} ${contactName}`,
    footer: { before, between, after },
    content: [
      { text: companyName, fontSize: 10, color: '#5f6b7a' },
      { text: word('title'), fontSize: 18, bold: true, margin: [0, 2, 0, 10] },
      {
        columns: [
          {
            stack: [
              { text: word('customer'), color: '#5f6b7a' },
              { text: contactName, fontSize: 11, bold: true },
              contactCompany === null || contactCompany === contactName ? '' : contactCompany,
            ],
          },
          {
            stack: [
              { text: word('period'), color: '#5f6b7a' },
              { text: `${dateText(statement.from)} – ${dateText(statement.to)}`, fontSize: 11 },
            ],
          },
          {
            width: 'auto',
            table: {
              body: sums.map(([name, amount]) => [name, right(money(amount), name === word('closing'))]),
            },
            layout: 'noBorders',
          },
        ],
        columnGap: 20,
        margin: [0, 0, 0, 14],
      },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: ['auto', '*', 'auto', 'auto', 'auto'],
          body: [
            statementHeadings(language).map((text, at) => ({
              text,
              bold: true,
              alignment: at > 1 ? 'right' : 'left',
            })),
            ...statementRows(language, statement).map(([at, concept, charge, credit, balance]) => [
              at,
              concept,
              cell(charge),
              cell(credit),
              cell(balance),
            ]),
          ],
        },
        layout: 'lightHorizontalLines',
      },
    ],
  }
}

/** `charged` less `paid` is the change from the opening to the closing balance. */
export function sumsOfLines(lines: readonly StatementLine[], currency: string) {
  const minors = lines.map(({ amount, kind }) => ({
    minor: minorOf(amount, currency),
    isCharge: kind === 'charge',
  }))
  const sum = (isCharge: boolean) =>
    minors.reduce((total, line) => total + (line.isCharge === isCharge ? line.minor : 0), 0)
  return { chargedMinor: sum(true), paidMinor: -sum(false) }
}
