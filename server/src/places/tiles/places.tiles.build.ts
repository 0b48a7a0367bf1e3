import { setImmediate as nextTurn } from 'node:timers/promises'
import type { OsmExtract } from '@rumbo/geo/osm/osm-extract'
import GeoJSONVT from 'geojson-vt'
import { createTileArchive } from './places.tiles.archive.ts'
import { encodeTile, type TileFeature, tileExtent } from './places.tiles.encode.ts'
import { farZoom, firstZoom, lastZoom } from './places.tiles.features.ts'
import { type Shape, shapesOf } from './places.tiles.shapes.ts'

/** Tiles are built cell by cell to limit memory; each cell builds the tiles of several zooms below it. */
const levels = [
  { cellZoom: firstZoom, toZoom: 10 },
  { cellZoom: 11, toZoom: farZoom },
  { cellZoom: farZoom + 1, toZoom: lastZoom },
] as const
/** Buffer beyond a tile's edge in tile units, so that lines and borders do not end there. */
const bufferUnits = 64
const layerOrder = ['areas', 'buildings', 'streets', 'places', 'numbers'] as const

export interface StreetTiles {
  tiles: number
  bytes: number
  minZoom: number
  maxZoom: number
}

/**
 * Writes the street tiles of an extract into a PMTiles archive: layers `areas`, `buildings`, `streets`, `places` and
 * `numbers`, zoom 8 to 14.
 * @param file is overwritten; after a failure it is not a valid archive
 * @param options `progress` is called with 0 to 1; an aborted `signal` rejects with its reason
 * @throws the file system's error, such as ENOSPC
 */
export async function buildStreetTiles(
  extract: OsmExtract,
  file: string,
  options: { progress?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<StreetTiles> {
  const { progress, signal } = options
  const shapes = shapesOf(extract)
  const archive = await createTileArchive(file)
  try {
    const cells = levels.map(({ cellZoom, toZoom }) => cellsOf(extract, shapes, cellZoom, toZoom))
    const total = cells.reduce((sum, { size }) => sum + size, 0)
    let done = 0
    for (const [index, level] of levels.entries()) {
      for (const [cell, members] of cells[index] ?? []) {
        signal?.throwIfAborted()
        await addCell(archive.add, extract, shapes, members, { ...level, cell })
        progress?.(++done / total)
        await nextTurn()
      }
    }
    const metadata = {
      name: 'streets',
      attribution: extract.attribution,
      hasPlaces: shapes.some(({ layer }) => layer === 'places'),
      vector_layers: layerOrder.map((id) => ({ id, fields: {} })),
    }
    const facts = { bounds: extract.bounds, minZoom: firstZoom, maxZoom: lastZoom, metadata }
    return { ...(await archive.finish(facts)), minZoom: firstZoom, maxZoom: lastZoom }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

const degreesX = (units: number) => units / 1e7
/** Share of the world from west to east and from north to south in web Mercator. */
const shareX = (longitude: number) => longitude / 360 + 0.5
function shareY(latitude: number): number {
  const sine = Math.sin((Math.max(-85.0511, Math.min(85.0511, latitude)) * Math.PI) / 180)
  return 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI
}

/** Indexes of the shapes that touch a cell, by cell number (`x * 2^zoom + y`). */
function cellsOf(extract: OsmExtract, shapes: readonly Shape[], cellZoom: number, toZoom: number) {
  const { longitudes, latitudes } = extract.nodes
  const size = 2 ** cellZoom
  const margin = bufferUnits / tileExtent
  const cells = new Map<number, number[]>()
  for (const [index, shape] of shapes.entries()) {
    if (shape.minZoom > toZoom) continue
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    const outline = shape.ring ?? shape.lines[0] ?? []
    for (const place of outline) {
      const [longitude, latitude] =
        typeof place === 'number' ? [longitudes[place] ?? 0, latitudes[place] ?? 0] : place
      west = Math.min(west, longitude)
      east = Math.max(east, longitude)
      south = Math.min(south, latitude)
      north = Math.max(north, latitude)
    }
    const margins = [-margin, margin] as const
    const clamp = (cell: number) => Math.max(0, Math.min(size - 1, Math.floor(cell)))
    const [fromX = 0, toX = 0] = [west, east].map((edge, at) =>
      Math.floor(shareX(degreesX(edge)) * size + (margins[at] ?? 0)),
    )
    const [fromY = 0, toY = 0] = [north, south].map((edge, at) =>
      clamp(shareY(degreesX(edge)) * size + (margins[at] ?? 0)),
    )
    for (let along = fromX; along <= toX; along++) {
      // Tiles wrap around at the date line.
      const x = ((along % size) + size) % size
      for (let y = fromY; y <= toY; y++) {
        const cell = x * size + y
        const members = cells.get(cell)
        if (members) members.push(index)
        else cells.set(cell, [index])
      }
    }
  }
  return cells
}

type GeoFeature = Extract<ConstructorParameters<typeof GeoJSONVT>[0], { type: 'Feature' }>

function geoFeature(extract: OsmExtract, shape: Shape): GeoFeature {
  const { type, lines, ring, layer, minZoom, tags } = shape
  const { longitudes, latitudes } = extract.nodes
  const at = (node: number) => [(longitudes[node] ?? 0) / 1e7, (latitudes[node] ?? 0) / 1e7]
  const rings = ring ? [ring.map(([x, y]) => [x / 1e7, y / 1e7])] : lines.map((line) => Array.from(line, at))
  const [first = []] = rings
  const geometry =
    type === 'Polygon'
      ? { type, coordinates: rings }
      : type === 'LineString'
        ? { type, coordinates: first }
        : { type, coordinates: middleOf(first) }
  return { type: 'Feature', geometry, properties: { ...tags, layer, minZoom } }
}

function middleOf(points: readonly number[][]): number[] {
  const sum = (axis: 0 | 1) => points.reduce((total, point) => total + (point[axis] ?? 0), 0)
  return [sum(0) / points.length, sum(1) / points.length]
}

async function addCell(
  add: (zoom: number, x: number, y: number, tile: Uint8Array) => Promise<void>,
  extract: OsmExtract,
  shapes: readonly Shape[],
  members: readonly number[],
  { cell, cellZoom, toZoom }: { cell: number; cellZoom: number; toZoom: number },
): Promise<void> {
  const features = members.flatMap((index) => {
    const shape = shapes[index]
    return shape ? [geoFeature(extract, shape)] : []
  })
  const index = new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: lastZoom, indexMaxZoom: toZoom, indexMaxPoints: 0, extent: tileExtent, buffer: bufferUnits },
  )
  const cellX = Math.floor(cell / 2 ** cellZoom)
  const cellY = cell % 2 ** cellZoom
  for (const { z, x, y } of index.tileCoords) {
    const deeper = z - cellZoom
    if (deeper < 0 || x >> deeper !== cellX || y >> deeper !== cellY) continue
    const tile = encodeTile(byLayer(index.getTile(z, x, y)?.features ?? [], z))
    if (tile !== null) await add(z, x, y, tile)
  }
}

/** The features of a tile visible at its zoom, by layer in layer order. */
function byLayer(features: readonly TileFeature[], zoom: number): Map<string, TileFeature[]> {
  const layers = new Map<string, TileFeature[]>(layerOrder.map((name) => [name, []]))
  for (const feature of features) {
    const { layer, minZoom, ...tags } = feature.tags ?? {}
    if (Number(minZoom) > zoom || typeof layer !== 'string') continue
    layers.get(layer)?.push({ ...feature, tags })
  }
  return layers
}
