import { can } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { featureNames, features, isCoreFeature, isLocked } from '@rumbo/contract/features'
import type { fleetConfiguration, saveFleetConfiguration } from '@rumbo/contract/organisation.contract'
import type * as z from 'zod'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { featureChanges, switchedOffAfter } from './organisation.features.rules.ts'
import { forgetPeopleOf, recordFleetChange } from './organisation.fleets.actions.ts'
import { type FleetRow, findFleet, lockFleet, rewriteFeatures } from './organisation.fleets.repository.ts'

type FleetConfiguration = z.output<typeof fleetConfiguration>

const configurationOf = (fleet: FleetRow): FleetConfiguration => ({
  fleetId: fleet.id,
  fleetName: fleet.name,
  tier: fleet.tier,
  features: featureNames.map((feature) => ({
    feature,
    category: features[feature].category,
    isEnabled: fleet.features.includes(feature),
    isCore: isCoreFeature(feature),
    isLocked: isLocked(feature, fleet.tier),
    tier: features[feature].tier,
  })),
  version: fleet.configurationVersion,
})

/** Ids outside the caller's scopes and unknown ids are refused alike. */
export async function readConfigurationOf(tx: Transaction, id: string): Promise<FleetConfiguration> {
  const fleet = await findFleet(tx, id)
  if (!fleet) throw problem('fleet_denied')
  return configurationOf(fleet)
}

/** Switches features on and off. Under the system role, because people whom the actor cannot see are affected too. */
export async function saveConfigurationOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { enabled, version }: ParsedOf<typeof saveFleetConfiguration>['body'],
): Promise<FleetConfiguration> {
  const before = await lockFleet(tx, id)
  const target = before && { companyId: before.company_id, fleetId: id }
  if (!target || !can(actor, 'fleets.read', target)) throw problem('fleet_denied')
  requireCan(actor, 'fleetConfiguration.edit', target)
  if (version !== before.configurationVersion) {
    throw problem('stale_version', {
      current: configurationOf(before),
      changedBy: before.configuredByName,
      changedAt: before.configuredAt ?? before.updatedAt,
    })
  }
  const locked = enabled.find((feature) => isLocked(feature, before.tier))
  if (locked) throw problem('feature_locked', { tier: features[locked].tier })
  await rewriteFeatures(tx, id, switchedOffAfter(before, enabled))
  await forgetPeopleOf(tx, before.company_id)
  const after = await readConfigurationOf(tx, id)
  recordFleetChange(tx, 'fleet.configured', before, featureChanges(before.features, after))
  return after
}
