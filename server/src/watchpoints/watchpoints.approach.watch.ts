import { secondMs } from '@rumbo/contract/time-units'
import type { ApproachAlert } from '@rumbo/contract/watchpoints.approach.contract'
import type { Logger } from 'pino'
import type { Roads } from '../places/index.ts'
import { asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { liveVehicles } from '../vehicles/index.ts'
import {
  type EndedAlert,
  endExpired,
  endNear,
  findOpenAlerts,
  forgetAlerts,
  noteChecked,
} from './watchpoints.approach.repository.ts'
import { approaching, firstWithin, placeOf } from './watchpoints.approach.rules.ts'

const passMs = 5 * secondMs
/** Not checked for longer, an alert may have missed a vehicle. */
const longestPauseMs = 60 * secondMs

interface ApproachDeps {
  database: Database
  roads: Pick<Roads, 'table'>
}

const announce = (tx: Transaction, ended: readonly EndedAlert[]) => {
  for (const alert of ended) tx.stale({ domain: 'approach', ...alert })
}

/** Checks all alerts that wait, and ends those that are met or whose time is over. Several processes may do it at once. */
export async function checkApproaches({ database, roads }: ApproachDeps): Promise<void> {
  const open = await database.transaction(asSystem('approach alerts'), async (tx) => {
    announce(tx, await endExpired(tx, longestPauseMs))
    await forgetAlerts(tx)
    return findOpenAlerts(tx)
  })
  const checked: string[] = []
  for (const fleetId of new Set(open.map((alert) => alert.fleetId))) {
    const { vehicles, nowMs } = await database.transaction(
      asSystem('approach alerts'),
      async (tx) => ({ vehicles: await liveVehicles(tx, fleetId), nowMs: tx.now.getTime() }),
      { readOnly: true },
    )
    for (const alert of open.filter((one) => one.fleetId === fleetId)) {
      // One that fails is checked with the next pass, and does not keep others waiting.
      const near = await findNear(roads, alert, vehicles, nowMs).catch(() => 'failed' as const)
      if (near === 'failed') continue
      checked.push(alert.id)
      if (near)
        await database.transaction(asSystem('approach alerts'), async (tx) =>
          announce(tx, await endNear(tx, alert.id, near)),
        )
    }
  }
  if (checked.length > 0)
    await database.transaction(asSystem('approach alerts'), (tx) => noteChecked(tx, checked, longestPauseMs))
}

async function findNear(
  roads: ApproachDeps['roads'],
  alert: ApproachAlert,
  vehicles: Awaited<ReturnType<typeof liveVehicles>>,
  nowMs: number,
): Promise<ApproachAlert['near']> {
  const place = placeOf(alert, vehicles)
  const candidates = approaching(vehicles, alert, place, nowMs)
  if (candidates.length === 0) return null
  const table = await roads.table(candidates, [place])
  const first = firstWithin(candidates, table.seconds, alert.minutes)
  return (
    first && {
      vehicleId: first.vehicle.id,
      vehicleNumber: first.vehicle.vehicleNumber,
      seconds: first.seconds,
      isEstimate: table.isEstimated[first.at] === true,
    }
  )
}

/** Checks every five seconds. @returns a function that ends it */
export function watchApproaches({ log, ...deps }: ApproachDeps & { log: Logger }): () => Promise<void> {
  let current: Promise<void> | null = null
  const timer = setInterval(() => {
    current ??= checkApproaches(deps)
      .catch((error: Error) => log.warn({ err: error }, 'could not check approach alerts; retrying'))
      .finally(() => {
        current = null
      })
  }, passMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await current
  }
}
