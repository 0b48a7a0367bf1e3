import { secondMs } from '@rumbo/contract/time-units'
import type { ApproachAlert } from '@rumbo/contract/watchpoints.approach.contract'
import type { Logger } from 'pino'
import type { Roads } from '../places/index.ts'
import { asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { repeatEvery } from '../platform/repeat.ts'
import { createSemaphore } from '../platform/semaphore.ts'
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

/** Fleets whose alerts are checked at a time. */
const fleetsAtOnce = 4

interface ApproachDeps {
  database: Database
  roads: Pick<Roads, 'table'>
  log: Pick<Logger, 'warn'>
}

const announce = (tx: Transaction, ended: readonly EndedAlert[]) => {
  for (const alert of ended) tx.stale({ domain: 'approach', ...alert })
}

/**
 * Checks all alerts that wait, and ends those that are met or whose time is over; the first failure is logged. Several
 * processes may do it at once.
 */
export async function checkApproaches({ database, roads, log }: ApproachDeps): Promise<void> {
  const open = await database.transaction(asSystem('approach alerts'), async (tx) => {
    announce(tx, await endExpired(tx, longestPauseMs))
    await forgetAlerts(tx)
    return findOpenAlerts(tx)
  })
  let failures = 0
  // What fails is checked with the next pass, and does not keep others waiting.
  const failed = (error: unknown) => {
    failures += 1
    if (failures === 1) log.warn({ err: error }, 'could not check an approach alert; retrying')
  }
  const limited = createSemaphore(fleetsAtOnce)
  const fleetIds = [...new Set(open.map((alert) => alert.fleetId))]
  const alertsOf = (fleetId: string) => open.filter((alert) => alert.fleetId === fleetId)
  await Promise.all(
    fleetIds.map((fleetId) =>
      limited(() => checkFleet({ database, roads }, fleetId, alertsOf(fleetId), failed)).catch(failed),
    ),
  )
}

async function checkFleet(
  { database, roads }: Pick<ApproachDeps, 'database' | 'roads'>,
  fleetId: string,
  alerts: readonly ApproachAlert[],
  failed: (error: unknown) => void,
): Promise<void> {
  const { vehicles, nowMs } = await database.transaction(
    asSystem('approach alerts'),
    async (tx) => ({ vehicles: await liveVehicles(tx, fleetId), nowMs: tx.now.getTime() }),
    { readOnly: true },
  )
  const checked: string[] = []
  for (const alert of alerts) {
    try {
      const near = await findNear(roads, alert, vehicles, nowMs)
      checked.push(alert.id)
      if (near)
        await database.transaction(asSystem('approach alerts'), async (tx) =>
          announce(tx, await endNear(tx, alert.id, near)),
        )
    } catch (error) {
      failed(error)
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
export function watchApproaches(deps: ApproachDeps): () => Promise<void> {
  return repeatEvery(passMs, () => checkApproaches(deps), {
    log: deps.log,
    failed: 'could not check approach alerts; retrying',
  })
}
