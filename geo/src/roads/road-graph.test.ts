import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMetres } from '../geometry/distance.ts'
import { parseOsmXml } from '../osm/osm-xml.ts'
import { buildRoadGraph } from './road-graph.ts'

/** A grid of streets 0.001 degrees apart; `directions` holds the oneway value of each street. */
function gridXml(size: number, directions: readonly string[]): string {
  const nodes: string[] = []
  const ways: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      nodes.push(`<node id="${row * size + column + 1}" lat="${row / 1000}" lon="${column / 1000}"/>`)
    }
  }
  for (let line = 0; line < size; line++) {
    const across = Array.from({ length: size }, (_, at) => `<nd ref="${line * size + at + 1}"/>`)
    const along = Array.from({ length: size }, (_, at) => `<nd ref="${at * size + line + 1}"/>`)
    const tags = (name: string, at: number) =>
      `<tag k="highway" v="primary"/><tag k="maxspeed" v="36"/><tag k="name" v="${name}"/><tag k="oneway" v="${directions[at]}"/>`
    ways.push(`<way id="${line * 2 + 1}">${across.join('')}${tags(`Row ${line}`, line)}</way>`)
    ways.push(`<way id="${line * 2 + 2}">${along.join('')}${tags(`Column ${line}`, size + line)}</way>`)
  }
  return `<osm>${nodes.join('')}${ways.join('')}</osm>`
}

const grid = (size: number, directions: readonly string[] = Array(size * 2).fill('no')) =>
  buildRoadGraph(parseOsmXml(gridXml(size, directions)))

describe('road graph', () => {
  test('a place beside a street is snapped to it', () => {
    const snapped = grid(4).snap({ latitude: 0.0011, longitude: 0.0015 })
    expect(snapped).toMatchObject({ street: 'Row 1' })
    expect(snapped?.latitude).toBeCloseTo(0.001, 7)
    expect(snapped?.longitude).toBeCloseTo(0.0015, 7)
    expect(snapped?.distanceMetres).toBeCloseTo(11.1, 1)
  })

  test('a place far from every street is not snapped', () => {
    expect(grid(3).snap({ latitude: 1, longitude: 1 })).toBeNull()
    expect(grid(3).route({ latitude: 0, longitude: 0 }, { latitude: 1, longitude: 1 })).toBeNull()
    expect(buildRoadGraph(parseOsmXml('<osm/>')).snap({ latitude: 0, longitude: 0 })).toBeNull()
  })

  test('a route has the length and time of its streets', () => {
    const route = grid(4).route({ latitude: 0, longitude: 0.0005 }, { latitude: 0.0025, longitude: 0.003 })
    expect(route?.distanceMetres).toBeCloseTo(111.195 * 5, 0)
    expect(route?.durationSeconds).toBeCloseTo(111.195 / 2, 0)
    expect(route?.points[0]).toMatchObject({ street: 'Row 0', speedLimitKmh: 36 })
  })

  test('a route does not use a one-way street against its direction', () => {
    const oneWay = grid(2, ['yes', 'no', 'no', 'no'])
    const back = oneWay.route({ latitude: 0, longitude: 0.0008 }, { latitude: 0, longitude: 0.0002 })
    expect(back?.distanceMetres).toBeCloseTo(111.195 * 3.4, 0)
    const reversed = grid(2, ['-1', 'no', 'no', 'no'])
    const straight = reversed.route({ latitude: 0, longitude: 0.0008 }, { latitude: 0, longitude: 0.0002 })
    expect(straight?.distanceMetres).toBeCloseTo(111.195 * 0.6, 0)
  })

  test('a dead end that cannot be left is outside the main part', () => {
    const xml = gridXml(3, Array(6).fill('no')).replace(
      '</osm>',
      '<node id="90" lat="0.001" lon="0.01"/><way id="90"><nd ref="6"/><nd ref="90"/><tag k="highway" v="primary"/><tag k="oneway" v="yes"/></way></osm>',
    )
    const graph = buildRoadGraph(parseOsmXml(xml))
    expect([...graph.isInMainPart].filter((mark) => mark === 0)).toHaveLength(1)
    expect(graph.snap({ latitude: 0.001, longitude: 0.01 })?.longitude).toBeCloseTo(0.002, 7)
  })

  test('in any grid a route is connected, obeys one-way streets and its length is that of its points', () => {
    const size = 5
    const cases = fc.record({
      directions: fc.array(fc.constantFrom('no', 'yes', '-1'), { minLength: size * 2, maxLength: size * 2 }),
      from: fc.record({
        latitude: fc.double({ min: 0, max: 0.004, noNaN: true }),
        longitude: fc.double({ min: 0, max: 0.004, noNaN: true }),
      }),
      to: fc.record({
        latitude: fc.double({ min: 0, max: 0.004, noNaN: true }),
        longitude: fc.double({ min: 0, max: 0.004, noNaN: true }),
      }),
    })
    fc.assert(
      fc.property(cases, ({ directions, from, to }) => {
        const graph = grid(size, directions)
        const start = graph.snap(from)
        const goal = graph.snap(to)
        const route = graph.route(from, to)
        expect(route === null).toBe(start === null || goal === null)
        if (route === null || start === null || goal === null) return
        let metres = 0
        for (let at = 1; at < route.points.length; at++) {
          const before = route.points[at - 1]
          const point = route.points[at]
          if (before === undefined || point === undefined) return
          metres += distanceMetres(before, point)
          const isRow = before.street.startsWith('Row')
          const step = isRow ? point.longitude - before.longitude : point.latitude - before.latitude
          const across = isRow ? point.latitude - before.latitude : point.longitude - before.longitude
          const direction = directions[(isRow ? 0 : size) + Number(before.street.split(' ')[1])]
          expect(Math.abs(across)).toBeLessThan(1e-9)
          if (direction === 'yes') expect(step).toBeGreaterThanOrEqual(-1e-9)
          if (direction === '-1') expect(step).toBeLessThanOrEqual(1e-9)
        }
        expect(route.distanceMetres).toBeCloseTo(metres, 1)
        expect(route.durationSeconds).toBeCloseTo(metres / 10, 1)
        expect(distanceMetres(route.points[0] ?? start, start)).toBeLessThan(0.01)
        expect(distanceMetres(route.points.at(-1) ?? goal, goal)).toBeLessThan(0.01)
      }),
      { numRuns: 300 },
    )
  })
})
