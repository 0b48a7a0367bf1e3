import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** A cell of a table; an empty text is no cell. */
export type TableCell = string | number

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const sheets = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${relations}/${type}" Target="${target}"/>`

/** The parts of ECMA-376 beside the sheet; style 1 is bold, for the headings. */
const parts = {
  '[Content_Types].xml':
    `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    `<Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kinds}.sheet.main+xml"/>` +
    `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kinds}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kinds}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${sheets}" xmlns:r="${relations}"><sheets><sheet name="Rumbo" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'styles', 'styles.xml')}</Relationships>`,
  'xl/styles.xml':
    `<styleSheet xmlns="${sheets}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>' +
    '<cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>',
} as const

/** Characters of a cell that the format allows. */
const longestText = 32_767
/** Characters of the sheet that are compressed at once. */
const chunkLength = 65_536
const widths = { least: 8, most: 60 }

/** Spreadsheets read `_x0041_` as the character of that code (ECMA-376, ST_Xstring), in digits of either case. */
const escapePattern = /_(?=x[0-9a-f]{4}_)/gi
const escapedUnderscore = '_x005F_'

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }
const xml = (text: string): string =>
  text
    .slice(0, longestText)
    .replace(escapePattern, escapedUnderscore)
    .replace(/[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu, ' ')
    .replace(/[&<>\r]/g, (mark) => entities[mark] ?? mark)

/** `A` to `XFD`. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** The same rows give the same file: no part has a time of its own. */
const partOptions = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true }

/**
 * An XLSX of one sheet, written as its rows arrive: only some of them are in memory. Texts stay texts and numbers stay
 * numbers; the headings are bold and stay in view.
 * @throws what reading the rows throws
 */
export async function* writeWorkbook(
  headings: readonly string[],
  rows: AsyncIterable<readonly TableCell[]>,
): AsyncGenerator<Buffer, void> {
  const archive = new ZipFile()
  const output = archive.outputStream as Readable
  const fail = (error: Error) => void output.destroy(error)
  archive.on('error', fail)
  for (const [name, text] of Object.entries(parts))
    archive.addBuffer(Buffer.from(declaration + text), name, partOptions)
  const sheet = Readable.from(sheetOf(headings, rows), { highWaterMark: 2 })
  // The archive does not pass on that its source failed.
  sheet.on('error', fail)
  archive.addReadStream(sheet, 'xl/worksheets/sheet1.xml', partOptions)
  archive.end()
  try {
    yield* output as AsyncIterable<Buffer>
  } finally {
    // Nobody reads on where the file is given up: the rows end too.
    sheet.destroy()
  }
}

async function* sheetOf(headings: readonly string[], rows: AsyncIterable<readonly TableCell[]>) {
  let rest = sheetStart(headings)
  let number = 1
  for await (const row of rows) {
    number += 1
    rest += rowOf(row, number, '')
    if (rest.length < chunkLength) continue
    yield rest
    rest = ''
  }
  yield `${rest}</sheetData></worksheet>`
}

function sheetStart(headings: readonly string[]): string {
  const columns = headings.map((heading, index) => {
    const width = Math.min(widths.most, Math.max(widths.least, heading.length + 3))
    return `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`
  })
  return (
    `${declaration}<worksheet xmlns="${sheets}"><sheetViews><sheetView workbookViewId="0">` +
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>' +
    `${columns.length === 0 ? '' : `<cols>${columns.join('')}</cols>`}<sheetData>${rowOf(headings, 1, ' s="1"')}`
  )
}

function rowOf(cells: readonly TableCell[], number: number, style: string): string {
  let text = `<row r="${number}">`
  for (const [index, value] of cells.entries()) {
    if (value === '' || (typeof value === 'number' && !Number.isFinite(value))) continue
    const start = `<c r="${columnName(index)}${number}"${style}`
    text +=
      typeof value === 'number'
        ? `${start}><v>${value}</v></c>`
        : `${start} t="inlineStr"><is><t xml:space="preserve">${xml(value)}</t></is></c>`
  }
  return `${text}</row>`
}
