import type { Tags } from '../osm/osm-xml.ts'

/** Speed in km/h assumed for a street that states no limit; a class that is not listed is not for cars. */
const usualSpeedKmh: Readonly<Record<string, number>> = {
  motorway: 100,
  motorway_link: 60,
  trunk: 80,
  trunk_link: 50,
  primary: 60,
  primary_link: 40,
  secondary: 50,
  secondary_link: 40,
  tertiary: 40,
  tertiary_link: 30,
  unclassified: 40,
  residential: 30,
  living_street: 15,
  road: 30,
  service: 15,
}

/** Whether a car may drive on a street with these tags. */
export function isDrivable(tags: Tags): boolean {
  if (tags.highway === undefined || !Object.hasOwn(usualSpeedKmh, tags.highway)) return false
  if (tags.area === 'yes') return false
  return (tags.motorcar ?? tags.motor_vehicle ?? tags.vehicle ?? tags.access) !== 'no'
}

const closedBarriers = new Set(['block', 'bollard', 'chain', 'debris', 'jersey_barrier', 'log', 'planter'])
const passes = new Set(['yes', 'designated', 'permissive', 'destination', 'private', 'customers'])

/** Whether a car cannot pass a node with these tags: a bollard and the like, or a barrier closed to cars. */
export function isClosedToCars(tags: Tags): boolean {
  if (tags.barrier === undefined) return false
  const access = tags.motorcar ?? tags.motor_vehicle ?? tags.vehicle ?? tags.access
  if (access !== undefined) return !passes.has(access)
  return closedBarriers.has(tags.barrier)
}

/** A value of `maxspeed`: km/h, or with the unit mph or knots; null for anything else, such as `signals` or `none`. */
function speedOf(value: string | undefined): number | null {
  const stated = /^(\d{1,3}(?:\.\d+)?)\s*(mph|knots|km\/h)?$/.exec(value?.trim() ?? '')
  if (stated === null) return null
  const factor = stated[2] === 'mph' ? 1.609344 : stated[2] === 'knots' ? 1.852 : 1
  const kmh = Number(stated[1]) * factor
  return kmh >= 5 ? kmh : null
}

/** The limit stated by `maxspeed`, else what is usual for the class; in km/h. */
export const speedLimitKmh = (tags: Tags): number =>
  speedOf(tags.maxspeed) ?? usualSpeedKmh[tags.highway ?? ''] ?? 30

/**
 * The limit that signs state, in km/h: the higher one where both directions differ. Null where none is stated for each
 * direction in which the street may be driven. Limits at certain hours, or of lorries, are not considered: they are lower.
 */
export function statedLimitKmh(tags: Tags): number | null {
  const both = speedOf(tags.maxspeed)
  const { forward, backward } = travelDirections(tags)
  let highest: number | null = null
  for (const direction of ['forward', 'backward'] as const) {
    if (direction === 'forward' ? !forward : !backward) continue
    const limit = speedOf(tags[`maxspeed:${direction}`]) ?? both
    if (limit === null) return null
    highest = Math.max(highest ?? 0, limit)
  }
  return highest
}

/** The directions of travel; a motorway and a roundabout are one-way unless their tags say otherwise. */
export function travelDirections(tags: Tags): { forward: boolean; backward: boolean } {
  const { oneway } = tags
  if (oneway === '-1' || oneway === 'reverse') return { forward: false, backward: true }
  const isImplied =
    oneway === undefined &&
    (tags.highway === 'motorway' || tags.junction === 'roundabout' || tags.junction === 'circular')
  const isOneWay = isImplied || oneway === 'yes' || oneway === 'true' || oneway === '1'
  return { forward: true, backward: !isOneWay }
}
