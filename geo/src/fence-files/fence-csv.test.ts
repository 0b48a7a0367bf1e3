import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readFenceCsv } from './fence-csv-read.ts'
import { csvLanguages } from './fence-csv-words.ts'
import { writeFenceCsv } from './fence-csv-write.ts'
import { fenceFileLimits } from './fence-file.ts'
import { anyFences, fencesOf, refusalsOf } from './testing/fences.ts'

const triangle = 'POLYGON ((-99.2 19.3, -99.1 19.3, -99.1 19.4, -99.2 19.3))'
const circle = (radiusMetres: number) => ({
  kind: 'circle',
  center: { latitude: 19.4, longitude: -99.1 },
  radiusMetres,
})

describe('a table of geofences', () => {
  it('has circles by their center, in Spanish, with semicolons and decimal commas, below a title', () => {
    const file = readFenceCsv(
      'Geocercas de la flotilla\r\n\r\nNombre;Tipo;Latitud;Longitud;Radio (m);Etiquetas;Color\r\nBase "Norte";Círculo;19,4;-99,1;120,5;a, b;#FF0000\r\n;;;;;;\r\nTaller;;19.4;-99.1;80;;\r\n',
    )
    expect(file.refused).toEqual([])
    expect(file.fences).toEqual([
      {
        name: 'Base "Norte"',
        description: null,
        shape: circle(120.5),
        colour: '#ff0000',
        tags: ['a', 'b'],
        index: 1,
        line: 4,
      },
      { name: 'Taller', description: null, shape: circle(80), colour: null, tags: [], index: 2, line: 6 },
    ])
  })
  it('has any shape by its WKT, as QGIS writes it, with line ends within cells', () => {
    const file = readFenceCsv(
      `WKT,name,desc,buffer\n"${triangle}",A,"uno\ndos",\n"LINESTRING (1 1, 2 2)",B,,15\n`,
    )
    expect(
      file.fences.map(({ name, description, line, shape }) => [name, description, line, shape.kind]),
    ).toEqual([
      ['A', 'uno\ndos', 2, 'polygon'],
      ['B', null, 4, 'route'],
    ])
    expect(file.fences[1]?.shape).toMatchObject({ halfWidthMetres: 15, mode: 'free' })
  })
  it('may have tabs, more columns than headings, and quotes that are letters', () => {
    const file = readFenceCsv(
      'name\tlat\tlon\tradius\n6" x\t19.4\t-99.1\t5\tmore\n"6 pulgadas\t19.4\t-99.1\t5',
    )
    expect(file.fences.map(({ name }) => name)).toEqual(['6" x', '"6 pulgadas'])
  })
  it('has a type of another tool that means nothing here', () => {
    expect(readFenceCsv('type,lat,lon,radius\nwarehouse,19.4,-99.1,80').fences[0]?.shape).toEqual(circle(80))
  })
  it.each([
    ['X,,19.4,-99.1,,', 'X: no_radius'],
    ['X,,19.4,-99.1,0,', 'X: bad_radius'],
    ['X,,19.4,-99.1,grande,', 'X: bad_radius'],
    ['X,,-99.1,19.4,80,', 'X: swapped_coordinates'],
    ['X,,norte,19.4,80,', 'X: bad_coordinates'],
    ['X,,19.4,,80,', 'X: bad_coordinates'],
    ['X,,,,80,', 'X: not_a_shape'],
    ['X,polígono,19.4,-99.1,80,', 'X: type_mismatch'],
    [`X,circle,,,,"${triangle}"`, 'X: type_mismatch'],
    ['X,,,,,cerca', 'X: not_wkt'],
    ['X,,,,,"CIRCULARSTRING (1 1, 2 2, 3 3)"', 'X: unsupported_geometry'],
    [',,,,,SRID=32614;POINT (1 1)', 'POINT: unsupported_reference'],
  ])('refuses the row %s', (row, refusal) => {
    const file = readFenceCsv(`name,type,lat,lon,radius,wkt\n${row}\nok,,19.4,-99.1,80,`)
    expect(refusalsOf(file)).toEqual([refusal])
    expect(file.refused[0]?.line).toBe(2)
    expect(file.fences).toHaveLength(1)
  })
  it('is refused without columns that say where, without rows, and beyond the bounds', () => {
    expect(refusalsOf(readFenceCsv('nombre,radio\nA,5'))).toEqual([': columns_missing'])
    expect(refusalsOf(readFenceCsv('lat,radius\n1,5'))).toEqual([': columns_missing'])
    expect(refusalsOf(readFenceCsv(''))).toEqual([': columns_missing'])
    expect(refusalsOf(readFenceCsv('lat,lon,radius\n\n'))).toEqual([': no_shapes'])
    const rows = '1,1,5\n'.repeat(fenceFileLimits.shapes + 1)
    expect(refusalsOf(readFenceCsv(`lat,lon,radius\n${rows}`))).toEqual([': too_many_shapes'])
    const cell = 'CIRCLE (1 1, 5);'.repeat(fenceFileLimits.shapes + 1)
    expect(refusalsOf(readFenceCsv(`wkt\n"${cell}"`))).toEqual([': too_many_shapes'])
    expect(refusalsOf(readFenceCsv(' '.repeat(fenceFileLimits.bytes + 1)))).toEqual([': file_too_large'])
  })
  it.each([
    ['quotes', (size: number) => `lat,lon\n${'"'.repeat(size + 1)}`],
    ['quotes that open cells', (size: number) => `lat,lon\n${'"a"",'.repeat(size / 5)}`],
    ['quotes that are not closed', (size: number) => `lat,lon\n"x${'"",""y'.repeat(size / 6)}`],
    ['cells', (size: number) => `lat,lon\n${','.repeat(size)}`],
    ['blank lines', (size: number) => `lat,lon\n${'\n'.repeat(size)}`],
    ['blanks', (size: number) => `lat,lon\n${' '.repeat(size)}x`],
    ['digits', (size: number) => `lat,lon,radius\n${'1'.repeat(size)},1,1`],
  ])('takes time in proportion to its length: %s', (_name, textOf) => {
    const started = performance.now()
    expect(readFenceCsv(textOf(4_000_000)).fences).toEqual([])
    // A quadratic reader would take hours; the limit leaves a busy machine its time.
    expect(performance.now() - started).toBeLessThan(30_000)
  })
})

describe('a written table', () => {
  it.each(csvLanguages)('is read again as every geofence was (%s)', (language) => {
    fc.assert(
      fc.property(anyFences, (fences) => {
        const file = readFenceCsv(writeFenceCsv(fences, language).slice(1))
        expect(file.refused).toEqual([])
        expect(fencesOf(file)).toEqual(fences)
      }),
    )
  })
  it('contains no formulas, whatever the names are', () => {
    const names = ['=1+1', '+5', '-5', '@SUM(A1)', 'a; =HYPERLINK("x")', 'b\n=2']
    const text = writeFenceCsv(
      names.map((name) => ({
        name,
        description: name,
        shape: circle(5) as never,
        colour: null,
        tags: ['=3'],
      })),
      'es',
    )
    expect(text.startsWith('\uFEFFNombre,Descripción,Tipo')).toBe(true)
    expect(text).not.toMatch(/(^|[,;\t\n"] *)[=+@]/)
    expect(text).toContain("'-5,'-5,círculo,19.4,-99.1,5,,,,,'=3")
    const file = readFenceCsv(text.slice(1))
    expect(file.fences.map(({ name, tags }) => [name, tags])).toEqual(names.map((name) => [name, ['=3']]))
  })
})
