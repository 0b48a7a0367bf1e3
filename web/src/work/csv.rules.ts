import { withoutFormula, withoutFormulas } from '@rumbo/contract/formula-guard'

const number = /^-?\d+(\.\d+)?$/

/** The server's rule for text values, except that numbers, which are strings here, stay unchanged. */
export const neutralised = (text: string): string => (number.test(text) ? text : withoutFormula(text))

const cell = (text: string): string => {
  const plain = number.test(text) ? text : withoutFormulas(text)
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows as a CSV file that spreadsheets open correctly: UTF-8 with a byte order mark, formulas neutralised. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
