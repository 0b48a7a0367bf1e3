import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import pdfmake from 'pdfmake'

/** A document of the product: A4 pages of texts and tables, with page numbers. */
export interface PdfDocument {
  title: string
  /** Such as "Page 1 of 3", by page and number of pages. */
  footer: { before: string; between: string; after: string }
  /** Paragraphs and tables in pdfmake's own form, without functions. */
  content: readonly object[]
}

const fontFolder = () =>
  join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto')

/** Writes a document as PDF. Blocks for seconds with thousands of rows; use `writePdfInProcess` in a server. */
export async function writePdf({ title, footer, content }: PdfDocument): Promise<Buffer> {
  const folder = fontFolder()
  pdfmake.setLocalAccessPolicy((path) => path.startsWith(folder))
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.addFonts({
    Roboto: {
      normal: join(folder, 'Roboto-Regular.ttf'),
      bold: join(folder, 'Roboto-Medium.ttf'),
      italics: join(folder, 'Roboto-Italic.ttf'),
      bolditalics: join(folder, 'Roboto-MediumItalic.ttf'),
    },
  })
  return pdfmake
    .createPdf({
      info: { title },
      pageSize: 'A4',
      pageMargins: [40, 44, 40, 48],
      defaultStyle: { font: 'Roboto', fontSize: 9, lineHeight: 1.15 },
      footer: (page: number, pages: number) => ({
        text: `${footer.before}${page}${footer.between}${pages}${footer.after}`,
        alignment: 'right',
        margin: [40, 12, 40, 0],
        fontSize: 8,
        color: '#5f6b7a',
      }),
      content,
    })
    .getBuffer()
}
