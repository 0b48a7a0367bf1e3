import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OsmXmlError, parseOsmXml } from './osm-xml.ts'

const small = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6">
  <note>approximate</note>
  <node id="1" lat="19.40" lon="-99.10"/>
  <node id="2" lat="19.41" lon="-99.11"/>
  <node id="3" lat="19.42" lon="-99.12"><tag k="place" v="suburb"/><tag k="name" v="Roma &amp; Condesa"/></node>
  <way id="7"><nd ref="1"/><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="name" v="Avenida Álvaro Obregón"/></way>
  <way id="8"><nd ref="1"/><nd ref="2"/><nd ref="3"/><nd ref="1"/><tag k="leisure" v="park"/></way>
  <relation id="9"><member type="way" ref="7" role="street"/><tag k="name" v="passed over"/></relation>
</osm>`

function errorOf(source: string | Uint8Array): OsmXmlError {
  try {
    parseOsmXml(source)
  } catch (error) {
    if (error instanceof OsmXmlError) return error
    throw error
  }
  throw new Error('It was read without an error')
}

describe('OpenStreetMap XML', () => {
  test('parses nodes, streets, places and areas', () => {
    const region = parseOsmXml(new TextEncoder().encode(small))
    expect(region.note).toBe('approximate')
    expect(region.nodes.size).toBe(3)
    expect(region.ways).toMatchObject([
      { id: 7, nodeIds: [1, 2, 3], tags: { name: 'Avenida Álvaro Obregón' } },
    ])
    expect(region.places).toEqual([
      { id: 3, kind: 'suburb', name: 'Roma & Condesa', latitude: 19.42, longitude: -99.12 },
    ])
    expect(region.areas).toMatchObject([{ id: 8, kind: 'park', name: null }])
    expect(region.areas[0]?.ring).toHaveLength(4)
  })

  test('a street is cut where a node is missing', () => {
    const cut = small.replace(
      '<nd ref="2"/><nd ref="3"/><tag',
      '<nd ref="2"/><nd ref="99"/><nd ref="2"/><nd ref="3"/><tag',
    )
    expect(parseOsmXml(cut).ways.map((way) => way.nodeIds)).toEqual([
      [1, 2],
      [2, 3],
    ])
  })

  test.each([
    ['an empty text', ''],
    ['an unclosed element', small.replace('</osm>', '')],
    ['another document', '<gpx version="1.1"></gpx>'],
    ['a latitude beyond the pole', small.replace('lat="19.40"', 'lat="91"')],
    ['a missing longitude', small.replace('lon="-99.10"', '')],
    ['an id that is not a number', small.replace('id="7"', 'id="seven"')],
    [
      'an entity of its own',
      `<!DOCTYPE osm [<!ENTITY a "aaaa">]>${small.slice(39).replace('approximate', '&a;')}`,
    ],
    ['two roots', `${small}<osm/>`],
    ['no XML', 'PK\u0003\u0004'],
  ])('%s is refused with one sentence', (_what, text) => {
    expect(errorOf(text).message).toMatch(/^The region file cannot be read.*[^.]\.$/s)
  })

  test('the error message contains the line', () => {
    expect(errorOf(small.replace('lat="19.41"', 'lat="north"')).message).toBe(
      'The region file cannot be read at line 5: the latitude of node 2 is missing or not between -90 and 90.',
    )
  })

  test('bytes that are not UTF-8 are refused', () => {
    expect(errorOf(Uint8Array.of(0x3c, 0xff, 0xfe)).message).toBe(
      'The region file cannot be read: it is not UTF-8 text.',
    )
  })

  test('a corrupted file is either parsed or refused', () => {
    const changes = fc.array(
      fc.record({ at: fc.nat(small.length - 1), to: fc.constantFrom('<', '>', '"', '&', '-', 'é', '') }),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    fc.assert(
      fc.property(changes, (edits) => {
        let text = small
        for (const { at, to } of edits) text = text.slice(0, at) + to + text.slice(at + 1)
        try {
          parseOsmXml(text)
        } catch (error) {
          expect(error).toBeInstanceOf(OsmXmlError)
        }
      }),
      { numRuns: 1_000 },
    )
  })
})
