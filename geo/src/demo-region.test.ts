import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMetres } from './geometry/distance.ts'
import { parseOsmXml } from './osm/osm-xml.ts'
import { buildRoadGraph } from './roads/road-graph.ts'
import { createStreetLocator } from './roads/street-locator.ts'
import { regionGeoJson } from './roads/streets-geojson.ts'

const region = parseOsmXml(readFileSync(new URL('../../tools/demo/region/mexico-city.osm', import.meta.url)))
const graph = buildRoadGraph(region)
const locator = createStreetLocator(region)

const zocalo = { latitude: 19.4326, longitude: -99.1332 }
const perisur = { latitude: 19.303, longitude: -99.19 }

describe('the demo region', () => {
  test('says that it is approximate and holds the main avenues', () => {
    expect(region.note).toContain('approximate')
    const names = new Set(region.ways.map(({ tags }) => tags.name))
    expect(names.size).toBeGreaterThan(100)
    for (const name of [
      'Paseo de la Reforma',
      'Avenida Insurgentes Sur',
      'Calzada de Tlalpan',
      'Avenida Oceanía',
    ]) {
      expect(names).toContain(name)
    }
    expect(region.places.length).toBeGreaterThanOrEqual(40)
    expect(region.areas.some(({ name }) => name === 'Alameda Central')).toBe(true)
  })

  test('connects nearly every node with every other', () => {
    const inside = graph.isInMainPart.reduce((sum, mark) => sum + mark, 0)
    expect(inside / graph.network.nodeCount).toBeGreaterThan(0.99)
  })

  test('has a plausible route from the Zócalo to Perisur', () => {
    const route = graph.route(zocalo, perisur)
    expect(route?.distanceMetres).toBeGreaterThan(distanceMetres(zocalo, perisur))
    expect(route?.distanceMetres).toBeLessThan(24_000)
    expect(route?.durationSeconds).toBeLessThan(40 * 60)
  })

  test('has no route shorter than the straight line or more than four times as long', () => {
    const place = fc.record({
      latitude: fc.double({ min: 19.36, max: 19.48, noNaN: true }),
      longitude: fc.double({ min: -99.19, max: -99.11, noNaN: true }),
    })
    fc.assert(
      fc.property(place, place, (from, to) => {
        const start = graph.snap(from)
        const goal = graph.snap(to)
        const route = graph.route(from, to)
        if (start === null || goal === null || route === null) throw new Error('There is no way')
        const straight = distanceMetres(start, goal)
        expect(route.distanceMetres).toBeGreaterThan(straight - 1)
        expect(route.distanceMetres).toBeLessThan(straight * 4 + 4_000)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['the Ángel', 19.427, -99.1677, 'Paseo de la Reforma', 'Eje 3 Poniente Medellín'],
    ['the Cuauhtémoc monument', 19.4317, -99.1586, 'Paseo de la Reforma', 'Avenida Insurgentes Centro'],
    ['the World Trade Center', 19.3938, -99.1737, 'Avenida Insurgentes Sur', 'Eje 4 Sur Xola'],
    ['the Estadio Azteca', 19.3035, -99.151, 'Calzada de Tlalpan', 'Prolongación División del Norte'],
  ])('names the street at %s', (_what, latitude, longitude, name, crossing) => {
    const located = locator.locateStreet(latitude, longitude)
    expect(located).toMatchObject({ name, crossing })
    expect(located?.distanceMetres).toBeLessThan(120)
  })

  test('names no street outside the city', () => {
    expect(locator.locateStreet(20.67, -103.35)).toBeNull()
  })

  test('becomes GeoJSON inside its bounds', () => {
    const { streets, areas, places, bounds } = regionGeoJson(region)
    expect(streets.features).toHaveLength(region.ways.length)
    expect(
      streets.features.find(({ properties }) => properties.name === 'Eje 4 Sur Xola')?.properties,
    ).toEqual({
      name: 'Eje 4 Sur Xola',
      class: 'primary',
      oneway: true,
    })
    expect(areas.features[0]?.geometry.coordinates[0]?.[0]).toEqual(
      areas.features[0]?.geometry.coordinates[0]?.at(-1),
    )
    expect(places.features.map(({ properties }) => properties.name)).toContain('Polanco')
    expect(bounds?.west).toBeCloseTo(-99.266, 2)
    expect(bounds?.north).toBeCloseTo(19.509, 2)
  })
})
