import type { Level, Target } from '@rumbo/contract/access'
import { scopeMatches } from '@rumbo/contract/access'
import { refusalToChange } from '../../identity/index.ts'
import { type HeldAssignment, scopesOf } from '../organisation.rules.ts'

export interface PlacedPerson {
  id: string
  level: Level
  /** Every company and fleet the person belongs to. */
  reach: readonly Target[]
  held: readonly HeldAssignment[]
}

/**
 * Why the actor may not change this person's place in the fleet; null if they may. Besides those who may change the
 * person, anyone may add a place that grants nothing new because the person manages the whole company already.
 */
export function refusalToPlace(
  actor: Parameters<typeof refusalToChange>[0],
  person: PlacedPerson,
  fleet: { companyId: string; fleetId: string },
  change: 'give' | 'give-primary' | 'take',
): 'user_not_found' | 'forbidden' | null {
  const refusal = refusalToChange(actor, person)
  if (refusal === null) return null
  const grantsNothing =
    person.level !== 'guest' &&
    scopesOf(person.level, person.held, null).some((scope) => scopeMatches(scope, fleet, 'manage'))
  const mayHaveFlag = change === 'give' || person.id === actor.userId
  if (change !== 'take' && grantsNothing && mayHaveFlag) return null
  return refusal === 'user_not_found' ? 'user_not_found' : 'forbidden'
}

interface FleetPlace {
  userId: string
  role: string
  isPrimary: boolean
}

/** The differences between present and wanted places: removed, added, and those where only the primary flag changes. */
export function placeChanges(present: readonly FleetPlace[], wanted: readonly FleetPlace[]) {
  const same = (left: FleetPlace) => (right: FleetPlace) =>
    left.userId === right.userId && left.role === right.role
  const taken = present.filter((place) => !wanted.some(same(place)))
  const given = wanted.filter((place) => !present.some(same(place)))
  const flagged = wanted.filter((place) => {
    const before = present.find(same(place))
    return before !== undefined && before.isPrimary !== place.isPrimary
  })
  return { taken, given, flagged }
}
