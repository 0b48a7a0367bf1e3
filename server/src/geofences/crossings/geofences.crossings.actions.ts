import type { OutputOf } from '@rumbo/contract/endpoint'
import type { countCrossings, listInside } from '@rumbo/contract/geofences.crossings.contract'
import { secondMs } from '@rumbo/contract/time-units'
import { findFleet } from '../../organisation/index.ts'
import { type Actor, asSystem, requireCan } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { problem } from '../../platform/problem.ts'
import type { FenceOccurrence } from '../../telemetry/index.ts'
import {
  countToday,
  findInside,
  findRaised,
  forgetCrossings,
  forgetRaised,
  insertCrossings,
  type NewCrossing,
  type Raised,
  writeRaised,
} from './geofences.crossings.repository.ts'
import { type FenceFinding, findingOf } from './geofences.findings.rules.ts'
import { leaveWorkshops } from './geofences.workshops.actions.ts'

function crossingOf({ event, triggers: _, ...given }: FenceOccurrence): NewCrossing[] {
  if (event.type !== 'entry' && event.type !== 'exit') return []
  const { companyId, fleetId, fenceId, shapeVersion, vehicleId } = given
  return [
    {
      crossedAt: new Date(event.time),
      confirmedAt: new Date(event.confirmedAt),
      companyId,
      fleetId,
      fenceId,
      shapeVersion,
      vehicleId,
      isEntry: event.type === 'entry',
    },
  ]
}

/** Leaves out what a cool-down keeps quiet, by the device's clock. */
async function withoutCooling(
  tx: Transaction,
  wanted: readonly { finding: FenceFinding; cooldownSeconds: number }[],
): Promise<FenceFinding[]> {
  const cooling = wanted.filter(({ cooldownSeconds }) => cooldownSeconds > 0)
  if (cooling.length === 0) return wanted.map(({ finding }) => finding)
  const keyOf = (triggerId: string, vehicleId: string) => `${triggerId} ${vehicleId}`
  const pairs = cooling.map(({ finding: { ruleId, vehicleId } }) => ({ triggerId: ruleId, vehicleId }))
  const raised = new Map(
    (await findRaised(tx, pairs)).map((one) => [keyOf(one.triggerId, one.vehicleId), one.raisedAt.getTime()]),
  )
  const changed = new Map<string, Raised>()
  const findings: FenceFinding[] = []
  for (const { finding, cooldownSeconds } of wanted) {
    const { ruleId: triggerId, vehicleId, at: raisedAt } = finding
    if (cooldownSeconds > 0) {
      const key = keyOf(triggerId, vehicleId)
      const before = raised.get(key)
      if (before !== undefined && raisedAt.getTime() - before < cooldownSeconds * secondMs) continue
      raised.set(key, raisedAt.getTime())
      changed.set(key, { triggerId, vehicleId, raisedAt })
    }
    findings.push(finding)
  }
  await writeRaised(tx, [...changed.values()])
  return findings
}

/**
 * Records entries and exits in the transaction of their batch, with the vehicles of wanted events locked.
 * @returns what becomes events
 */
export async function recordCrossings(
  tx: Transaction,
  occurrences: readonly FenceOccurrence[],
): Promise<FenceFinding[]> {
  const crossings = occurrences.flatMap(crossingOf)
  await insertCrossings(tx, crossings)
  for (const fleetId of new Set(crossings.map((one) => one.fleetId))) {
    const companyId = crossings.find((one) => one.fleetId === fleetId)?.companyId
    tx.stale({ domain: 'crossings', companyId, fleetId })
  }
  const wanted = occurrences.flatMap((occurrence) =>
    occurrence.triggers.map((trigger) => ({
      finding: findingOf(occurrence, trigger),
      cooldownSeconds: trigger.cooldownSeconds,
    })),
  )
  return withoutCooling(tx, wanted)
}

/** Who drives in a fleet sees it, not its fences. @throws Problem `fleet_denied`, `forbidden` */
async function requireFleet(database: Database, actor: Actor, id: string) {
  const fleet = await database.transaction(actor, (tx) => findFleet(tx, id), { readOnly: true })
  if (!fleet) throw problem('fleet_denied')
  const place = { fleetId: fleet.id, companyId: fleet.company_id }
  requireCan(actor, 'geofences.read', place)
  return place
}

/** What vehicles are in, which only gateways write and the system reads. @throws Problem `fleet_denied` */
export async function listInsideOf(
  database: Database,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof listInside>> {
  const { fleetId } = await requireFleet(database, actor, id)
  return database.transaction(asSystem('vehicles inside fences', actor), (tx) => findInside(tx, fleetId), {
    readOnly: true,
  })
}

/** @throws Problem `fleet_denied` */
export async function countCrossingsOf(
  database: Database,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof countCrossings>> {
  const fleet = await requireFleet(database, actor, id)
  return database.transaction(asSystem('crossings of a day', actor), (tx) => countToday(tx, fleet), {
    readOnly: true,
  })
}

const forgottenAtOnce = 10_000
/** Deletes crossings beyond the companies' retention, some at a time. */
export async function forgetOldCrossings(database: Database, signal?: AbortSignal): Promise<void> {
  await database.transaction(asSystem('retention of cool-downs'), forgetRaised)
  for (let gone = forgottenAtOnce; gone === forgottenAtOnce && !signal?.aborted; )
    gone = await database.transaction(asSystem('retention of crossings'), (tx) =>
      forgetCrossings(tx, forgottenAtOnce),
    )
}

const forgetTask = 'geofences:forget'
const workshopsTask = 'geofences:workshops'
/** Jobs of geofences. */
export const fenceTasks = ({ database }: { database: Database }): Record<string, JobTask> => ({
  [forgetTask]: (_payload, { signal }) => forgetOldCrossings(database, signal),
  [workshopsTask]: () => leaveWorkshops(database),
})
export const fenceCrontab = [
  `47 9 * * * ${forgetTask} ?fill=1d`,
  `* * * * * ${workshopsTask} ?max=1&jobKey=${workshopsTask}`,
].join('\n')
