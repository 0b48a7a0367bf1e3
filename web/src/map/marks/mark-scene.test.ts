import { statusFixMs } from '@rumbo/contract/telemetry.freshness'
import { describe, expect, it } from 'vitest'
import { vehicleMarkStatuses } from '../../ui/vehicle-mark.ts'
import type { SceneView } from './mark-gather.ts'
import { markLookOf } from './mark-look.ts'
import { canOpen, composeScene, maxSingles, membersOf } from './mark-scene.ts'
import { ringName } from './mark-sprites.ts'
import { createMarkTable, worldPoint } from './mark-table.ts'

const middle = { longitude: -99.13, latitude: 19.43 }
const viewOf = (zoom: number, centre = middle): SceneView => ({
  centre: worldPoint(centre),
  width: 1280,
  height: 720,
  worldPixels: 512 * 2 ** zoom,
})
type Status = (typeof vehicleMarkStatuses)[number]

function tableOf(places: [longitude: number, latitude: number, status?: Status][]) {
  const table = createMarkTable()
  places.forEach(([longitude, latitude, status = 'active'], at) => {
    table.report({ id: `v${at}`, longitude, latitude, status, heading: null, fixAtMs: 0 }, 0)
  })
  return table
}
const idsOf = (table: ReturnType<typeof tableOf>, slots: readonly number[]) => slots.map(table.idOf)

describe('the scene of all marks', () => {
  it('groups overlapping marks, with their number by status', () => {
    const near = Array.from({ length: 30 }, (_, at): [number, number, Status] => [
      ...([-99.13 + at * 1e-4, 19.43] as const),
      at === 0 ? 'critical' : 'active',
    ])
    const table = tableOf([...near, [-99.4, 19.43]])
    const { singles, clusters } = composeScene(table, viewOf(10), 0)
    expect(idsOf(table, singles)).toEqual(['v30'])
    expect(clusters.map(({ count }) => count)).toEqual([30])
    expect(clusters[0]?.counts[vehicleMarkStatuses.indexOf('critical')]).toBe(1)
    expect(clusters[0]?.x).toBeCloseTo(worldPoint({ ...middle, longitude: -99.13 + 14.5e-4 }).x, 9)
  })

  it('keeps two distinguishable marks apart, and chosen or named ones', () => {
    const apart = tableOf([
      [-99.13, 19.43],
      [-99.1286, 19.43],
    ])
    expect(composeScene(apart, viewOf(14), 0)).toMatchObject({ singles: { length: 2 }, clusters: [] })
    const together = tableOf([
      [-99.13, 19.43],
      [-99.13, 19.43],
      [-99.13, 19.43],
    ])
    expect(composeScene(together, viewOf(10), 0)).toMatchObject({ singles: [], clusters: [{ count: 3 }] })
    together.setLone('v1', true)
    const { singles, clusters } = composeScene(together, viewOf(10), 0)
    expect(idsOf(together, singles)).toEqual(['v1'])
    expect(clusters).toMatchObject([{ count: 2 }])
  })

  it('shows each one separately at street level, urgent ones on top', () => {
    const table = tableOf([
      [-99.13, 19.43, 'critical'],
      [-99.129, 19.43, 'alarmed'],
      [-99.128, 19.43],
    ])
    expect(idsOf(table, composeScene(table, viewOf(14), 0).singles)).toEqual(['v2', 'v1', 'v0'])
  })

  it('counts and lists the vehicles on one spot at every zoom', () => {
    const yard = Array.from({ length: 12 }, (): [number, number] => [-99.13, 19.43])
    const table = tableOf([...yard, [-99.129, 19.43]])
    const { singles, clusters } = composeScene(table, viewOf(18), 0)
    expect(idsOf(table, singles)).toEqual(['v12'])
    const [ring] = clusters
    if (ring === undefined) throw new Error('No ring')
    expect(canOpen(ring, 15)).toBe(false)
    expect(membersOf(table, ring, viewOf(18).worldPixels, 0)).toHaveLength(12)
  })

  it('fans out the few vehicles of one spot at the highest zooms', () => {
    const table = tableOf([
      [-99.13, 19.43],
      [-99.13, 19.43],
      [-99.13, 19.43],
    ])
    expect(composeScene(table, viewOf(16), 0)).toMatchObject({ singles: [], clusters: [{ count: 3 }] })
    const { singles, clusters, fanned } = composeScene(table, viewOf(17), 0)
    expect([singles.length, clusters]).toEqual([3, []])
    const places = singles.map((slot) => fanned.get(slot))
    for (const one of places)
      for (const other of places)
        if (one && other && one !== other)
          expect(Math.hypot(one.dx - other.dx, one.dy - other.dy)).toBeGreaterThan(26)
    table.setLone('v1', true)
    expect(composeScene(table, viewOf(17), 0).fanned.has(1)).toBe(false)
  })

  it('opens a ring by zooming in, up to the maximum zoom', () => {
    const row = Array.from({ length: 5 }, (_, at): [number, number] => [-99.13 + at * 4e-5, 19.43])
    const [ring] = composeScene(tableOf(row), viewOf(15), 0).clusters
    if (ring === undefined) throw new Error('No ring')
    expect([canOpen(ring, 15), canOpen(ring, 19)]).toEqual([true, false])
    expect(composeScene(tableOf(row), viewOf(19), 0).clusters).toEqual([])
  })

  it('keeps a vehicle separate that passes a standing one', () => {
    const table = tableOf([[-99.13, 19.43]])
    const report = (longitude: number, atMs: number) =>
      table.report(
        { id: 'passing', longitude, latitude: 19.43, status: 'active', heading: 90, fixAtMs: atMs },
        atMs,
      )
    report(-99.131, 0)
    report(-99.129, 10_000)
    expect(composeScene(table, viewOf(15), 15_000)).toMatchObject({ singles: { length: 2 }, clusters: [] })
    expect(composeScene(table, viewOf(9), 15_000).clusters).toMatchObject([{ count: 2 }])
  })

  it('omits marks out of view, and includes those across the date line', () => {
    const table = tableOf([
      [179.99, 0],
      [-179.99, 0],
      [0, 0],
    ])
    const { singles } = composeScene(table, viewOf(11, { longitude: 180, latitude: 0 }), 0)
    expect(idsOf(table, singles)).toEqual(['v0', 'v1'])
  })

  it('needs few images however many vehicles there are, each vehicle in one of them', () => {
    const count = 20_000
    const table = tableOf(
      Array.from({ length: count }, (_, at) => [
        -99.13 + ((at * 0.618) % 1) * 0.01,
        19.43 + ((at * 0.754) % 1) * 0.01,
      ]),
    )
    for (const zoom of [3, 9.9, 12.99, 15]) {
      const { singles, clusters } = composeScene(table, viewOf(zoom), 0)
      expect(singles.length + clusters.length).toBeLessThan(maxSingles)
      const shown = singles.length + clusters.reduce((sum, cluster) => sum + cluster.count, 0)
      if (zoom < 14) expect(shown).toBe(count)
    }
  })
})

it('names ring images by proportions, and drops no vehicle from a ring', () => {
  expect(ringName([1, 0, 999])).toBe('1/0/24')
  expect(ringName([10, 0, 10])).toBe(ringName([500, 0, 500]))
})

it('shows a position of last year as old, whatever the status', () => {
  const state = { status: 'active' as const, headingDegrees: 90, name: '104', isChosen: false }
  expect(markLookOf({ ...state, ageMs: 5_000 })).toEqual({ image: 'mark/active/90//', label: '104' })
  expect(markLookOf({ ...state, ageMs: 90_000 })).toEqual({ image: 'mark/active///o', label: '104 · 1 min' })
  expect(markLookOf({ ...state, ageMs: 365 * statusFixMs })).toEqual({
    image: 'mark/inactive///o',
    label: '104 · 365 d',
  })
  expect(markLookOf({ ...state, status: 'maintenance', ageMs: 365 * statusFixMs }).image).toBe(
    'mark/maintenance///o',
  )
})
