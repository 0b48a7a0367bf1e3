import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { extractLimits } from '@rumbo/geo/osm/osm-collector'
import { describe, expect, it } from 'vitest'
import { projectRoot } from '../../platform/process/project-root.ts'
import { crossroads, pbfBlock, pbfFile, pbfHeader } from '../testing/pbf-file.ts'
import { readOsmFile, readOsmPbf, readOsmXml } from './places.osm-files.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const join2 = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]))
const codeOf = async (file: Uint8Array | string, limits = extractLimits): Promise<string> => {
  try {
    await readOsmFile(file, { limits })
    return 'read'
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    expect(message).toMatch(/^[A-Z].*\.$/)
    return code ?? message
  }
}

describe('a PBF extract', () => {
  it('is read into columns of nodes and ways by index', async () => {
    const extract = await readOsmPbf(pbfFile(crossroads))
    expect([...extract.nodes.ids]).toEqual([10, 11, 12, 20])
    expect([...extract.nodes.latitudes]).toEqual([194e6, 194e6, 194e6, 195e6])
    expect(extract.bounds).toEqual({ west: -99.2, south: 19.4, east: -99, north: 19.5 })
    expect(extract.ways.map(({ id, nodes, tags }) => [id, [...nodes], tags.name])).toEqual([
      [1, [0, 1, 2], 'Avenida Uno'],
      [2, [1, 3], 'Calle Dos'],
    ])
    expect(extract.attribution).toContain('OpenStreetMap')
  })

  it('clips ways at its boundary', async () => {
    const way = { id: 1, nodes: [10, 11, 99, 12, 20], tags: { highway: 'primary' } }
    const { ways } = await readOsmPbf(pbfFile({ ...crossroads, ways: [way] }))
    expect(ways.map(({ id, nodes }) => [id, ...nodes])).toEqual([
      [1, 0, 1],
      [1, 2, 3],
    ])
  })

  it('is refused when truncated at any point', async () => {
    const whole = pbfFile(crossroads)
    const codes = new Set<string>()
    for (let length = 1; length < whole.length; length += 1)
      codes.add(await codeOf(whole.subarray(0, length)))
    // Cut exactly between two blocks, or within the first lines, the error names what the file then looks like.
    expect([...codes].sort()).toEqual(['region_no_roads', 'region_not_extract', 'region_truncated'])
    expect(await codeOf(whole.subarray(0, whole.length - 1))).toBe('region_truncated')
  })

  it('is refused when not sorted by type and id', async () => {
    const [first, second, ...rest] = crossroads.nodes
    const nodes = [second, first, ...rest].filter((node) => node !== undefined)
    expect(await codeOf(pbfFile({ ...crossroads, nodes }))).toBe('region_unsorted')
    expect(await codeOf(pbfFile({ ...crossroads, hasWaysFirst: true }))).toBe('region_unsorted')
    expect(await codeOf(pbfFile({ ...crossroads, ways: [...crossroads.ways].reverse() }))).toBe(
      'region_unsorted',
    )
  })

  it('is refused when it contains no road', async () => {
    const ways = [{ id: 1, nodes: [10, 11], tags: { highway: 'footway' } }]
    expect(await codeOf(pbfFile({ ...crossroads, ways }))).toBe('region_no_roads')
    expect(await codeOf(pbfHeader())).toBe('region_no_roads')
  })

  it('is refused when it requires unsupported features or a blob contradicts its header', async () => {
    expect(await codeOf(pbfHeader(['OsmSchema-V0.6', 'HistoricalInformation']))).toBe('region_unsupported')
    const content = new Uint8Array(100)
    const data = (fields: [number, number | Uint8Array][]) =>
      codeOf(join2(pbfHeader(), pbfBlock('OSMData', content, fields)))
    expect(await data([[7, content]])).toBe('region_unsupported')
    expect(await data([])).toBe('region_broken')
    expect(await data([[3, deflateSync(content)]])).toBe('region_broken')
    const bomb = deflateSync(new Uint8Array(1_000_000))
    for (const size of [99, 101, 1_000])
      expect(
        await data([
          [2, size],
          [3, bomb],
        ]),
      ).toBe('region_broken')
    expect(
      await data([
        [2, 64 * 1024 * 1024],
        [3, bomb],
      ]),
    ).toBe('region_too_large')
    const broken = deflateSync(content)
    broken[4] = 255
    expect(
      await data([
        [2, 100],
        [3, broken],
      ]),
    ).toBe('region_broken')
    expect(await codeOf(pbfFile(crossroads), { ...extractLimits, ways: 1 })).toBe('region_too_large')
  })

  it('fails only with this error, whichever byte is changed', async () => {
    const whole = pbfFile(crossroads)
    for (let at = 0; at < whole.length; at += 1) {
      for (const change of [1, 0x80, 0xff]) {
        const changed = whole.slice()
        changed[at] = (changed[at] ?? 0) ^ change
        expect(await codeOf(changed)).toMatch(/^(read|region_[a-z_]+)$/)
      }
    }
  })

  it('stops when its signal is aborted', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(readOsmFile(pbfFile(crossroads), { signal })).rejects.toThrow('enough')
  })
})

describe('an XML extract', () => {
  const xml = (inner: string) => bytes(`<?xml version="1.0"?>\n<osm version="0.6">${inner}</osm>`)
  const nodes = '<node id="2" lat="19.4" lon="-99.1"/><node id="1" lat="19.5" lon="-99"/>'
  const way = '<way id="1"><nd ref="2"/><nd ref="1"/><tag k="highway" v="primary"/></way>'

  it('may have its elements in any order', async () => {
    const extract = await readOsmXml(xml(`<note>approximate</note>${way}${nodes}`))
    expect([...extract.nodes.ids]).toEqual([1, 2])
    expect(extract.ways.map((line) => [...line.nodes])).toEqual([[1, 0]])
    expect(extract.note).toBe('approximate')
  })

  it.each([
    ['Somebody', 'Somebody'],
    ['http://www.openstreetmap.org/copyright', '© OpenStreetMap contributors'],
    ['', '© OpenStreetMap contributors'],
  ])('credits its author: %j', async (declared, attribution) => {
    const file = new TextDecoder().decode(xml(way + nodes)).replace('<osm', `<osm attribution="${declared}"`)
    expect((await readOsmXml(bytes(file))).attribution).toBe(attribution)
  })

  it.each([
    ['cut off', xml(nodes + way).subarray(0, 150), 'region_truncated'],
    ['without roads', xml(nodes), 'region_no_roads'],
    ['with a node twice', xml(nodes + nodes + way), 'region_broken'],
    ['with a node nowhere', xml('<node id="1" lat="91" lon="0"/>'), 'region_broken'],
    ['with a broken tag', xml('<node id="1" lat="1" lon="0"'), 'region_broken'],
    ['of another kind', bytes('<?xml version="1.0"?><gpx></gpx>'), 'region_not_extract'],
    ['in no UTF-8', Uint8Array.from([...xml(nodes).subarray(0, 60), 0xff, 0xfe]), 'region_broken'],
  ])('%s is refused', async (_what, file, code) => {
    expect(await codeOf(file)).toBe(code)
  })
})

it.each([
  ['nothing', new Uint8Array(0), 'region_not_extract'],
  ['a text', bytes('Rumbo\n'.repeat(500)), 'region_not_extract'],
  ['a packed file', gzipSync(pbfFile(crossroads)), 'region_compressed'],
  ['a spreadsheet', bytes('PK\u0003\u0004rest'), 'region_compressed'],
  ['zeros', new Uint8Array(10_000), 'region_not_extract'],
  ['a missing file', '/nowhere/at-all.osm.pbf', 'region_not_extract'],
])('%s is no extract', async (_what, file, code) => {
  expect(await codeOf(file)).toBe(code)
})

const data = join(process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data'), 'osm')
const hasData = existsSync(data) || Boolean(process.env.CI)
describe.runIf(hasData)(
  'extracts as published',
  { meta: { needs: 'the folder of test data (RUMBO_TEST_DATA)' } },
  () => {
    it.each([
      ['porto', 347_944, 51_419, 357],
      ['porto-alegre', 43_264, 16_032, 23],
      ['liechtenstein', 142_832, 15_247, 358],
    ])('%s is read whole', async (name, nodes, ways, relations) => {
      const extract = await readOsmPbf(join(data, `${name}.osm.pbf`))
      expect([extract.nodes.ids.length, extract.ways.length, extract.relations.length]).toEqual([
        nodes,
        ways,
        relations,
      ])
    })

    it('are refused when truncated', async () => {
      const whole = readFileSync(join(data, 'liechtenstein.osm.pbf'))
      expect(await codeOf(whole.subarray(0, 700_000))).toBe('region_truncated')
    })
  },
)
