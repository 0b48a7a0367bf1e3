import { readFile } from 'node:fs/promises'
import { setImmediate as otherWork } from 'node:timers/promises'
import type { Coordinates } from '@rumbo/geo'
import { type OpenRoads, openRoadFile, type RoadFooting } from '@rumbo/geo/roads/roads'
import {
  BrokenRegion,
  type EngineRoute,
  type EngineTable,
  type Lacking,
  type RegionRoads,
  type RoadsHost,
} from './places.roads.engine.ts'
import { createRoadMemory, type RememberedRoads } from './places.roads.memory.ts'
import { emptyTable } from './places.roads-formula.rules.ts'

type Opened = { roads: RememberedRoads; milliseconds: number }

/** Short tables are asked for by the dozen: other queries and cancellations get their turn this often. */
const yieldEveryMs = 10

/** The engine for our own road files, within its process. Tables yield to other queries, long ones between their rows. */
export function createPortableHost(): RoadsHost {
  const open = new Map<string, Promise<Opened>>()
  const ready = new Map<string, { name: string; milliseconds: number }>()
  const keyOf = ({ name, version, path }: RegionRoads) => `${name} ${version} ${path}`
  const remember = createRoadMemory()

  function roadsOf(region: RegionRoads): Promise<Opened> {
    const key = keyOf(region)
    const known = open.get(key)
    if (known) return known
    const opening = load(region.path, (roads) => remember(roads, key))
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

  let shortTables: Promise<unknown> = Promise.resolve()
  let yieldedAt = 0
  /** Runs one at a time, several without a pause between them. */
  function runShort<Answer>(isCancelled: () => boolean, answer: () => Answer): Promise<Answer | Lacking> {
    const mine = shortTables.then(async () => {
      if (performance.now() > yieldedAt + yieldEveryMs) {
        await otherWork()
        yieldedAt = performance.now()
      }
      return isCancelled() ? 'uncovered' : answer()
    })
    shortTables = mine.catch(() => undefined)
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
          return isShort(task)
            ? runShort(isCancelled, () => table(roads, task.sources, task.targets, isCancelled))
            : table(roads, task.sources, task.targets, isCancelled)
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

async function load(path: string, remember: (roads: OpenRoads) => RememberedRoads): Promise<Opened> {
  const startedAt = performance.now()
  try {
    const roads = remember(openRoadFile(await readFile(path)))
    return { roads, milliseconds: performance.now() - startedAt }
  } catch (cause) {
    throw new BrokenRegion(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

/** `uncovered` where a place has no street near it, else `unconnected`. */
const lackingOf = (footings: readonly RoadFooting[]): Lacking =>
  footings.some(({ on }) => on === 'none') ? 'uncovered' : 'unconnected'

function route(roads: RememberedRoads, points: readonly Coordinates[]): EngineRoute | Lacking {
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

/** Whether a table is one search. */
const isShort = ({ sources, targets }: { sources: readonly unknown[]; targets: readonly unknown[] }) =>
  sources.length === 1 || targets.length === 1

/** One search for each place of the shorter side. */
async function table(
  roads: RememberedRoads,
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
    roads.legsAround(one, many, isBySource ? 'from' : 'to').forEach((leg, other) => {
      if (leg === null) return
      const cell = isBySource ? at * targets.length + other : other * targets.length + at
      filled.seconds[cell] = leg.durationSeconds
      filled.metres[cell] = leg.distanceMetres
    })
    if (ones.length > 1) await otherWork()
  }
  return filled
}
