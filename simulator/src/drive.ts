import {
  bearingDegrees,
  type Coordinates,
  distanceMetres,
  headingDifferenceDegrees,
  type Route,
} from '@rumbo/geo'
import type { Random } from './random.ts'
import type { KindTraits } from './vehicle-kinds.ts'

/** A drive along a route: the vehicle accelerates, slows for corners, waits at red lights and stops at the end. */
export interface Drive {
  /** Advances by a duration. */
  step(seconds: number): void
  readonly place: Coordinates
  readonly speedKmh: number
  readonly headingDegrees: number
  readonly speedLimitKmh: number
  readonly street: string
  readonly drivenMetres: number
  readonly isWaiting: boolean
  readonly isFinished: boolean
  readonly leftMetres: number
  /** Brakes to a stop and stays while true. */
  setBlocked(isBlocked: boolean): void
  /** Drives these in order, whatever the street allows; then as usual. A later call replaces them. */
  force(manoeuvres: readonly Manoeuvre[]): void
}

/** Changes the speed until it is reached, then holds it. */
export interface Manoeuvre {
  toKmh: number
  metresPerSecond2: number
  holdSeconds: number
}

const lookAheadMetres = 250
const stoppedWithinMetres = 1.5
const creepMetresPerSecond = 0.8
const redLightChance = 0.28
/** Streets with this speed limit or more have no traffic lights. */
const withoutLightsKmh = 80

/** Plans the lights and corners of a route; the drive starts at `startSpeedKmh`. */
export function createDrive(route: Route, traits: KindTraits, random: Random, startSpeedKmh = 0): Drive {
  const { points } = route
  const last = points.length - 1
  const point = (at: number) => points[Math.min(at, last)] as Route['points'][number]
  const starts = new Float64Array(points.length)
  const headings = new Float64Array(points.length)
  /** Highest speed at each point, in metres per second: 0 at a red light. */
  const limits = new Float64Array(points.length).fill(Number.POSITIVE_INFINITY)
  const waits = new Float64Array(points.length)
  for (let at = 0; at < last; at++) {
    starts[at + 1] = (starts[at] as number) + distanceMetres(point(at), point(at + 1))
    headings[at] = bearingDegrees(point(at), point(at + 1))
  }
  headings[last] = headings[Math.max(0, last - 1)] as number
  limits[last] = 0
  for (let at = 1; at < last; at++) {
    const turn = headingDifferenceDegrees(headings[at - 1] as number, headings[at] as number)
    if (turn > 25) limits[at] = turn > 70 ? 5 : 9
    const isLight = point(at).isCrossing && point(at).speedLimitKmh < withoutLightsKmh
    if (!isLight || !random.chance(redLightChance)) continue
    limits[at] = 0
    waits[at] = random.between(8, 40)
  }
  const pace = random.between(0.82, 1.04)

  let segment = 0
  let driven = 0
  let speed = startSpeedKmh / 3.6
  let waitSeconds = 0
  let isBlocked = false
  let isFinished = false
  let forced: Manoeuvre[] = []

  function allowedSpeed(): number {
    if (isBlocked) return 0
    const { speedLimitKmh } = point(segment)
    let allowed = Math.min(speedLimitKmh * pace, traits.topSpeedKmh) / 3.6
    for (let at = segment + 1; at <= last; at++) {
      const ahead = (starts[at] as number) - driven
      if (ahead > lookAheadMetres) break
      const limit = limits[at] as number
      if (limit !== Number.POSITIVE_INFINITY) {
        allowed = Math.min(allowed, Math.sqrt(limit * limit + 2 * traits.braking * Math.max(0, ahead)))
      }
    }
    return allowed
  }

  function nextStop(): number {
    for (let at = segment + 1; at <= last; at++) if (limits[at] === 0) return at
    return last
  }

  /** @returns false where nothing is forced */
  function stepForced(seconds: number): boolean {
    const [manoeuvre] = forced
    if (!manoeuvre) return false
    const { toKmh, metresPerSecond2, holdSeconds } = manoeuvre
    const wanted = toKmh / 3.6
    const change = metresPerSecond2 * seconds
    speed = speed < wanted ? Math.min(wanted, speed + change) : Math.max(wanted, speed - change)
    driven = Math.min((starts[last] as number) - stoppedWithinMetres, driven + speed * seconds)
    while (segment < last - 1 && (starts[segment + 1] as number) <= driven) segment += 1
    if (speed !== wanted) return true
    if (holdSeconds > 0) forced[0] = { ...manoeuvre, holdSeconds: holdSeconds - seconds }
    else forced.shift()
    return true
  }

  function step(seconds: number): void {
    if (isFinished || stepForced(seconds)) return
    if (waitSeconds > 0) {
      waitSeconds = Math.max(0, waitSeconds - seconds)
      return
    }
    const allowed = allowedSpeed()
    if (speed < allowed) speed = Math.min(allowed, speed + traits.acceleration * seconds)
    else speed = Math.max(allowed, speed - traits.braking * 1.5 * seconds)
    if (!isBlocked) speed = Math.max(speed, Math.min(creepMetresPerSecond, allowed + creepMetresPerSecond))
    const stop = nextStop()
    const stopAt = starts[stop] as number
    driven = Math.min(stopAt, driven + speed * seconds)
    if (!isBlocked && stopAt - driven < stoppedWithinMetres) {
      driven = stopAt
      speed = 0
      waitSeconds = waits[stop] as number
      limits[stop] = Number.POSITIVE_INFINITY
      isFinished = stop === last
    }
    while (segment < last - 1 && (starts[segment + 1] as number) <= driven) segment += 1
  }

  return {
    step,
    setBlocked(blocked) {
      isBlocked = blocked
    },
    force(manoeuvres) {
      forced = [...manoeuvres]
      waitSeconds = 0
    },
    get leftMetres() {
      return (starts[last] as number) - driven
    },
    get place() {
      const from = point(segment)
      const to = point(segment + 1)
      const length = (starts[Math.min(segment + 1, last)] as number) - (starts[segment] as number)
      const share = length <= 0 ? 1 : Math.min(1, (driven - (starts[segment] as number)) / length)
      return {
        latitude: from.latitude + (to.latitude - from.latitude) * share,
        longitude: from.longitude + (to.longitude - from.longitude) * share,
      }
    },
    get speedKmh() {
      return speed * 3.6
    },
    get headingDegrees() {
      return headings[segment] as number
    },
    get speedLimitKmh() {
      return point(segment).speedLimitKmh
    },
    get street() {
      return point(segment).street
    },
    get drivenMetres() {
      return driven
    },
    get isWaiting() {
      return waitSeconds > 0
    },
    get isFinished() {
      return isFinished
    },
  }
}
