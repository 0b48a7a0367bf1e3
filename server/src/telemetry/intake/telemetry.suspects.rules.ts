import { distanceMetres } from '@rumbo/geo'
import { fastestBelievedKmh, storedToDegrees } from '../telemetry.rules.ts'
import type { Movement, MovementFix } from './telemetry.movement.ts'

/** Nearer fixes are believed at any speed: receivers drift, and device clocks have whole seconds. */
const nearestSuspectMetres = 1_000
/** Number of consistent suspect fixes in a row that confirm a new place. */
const confirmingFixes = 3

interface Place {
  latitude: number
  longitude: number
}

/** Distance in metres between places in stored units. */
export const metresBetween = (a: Place, b: Place): number =>
  distanceMetres(
    { latitude: storedToDegrees(a.latitude), longitude: storedToDegrees(a.longitude) },
    { latitude: storedToDegrees(b.latitude), longitude: storedToDegrees(b.longitude) },
  )

const isImpossible = (metres: number, ms: number): boolean =>
  metres > nearestSuspectMetres && metres * 3_600 > fastestBelievedKmh * ms

/**
 * `believed`: the vehicle is there. `suspect`: it cannot have reached the place, and the fix changes no state.
 * `confirmed`: the third suspect fix in a row that is consistent: the vehicle is there; its route is unknown.
 */
export type Belief = 'believed' | 'suspect' | 'confirmed'

function suspect(movement: Movement, fix: MovementFix, suspectFixes: number): Belief {
  movement.suspectFixes = suspectFixes
  movement.suspectAt = fix.at
  movement.suspectLatitude = fix.latitude
  movement.suspectLongitude = fix.longitude
  return 'suspect'
}

function clear(movement: Movement, belief: Belief): Belief {
  movement.suspectFixes = 0
  movement.suspectAt = null
  movement.suspectLatitude = 0
  movement.suspectLongitude = 0
  return belief
}

/**
 * Decides whether a usable fix is believed, and updates the count of suspect fixes in the movement.
 * @param metres from the last believed fix
 */
export function believe(movement: Movement, fix: MovementFix, metres: number): Belief {
  const { suspectAt } = movement
  const isFar = isImpossible(metres, fix.at - movement.at)
  if (suspectAt === null) return isFar ? suspect(movement, fix, 1) : 'believed'
  // A repeated or out-of-order fix confirms nothing.
  if (fix.at <= suspectAt) return isFar ? 'suspect' : clear(movement, 'believed')
  const fromSuspect = metresBetween(
    { latitude: movement.suspectLatitude, longitude: movement.suspectLongitude },
    fix,
  )
  // After some time the new place is reachable from the old one too, but the suspect place is still nearer.
  if (fromSuspect < metres && !isImpossible(fromSuspect, fix.at - suspectAt)) {
    const count = movement.suspectFixes + 1
    return count >= confirmingFixes ? clear(movement, 'confirmed') : suspect(movement, fix, count)
  }
  return isFar ? suspect(movement, fix, 1) : clear(movement, 'believed')
}
