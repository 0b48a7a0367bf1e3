const number = /^-?\d+(\.\d+)?$/

/** A leading apostrophe keeps a spreadsheet from reading the text as a formula. */
export const neutralised = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !number.test(text) ? `'${text}` : text

const cell = (text: string): string => {
  const plain = neutralised(text)
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Rows as a CSV file a spreadsheet opens rightly: UTF-8 with a byte order mark, nothing taken for a formula. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
