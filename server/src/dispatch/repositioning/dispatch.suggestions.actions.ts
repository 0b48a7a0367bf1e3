import type { Suggestion } from '@rumbo/contract/dispatch.repositioning.contract'
import { distanceMetres } from '@rumbo/geo'
import { type Actor, asSystem, requireCan } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { liveVehicles } from '../../vehicles/index.ts'
import {
  endOverdue,
  endSuggestion,
  findSuggestedFleets,
  findSuggestionOf,
  findSuggestions,
  lockSuggestion,
  type StoredSuggestion,
} from './dispatch.suggestions.repository.ts'

const identity = asSystem('end suggestions')

const whyOf = ({ expected, vehiclesThere, driveSeconds, isEstimate }: StoredSuggestion) => ({
  expected: Math.round(expected * 10) / 10,
  vehiclesThere,
  driveSeconds,
  isEstimate,
})

/** Open suggestions of fleets; none outside the caller's scopes. */
export async function suggestionsOf(tx: Transaction, fleetIds: readonly string[]): Promise<Suggestion[]> {
  const stored = await findSuggestions(tx, fleetIds)
  return stored.map((one) => ({
    id: one.id,
    fleetId: one.fleetId,
    vehicleId: one.vehicleId,
    vehicleNumber: one.vehicleNumber,
    driverName: one.driverName,
    from: { latitude: one.fromLatitude, longitude: one.fromLongitude },
    to: { latitude: one.toLatitude, longitude: one.toLongitude },
    toName: one.toName,
    ...whyOf(one),
    savedSeconds: one.savedSeconds,
    suggestedAt: one.suggestedAt.toISOString(),
    expiresAt: one.expiresAt.toISOString(),
  }))
}

/** What the driver of a vehicle sees of its suggestion; null without an open one. */
export async function driverSuggestionOf(tx: Transaction, vehicleId: string) {
  const found = await findSuggestionOf(tx, vehicleId)
  return (
    found && {
      id: found.id,
      to: { latitude: found.toLatitude, longitude: found.toLongitude },
      toName: found.toName,
      ...whyOf(found),
      expiresAt: found.expiresAt.toISOString(),
    }
  )
}

/** Ends a suggestion; one that ended already stays as it ended. @throws Problem `suggestion_not_found` */
export async function dismissSuggestionOf(tx: Transaction, actor: Actor, id: string): Promise<void> {
  const found = await lockSuggestion(tx, id)
  if (!found) throw problem('suggestion_not_found')
  requireCan(actor, 'services.dispatch', found)
  await dismiss(tx, found)
}

/**
 * The driver will not move. Runs under the system role.
 * @param vehicleId of the driver's running shift
 * @throws Problem `suggestion_not_found` for another vehicle's
 */
export async function dismissOwnSuggestionOf(tx: Transaction, vehicleId: string, id: string): Promise<void> {
  const found = await lockSuggestion(tx, id)
  if (found?.vehicleId !== vehicleId) throw problem('suggestion_not_found')
  await dismiss(tx, found)
}

async function dismiss(
  tx: Transaction,
  found: NonNullable<Awaited<ReturnType<typeof lockSuggestion>>>,
): Promise<void> {
  const { id, status, companyId, fleetId, vehicleId, vehicleNumber, toName } = found
  if (status !== 'open') return
  await endSuggestion(tx, id, 'dismissed')
  tx.stale({ domain: 'dispatch', fleetId, companyId })
  tx.audit({
    action: 'dispatch.suggestion_dismissed',
    entity: 'vehicle',
    entityId: vehicleId,
    entityName: vehicleNumber,
    companyId,
    fleetId,
    changes: { suggestion: [toName, null] },
  })
}

/** Ends suggestions whose vehicles arrived or got something else to do, and those past their time. */
export async function endSuggestions(database: Database): Promise<void> {
  const fleets = await database.transaction(identity, findSuggestedFleets, { readOnly: true })
  for (const { fleetId, companyId } of fleets)
    await database.transaction(identity, async (tx) => {
      let ended = await endOverdue(tx, fleetId)
      const live = new Map((await liveVehicles(tx, fleetId)).map((vehicle) => [vehicle.id, vehicle]))
      for (const { id, vehicleId, reachMetres, toLatitude, toLongitude } of await findSuggestions(tx, [
        fleetId,
      ])) {
        const { latitude = null, longitude = null } = live.get(vehicleId) ?? {}
        if (latitude === null || longitude === null) continue
        const far = distanceMetres({ latitude, longitude }, { latitude: toLatitude, longitude: toLongitude })
        if (far > reachMetres) continue
        await endSuggestion(tx, id, 'followed')
        ended += 1
      }
      if (ended > 0) tx.stale({ domain: 'dispatch', fleetId, companyId })
    })
}
