import { withoutFormulas } from '@rumbo/contract/formula-guard'
import type { FenceShape } from '../fences/fence-shape.ts'
import { csvLine } from './csv-text.ts'
import { type CsvLanguage, csvHeadings, csvKinds, csvModes } from './fence-csv-words.ts'
import type { Fence } from './fence-file.ts'
import { wktOf } from './wkt-write.ts'

/**
 * Writes a table with a fence per row: UTF-8 with a byte order mark and CRLF, texts guarded against formulas. Circles
 * have latitude, longitude and radius, other shapes WKT; reading it again gives the same fences.
 */
export const writeFenceCsv = (fences: readonly Fence[], language: CsvLanguage): string =>
  `\uFEFF${[csvHeadings[language], ...fences.map((fence) => cellsOf(fence, language))].map(csvLine).join('')}`

function cellsOf({ name, description, shape, colour, tags }: Fence, language: CsvLanguage): string[] {
  return [
    withoutFormulas(name),
    withoutFormulas(description ?? ''),
    csvKinds[language][shape.kind],
    ...shapeCells(shape, language),
    colour ?? '',
    withoutFormulas(tags.join(', ')),
  ]
}

function shapeCells(shape: FenceShape, language: CsvLanguage): string[] {
  if (shape.kind === 'circle') {
    const { latitude, longitude } = shape.center
    return [String(latitude), String(longitude), String(shape.radiusMetres), '', '', '']
  }
  const isRoute = shape.kind === 'route'
  const width = isRoute ? String(shape.halfWidthMetres) : ''
  return ['', '', '', wktOf(shape), width, isRoute ? csvModes[language][shape.mode] : '']
}
