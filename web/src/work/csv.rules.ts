import { withoutFormula, withoutFormulas } from '@rumbo/contract/formula-guard'

const number = /^-?\d+(\.\d+)?$/

/** As the server writes texts, but for numbers, which are texts here. */
export const neutralised = (text: string): string => (number.test(text) ? text : withoutFormula(text))

const cell = (text: string): string => {
  const plain = number.test(text) ? text : withoutFormulas(text)
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows as a CSV file a spreadsheet opens rightly: UTF-8 with a byte order mark, nothing taken for a formula. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
