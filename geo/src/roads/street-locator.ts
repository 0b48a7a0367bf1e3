import { distanceMetres } from '../geometry/distance.ts'
import { createProjection } from '../geometry/projection.ts'
import { createSegmentIndex } from '../geometry/segment-index.ts'
import type { OsmRegion } from '../osm/osm-xml.ts'
import type { Coordinates, Metres } from '../units.ts'

/** A place described by its street and the nearest crossing street. */
export interface StreetLocation {
  readonly name: string
  /** The other street of the nearest crossing within a kilometre; null where there is none. */
  readonly crossing: string | null
  /** From the place to the street. */
  readonly distanceMetres: Metres
}

export interface StreetLocator {
  /** The nearest named street no farther than `maxMetres` (default 400); null where there is none. */
  locateStreet(latitude: number, longitude: number, maxMetres?: number): StreetLocation | null
}

const crossingLimitMetres = 1_000
const defaultMaxMetres = 400

interface Crossing {
  place: Coordinates
  name: string
}

/** Creates a look-up of street names by place. */
export function createStreetLocator(region: OsmRegion): StreetLocator {
  const named = region.ways.flatMap(({ nodeIds, tags }) =>
    tags.name === undefined ? [] : [{ nodeIds, name: tags.name }],
  )
  const namesAtNode = new Map<number, Set<string>>()
  const segmentNames: string[] = []
  const corners: Coordinates[] = []
  for (const { nodeIds, name } of named) {
    let before: Coordinates | undefined
    for (const id of nodeIds) {
      const place = region.nodes.get(id)
      const names = namesAtNode.get(id)
      if (names === undefined) namesAtNode.set(id, new Set([name]))
      else names.add(name)
      if (place !== undefined && before !== undefined) {
        segmentNames.push(name)
        corners.push(before, place)
      }
      before = place
    }
  }

  const crossingsOf = new Map<string, Crossing[]>()
  for (const [id, names] of namesAtNode) {
    const place = region.nodes.get(id)
    if (names.size < 2 || place === undefined) continue
    for (const street of names) {
      const others = [...names].filter((name) => name !== street).map((name) => ({ place, name }))
      const known = crossingsOf.get(street)
      if (known === undefined) crossingsOf.set(street, others)
      else known.push(...others)
    }
  }

  const middle =
    corners.length === 0 ? 0 : corners.reduce((sum, { latitude }) => sum + latitude, 0) / corners.length
  const projection = createProjection(middle)
  const ends = new Float64Array(corners.length * 2)
  corners.forEach(({ latitude, longitude }, at) => {
    ends[at * 2] = projection.x(longitude)
    ends[at * 2 + 1] = projection.y(latitude)
  })
  const index = createSegmentIndex(ends)

  return {
    locateStreet(latitude, longitude, maxMetres = defaultMaxMetres) {
      const found = index.nearest(projection.x(longitude), projection.y(latitude), maxMetres)
      const name = found === null ? undefined : segmentNames[found.segment]
      if (found === null || name === undefined) return null
      let crossing: string | null = null
      let nearest = crossingLimitMetres
      for (const candidate of crossingsOf.get(name) ?? []) {
        const metres = distanceMetres({ latitude, longitude }, candidate.place)
        if (metres > nearest) continue
        nearest = metres
        crossing = candidate.name
      }
      return { name, crossing, distanceMetres: found.distance as Metres }
    },
  }
}
