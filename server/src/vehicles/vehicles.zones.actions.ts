import { findZonesOfFleet, lockZonesOf } from '../places/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'

/** The names of these zones of a fleet, in their order by name. */
const namesOf = async (tx: Transaction, fleetId: string, zoneIds: readonly string[]): Promise<string[]> =>
  zoneIds.length === 0
    ? []
    : (await findZonesOfFleet(tx, fleetId))
        .filter(({ id }) => zoneIds.includes(id))
        .map(({ name }) => name)
        .sort()

/**
 * Locks the zones of a fleet that a vehicle is to work in, so that none is deleted before the transaction ends.
 * @throws Problem `zone_unknown` where one is of another fleet, or deleted
 */
export async function requireZones(
  tx: Transaction,
  { fleetId, workingZoneIds }: { fleetId: string; workingZoneIds: readonly string[] },
): Promise<void> {
  if (workingZoneIds.length === 0) return
  await lockZonesOf(tx, fleetId)
  const known = new Set((await findZonesOfFleet(tx, fleetId)).map(({ id }) => id))
  if (!workingZoneIds.every((id) => known.has(id))) throw problem('zone_unknown')
}

interface Zoned {
  fleetId: string
  workingZoneIds: readonly string[]
}

/** How the working zones of a vehicle changed, by name, for the audit entry. Default: they did not. */
export async function zoneChanges(
  tx: Transaction,
  before: Zoned,
  after: Zoned,
): Promise<{ workingZones?: readonly [string[], string[]] }> {
  if ([...before.workingZoneIds].sort().join() === [...after.workingZoneIds].sort().join()) return {}
  return {
    workingZones: [
      await namesOf(tx, before.fleetId, before.workingZoneIds),
      await namesOf(tx, after.fleetId, after.workingZoneIds),
    ],
  }
}
