import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testClock } from '@rumbo/tools/testing'
import { afterAll, expect, it } from 'vitest'
import { partOf } from '../regions/places.regions.ts'
import { createRoadLimits } from './places.road-limits.ts'
import { buildRoadsRegion, regionsOf } from './places.roads.factory.ts'

const folder = mkdtempSync(join(tmpdir(), 'rumbo-road-limits-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A street from south to north at this longitude. */
function build(name: string, longitude: number, maxspeed: string) {
  const file = join(folder, `${name}.osm`)
  writeFileSync(
    file,
    `<osm><bounds minlat="19.4" minlon="-99.21" maxlat="19.42" maxlon="-99.18"/><node id="1" lat="19.4" lon="${longitude}"/><node id="2" lat="19.42" lon="${longitude}"/><way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="maxspeed" v="${maxspeed}"/></way></osm>`,
  )
  return buildRoadsRegion(file, name, folder)
}
const at = (longitude: number, latitude = 19.41) => ({ latitude, longitude, headingDegrees: 0 })

it('answers from the installed regions, of one after the other, and without an engine not at all', async () => {
  const west = await build('west', -99.2, '60')
  const east = await build('east', -99.19, '80')
  const failures: string[] = []
  const regions = regionsOf(west, east)
  const limits = createRoadLimits({
    clock: testClock(),
    regions,
    onFailure: (_, error) => failures.push(error.message),
  })
  const places = [at(-99.2), at(-99.19), at(-99.195), at(-99.2, 48)]
  try {
    expect(await limits.of(places)).toEqual([60, 80, null, null])
    expect(await limits.of([])).toEqual([])
    writeFileSync(partOf(west, 'roads') ?? '', 'no roads')
    regions.change({ ...west, addedAt: '2026-03-03T00:00:00.000Z' }, east)
    expect(await limits.of(places)).toEqual([null, 80, null, null])
    expect(failures).toEqual([expect.stringContaining('roads of region west cannot be read')])
    limits.close()
    const closed = limits.of(places)
    limits.close()
    expect(await closed).toEqual([null, null, null, null])
  } finally {
    limits.close()
  }
})
