import type { Logger } from 'pino'
import { type Committed, type EffectsWithout, isDataError } from './telemetry.commit.ts'
import { draftOf, takeOver } from './telemetry.draft.ts'
import type { QueuedReport } from './telemetry.lane.ts'
import { rejectedOf } from './telemetry.owner.rules.ts'
import {
  type CompanyClock,
  type Effects,
  newEffects,
  noChanges,
  type PipelineStep,
  type ReportContext,
  type VehicleState,
} from './telemetry.state.ts'

export interface BatchOptions {
  pipeline: readonly PipelineStep[]
  companyOf(companyId: string): CompanyClock
  log: Logger
  /** Commits effects, however often the database fails meanwhile. Rejects with an error of data, or when stopping. */
  commit(effects: Effects, without: EffectsWithout): Promise<Committed>
  /** The state of a device's vehicle in memory, if it is there. */
  known(deviceIdentifier: string): VehicleState | null | undefined
  /** Reads the states of devices' vehicles from the database; null where no vehicle has the device. */
  readAgain(deviceIdentifiers: readonly string[]): Promise<(deviceIdentifier: string) => VehicleState | null>
  /** After each commit. */
  onCommitted(effects: Effects, reports: number, refusedVehicles: number): void
}

/** What rules, fences and codes found, for the log. */
const findingsOf = ({ conditions, fenceOccurrences, codes }: Effects): string[] => [
  ...conditions.map(({ kind, rule }) => kind ?? `rule ${rule?.id}`),
  ...fenceOccurrences.map(({ event, fenceId }) => `${event.type} of fence ${fenceId}`),
  ...codes.map(() => 'trouble codes'),
]

const withoutFindings = (effects: Effects): Effects => ({
  ...effects,
  conditions: [],
  fenceOccurrences: [],
  codes: [],
})

/**
 * Works through batches of reports until each is committed. Reports of a vehicle whose state another process has
 * changed run again on the state as it is now; a report the database cannot store is set aside alone, and one of which it
 * refuses only what was found is stored without that.
 */
export function createBatchRunner(options: BatchOptions): (batch: readonly QueuedReport[]) => Promise<void> {
  const { pipeline, companyOf, log, known } = options

  /** Runs the pipeline over reports: what they will write, nothing written yet. */
  function effectsOf(batch: readonly QueuedReport[]): Effects {
    const effects = newEffects()
    const context = {} as ReportContext
    for (const { report, vehicle, isRepeated = false } of batch) {
      let draft = vehicle && effects.states.get(vehicle.vehicleNo)
      if (vehicle && !draft) {
        draft = draftOf(vehicle)
        effects.states.set(vehicle.vehicleNo, draft)
      }
      context.report = report
      context.vehicle = draft ?? null
      context.owner = null
      context.timing = 'none'
      context.isUsable = false
      context.isSuspect = false
      context.isRepeated = isRepeated
      context.telemetry = report.telemetry
      context.changedReadings = noChanges
      try {
        for (const step of pipeline) step(context, effects, companyOf)
      } catch (error) {
        log.error({ err: error, device: report.deviceIdentifier }, 'could not process a report')
        const detail = error instanceof Error ? error.message : String(error)
        effects.rejected.push(rejectedOf(report, vehicle, 'pipeline_error', detail))
      }
    }
    return effects
  }

  /** Commits once. @returns the reports of refused vehicles */
  async function commit(
    batch: readonly QueuedReport[],
    effectsFor: (batch: readonly QueuedReport[]) => Effects,
  ): Promise<QueuedReport[]> {
    const isIn = (refused: ReadonlySet<number>, { vehicle }: QueuedReport) =>
      vehicle !== null && refused.has(vehicle.vehicleNo)
    const { effects, refused } = await options.commit(effectsFor(batch), (out) =>
      effectsFor(batch.filter((queued) => !isIn(out, queued))),
    )
    for (const draft of effects.states.values()) draft.stateVersion += 1
    const rest: QueuedReport[] = []
    for (const queued of batch) {
      const draft = queued.vehicle && effects.states.get(queued.vehicle.vehicleNo)
      if (isIn(refused, queued)) rest.push(queued)
      else if (draft) takeOver(queued.vehicle as VehicleState, draft)
    }
    options.onCommitted(effects, batch.length - rest.length, refused.size)
    return rest
  }

  /** The same reports, to run again on the current state in the database. */
  async function renewed(batch: readonly QueuedReport[]): Promise<QueuedReport[]> {
    if (batch.length === 0) return []
    const stateOf = await options.readAgain([...new Set(batch.map(({ report }) => report.deviceIdentifier))])
    return batch.map(({ report }) => ({
      report,
      vehicle: stateOf(report.deviceIdentifier),
      isRepeated: true,
    }))
  }

  /** @returns the reports that have to run again */
  async function commitPart(batch: readonly QueuedReport[]): Promise<QueuedReport[]> {
    try {
      return await renewed(await commit(batch, effectsOf))
    } catch (error) {
      if (!isDataError(error)) throw error
      const middle = batch.length >> 1
      if (middle > 0) {
        await commitAll(batch.slice(0, middle))
        await commitAll(batch.slice(middle))
      } else if (batch[0]) {
        await commitRejected(batch[0], error)
      }
      return []
    }
  }

  async function commitAll(batch: readonly QueuedReport[]): Promise<void> {
    for (let rest = batch; rest.length > 0; ) rest = await commitPart(rest)
  }

  /** Commits what `effectsFor` leaves of a report. @returns whether the database accepted it */
  async function wasCommitted(
    queued: QueuedReport,
    effectsFor: (batch: readonly QueuedReport[]) => Effects,
  ): Promise<boolean> {
    try {
      for (let rest = [queued]; rest.length > 0; ) rest = await renewed(await commit(rest, effectsFor))
      return true
    } catch (error) {
      if (!isDataError(error)) throw error
      return false
    }
  }

  /**
   * Commits a report without what was found in it, where that is what the database refuses: its position is stored, and the
   * state knows what was found, so that the next report does not find it again.
   */
  async function wasCommittedWithoutFindings(queued: QueuedReport, error: Error): Promise<boolean> {
    const found = findingsOf(effectsOf([queued]))
    if (found.length === 0) return false
    const isCommitted = await wasCommitted(queued, (batch) => withoutFindings(effectsOf(batch)))
    if (isCommitted)
      log.error(
        { err: error, device: queued.report.deviceIdentifier, found },
        'what was found in a report was refused by the database; the report was stored without it',
      )
    return isCommitted
  }

  /** A row the database refuses is rejected; its alarm and its time of last report are still stored if possible. */
  async function commitRejected(queued: QueuedReport, error: Error): Promise<void> {
    if (await wasCommittedWithoutFindings(queued, error)) return
    const { report } = queued
    log.warn({ err: error, device: report.deviceIdentifier }, 'a report was refused by the database')
    const plain = { ...report, fix: null, telemetry: {}, extras: {} }
    const refused = ({ vehicle }: QueuedReport) => rejectedOf(report, vehicle, 'data_error', error.message)
    const isStored = await wasCommitted(queued, (batch) => {
      const effects = withoutFindings(effectsOf(batch.map((one) => ({ ...one, report: plain }))))
      effects.rejected.push(...batch.map(refused))
      return effects
    })
    if (!isStored) await commit([queued], () => ({ ...newEffects(), rejected: [refused(queued)] }))
  }

  return (batch) => {
    // The state may have been read again since the report was accepted.
    for (const queued of batch) queued.vehicle = known(queued.report.deviceIdentifier) ?? queued.vehicle
    return commitAll(batch)
  }
}
