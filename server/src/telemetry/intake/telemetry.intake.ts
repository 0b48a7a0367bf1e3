import type { DeviceIntake, DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { problem } from '../../platform/problem.ts'
import { forgetRejected, openDays } from '../history/telemetry.partitions.repository.ts'
import { createBatchRunner } from './telemetry.batch.ts'
import { createCompanyClocks } from './telemetry.clocks.ts'
import {
  type CommitAlarms,
  type CommitAnswers,
  type CommitCodes,
  type CommitConditions,
  type CommitFences,
  commitEffects,
  isDataError,
} from './telemetry.commit.ts'
import { lookUpDevices, readAllDevices, readCompanyClocks } from './telemetry.known-devices.repository.ts'
import { createDevices } from './telemetry.known-devices.ts'
import { createLanes } from './telemetry.lane.ts'
import type { Effects, PipelineStep, VehicleState } from './telemetry.state.ts'

export interface IntakeOptions {
  database: Database
  clock: Clock
  log: Logger
  /** Notifies of devices that were attached, detached or moved; `platform/bus`. */
  bus: {
    listen(channel: string, handler: (payload: string) => void): () => void
    onReconnect(handler: () => void): () => void
  }
  pipeline: readonly PipelineStep[]
  /** Called with the new states of the vehicles of a batch after its commit. */
  onCommitted?: (states: readonly VehicleState[]) => void
  /** Records devices' answers to commands within the transaction of their batch. */
  commitAnswers?: CommitAnswers
  commitAlarms?: CommitAlarms
  commitCodes?: CommitCodes
  commitConditions?: CommitConditions
  commitFences?: CommitFences
  /** Whether nothing may be written because the disk is full: reports then stay unacknowledged. */
  refusesWrites?: () => boolean
  /**
   * Reports that may wait for their commit; further ones stay unacknowledged, so that devices repeat them. Default:
   * 200,000.
   */
  maxWaitingReports?: number
}

export interface Intake extends DeviceIntake {
  /** Before the first report: opens the days' partitions, and reads the state of the whole fleet into memory. */
  start(): Promise<void>
  /** Commits accepted reports; those that cannot be committed in time stay unacknowledged. */
  drain(timeoutMs?: number): Promise<void>
  /** The vehicle of a device as it was after the last commit; undefined where none is known in memory. */
  stateOf(deviceIdentifier: string): Readonly<VehicleState> | undefined
  /** Whether the device has a secret, as last read from the database; undefined where it is unknown. */
  hasSecret(deviceIdentifier: string): boolean | undefined
  /** Reads the vehicles of these devices again with their next reports. */
  forget(deviceIdentifiers: readonly string[]): void
  counters(): Readonly<IntakeCounters>
}
export interface IntakeCounters {
  committedReports: number
  batches: number
  repeatedCommits: number
  /** Vehicles whose state another process had changed: their reports ran again. */
  refusedStates: number
  rejectedReports: number
  /** Refused, since too many others waited for their commit. */
  overloadedReports: number
  /** By protocol, then reason. */
  rejected: Readonly<Record<string, Readonly<Record<string, number>>>>
  waitingReports: number
  knownDevices: number
}

const laneCount = 2
const stopping = () => new Error('The intake is stopping: the report stays unacknowledged.')
const overloaded = (waiting: number) =>
  new Error(`${waiting} reports wait for their commit, which is the limit: the report stays unacknowledged.`)
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Accepts what devices report, and resolves each acceptance when its batch is committed. */
export function createIntake(options: IntakeOptions): Intake {
  const { database, clock, log, bus, pipeline, onCommitted, maxWaitingReports = 200_000 } = options
  const devices = createDevices({ lookUp: lookUpUntilFound })
  const counters = {
    committedReports: 0,
    batches: 0,
    repeatedCommits: 0,
    refusedStates: 0,
    rejectedReports: 0,
    overloadedReports: 0,
  }
  const rejections: Record<string, Record<string, number>> = {}
  const clocks = createCompanyClocks(() =>
    retryUntilCommitted('reading the clocks of companies', () => readCompanyClocks(database)),
  )
  const pool = database.systemPool({ connections: laneCount + 1 })
  let looking = 0
  let isStopping = false
  let hasGivenUp = false
  let overloadLoggedAt = Number.NEGATIVE_INFINITY
  let renewal: NodeJS.Timeout | undefined
  let clockRenewal: NodeJS.Timeout | undefined
  const unsubscribes: (() => void)[] = []
  const runBatch = createBatchRunner({
    pipeline,
    log,
    readAgain,
    companyOf: clocks.of,
    known: devices.get,
    commit: (effects, without) =>
      retryUntilCommitted('the commit of a batch', async () => {
        if (options.refusesWrites?.()) throw problem('storage_full')
        return commitEffects(pool, clock, effects, without, options)
      }),
    onCommitted(effects, reports, refusedVehicles) {
      count(effects, reports, refusedVehicles)
      onCommitted?.([...effects.states.values()])
    },
  })
  const lanes = createLanes(laneCount, runBatch)
  const waiting = () => looking + lanes.waitingReports

  async function lookUpUntilFound(identifiers: readonly string[]): Promise<Map<string, VehicleState>> {
    const found = await retryUntilCommitted('the look-up of devices', () =>
      lookUpDevices(database, identifiers),
    )
    // The notification of a new company may not have arrived yet.
    const companies = [...found.values()].flatMap((state) => [state, ...state.former])
    if (companies.some(({ companyId }) => !clocks.has(companyId))) await clocks.read()
    return found
  }

  /** Retries while the database fails, with growing pauses. @throws data errors at once, and when `drain` gives up */
  async function retryUntilCommitted<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const result = await work()
        if (attempt > 1) log.info({ attempt }, `${what} succeeded after retries`)
        return result
      } catch (error) {
        if (isDataError(error)) throw error
        if (hasGivenUp) throw stopping()
        counters.repeatedCommits += 1
        // Logs attempts 1, 2, 4, 8, ... of a long outage.
        if (Number.isInteger(Math.log2(attempt)))
          log.warn({ err: error, attempt }, `${what} failed; retrying`)
        await pause(Math.min(2_000, 25 * 2 ** Math.min(attempt, 7)))
      }
    }
  }

  async function readAgain(identifiers: readonly string[]) {
    const found = new Map<string, VehicleState | null>()
    devices.forget(identifiers)
    await Promise.all(
      identifiers.map(async (identifier) => found.set(identifier, await stateNow(identifier))),
    )
    return (identifier: string) => found.get(identifier) ?? null
  }

  function count(effects: Effects, reports: number, refusedVehicles: number): void {
    counters.batches += 1
    counters.committedReports += reports
    counters.refusedStates += refusedVehicles
    counters.rejectedReports += effects.rejected.length
    for (const { report, reason } of effects.rejected) {
      rejections[report.protocol] ??= {}
      const ofProtocol = rejections[report.protocol] ?? {}
      ofProtocol[reason] = (ofProtocol[reason] ?? 0) + 1
    }
  }

  async function renewPartitions(): Promise<void> {
    await openDays(database, clock.now())
  }

  async function runMaintenance(): Promise<void> {
    await renewPartitions()
    await forgetRejected(database, clock.now())
  }

  function refuseForLoad(): Promise<never> {
    counters.overloadedReports += 1
    const now = clock.now().getTime()
    if (now - overloadLoggedAt >= minuteMs) {
      overloadLoggedAt = now
      log.warn(
        { waiting: waiting() },
        'too many reports wait for their commit: further reports are refused until the database catches up',
      )
    }
    return Promise.reject(overloaded(waiting()))
  }

  function renewClocks(): void {
    clocks
      .read()
      .catch((error: Error) =>
        log.warn({ err: error }, 'could not read the time zones of companies; retrying within a minute'),
      )
  }

  function enqueue(report: DeviceReport, vehicle: VehicleState | null): Promise<void> {
    return lanes.enqueue(vehicle?.vehicleNo ?? 0, { report, vehicle })
  }

  /** From memory, else from the database. */
  async function stateNow(identifier: string): Promise<VehicleState | null> {
    for (;;) {
      const state = devices.get(identifier)
      if (state !== undefined) return state
      await devices.load(identifier)
    }
  }

  async function enqueueAfterLookUp(report: DeviceReport): Promise<void> {
    looking += 1
    const vehicle = await stateNow(report.deviceIdentifier).finally(() => {
      looking -= 1
    })
    return enqueue(report, vehicle)
  }

  return {
    async start() {
      await retryUntilCommitted('creating the partitions of positions', renewPartitions)
      unsubscribes.push(
        bus.listen('rumbo_devices', (payload) => devices.forget(JSON.parse(payload) as string[])),
        bus.listen('rumbo_clocks', renewClocks),
        bus.onReconnect(() => {
          devices.forgetAll()
          renewClocks()
        }),
      )
      await retryUntilCommitted('reading the state of the fleet', () =>
        devices.fill((add) => readAllDevices(database, add)),
      )
      await clocks.read()
      clockRenewal = setInterval(renewClocks, minuteMs)
      clockRenewal.unref()
      renewal = setInterval(() => {
        runMaintenance().catch((error: Error) =>
          log.error({ err: error }, 'hourly maintenance of positions failed; retrying in an hour'),
        )
      }, hourMs)
      renewal.unref()
    },
    accept(report) {
      if (isStopping) return Promise.reject(stopping())
      if (waiting() >= maxWaitingReports) return refuseForLoad()
      const vehicle = devices.get(report.deviceIdentifier)
      return vehicle === undefined ? enqueueAfterLookUp(report) : enqueue(report, vehicle)
    },
    async drain(timeoutMs = 8_000) {
      isStopping = true
      clearInterval(renewal)
      clearInterval(clockRenewal)
      for (const unsubscribe of unsubscribes.splice(0)) unsubscribe()
      const givingUp = setTimeout(() => {
        hasGivenUp = true
      }, timeoutMs)
      while (waiting() > 0) await pause(5)
      clearTimeout(givingUp)
      if (!pool.ended) await pool.end()
    },
    stateOf: (deviceIdentifier) => devices.get(deviceIdentifier) ?? undefined,
    hasSecret: devices.hasSecret,
    forget: devices.forget,
    counters: () => ({
      ...counters,
      rejected: rejections,
      waitingReports: waiting(),
      knownDevices: devices.size,
    }),
  }
}
