/** A leading apostrophe keeps a spreadsheet from reading the text as a formula. */
export const withoutFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/**
 * The same for CSV, also within a text: a spreadsheet that splits at semicolons takes quotes inside a cell for letters,
 * so that what follows a semicolon, a tab or a line end begins a cell.
 */
export const withoutFormulas = (text: string): string =>
  withoutFormula(text).replace(/([;\t\r\n] *)(?=[=+\-@])/g, "$1'")

/** The text before `withoutFormulas`. */
export const withFormulas = (cell: string): string =>
  cell.replace(/^'(?=[=+\-@\t\r])/, '').replace(/([;\t\r\n] *)'(?=[=+\-@])/g, '$1')
