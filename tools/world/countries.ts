import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { withinWorld } from '@rumbo/geo/geometry/date-line'
import { feature, mesh, type Topology } from 'topojson-client'
import { unwrapPolygon } from './date-line-polygons.ts'

const require = createRequire(import.meta.url)

/** Land and borders of Natural Earth at 1:10m, and the label position of each country. */
export function readCountries() {
  const atlas = JSON.parse(
    readFileSync(require.resolve('world-atlas/countries-10m.json'), 'utf8'),
  ) as Topology
  const { countries = {}, land = {} } = atlas.objects
  return {
    // One polygon each, so that the tiles can distinguish a hole from an island.
    land: feature(atlas, land)
      .features.flatMap(polygonsOf)
      .map(
        (coordinates): GeoJSON.Feature => ({
          type: 'Feature',
          geometry: { type: 'Polygon', coordinates },
          properties: {},
        }),
      ),
    borders: mesh(atlas, countries, (a, b) => a !== b),
    labels: feature(atlas, countries).features.flatMap((country) => labelOf(country) ?? []),
  }
}

const names = {
  es: new Intl.DisplayNames('es-MX', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
}

/** Natural Earth gives the ISO number of a country; the locale data maps it to the two letters. */
function regionCodeOf({ id, properties }: GeoJSON.Feature): string | null {
  if (id === undefined) return properties?.name === 'Kosovo' ? 'XK' : null
  const { region } = new Intl.Locale(`und-${String(id).padStart(3, '0')}`)
  return region !== undefined && /^[A-Z]{2}$/.test(region) ? region : null
}

function labelOf(country: GeoJSON.Feature) {
  const code = regionCodeOf(country)
  const largest = polygonsOf(country)
    .map((rings) => ({ rings, area: areaOf(rings[0] ?? []) }))
    .sort((a, b) => b.area - a.area)[0]
  if (code === null || largest === undefined) return null
  const [longitude, latitude] = innermostOf(largest.rings)
  const nameEs = names.es.of(code) ?? code
  const nameEn = names.en.of(code) ?? code
  return { code, nameEs, nameEn, longitude: withinWorld(longitude), latitude, squareKm: largest.area }
}

function polygonsOf({ geometry }: GeoJSON.Feature): GeoJSON.Position[][][] {
  if (geometry.type === 'Polygon') return [unwrapPolygon(geometry.coordinates)]
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.map(unwrapPolygon) : []
}

/** Approximate area of a ring in square kilometres. */
function areaOf(ring: GeoJSON.Position[]): number {
  let sum = 0
  for (let index = 1; index < ring.length; index++) {
    const [ax = 0, ay = 0] = ring[index - 1] ?? []
    const [bx = 0, by = 0] = ring[index] ?? []
    sum += (bx - ax) * (Math.sin((ay * Math.PI) / 180) + Math.sin((by * Math.PI) / 180))
  }
  return Math.abs((sum * Math.PI) / 360) * 6371 ** 2
}

const gridSteps = 24
/** The map ends at 85.05 degrees, so labels stay below this latitude. */
const lastNamedLatitude = 82

/** The grid point inside a polygon that is farthest from its border. */
function innermostOf(rings: GeoJSON.Polygon['coordinates']): [longitude: number, latitude: number] {
  const [outer = []] = rings
  const xs = outer.map(([x = 0]) => x)
  const ys = outer.map(([, y = 0]) => y)
  const [west, east] = [Math.min(...xs), Math.max(...xs)]
  const [south, north] = [
    Math.max(-lastNamedLatitude, Math.min(...ys)),
    Math.min(lastNamedLatitude, Math.max(...ys)),
  ]
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180)
  let best: { at: [number, number]; away: number } = {
    at: [(west + east) / 2, (south + north) / 2],
    away: Number.NEGATIVE_INFINITY,
  }
  for (let column = 1; column < gridSteps; column++) {
    for (let row = 1; row < gridSteps; row++) {
      const x = west + ((east - west) * column) / gridSteps
      const y = south + ((north - south) * row) / gridSteps
      const away = insideBy(rings, x, y, squeeze)
      if (away > best.away) best = { at: [x, y], away }
    }
  }
  return best.at
}

/** Degrees to the nearest border; negative outside. */
function insideBy(rings: GeoJSON.Polygon['coordinates'], x: number, y: number, squeeze: number): number {
  let isInside = false
  let nearest = Number.POSITIVE_INFINITY
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [ax = 0, ay = 0] = ring[index - 1] ?? []
      const [bx = 0, by = 0] = ring[index] ?? []
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) isInside = !isInside
      // Sides are short compared with the relevant distances, so the distance to their ends is sufficient.
      nearest = Math.min(nearest, ((ax - x) * squeeze) ** 2 + (ay - y) ** 2)
    }
  }
  return Math.sqrt(nearest) * (isInside ? 1 : -1)
}
