import { minuteMs } from '@rumbo/contract/time-units'
import type { Incident } from '@rumbo/simulator'
import { createPick } from './pick.ts'
import type { DemoFleet } from './simulated-fleet.ts'
import { allVehicles } from './vehicles.ts'

/** Soon after the start one of each, so that all of them are seen. */
const first: readonly (readonly [afterSeconds: number, incident: Incident])[] = [
  [30, 'speeding'],
  [50, 'low_fuel'],
  [75, 'harsh_braking'],
  [100, 'crash'],
  [140, 'harsh_acceleration'],
  [170, 'low_battery'],
  [200, 'road_speeding'],
]
const later: readonly Incident[] = [
  'speeding',
  'harsh_braking',
  'low_fuel',
  'harsh_acceleration',
  'road_speeding',
  'low_battery',
  'harsh_braking',
  'crash',
]
const minutesBetween = { least: 6, most: 12 }

/** Lets vehicles of the demo drive so that their readings become events: what no tracker reports by itself. */
export function createIncidentActivity(options: {
  fleet: DemoFleet
  random: () => number
  now?: () => number
}) {
  const { fleet, random, now = Date.now } = options
  const pick = createPick(random)
  // Both state fuel and battery, and their speeds to the kilometre an hour or better.
  const devices = allVehicles()
    .filter(
      ({ simulated }) =>
        ['teltonika', 'osmand'].includes(simulated.protocol) && simulated.behaviour === 'roaming',
    )
    .map(({ imei }) => imei)
  const startedAt = now()
  let caused = 0
  let causeAt = startedAt + (first[0]?.[0] ?? 0) * 1000

  return {
    /** Call it every few seconds. */
    update() {
      if (now() < causeAt || devices.length === 0) return
      fleet.cause(pick(devices), first[caused]?.[1] ?? pick(later))
      caused += 1
      const next = first[caused]
      const { least, most } = minutesBetween
      causeAt = next ? startedAt + next[0] * 1000 : now() + (least + random() * (most - least)) * minuteMs
    },
  }
}
