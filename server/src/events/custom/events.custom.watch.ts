import { id } from '@rumbo/contract/lists'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import { createFollower, type Follower } from '../../platform/follower.ts'
import type { CustomRuleInForce, CustomRulesInForce } from '../../telemetry/index.ts'
import { findRulesInForce, type RuleInForceRow } from './events.custom.watch.repository.ts'

export type CustomRuleWatch = CustomRulesInForce & Follower

const none: readonly CustomRuleInForce[] = []

function inForce({ vehicleIds, fleetId: _, ...rule }: RuleInForceRow): CustomRuleInForce {
  const chosen = vehicleIds && new Set(vehicleIds)
  return { ...rule, concerns: (vehicleId) => chosen === null || chosen.has(vehicleId) }
}

/** The active custom rules of a gateway process: of all fleets, in memory. */
export function createCustomRuleWatch(options: {
  database: Database
  bus: Pick<Bus, 'listen' | 'onReconnect'>
  log: Pick<Logger, 'warn'>
}): CustomRuleWatch {
  const { database, bus, log } = options
  const fleets = new Map<string, readonly CustomRuleInForce[]>()

  /** @param changed fleets by their ids; null: all */
  async function read(changed: ReadonlyMap<string, null> | null): Promise<void> {
    const fleetIds = changed && [...changed.keys()]
    const rows = await database.transaction(
      asSystem('custom rules'),
      (tx) => findRulesInForce(tx, fleetIds),
      { readOnly: true },
    )
    const found = new Map<string, CustomRuleInForce[]>()
    for (const row of rows) {
      const others = found.get(row.fleetId)
      if (others) others.push(inForce(row))
      else found.set(row.fleetId, [inForce(row)])
    }
    for (const fleetId of fleetIds ?? [...fleets.keys()]) if (!found.has(fleetId)) fleets.delete(fleetId)
    for (const [fleetId, rules] of found) fleets.set(fleetId, rules)
  }

  return {
    of: (fleetId) => fleets.get(fleetId) ?? none,
    ...createFollower({
      bus,
      log,
      channel: 'rumbo_custom_rules',
      what: 'custom rules',
      changedBy: (fleetId) => (id.safeParse(fleetId).success ? [fleetId, null] : null),
      read,
    }),
  }
}
