import { existsSync } from 'node:fs'
import type { Coordinates } from '@rumbo/geo'
import type * as ValhallaPackage from '@valhallajs/valhallajs'
import {
  BrokenRegion,
  type EngineTable,
  type Lacking,
  type RegionRoads,
  type RoadsHost,
} from './places.roads.engine.ts'
import { spreadTable } from './places.roads-formula.rules.ts'
import { valhallaConfiguration } from './places.valhalla.configuration.ts'
import { valhallaAnswers, valhallaLacking, valhallaRequests } from './places.valhalla.rules.ts'

type Actor = ValhallaPackage.Actor

/** Valhalla's library within its process. Where it is not installed, opening a region fails. */
export async function createValhallaHost(): Promise<RoadsHost> {
  const library: typeof ValhallaPackage | null = await import('@valhallajs/valhallajs').catch(() => null)
  const actors = new Map<string, { actor: Actor; name: string; milliseconds: number }>()
  const keyOf = ({ name, version, path }: RegionRoads) => `${name} ${version} ${path}`

  function actorOf(region: RegionRoads): Actor {
    const key = keyOf(region)
    const known = actors.get(key)
    if (known) return known.actor
    if (library === null) throw new BrokenRegion('The routing engine Valhalla is not installed.')
    // Without the folder the library would start with an empty graph.
    if (!existsSync(region.path)) throw new BrokenRegion('The folder of tiles does not exist.')
    const startedAt = performance.now()
    try {
      const actor = new library.Actor(valhallaConfiguration(region.path))
      actors.set(key, { actor, name: region.name, milliseconds: performance.now() - startedAt })
      return actor
    } catch (cause) {
      throw new BrokenRegion(cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }

  return {
    async answer(region, task) {
      const actor = actorOf(region)
      try {
        switch (task.ask) {
          case 'limits':
            return 'uncovered'
          case 'load':
            return 'loaded'
          case 'route':
            return valhallaAnswers.route(
              await actor.route(valhallaRequests.route(task.points)),
              task.points.length,
            )
          case 'table':
            return await table(actor, task.sources, task.targets)
          case 'isochrone':
            return valhallaAnswers.isochrone(
              await actor.isochrone(valhallaRequests.isochrone(task.place, task.minutes, task.towards)),
              task.minutes,
            )
          case 'match':
            return valhallaAnswers.match(
              await actor.traceAttributes(valhallaRequests.match(task.trace)),
              task.trace.length,
            )
        }
      } catch (error) {
        const lacking = valhallaLacking({ words: error instanceof Error ? error.message : String(error) })
        if (lacking === null) throw error
        return lacking
      }
    },
    keep(regions) {
      const wanted = new Set(regions.map(keyOf))
      for (const key of [...actors.keys()]) if (!wanted.has(key)) actors.delete(key)
    },
    loaded: () => [...actors.values()].map(({ name, milliseconds }) => ({ name, milliseconds })),
  }
}

/** Valhalla refuses a table if one place is off the roads; it is then repeated without such places. */
async function table(
  actor: Actor,
  sources: readonly Coordinates[],
  targets: readonly Coordinates[],
): Promise<EngineTable | Lacking> {
  const ask = async (from: readonly Coordinates[], to: readonly Coordinates[]) =>
    valhallaAnswers.table(await actor.matrix(valhallaRequests.table(from, to)), from.length, to.length)
  try {
    return await ask(sources, targets)
  } catch (error) {
    if (valhallaLacking({ words: error instanceof Error ? error.message : String(error) }) === null)
      throw error
  }
  const places = [...sources, ...targets]
  const isOn = valhallaAnswers.locate(await actor.locate(valhallaRequests.locate(places)), places.length)
  const rows = sources.flatMap((_, at) => (isOn[at] ? [at] : []))
  const columns = targets.flatMap((_, at) => (isOn[sources.length + at] ? [at] : []))
  if (rows.length === 0 || columns.length === 0) return 'uncovered'
  const part = await ask(
    rows.map((at) => sources[at] as Coordinates),
    columns.map((at) => targets[at] as Coordinates),
  )
  return spreadTable(part, rows, columns, sources.length, targets.length)
}
