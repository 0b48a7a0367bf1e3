import { demandMinutes } from '@rumbo/contract/dispatch.repositioning.contract'
import { dayOf, weekdayOf } from '@rumbo/contract/holidays'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import type { Coordinates } from '@rumbo/geo'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { findCompany } from '../../organisation/index.ts'
import { findZonesOfFleet, type Geocoding, type Roads } from '../../places/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { StaleLease } from '../engine/dispatch.engine.actions.ts'
import { readVehicles, withRemaining } from '../engine/dispatch.fleet-state.actions.ts'
import { acquireLease, holdLease, type Lease, releaseLeases } from '../engine/dispatch.leases.repository.ts'
import { createRemaining } from '../engine/dispatch.remaining.ts'
import { findReservations } from '../engine/dispatch.reservations.repository.ts'
import { findSettings } from '../engine/dispatch.settings.repository.ts'
import { findDrivenRoutes } from '../planned/dispatch.routes.actions.ts'
import { drivesToAreas } from './dispatch.area-drives.ts'
import { type DemandArea, findDemand } from './dispatch.demand.repository.ts'
import { comparedMs, predictDemand, quarterMs } from './dispatch.demand.rules.ts'
import { reachOf, type Standing, standingVehicles, within } from './dispatch.moves.rules.ts'
import { type Move, proposeMoves } from './dispatch.repositioning.rules.ts'
import { endSuggestions } from './dispatch.suggestions.actions.ts'
import {
  findRecentMoves,
  findRepositionedFleets,
  findSuggestions,
  insertSuggestion,
  type NewSuggestion,
} from './dispatch.suggestions.repository.ts'

export interface RepositioningDeps {
  database: Database
  roads: Pick<Roads, 'table'>
  geocoding: Pick<Geocoding, 'reverse'>
}
interface Place {
  companyId: string
  fleetId: string
}

const identity = asSystem('reposition vehicles')
/** How far back past days are compared, beyond the hours that are. */
const historyMs = 42 * dayMs
/** After the drive, a suggestion stays open this long for those who set off late. */
const graceMs = 10 * minuteMs

async function read(tx: Transaction, place: Place) {
  const { fleetId, companyId } = place
  const { now } = tx
  const zones = await findZonesOfFleet(tx, fleetId)
  const timeZone = (await findCompany(tx, companyId))?.timeZone ?? 'UTC'
  return {
    now,
    settings: await findSettings(tx, fleetId),
    vehicles: await readVehicles(tx, place),
    routes: await findDrivenRoutes(tx, [fleetId]),
    // Of a vehicle that a person reserved the rules know; one for later may still move.
    reservations: (await findReservations(tx, [fleetId])).filter(({ reservedBy }) => reservedBy === null),
    open: await findSuggestions(tx, [fleetId]),
    recent: await findRecentMoves(tx, fleetId),
    /** 0 is Monday. */
    weekday: weekdayOf(dayOf(now, timeZone)) - 1,
    demand: await findDemand(tx, fleetId, zones, {
      from: new Date(now.getTime() - historyMs - comparedMs),
      to: now,
    }),
  }
}

/** Finds moves for one fleet and stores them while the lease holds. @throws StaleLease */
async function suggestFor(
  { database, roads, geocoding }: RepositioningDeps,
  place: Place,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const state = await database.transaction(identity, (tx) => read(tx, place), { readOnly: true })
  const { now, settings, demand, weekday, open } = state
  const mostMoves = settings.mostMoving - open.length
  if (!settings.repositions || mostMoves <= 0 || demand.areas.length === 0) return
  const expected = predictDemand(
    { ...demand, areas: demand.areas.length, weekday },
    (demandMinutes * minuteMs) / quarterMs,
  )
  if (expected === null) return
  const placeOf = new Map(state.vehicles.map(({ vehicleId, place: at }) => [vehicleId, at]))
  const remaining = await createRemaining(roads)(
    state.routes,
    (id) => placeOf.get(id) ?? null,
    now.getTime(),
    signal,
  )
  const standing = standingVehicles({
    ...state,
    vehicles: withRemaining(state.vehicles, state.routes, remaining),
  })
  const drives = await drivesToAreas(roads, standing, demand.areas, expected, signal)
  const moves = proposeMoves({
    demand: expected,
    vehicles: standing,
    driveTo: drives.secondsTo,
    within: (area) => within(demand.areas[area] as DemandArea),
    mostMoves,
  })
  const suggestions: NewSuggestion[] = []
  for (const move of moves) {
    const area = demand.areas[move.area] as DemandArea
    suggestions.push({
      ...place,
      ...suggestionOf(move, standing, area),
      toName: area.name ?? (await nameOf(geocoding, area, signal)),
      isEstimate: drives.isEstimate(move.vehicle, move.area),
      expected: expected[move.area] as number,
      vehiclesThere: drives.vehiclesIn(move.area),
      expiresAt: new Date(now.getTime() + move.drive * 1000 + graceMs),
    })
  }
  if (suggestions.length > 0) await store(database, place, lease, suggestions)
}

function suggestionOf({ vehicle, drive, gain }: Move, standing: readonly Standing[], area: DemandArea) {
  const { vehicleId, vehicleNumber, driverId, driverName, place } = standing[vehicle] as Standing
  return {
    vehicleId,
    vehicleNumber,
    driverId,
    driverName,
    fromLatitude: place.latitude,
    fromLongitude: place.longitude,
    toLatitude: area.latitude,
    toLongitude: area.longitude,
    reachMetres: Math.round(reachOf(area)),
    driveSeconds: Math.round(drive),
    savedSeconds: Math.round(gain),
  }
}

/** What people call a place: its neighbourhood, else its street, else its coordinates. */
async function nameOf(geocoding: Pick<Geocoding, 'reverse'>, place: Coordinates, signal: AbortSignal) {
  const { latitude, longitude } = place
  const {
    places: [found],
  } = await geocoding.reverse([{ latitude, longitude }], 'es', signal)
  return found?.parts?.neighbourhood ?? found?.name ?? `${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
}

const store = (
  database: Database,
  place: Place,
  lease: Lease,
  suggestions: readonly NewSuggestion[],
): Promise<void> =>
  database.transaction(identity, async (tx) => {
    if (!(await holdLease(tx, lease))) throw new StaleLease()
    for (const suggestion of suggestions) await insertSuggestion(tx, suggestion)
    tx.stale({ domain: 'dispatch', ...place })
  })

/** Suggests moves in all fleets that want them and whose leases this process gets. */
export async function suggestMoves(
  deps: RepositioningDeps,
  log: Logger,
  signal = new AbortController().signal,
): Promise<void> {
  const { database } = deps
  const owner = uuid()
  const fleets = await database.transaction(identity, findRepositionedFleets, { readOnly: true })
  for (const place of fleets) {
    const lease = await database.transaction(identity, (tx) =>
      acquireLease(tx, place.fleetId, owner, 'repositioning'),
    )
    if (lease === null) continue
    await suggestFor(deps, place, lease, signal).catch((error: Error) => {
      if (!(error instanceof StaleLease))
        log.warn({ err: error, fleetId: place.fleetId }, 'could not suggest moves in a fleet; retrying')
    })
  }
  await database.transaction(identity, (tx) => releaseLeases(tx, owner))
}

/** Jobs of repositioning; idempotent. */
export const repositioningTasks = (deps: RepositioningDeps & { log: Logger }): Record<string, JobTask> => ({
  'dispatch:suggest-moves': (_payload, { signal }) => suggestMoves(deps, deps.log, signal),
  'dispatch:end-suggestions': () => endSuggestions(deps.database),
})
export const repositioningCrontab = [
  '*/5 * * * * dispatch:suggest-moves ?max=1&jobKey=dispatch:suggest-moves',
  '* * * * * dispatch:end-suggestions ?max=1&jobKey=dispatch:end-suggestions',
].join('\n')
