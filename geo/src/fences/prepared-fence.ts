import { besideLongitude } from '../geometry/date-line.ts'
import { distanceMetres } from '../geometry/distance.ts'
import type { Coordinates } from '../units.ts'
import { flatVertices, metresPerDegree } from './fence-box.ts'
import { type Interval, insideCapsule, insideCircle, joined } from './fence-intervals.ts'
import { createFenceLine, type FenceLine, type LinePoint, metresPerLongitude } from './fence-line.ts'
import type { CircleShape, FenceShape, PolygonShape, RouteShape } from './fence-shape.ts'

/** A valid shape made ready for many tests. */
export interface PreparedFence {
  readonly shape: FenceShape
  /** Metres from the border: positive inside, negative outside. */
  depthMetres(place: Coordinates): number
  /** The parts of the straight way between two places (the short way round) that are inside, as shares of that way. */
  insideBetween(from: Coordinates, to: Coordinates): readonly Interval[]
  /** The nearest part of a route's path; null for the other shapes. */
  onPath(place: Coordinates): LinePoint | null
}

/** Prepares a shape that has no problems (`problemsOf`); a shape with problems gives depths without meaning. */
export function prepareFence(shape: FenceShape): PreparedFence {
  if (shape.kind === 'circle') return prepareCircle(shape)
  return shape.kind === 'polygon' ? preparePolygon(shape) : prepareRoute(shape)
}

function prepareCircle(shape: CircleShape): PreparedFence {
  const { center, radiusMetres } = shape
  return {
    shape,
    depthMetres: (place) => radiusMetres - distanceMetres(center, place),
    insideBetween(from, to) {
      // The scale half way to the centre makes a plane agree with the sphere to some millionths.
      const perLongitude = metresPerLongitude(center.latitude / 2 + (from.latitude + to.latitude) / 4)
      const start = besideLongitude(from.longitude, center.longitude)
      const way = {
        x: (start - center.longitude) * perLongitude,
        y: (from.latitude - center.latitude) * metresPerDegree,
        dx: (besideLongitude(to.longitude, start) - start) * perLongitude,
        dy: (to.latitude - from.latitude) * metresPerDegree,
      }
      const inside = insideCircle(way, radiusMetres)
      return inside ? [inside] : []
    },
    onPath: () => null,
  }
}

function middleOf(vertices: readonly (readonly [number, number])[]): number {
  let [west, east] = [Infinity, -Infinity]
  for (const [longitude] of vertices) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  return (west + east) / 2
}

function preparePolygon(shape: PolygonShape): PreparedFence {
  const corners = flatVertices(shape)
  const line = createFenceLine([...corners, ...corners.slice(0, 1)])
  const middle = middleOf(corners)
  const east = corners.reduce((most, [longitude]) => Math.max(most, longitude), -Infinity)
  const contains = (x: number, y: number) => countEast(line, x, y, east) % 2 === 1
  return {
    shape,
    depthMetres({ longitude, latitude }) {
      const x = besideLongitude(longitude, middle)
      const { metres } = line.nearest(x, latitude)
      return contains(x, latitude) ? metres : -metres
    },
    insideBetween(from, to) {
      const x = besideLongitude(from.longitude, middle)
      const dx = besideLongitude(to.longitude, x) - x
      const [y, dy] = [from.latitude, to.latitude - from.latitude]
      const stops = [0, ...crossings(line, x, y, dx, dy), 1]
      const parts: Interval[] = []
      for (let at = 1; at < stops.length; at += 1) {
        const [start, end] = [stops[at - 1] as number, stops[at] as number]
        const half = (start + end) / 2
        if (end > start && contains(x + half * dx, y + half * dy)) parts.push([start, end])
      }
      return joined(parts)
    },
    onPath: () => null,
  }
}

/** How many sides cross the ray from a place to the east. */
function countEast({ ends, within }: FenceLine, x: number, y: number, east: number): number {
  const near = within(x, y, Math.max(x, east), y)
  let count = 0
  for (let found = 0; found < near.length; found += 1) {
    const at = (near[found] as number) * 4
    const [fromY, toY] = [ends[at + 1] as number, ends[at + 3] as number]
    if (fromY > y === toY > y) continue
    const fromX = ends[at] as number
    if (x < fromX + ((y - fromY) / (toY - fromY)) * ((ends[at + 2] as number) - fromX)) count += 1
  }
  return count
}

/** The shares of a way at which it crosses a line, in order. */
function crossings({ ends, within }: FenceLine, x: number, y: number, dx: number, dy: number): number[] {
  const near = within(Math.min(x, x + dx), Math.min(y, y + dy), Math.max(x, x + dx), Math.max(y, y + dy))
  const shares: number[] = []
  for (let found = 0; found < near.length; found += 1) {
    const at = (near[found] as number) * 4
    const [fromX, fromY] = [(ends[at] as number) - x, (ends[at + 1] as number) - y]
    const [sideX, sideY] = [(ends[at + 2] as number) - x - fromX, (ends[at + 3] as number) - y - fromY]
    const turn = dx * sideY - dy * sideX
    if (turn === 0) continue
    const share = (fromX * sideY - fromY * sideX) / turn
    const onSide = (fromX * dy - fromY * dx) / turn
    if (share > 0 && share < 1 && onSide >= 0 && onSide <= 1) shares.push(share)
  }
  return shares.sort((one, other) => one - other)
}

function prepareRoute(shape: RouteShape): PreparedFence {
  const vertices = flatVertices(shape)
  const line = createFenceLine(vertices)
  const middle = middleOf(vertices)
  const { halfWidthMetres } = shape
  const onPath = ({ longitude, latitude }: Coordinates) =>
    line.nearest(besideLongitude(longitude, middle), latitude)
  return {
    shape,
    onPath,
    depthMetres: (place) => halfWidthMetres - onPath(place).metres,
    insideBetween(from, to) {
      const { ends } = line
      const x = besideLongitude(from.longitude, middle)
      const end = besideLongitude(to.longitude, x)
      const perLongitude = metresPerLongitude((from.latitude + to.latitude) / 2)
      const [wide, tall] = [halfWidthMetres / perLongitude, halfWidthMetres / metresPerDegree]
      const [low, high] = [Math.min(from.latitude, to.latitude), Math.max(from.latitude, to.latitude)]
      const near = line.within(Math.min(x, end) - wide, low - tall, Math.max(x, end) + wide, high + tall)
      const parts: Interval[] = []
      for (let found = 0; found < near.length; found += 1) {
        const at = (near[found] as number) * 4
        const [startX, startY] = [ends[at] as number, ends[at + 1] as number]
        const part = insideCapsule(
          {
            x: (x - startX) * perLongitude,
            y: (from.latitude - startY) * metresPerDegree,
            dx: (end - x) * perLongitude,
            dy: (to.latitude - from.latitude) * metresPerDegree,
          },
          ((ends[at + 2] as number) - startX) * perLongitude,
          ((ends[at + 3] as number) - startY) * metresPerDegree,
          halfWidthMetres,
        )
        if (part) parts.push(part)
      }
      return joined(parts)
    },
  }
}
