import { expect, test } from 'vitest'
import { createOsmXmlReader } from '../osm/osm-xml-extract.ts'
import { buildRoadFile, readRoadFile } from './road-file.ts'
import { openRoadFile } from './roads.ts'

type Tags = Readonly<Record<string, string>>
const metre = 1 / 111_195
/** A road from west to east, or with `isNorth` to the north, so many metres beside the equator or the meridian. */
interface Road {
  asideMetres?: number
  isNorth?: boolean
  tags: Tags
}

function fileOf(roads: readonly Road[]): Uint8Array {
  const reader = createOsmXmlReader()
  const ends = [-500, 500].map((metres) => metres * metre)
  const elements = roads.flatMap(({ asideMetres = 0, isNorth = false }, at) =>
    ends.map((end, which) => {
      const [lat, lon] = isNorth ? [end, asideMetres * metre] : [asideMetres * metre, end]
      return `<node id="${at * 2 + which + 1}" lat="${lat}" lon="${lon}"/>`
    }),
  )
  const ways = roads.map(
    ({ tags }, at) =>
      `<way id="${at + 1}"><nd ref="${at * 2 + 1}"/><nd ref="${at * 2 + 2}"/>${Object.entries({
        highway: 'primary',
        ...tags,
      })
        .map(([key, value]) => `<tag k="${key}" v="${value}"/>`)
        .join('')}</way>`,
  )
  reader.write(`<osm version="0.6">${[...elements, ...ways].join('')}</osm>`)
  return buildRoadFile(reader.finish())
}
const limitOf = (roads: readonly Road[], { asideMetres = 0, headingDegrees = 90 } = {}) =>
  openRoadFile(fileOf(roads)).limitAt({ latitude: asideMetres * metre, longitude: 0, headingDegrees })

test.each<[Tags, number | null]>([
  [{ maxspeed: '60' }, 60],
  [{ maxspeed: '30 mph' }, 48],
  [{ 'maxspeed:forward': '60', 'maxspeed:backward': '80' }, 80],
  [{ maxspeed: '60', 'maxspeed:backward': '80' }, 80],
  [{ 'maxspeed:forward': '60' }, null],
  [{ 'maxspeed:forward': '60', oneway: 'yes' }, 60],
  [{ maxspeed: '60', 'maxspeed:backward': '80', oneway: 'yes' }, 60],
  [{ 'maxspeed:backward': '80', oneway: 'yes' }, null],
  [{ maxspeed: '80', 'maxspeed:hgv': '60', 'maxspeed:conditional': '50 @ (22:00-06:00)' }, 80],
  [{ maxspeed: 'signals' }, null],
  [{ maxspeed: 'none' }, null],
  [{ maxspeed: 'MX:urban' }, null],
  [{ maxspeed: '3' }, null],
  [{}, null],
])('a road with %j has the limit %s', (tags, limit) => {
  expect(limitOf([{ tags }])).toBe(limit)
})

test('a road has its limit in both directions, on a one-way road only along it', () => {
  const roads = [{ tags: { maxspeed: '60' } }]
  expect(limitOf(roads, { headingDegrees: 270 })).toBe(60)
  expect(limitOf(roads, { headingDegrees: 115 })).toBe(60)
  expect(limitOf([{ tags: { maxspeed: '60', oneway: 'yes' } }], { headingDegrees: 270 })).toBe(null)
})

test('a road that leads elsewhere is not the one that is driven on', () => {
  const crossing = [{ tags: { maxspeed: '80' } }, { isNorth: true, tags: { maxspeed: '30' } }]
  expect(limitOf(crossing)).toBe(80)
  expect(limitOf(crossing, { headingDegrees: 0 })).toBe(30)
  expect(limitOf(crossing, { headingDegrees: 45 })).toBe(null)
})

test('of parallel roads near a place the highest limit counts, and none where one of them states none', () => {
  const main = { tags: { maxspeed: '80' } }
  expect(limitOf([main, { asideMetres: 15, tags: { maxspeed: '40' } }], { asideMetres: 15 })).toBe(80)
  expect(limitOf([main, { asideMetres: 15, tags: {} }])).toBe(null)
  expect(limitOf([main, { asideMetres: 60, tags: {} }])).toBe(80)
})

test('no road is left out for others that lead elsewhere: where too many are near, the limit is unknown', () => {
  const along = { asideMetres: 12, tags: { maxspeed: '80' } }
  const wrong = { tags: { maxspeed: '40' } }
  const crossing = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ isNorth: true, asideMetres: at / 10, tags: {} }))
  expect(limitOf([wrong, ...crossing(20), along])).toBe(80)
  expect(limitOf([wrong, ...crossing(45), along])).toBe(null)
})

test('a one-way road that is driven backward needs the limit of that direction only', () => {
  const road = [{ tags: { 'maxspeed:backward': '80', oneway: '-1' } }]
  expect(limitOf(road, { headingDegrees: 270 })).toBe(80)
})

test('a place far from every road has no limit', () => {
  expect(limitOf([{ tags: { maxspeed: '80' } }], { asideMetres: 25 })).toBe(null)
})

test('roads that differ only in their stated limit stay apart', () => {
  const reader = createOsmXmlReader()
  reader.write(
    `<osm version="0.6"><node id="1" lat="0" lon="0"/><node id="2" lat="0" lon="0.01"/><node id="3" lat="0" lon="0.02"/>
     <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
     <way id="2"><nd ref="2"/><nd ref="3"/><tag k="highway" v="primary"/><tag k="maxspeed" v="60"/></way></osm>`,
  )
  const roads = openRoadFile(buildRoadFile(reader.finish()))
  const limit = (longitude: number) => roads.limitAt({ latitude: 0, longitude, headingDegrees: 90 })
  expect([limit(0.005), limit(0.015)]).toEqual([null, 60])
})

test('a file of the former revision is read without limits', () => {
  const file = formerRevision(fileOf([{ tags: { maxspeed: '60' } }]))
  const roads = openRoadFile(file)
  expect(roads.stand({ latitude: 0, longitude: 0 }).on).toBe('main')
  expect(roads.limitAt({ latitude: 0, longitude: 0, headingDegrees: 90 })).toBe(null)
  expect([...readRoadFile(file).pieceLimitKmh]).toEqual([0])
})

/** Revision 1 had no limits, the last column of the table. */
function formerRevision(file: Uint8Array): Uint8Array {
  const bytes = file.slice()
  const view = new DataView(bytes.buffer)
  view.setUint32(8, 1, true)
  view.setUint32(12, view.getUint32(12, true) - 1, true)
  return bytes
}
