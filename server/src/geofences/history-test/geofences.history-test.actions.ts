import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type FenceTestResult,
  type TestedEventKind,
  testFence,
} from '@rumbo/contract/geofences.history-test.contract'
import { prepareFence } from '@rumbo/geo/fences/prepared-fence'
import { v7 as uuid } from 'uuid'
import { findCompany, findFleet } from '../../organisation/index.ts'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { startWork, type WorkKind } from '../../platform/jobs/work.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import {
  createFenceReplay,
  type FenceInForce,
  findTestedVehicles,
  recordedFixes,
  requireTestPeriod,
  saveTestResult,
  testVehicles,
} from '../../telemetry/index.ts'
import type { VehicleDevice } from '../../vehicles/index.ts'
import { requireScope, requireTriggers } from '../geofences.checks.actions.ts'
import { problemsOfShape } from '../geofences.shapes.rules.ts'
import { findWatched, findWatchedShapes } from '../watch/geofences.watch.repository.ts'
import { inForceOf } from '../watch/geofences.watched-fleet.ts'

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
  requireTestPeriod(body)
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
  const range = requireTestPeriod(body)
  const tested = await testVehicles<FenceTestResult['vehicles'][number], FenceTestResult['events'][number]>(
    asked.vehicles,
    io,
    (vehicle, add) => replayVehicle(database, actor, vehicle, range, asked, add, io.signal),
  )
  const result: FenceTestResult = { counts: {}, raised: {}, suppressed: 0, ...tested }
  for (const { counts, raised, suppressed } of tested.vehicles) {
    result.suppressed += suppressed
    addAll(result.counts, counts)
    addAll(result.raised, raised)
  }
  return saveTestResult(io, 'geofence-test.json', result)
}

async function prepareTest(tx: Transaction, actor: Actor, body: TestBody) {
  const companyId = await requireFleet(tx, actor, body.fleetId)
  const timeZone = (await findCompany(tx, companyId))?.timeZone ?? 'UTC'
  return { fence: await fenceOf(tx, body), timeZone, vehicles: await findTestedVehicles(tx, body) }
}

async function replayVehicle(
  database: Database,
  actor: Actor,
  { id: vehicleId, vehicleNo, vehicleNumber }: VehicleDevice,
  range: { fromMs: number; toMs: number },
  { fence, timeZone }: { fence: FenceInForce; timeZone: string },
  list: (event: FenceTestResult['events'][number]) => void,
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
      for (const { kind, time, place, silence } of replay.take(fix)) {
        const { latitude, longitude } = place
        add(counts, kind)
        if (!silence) add(raised, kind)
        list({ vehicleId, kind, at: new Date(time).toISOString(), latitude, longitude, silence })
      }
  }
  const { suppressed, inside } = replay
  return { vehicleId, vehicleNumber, positions, counts, raised, suppressed, inside }
}
