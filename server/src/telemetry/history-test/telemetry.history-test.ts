/** What all tests on history have in common: whose history, how long, and their result, gathered vehicle by vehicle. */
import { historyTestLimits } from '@rumbo/contract/telemetry.history-test'
import { dayMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'
import { plainResult, type WorkIo, type WorkResult } from '../../platform/jobs/work.ts'
import { problem } from '../../platform/problem.ts'
import { findVehicleDevice, type VehicleDevice } from '../../vehicles/index.ts'
import type { MomentRange } from '../history/telemetry.history.rules.ts'
import { createTestedEvents, type ListedEvent } from './telemetry.history-test.rules.ts'

/** The period of a test. @throws Problem `history_range` */
export function requireTestPeriod({ from, to }: { from: string; to: string }): MomentRange {
  const range = { fromMs: Date.parse(from), toMs: Date.parse(to) }
  const lengthMs = range.toMs - range.fromMs
  if (!(lengthMs > 0 && lengthMs <= historyTestLimits.days * dayMs)) throw problem('history_range')
  return range
}

/** The vehicles of a test that are still in its fleet and that the person may see, each once. */
export async function findTestedVehicles(
  tx: Transaction,
  { fleetId, vehicleIds }: { fleetId: string; vehicleIds: readonly string[] },
): Promise<VehicleDevice[]> {
  const found = []
  for (const id of new Set(vehicleIds)) {
    const vehicle = await findVehicleDevice(tx, id)
    if (vehicle?.fleetId === fleetId) found.push(vehicle)
  }
  return found
}

/**
 * Tests one vehicle after another with its progress. `testOne` gives each event to `add`.
 * @returns the summary of each, and the events that are listed, `historyTestLimits.events` at most
 */
export async function testVehicles<Summary, Event extends ListedEvent>(
  vehicles: readonly VehicleDevice[],
  io: WorkIo,
  testOne: (vehicle: VehicleDevice, add: (event: Event) => void) => Promise<Summary>,
): Promise<{ vehicles: Summary[]; events: Event[]; isCut: boolean }> {
  const events = createTestedEvents<Event>(historyTestLimits.events)
  const summaries: Summary[] = []
  for (const [done, vehicle] of vehicles.entries()) {
    await io.progress(done, vehicles.length)
    summaries.push(await testOne(vehicle, events.add))
  }
  await io.progress(vehicles.length, vehicles.length)
  return { vehicles: summaries, ...events.list() }
}

/** Stores the result of a test as the file of its work. */
export async function saveTestResult(io: WorkIo, name: string, result: object): Promise<WorkResult> {
  const id = await io.saveFile(name, 'application/json', Buffer.from(JSON.stringify(result)))
  return plainResult({ id, name })
}
