import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testClock } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../../platform/process/project-root.ts'
import type { InstalledRegion } from '../regions/places.regions.ts'
import { buildRoadsRegion, regionsOf } from './places.roads.factory.ts'
import { createRoads, type Roads } from './places.roads.ts'
import { buildValhallaTiles, hasValhalla } from './places.valhalla.build.ts'
import { decodePolyline } from './places.valhalla.rules.ts'

const file = join(
  process.env.RUMBO_TEST_DATA ?? join(projectRoot(), '..', 'shared', 'data'),
  'osm',
  'porto.osm.pbf',
)
const folder = mkdtempSync(join(tmpdir(), 'rumbo-valhalla-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('decodes polylines, and refuses invalid ones', () => {
  // The example of the format's documentation, with five decimals.
  expect([...decodePolyline('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 5)]).toEqual([
    -120.2, 38.5, -120.95, 40.7, -126.453, 43.252,
  ])
  expect(() => decodePolyline('\u0000', 6)).toThrow('decoded')
  expect(() => decodePolyline('~'.repeat(20), 6)).toThrow('decoded')
})

describe.runIf(hasValhalla())(
  'building tiles',
  { meta: { needs: 'the optional package of Valhalla' } },
  () => {
    it('from an invalid extract fails with a message and leaves no file', async () => {
      const wrong = join(folder, 'wrong.osm.pbf')
      writeFileSync(wrong, 'This is no extract.')
      await expect(buildValhallaTiles(wrong, join(folder, 'wrong'))).rejects.toThrow('Valhalla')
      expect(existsSync(join(folder, 'wrong'))).toBe(false)
      const aborted = AbortSignal.abort(new Error('No longer wanted.'))
      await expect(buildValhallaTiles(wrong, join(folder, 'wrong'), { signal: aborted })).rejects.toThrow(
        'No longer wanted.',
      )
    })
  },
)

describe.runIf(hasValhalla() && (existsSync(file) || Boolean(process.env.CI)))(
  'on the roads of Porto',
  { meta: { needs: 'Valhalla and the folder of test data (RUMBO_TEST_DATA)' } },
  () => {
    const clock = testClock()
    const opened: Roads[] = []
    let region: InstalledRegion
    const open = (...kinds: ('roads' | 'valhalla')[]) => {
      const parts = region.parts.filter(({ name }) => kinds.some((kind) => kind === name))
      const roads = createRoads({ clock, routingUrl: null, regions: regionsOf({ ...region, parts }) })
      opened.push(roads)
      return roads
    }
    beforeAll(async () => {
      region = await buildRoadsRegion(file, 'porto', folder)
    }, 120_000)
    afterAll(() => {
      for (const roads of opened) roads.close()
    })

    const places = [
      41.1496, -8.611, 41.1621, -8.6217, 41.1333, -8.6119, 41.1776, -8.6532, 41.1452, -8.5789, 41.2011,
      -8.6688, 41.1238, -8.6512, 41.1836, -8.5634,
    ]
    const points = Array.from({ length: places.length / 2 }, (_, at) => ({
      latitude: places[at * 2] as number,
      longitude: places[at * 2 + 1] as number,
    }))
    const medianOf = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1] as number

    it('both engines agree on times and distances', async () => {
      const [ours, theirs] = await Promise.all(
        (['roads', 'valhalla'] as const).map((kind) => open(kind).table(points, points)),
      )
      expect([ours?.engine, theirs?.engine]).toEqual(['portable', 'valhalla'])
      expect([ours?.isEstimate, theirs?.isEstimate]).toEqual([false, false])
      const ratios = (column: 'seconds' | 'metres') =>
        points.flatMap((_, row) =>
          points.flatMap((_point, other) => {
            const cell = row * points.length + other
            return row === other ? [] : [(ours?.[column][cell] ?? 0) / (theirs?.[column][cell] ?? 1)]
          }),
        )
      expect(Math.abs(medianOf(ratios('metres')) - 1)).toBeLessThan(0.05)
      expect(Math.abs(medianOf(ratios('seconds')) - 1)).toBeLessThan(0.15)
      expect(Math.max(...ratios('seconds'))).toBeLessThan(2)
    })

    it('Valhalla serves routes and traces, the built-in engine tables and areas, and each serves all alone', async () => {
      const both = open('roads', 'valhalla')
      const [from, over, to] = points as [(typeof points)[0], (typeof points)[0], (typeof points)[0]]
      const route = await both.route([from, over, to])
      expect(route).toMatchObject({ engine: 'valhalla', isEstimate: false })
      expect(route.legs).toHaveLength(2)
      expect((await both.table([from], [to])).engine).toBe('portable')
      expect((await both.isochrone(from, [5], 'to')).engine).toBe('portable')
      const trace = Array.from({ length: 30 }, (_, at) => {
        const value = Math.floor((at / 30) * (route.shape.length / 2)) * 2
        return { longitude: route.shape[value] as number, latitude: route.shape[value + 1] as number }
      })
      expect((await both.match(trace)).engine).toBe('valhalla')
      for (const kind of ['roads', 'valhalla'] as const) {
        const alone = open(kind)
        const engine = kind === 'roads' ? 'portable' : 'valhalla'
        expect((await alone.isochrone(from, [3, 10], 'to')).engine).toBe(engine)
        const matched = await alone.match(trace)
        expect(matched.engine).toBe(engine)
        expect(matched.points.filter((point) => point !== null).length).toBeGreaterThan(27)
      }
    })

    it('both estimate places in the sea and outside the region', async () => {
      const sea = { latitude: 41.1, longitude: -8.75 }
      for (const kind of ['roads', 'valhalla'] as const) {
        const roads = open(kind)
        expect((await roads.table([sea], points.slice(0, 1))).isEstimated).toEqual([true])
        const mixed = await roads.table([...points.slice(0, 2), sea], points.slice(2, 4))
        expect(mixed.isEstimated).toEqual([false, false, false, false, true, true])
        expect((await roads.isochrone(sea, [5], 'to')).engine).toBe('formula')
        expect((await roads.route([sea, ...points.slice(0, 1)])).engine).toBe('formula')
      }
    })
  },
)
