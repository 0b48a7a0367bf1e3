/** What all tests on history have in common: whose history, how long, and their result, gathered vehicle by vehicle. */
import { historyTestLimits } from '@rumbo/contract/telemetry.history-test'
import { dayMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'
import { plainResult, type WorkIo, type WorkResult } from '../../platform/jobs/work.ts'
import { problem } from '../../platform/problem.ts'
import { findVehicleDevice, type VehicleDevice } from '../../vehicles/index.ts'
import type { MomentRange } from '../history/telemetry.history.rules.ts'

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

/** What a test found of one vehicle, or of all; events in ISO 8601. */
export interface Tested<Summary, Event> {
  summary: Summary
  events: Event[]
  /** Not all events are listed. */
  isCut: boolean
}

/**
 * Tests one vehicle after another with its progress.
 * @returns the summary of each, and the first events of all in the order of time, `historyTestLimits.events` at most
 */
export async function testVehicles<Summary, Event extends { at: string }>(
  vehicles: readonly VehicleDevice[],
  io: WorkIo,
  testOne: (vehicle: VehicleDevice) => Promise<Tested<Summary, Event>>,
): Promise<{ vehicles: Summary[]; events: Event[]; isCut: boolean }> {
  const all = { vehicles: [] as Summary[], events: [] as Event[], isCut: false }
  for (const [done, vehicle] of vehicles.entries()) {
    await io.progress(done, vehicles.length)
    const { summary, events, isCut } = await testOne(vehicle)
    all.vehicles.push(summary)
    for (const event of events) all.events.push(event)
    // Cut after each vehicle, so that memory is bounded.
    all.events.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    if (all.events.splice(historyTestLimits.events).length > 0 || isCut) all.isCut = true
  }
  await io.progress(vehicles.length, vehicles.length)
  return all
}

/** Stores the result of a test as the file of its work. */
export async function saveTestResult(io: WorkIo, name: string, result: object): Promise<WorkResult> {
  const id = await io.saveFile(name, 'application/json', Buffer.from(JSON.stringify(result)))
  return plainResult({ id, name })
}
