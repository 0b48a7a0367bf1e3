import { describe, expect, it } from 'vitest'
import { checkRegion, extentKm, nameFrom, sizeOf, titleFrom } from './region-draft.rules.ts'

const file = (name: string, bytes = 10) => new File([new Uint8Array(bytes)], name)
const draft = { file: file('porto.osm.pbf'), title: 'Porto', name: 'porto' }

describe('the draft of a region', () => {
  it.each([
    ['porto-alegre.osm.pbf', 'porto-alegre', 'Porto Alegre'],
    ['Área de México-latest.osm.pbf', 'area-de-mexico', 'Area De Mexico'],
    ['mexico-240101.osm.pbf', 'mexico', 'Mexico'],
    ['mapa.osm', 'mapa', 'Mapa'],
    ['__.pbf', '', ''],
  ])('names "%s"', (fileName, name, title) => {
    expect([nameFrom(fileName), titleFrom(fileName)]).toEqual([name, title])
  })

  it('is validated field by field', () => {
    expect(checkRegion(draft, 100)).toEqual({})
    expect(checkRegion({ file: null, title: ' ', name: 'Porto!' }, 100)).toEqual({
      file: 'fileMissing',
      title: 'titleMissing',
      name: 'nameShape',
    })
    expect(checkRegion({ ...draft, file: file('porto.zip') }, 100).file).toBe('fileKind')
    expect(checkRegion({ ...draft, file: file('porto.osm', 0) }, 100).file).toBe('fileEmpty')
    expect(checkRegion({ ...draft, file: file('porto.osm', 101) }, 100).file).toBe('fileTooLarge')
    expect(checkRegion({ ...draft, title: 'x'.repeat(81) }, 100).title).toBe('titleTooLong')
  })
})

it('formats sizes and extents', () => {
  expect(sizeOf(3_222_513)).toEqual({ value: 3.222513, digits: 1, unit: 'MB' })
  expect([sizeOf(10).value, sizeOf(0).value, sizeOf(2e9).unit]).toEqual([1, 0, 'GB'])
  const { width, height } = extentKm({ west: -99.27, south: 19.26, east: -98.99, north: 19.51 })
  expect([Math.round(width), Math.round(height)]).toEqual([29, 28])
})
