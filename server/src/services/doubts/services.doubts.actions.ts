import type { Place } from '@rumbo/contract/places.contract'
import type { PlannedStopInput } from '@rumbo/contract/services.contract'
import type { Coordinates } from '@rumbo/geo'
import type { Geocoding } from '../../places/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { findUsualPlace } from './services.doubts.repository.ts'
import { doubtsOf } from './services.doubts.rules.ts'

export interface PlaceDeps {
  geocoding: Pick<Geocoding, 'reverse'>
}

/** Milliseconds to wait for the places; without them nothing is doubted because of them. */
const patienceMs = 1_500

/** The street or town nearest to each stop; empty where they cannot be looked up in time. */
export async function findPlaces(
  { geocoding }: PlaceDeps,
  { plannedStops, areStopsConfirmed }: { plannedStops: readonly Coordinates[]; areStopsConfirmed: boolean },
): Promise<readonly (Place | null)[]> {
  if (areStopsConfirmed) return []
  const patience = AbortSignal.timeout(patienceMs)
  const outOfTime = new Promise<null>((resolve) => {
    patience.addEventListener('abort', () => resolve(null), { once: true })
  })
  const points = plannedStops.map(({ latitude, longitude }) => ({ latitude, longitude }))
  try {
    return (await Promise.race([geocoding.reverse(points, 'es', patience), outOfTime]))?.places ?? []
  } catch {
    return []
  }
}

interface ToCheck {
  fleetId: string
  plannedStops: readonly Pick<PlannedStopInput, 'latitude' | 'longitude'>[]
  areStopsConfirmed: boolean
}

/**
 * Asks for confirmation of stops far from every street, or from where the fleet drives.
 * @param known stops that are on record already, and stay unasked
 * @throws Problem `stop_doubtful`, with the stops
 */
export async function requireSureStops(
  tx: Transaction,
  body: ToCheck,
  found: { places: readonly (Place | null)[]; hasNoRoad: boolean },
  known: readonly Coordinates[],
): Promise<void> {
  if (body.areStopsConfirmed) return
  const doubts = doubtsOf({
    ...found,
    stops: body.plannedStops,
    middle: await findUsualPlace(tx, body.fleetId),
    known,
  })
  if (doubts.length > 0) throw new Problem('stop_doubtful', { errors: doubts })
}
