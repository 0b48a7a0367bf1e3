import { id } from '@rumbo/contract/lists'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import type { CustomRuleInForce, CustomRulesInForce } from '../../telemetry/index.ts'
import { findRulesInForce, type RuleInForceRow } from './events.custom.watch.repository.ts'

export interface CustomRuleWatch extends CustomRulesInForce {
  /** Reads all rules, however often the database fails, and follows their changes from then on. */
  start(): Promise<void>
  /** Resolves when everything that was notified until now is known. */
  settled(): Promise<void>
  end(): void
}

const none: readonly CustomRuleInForce[] = []
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

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
  /** Fleets to read. */
  let wanted = new Set<string>()
  let mustReadAll = false
  let reading: Promise<void> | null = null
  let hasEnded = false
  const unsubscribes: (() => void)[] = []

  /** @param fleetIds null: all */
  async function read(fleetIds: ReadonlySet<string> | null): Promise<void> {
    const rows = await database.transaction(
      asSystem('custom rules'),
      (tx) => findRulesInForce(tx, fleetIds && [...fleetIds]),
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

  async function readWanted(): Promise<void> {
    for (let attempt = 1; !hasEnded && (mustReadAll || wanted.size > 0); ) {
      const asked = mustReadAll ? null : wanted
      mustReadAll = false
      wanted = new Set()
      try {
        await read(asked)
        attempt = 1
      } catch (error) {
        if (asked === null) mustReadAll = true
        wanted = new Set([...(asked ?? []), ...wanted])
        log.warn({ err: error, attempt }, 'could not read custom rules; retrying')
        await pause(Math.min(1_000, 25 * 2 ** attempt))
        attempt = Math.min(attempt + 1, 6)
      }
    }
  }

  /** One reading at a time, so that an older answer never replaces a newer one. */
  function refresh(): Promise<void> {
    reading ??= readWanted().finally(() => {
      reading = null
    })
    return reading
  }

  function noteChange(fleetId: string): void {
    if (id.safeParse(fleetId).success) wanted.add(fleetId)
    else mustReadAll = true
    void refresh()
  }
  function readAll(): Promise<void> {
    mustReadAll = true
    return refresh()
  }

  return {
    of: (fleetId) => fleets.get(fleetId) ?? none,
    async start() {
      unsubscribes.push(
        bus.listen('rumbo_custom_rules', noteChange),
        bus.onReconnect(() => void readAll()),
      )
      await readAll()
    },
    settled: () => reading ?? Promise.resolve(),
    end() {
      hasEnded = true
      for (const unsubscribe of unsubscribes.splice(0)) unsubscribe()
    },
  }
}
