import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeFenceCsv } from './fence-csv-write.ts'
import { type Fence, fenceFileLimits, fenceFileRefusals, fenceRefusals } from './fence-file.ts'
import { readFenceFile } from './fence-file-read.ts'
import { writeGeojson } from './geojson-write.ts'
import { writeKml } from './kml-write.ts'
import { writeKmz } from './kmz.ts'
import { archiveOf } from './testing/archive.ts'
import { refusalsOf } from './testing/fences.ts'
import { writeWkt } from './wkt-write.ts'

const fence: Fence = {
  name: 'Ñandú',
  description: null,
  shape: { kind: 'circle', center: { latitude: 19.4, longitude: -99.1 }, radiusMetres: 80 },
  colour: '#112233',
  tags: ['a'],
}
const bytesOf = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')

describe('a file of any format', () => {
  it('is known by its content, as text or as bytes', async () => {
    const named = [writeGeojson([fence]), writeKml([fence]), writeFenceCsv([fence], 'es')]
    for (const text of named) {
      for (const source of [
        text,
        `\n${text.replace('\uFEFF', '')}`,
        bytesOf(text),
        utf16(text.replace('\uFEFF', '')),
      ]) {
        const file = await readFenceFile(source)
        expect(file.refused).toEqual([])
        expect(file.fences).toMatchObject([fence])
      }
    }
    expect((await readFenceFile(await writeKmz([fence]))).fences).toMatchObject([fence])
    for (const text of [
      writeWkt([fence]),
      `\n SRID=4326;LINESTRING(1 1, 2 2)`,
      'Polygon ((0 0, 1 0, 1 1, 0 0))',
    ])
      expect((await readFenceFile(text)).fences).toHaveLength(1)
  })
  it('is read in the encoding of old office programs', async () => {
    const text = 'nombre;lat;lon;radio\nÑandú;19.4;-99.1;80'
    const file = await readFenceFile(Buffer.from(text, 'latin1'))
    expect(file.fences).toMatchObject([{ name: 'Ñandú' }])
  })
  it.each([
    ['nothing', new Uint8Array(), ': unknown_format'],
    ['blanks', ' \n ', ': unknown_format'],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13), ': unknown_format'],
    ['words', 'hola, esto no es una geocerca', ': columns_missing'],
    ['a workbook', archiveOf([{ name: 'xl/workbook.xml', content: '<a/>' }]), ': no_kml_in_archive'],
    ['50 MB', Buffer.alloc(50 * 1024 * 1024, '<'), ': file_too_large'],
  ])('is refused: %s', async (_name, source, refusal) => {
    expect(refusalsOf(await readFenceFile(source))).toEqual([refusal])
  })
  it('never fails on any bytes', async () => {
    const start = fc.constantFrom('', '{', '<kml>', 'PK\u0003\u0004', 'POLYGON (', 'lat,lon,radius\n')
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 60 }), async (first, rest) => {
        const { fences, refused } = await readFenceFile(Buffer.concat([Buffer.from(first, 'latin1'), rest]))
        expect(fences.length + refused.length).toBeGreaterThan(0)
        const codes: readonly string[] = [...fenceFileRefusals, ...fenceRefusals]
        for (const { reason } of refused) expect(codes).toContain(reason)
      }),
    )
  })
  it('is read in seconds as large as it may be', async () => {
    const ring = [
      ...Array.from({ length: 9_000 }, (_, at) => `${1 + at / 1e6},${1 + at / 1e5}`),
      '0.5,1',
      '1,1',
    ].join(' ')
    const placemark = `<Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`
    const text = `<kml>${placemark.repeat(27)}<!--${'x'.repeat(fenceFileLimits.bytes - 6_000_000)}--></kml>`
    const started = performance.now()
    const file = await readFenceFile(text)
    expect(file.fences).toHaveLength(27)
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})
