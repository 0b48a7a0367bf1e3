import { can } from '@rumbo/contract/access'
import type { RuleConditions, RuleZone } from '@rumbo/contract/notifications.rules.contract'
import type { Zone } from '@rumbo/contract/places.zones.contract'
import { createAreasFinder } from '@rumbo/geo/geometry/area-finder'
import { findZonesById } from '../../places/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import type { ZonesAt } from './notifications.match.rules.ts'

interface Limited {
  companyId: string
  conditions: Pick<RuleConditions, 'zoneIds'>
}

/** Reads once the zones that rules are limited to; no query where none is. */
async function findZonesOfRules(tx: Transaction, rules: readonly Limited[]): Promise<Zone[]> {
  const companies = new Set(rules.map(({ companyId }) => companyId))
  const ids = new Set(rules.flatMap(({ conditions }) => conditions.zoneIds))
  const zones = await findZonesById(tx, [...ids])
  return zones.filter(({ companyId }) => companies.has(companyId))
}

/** Finds the zones of these rules that contain a place; under the system role, as everything here. */
export const readZonesAt = async (tx: Transaction, rules: readonly Limited[]): Promise<ZonesAt> =>
  createAreasFinder(await findZonesOfRules(tx, rules))

/** What the zones of rules are called, by their ids; deleted ones are missing. */
export async function readRuleZones(
  tx: Transaction,
  rules: readonly Limited[],
): Promise<ReadonlyMap<string, RuleZone>> {
  const zones = await findZonesOfRules(tx, rules)
  return new Map(zones.map(({ id, fleetId, name }) => [id, { id, fleetId, name }]))
}

/** Whether a person reads the zones of the fleet that this one belongs to. */
export const canReadZone = (
  actor: Actor,
  { companyId, fleetId }: Pick<Zone, 'companyId' | 'fleetId'>,
): boolean => can(actor, 'tariffs.read', { companyId, fleetId })

/**
 * Zones that a rule gets must be of its company, and of fleets whose zones the caller reads; those it had may be deleted
 * meanwhile. One of another company is reported as an unknown one.
 * @throws Problem `zone_unknown`
 */
export async function requireRuleZones(
  tx: Transaction,
  actor: Actor,
  { companyId, conditions }: Limited,
  before: readonly string[] = [],
): Promise<void> {
  const added = conditions.zoneIds.filter((id) => !before.includes(id))
  const zones = await findZonesById(tx, added)
  const known = zones.filter((zone) => zone.companyId === companyId && canReadZone(actor, zone))
  if (known.length < new Set(added).size) throw problem('zone_unknown')
}
