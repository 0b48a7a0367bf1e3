import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type FenceTestResult,
  historyTestLimits,
  type TestedEventKind,
  testFence,
} from '@rumbo/contract/geofences.history-test.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { prepareFence } from '@rumbo/geo/fences/prepared-fence'
import { v7 as uuid } from 'uuid'
import { findCompany, findFleet } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { plainResult, startWork, type WorkKind } from '../../platform/jobs/work.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { createFenceReplay, type FenceInForce, recordedFixes } from '../../telemetry/index.ts'
import { findVehicleDevice } from '../../vehicles/index.ts'
import { requireScope, requireTriggers } from '../geofences.checks.actions.ts'
import { problemsOfShape } from '../geofences.shapes.rules.ts'
import { findWatched, findWatchedShapes } from '../watch/geofences.watch.repository.ts'
import { inForceOf } from '../watch/geofences.watched-fleet.ts'
import { createTestedEvents, type TestedEvents } from './geofences.history-test.rules.ts'

export const fenceTestKind = 'geofences.test'

type TestBody = ParsedOf<typeof testFence>['body']

/** @throws Problem `fleet_denied`, `forbidden` */
async function requireFleet(tx: Transaction, actor: Actor, fleetId: string): Promise<string> {
  const fleet = await findFleet(tx, fleetId)
  if (!fleet?.is_active) throw problem('fleet_denied')
  requireCan(actor, 'geofences.edit', { companyId: fleet.company_id, fleetId })
  return fleet.company_id
}

/**
 * Queues a test of a geofence on history.
 * @throws Problem `fleet_denied`, `forbidden`, `fence_vehicle_unknown`, `checkpoint_unknown`, `history_range`,
 *   `validation_failed`
 */
export async function startFenceTest(
  tx: Transaction,
  actor: Actor,
  body: TestBody,
): Promise<{ workId: string }> {
  const companyId = await requireFleet(tx, actor, body.fleetId)
  const faults = problemsOfShape(body.shape)
  if (faults.length > 0) throw fieldProblem(...faults)
  const lengthMs = Date.parse(body.to) - Date.parse(body.from)
  if (lengthMs <= 0 || lengthMs > historyTestLimits.days * dayMs) throw problem('history_range')
  await requireScope(tx, body.fleetId, { kind: 'vehicles', vehicleIds: body.vehicleIds })
  await requireTriggers(tx, { id: uuid(), fleetId: body.fleetId, shape: body.shape }, body.triggers)
  return startWork(tx, fenceTestKind, body, companyId)
}

/** The fence of a test as gateways would have it; its checkpoints have the shapes they have now. */
async function fenceOf(tx: Transaction, { shape, sensitivity, triggers }: TestBody): Promise<FenceInForce> {
  const checkpoints = triggers.flatMap((trigger) =>
    trigger.kind === 'missed_checkpoint' ? trigger.fenceIds : [],
  )
  const watched = await findWatched(tx, checkpoints)
  const shapes = await findWatchedShapes(tx, watched)
  return inForceOf(
    {
      id: uuid(),
      fleetId: '',
      name: '',
      isActive: true,
      vehicleIds: null,
      triggers: triggers.map((trigger) => ({ ...trigger, id: trigger.id ?? uuid() })),
      sensitivity,
      isWorkshop: false,
      shapeVersion: 1,
    },
    prepareFence(shape),
    (id) => {
      const found = shapes.get(id)
      return found && prepareFence(found)
    },
  )
}

type Counts = FenceTestResult['counts']
const add = (counts: Counts, kind: TestedEventKind, amount = 1) => {
  counts[kind] = (counts[kind] ?? 0) + amount
}
const addAll = (counts: Counts, more: Counts) => {
  for (const [kind, amount] of Object.entries(more)) add(counts, kind as TestedEventKind, amount)
}

/**
 * The work `geofences.test`: runs the recorded positions of each vehicle through the fence, changes nothing, and writes a
 * `FenceTestResult`. Vehicles that the person may no longer see, or that have left the fleet, are left out.
 */
export const testFenceWork: WorkKind = async (payload, actor, database, io) => {
  const body = testFence.body?.parse(payload) as TestBody
  const asked = await database.transaction(actor, (tx) => prepareTest(tx, actor, body), { readOnly: true })
  const range = { fromMs: Date.parse(body.from), toMs: Date.parse(body.to) }
  const sums = { counts: {}, raised: {}, suppressed: 0 }
  const vehicles: FenceTestResult['vehicles'] = []
  const tested = createTestedEvents(historyTestLimits.events)
  for (const [done, vehicle] of asked.vehicles.entries()) {
    await io.progress(done, asked.vehicles.length)
    const summary = await replayVehicle(database, actor, vehicle, range, asked, tested, io.signal)
    vehicles.push(summary)
    sums.suppressed += summary.suppressed
    addAll(sums.counts, summary.counts)
    addAll(sums.raised, summary.raised)
  }
  await io.progress(asked.vehicles.length, asked.vehicles.length)
  const result: FenceTestResult = { ...sums, vehicles, ...tested.list() }
  const name = 'geofence-test.json'
  const id = await io.saveFile(name, 'application/json', Buffer.from(JSON.stringify(result)))
  return plainResult({ id, name })
}

async function prepareTest(tx: Transaction, actor: Actor, body: TestBody) {
  const companyId = await requireFleet(tx, actor, body.fleetId)
  const timeZone = (await findCompany(tx, companyId))?.timeZone ?? 'UTC'
  const found = []
  for (const id of new Set(body.vehicleIds)) {
    const vehicle = await findVehicleDevice(tx, id)
    if (vehicle?.fleetId === body.fleetId) found.push(vehicle)
  }
  return { fence: await fenceOf(tx, body), timeZone, vehicles: found }
}

async function replayVehicle(
  database: Database,
  actor: Actor,
  { id: vehicleId, vehicleNo, vehicleNumber }: { id: string; vehicleNo: number; vehicleNumber: string },
  range: { fromMs: number; toMs: number },
  { fence, timeZone }: { fence: FenceInForce; timeZone: string },
  tested: TestedEvents,
  signal: AbortSignal,
): Promise<FenceTestResult['vehicles'][number]> {
  const replay = createFenceReplay(fence, timeZone)
  const counts: Counts = {}
  const raised: Counts = {}
  let positions = 0
  for await (const fixes of recordedFixes(database, actor, vehicleNo, range)) {
    signal.throwIfAborted()
    positions += fixes.length
    for (const fix of fixes)
      for (const { kind, time, place, isRaised } of replay.take(fix)) {
        const { latitude, longitude } = place
        add(counts, kind)
        if (isRaised) add(raised, kind)
        tested.add({ vehicleId, kind, at: new Date(time).toISOString(), latitude, longitude, isRaised })
      }
  }
  const { suppressed, inside } = replay
  return { vehicleId, vehicleNumber, positions, counts, raised, suppressed, inside }
}
