import { readFile } from 'node:fs/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { Coordinates } from '@rumbo/geo'
import type { RoadReach } from '@rumbo/geo/roads/road-reach'
import type { RoadPlace } from '@rumbo/geo/roads/road-snap'
import { type OpenRoads, openRoadFile, type RoadFooting } from '@rumbo/geo/roads/roads'
import { LRUCache } from 'lru-cache'
import {
  BrokenRegion,
  type EngineRoute,
  type EngineTable,
  type Lacking,
  type RegionRoads,
  type RoadsHost,
} from './places.roads.engine.ts'
import { emptyTable } from './places.roads-formula.rules.ts'

type Opened = { roads: KnownRoads; milliseconds: number }
/** Roads that remember where places stand and what searches around them found. */
type KnownRoads = OpenRoads & { known: { stands: LRUCache<string, RoadFooting>; reaches: Reaches } }
type Reaches = LRUCache<string, RoadReach>

/** Vehicles stand, and pickups do not move: about 10 MB. */
const mostStands = 20_000
/** Junctions around the places last asked for: 80 MB. */
const mostKeptNodes = 4_000_000

/** The engine for our own road files, within its process. Long tables yield to shorter queries between rows. */
export function createPortableHost(): RoadsHost {
  const open = new Map<string, Promise<Opened>>()
  const ready = new Map<string, { name: string; milliseconds: number }>()
  const keyOf = ({ name, version, path }: RegionRoads) => `${name} ${version} ${path}`

  function roadsOf(region: RegionRoads): Promise<Opened> {
    const key = keyOf(region)
    const known = open.get(key)
    if (known) return known
    const opening = load(region.path)
    open.set(key, opening)
    opening.then(
      ({ milliseconds }) => ready.set(key, { name: region.name, milliseconds }),
      () => undefined,
    )
    return opening
  }

  let turn: Promise<unknown> = Promise.resolve()
  /** Runs one at a time and yields between them, so that each answer is sent before the next query starts. */
  function runNext<Answer>(isCancelled: () => boolean, answer: () => Answer): Promise<Answer | Lacking> {
    const mine = turn
      .then(() => otherWork())
      // The caller no longer waits for this answer.
      .then(() => (isCancelled() ? 'uncovered' : answer()))
    turn = mine.catch(() => undefined)
    return mine
  }

  return {
    async answer(region, task, isCancelled) {
      const { roads } = await roadsOf(region)
      switch (task.ask) {
        case 'load':
          return 'loaded'
        case 'route':
          return route(roads, task.points)
        case 'table':
          return table(roads, task.sources, task.targets, isCancelled)
        case 'isochrone':
          return runNext(isCancelled, () => {
            const footing = roads.stand(task.place)
            if (footing.on !== 'main') return lackingOf([footing])
            return roads.isochrones(footing.place, task.minutes, task.towards)
          })
        case 'limits':
          return task.places.map((place) => roads.limitAt(place))
        case 'match':
          return runNext(isCancelled, () => {
            const { points, shapes, distanceMetres } = roads.match(task.trace)
            return { points: [...points], shapes: [...shapes], distanceMetres }
          })
      }
    },
    keep(regions) {
      const wanted = new Set(regions.map(keyOf))
      for (const key of [...open.keys()])
        if (!wanted.has(key)) {
          open.delete(key)
          ready.delete(key)
        }
    },
    loaded: () => [...ready.values()],
  }
}

async function load(path: string): Promise<Opened> {
  const startedAt = performance.now()
  try {
    const roads = remembering(openRoadFile(await readFile(path)))
    return { roads, milliseconds: performance.now() - startedAt }
  } catch (cause) {
    throw new BrokenRegion(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function remembering(roads: OpenRoads): KnownRoads {
  const stands = new LRUCache<string, RoadFooting>({ max: mostStands })
  const reaches: Reaches = new LRUCache({ maxSize: mostKeptNodes })
  const stand: OpenRoads['stand'] = (place, maxMetres) => {
    if (maxMetres !== undefined) return roads.stand(place, maxMetres)
    const key = `${place.latitude},${place.longitude}`
    const known = stands.get(key)
    if (known) return known
    const found = roads.stand(place)
    stands.set(key, found)
    return found
  }
  return { ...roads, stand, known: { stands, reaches } }
}

/** From or to one place; what is found around it is kept, as the same places are asked for again and again. */
function legsAround(
  { known, reach }: KnownRoads,
  one: RoadPlace,
  many: readonly (RoadPlace | null)[],
  which: 'from' | 'to',
) {
  const key = `${which} ${one.piece} ${one.share}`
  const around = known.reaches.get(key) ?? reach(one, which)
  const before = around.nodeCount
  const legs = around.legs(many)
  if (around.nodeCount !== before) known.reaches.set(key, around, { size: around.nodeCount })
  return legs
}

/** `uncovered` where a place has no street near it, else `unconnected`. */
const lackingOf = (footings: readonly RoadFooting[]): Lacking =>
  footings.some(({ on }) => on === 'none') ? 'uncovered' : 'unconnected'

function route(roads: OpenRoads, points: readonly Coordinates[]): EngineRoute | Lacking {
  const footings = points.map((point) => roads.stand(point))
  const places = footings.flatMap((footing) => (footing.on === 'main' ? [footing.place] : []))
  if (places.length < points.length) return lackingOf(footings)
  const legs: EngineRoute['legs'] = []
  const shape: number[] = []
  for (let at = 1; at < places.length; at++) {
    const [from, to] = [places[at - 1], places[at]]
    const way = from && to ? roads.way(from, to) : null
    if (way === null) return 'unconnected'
    legs.push({ durationSeconds: way.durationSeconds, distanceMetres: way.distanceMetres })
    for (let value = at === 1 ? 0 : 2; value < way.shape.length; value++)
      shape.push(way.shape[value] as number)
  }
  return { legs, shape: Float64Array.from(shape) }
}

/** One search for each place of the shorter side. */
async function table(
  roads: KnownRoads,
  sources: readonly Coordinates[],
  targets: readonly Coordinates[],
  isCancelled: () => boolean,
): Promise<EngineTable> {
  const filled = emptyTable(sources.length * targets.length)
  const placesOf = (points: readonly Coordinates[]) =>
    points.map((point) => {
      const footing = roads.stand(point)
      return footing.on === 'main' ? footing.place : null
    })
  const fromPlaces = placesOf(sources)
  const toPlaces = placesOf(targets)
  // Of one place and one other, the target is more often asked for again: vehicles move, pickups do not.
  const isBySource = sources.length < targets.length
  const [ones, many] = isBySource ? [fromPlaces, toPlaces] : [toPlaces, fromPlaces]
  for (const [at, one] of ones.entries()) {
    if (one === null) continue
    if (isCancelled()) break
    legsAround(roads, one, many, isBySource ? 'from' : 'to').forEach((leg, other) => {
      if (leg === null) return
      const cell = isBySource ? at * targets.length + other : other * targets.length + at
      filled.seconds[cell] = leg.durationSeconds
      filled.metres[cell] = leg.distanceMetres
    })
    if (ones.length > 1) await otherWork()
  }
  return filled
}
