import type { DeviceIntake, DeviceReport } from '@rumbo/contract/device-report.contract'
import type { Logger } from 'pino'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { type CommitAlarms, type CommitAnswers, commitEffects, isDataError } from './telemetry.commit.ts'
import { lookUpDevices, readAllDevices, readCompanyClocks } from './telemetry.devices.repository.ts'
import { createDevices } from './telemetry.devices.ts'
import { createLane, type Lane, type Taken } from './telemetry.lane.ts'
import { forgetRejected, openDays } from './telemetry.partitions.repository.ts'
import {
  type CompanyClock,
  draftOf,
  type Effects,
  newEffects,
  type PipelineStep,
  type Sighting,
  type VehicleState,
} from './telemetry.state.ts'

export interface IntakeOptions {
  database: Database
  clock: Clock
  log: Logger
  /** Tells which devices were attached, detached or moved; `platform/bus`. */
  bus: {
    listen(channel: string, handler: (payload: string) => void): () => void
    onReconnect(handler: () => void): () => void
  }
  pipeline: readonly PipelineStep[]
  /** Told the new states of the vehicles of a batch after its commit; the live stream's source. */
  onCommitted?: (states: readonly VehicleState[]) => void
  /** Takes devices' answers to commands within the transaction of their batch. */
  commitAnswers?: CommitAnswers
  commitAlarms?: CommitAlarms
  /** Reports held at once; past it devices are told nothing, and send again. 200,000 unless told. */
  mostWaiting?: number
}

export interface Intake extends DeviceIntake {
  /** Before the first report: opens the days' partitions, and reads the state of the whole fleet into memory. */
  start(): Promise<void>
  /** Commits what was accepted; what cannot be within the time is given up, unacknowledged. */
  drain(timeoutMs?: number): Promise<void>
  /** The vehicle of a device as it was after the last commit; undefined where none is known in memory. */
  stateOf(deviceIdentifier: string): Readonly<VehicleState> | undefined
  counters(): Readonly<IntakeCounters>
}
export interface IntakeCounters {
  committedReports: number
  batches: number
  repeatedCommits: number
  rejectedReports: number
  /** Refused, since too many others waited for their commit. */
  overloadedReports: number
  /** By protocol, then reason. */
  rejected: Readonly<Record<string, Readonly<Record<string, number>>>>
  waitingReports: number
  knownDevices: number
}

/** Of a company made a moment ago. */
const companyUnknown: CompanyClock = { timeZone: 'America/Mexico_City', historyDays: 180 }
const laneCount = 2
const minuteMs = 60_000
const hourMs = 3_600_000
const stopping = () => new Error('The intake is stopping: the report stays unacknowledged.')
const overloaded = (waiting: number) =>
  new Error(`${waiting} reports wait for their commit, which is the limit: the report stays unacknowledged.`)
const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Accepts what devices report, and resolves each acceptance when its batch is committed. */
export function createIntake(options: IntakeOptions): Intake {
  const { database, clock, log, bus, pipeline, onCommitted, mostWaiting = 200_000 } = options
  const devices = createDevices({ lookUp: lookUpUntilFound })
  const counters = {
    committedReports: 0,
    batches: 0,
    repeatedCommits: 0,
    rejectedReports: 0,
    overloadedReports: 0,
  }
  const rejections: Record<string, Record<string, number>> = {}
  let clocks = new Map<string, CompanyClock>()
  const companyOf = (companyId: string) => clocks.get(companyId) ?? companyUnknown
  const pool = database.systemPool({ connections: laneCount + 1 })
  let looking = 0
  let isStopping = false
  let hasGivenUp = false
  let overloadLoggedAt = Number.NEGATIVE_INFINITY
  let renewal: NodeJS.Timeout | undefined
  let clockRenewal: NodeJS.Timeout | undefined
  const endings: (() => void)[] = []
  const lanes: Lane[] = Array.from({ length: laneCount }, () => createLane(commitBatch))
  const waiting = () => looking + lanes.reduce((sum, lane) => sum + lane.waiting, 0)

  async function lookUpUntilFound(identifiers: readonly string[]): Promise<Map<string, VehicleState>> {
    return untilItHolds('device look-up', () => lookUpDevices(database, identifiers))
  }

  /** Repeats work that failed for want of the database, with growing pauses; a data error is thrown at once. */
  async function untilItHolds<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (isDataError(error)) throw error
        if (hasGivenUp) throw stopping()
        counters.repeatedCommits += 1
        log.warn({ err: error, attempt }, `${what} failed and is repeated`)
        await pause(Math.min(2_000, 25 * 2 ** Math.min(attempt, 7)))
      }
    }
  }

  /** Runs the pipeline over a batch: what it will write, nothing written yet. */
  function effectsOf(batch: readonly Taken[]): Effects {
    const effects = newEffects()
    const sighting = { vehicle: null, holder: null, timing: 'none', isUsable: false } as unknown as Sighting
    for (const { report, vehicle } of batch) {
      let draft = vehicle && effects.states.get(vehicle.vehicleNo)
      if (vehicle && !draft) {
        draft = draftOf(vehicle)
        effects.states.set(vehicle.vehicleNo, draft)
      }
      sighting.report = report
      sighting.vehicle = draft ?? null
      sighting.holder = null
      sighting.timing = 'none'
      sighting.isUsable = false
      try {
        for (const step of pipeline) step(sighting, effects, companyOf)
      } catch (error) {
        log.error({ err: error, device: report.deviceIdentifier }, 'a report could not be worked through')
        const detail = error instanceof Error ? error.message : String(error)
        effects.rejected.push({
          report,
          vehicleNo: vehicle?.vehicleNo ?? null,
          reason: 'pipeline_error',
          detail,
        })
      }
    }
    return effects
  }

  async function commitBatch(batch: readonly Taken[]): Promise<void> {
    const effects = effectsOf(batch)
    try {
      await commit(effects, batch)
    } catch (error) {
      if (!isDataError(error)) throw error
      const middle = batch.length >> 1
      if (middle > 0) {
        await commitBatch(batch.slice(0, middle))
        await commitBatch(batch.slice(middle))
      } else if (batch[0]) {
        await commitRejected(batch[0], error)
      }
    }
  }

  /** A row the database refuses is put aside; its alarm and its sign of life still count where they can. */
  async function commitRejected({ report, vehicle }: Taken, error: Error): Promise<void> {
    log.warn({ err: error, device: report.deviceIdentifier }, 'a report was refused by the database')
    const plain = { ...report, fix: null, telemetry: {}, extras: {} }
    const rejected = {
      report,
      vehicleNo: vehicle?.vehicleNo ?? null,
      reason: 'data_error' as const,
      detail: error.message,
    }
    try {
      const effects = effectsOf([{ report: plain, vehicle }])
      effects.rejected.push(rejected)
      await commit(effects, [{ report, vehicle }])
    } catch (again) {
      if (!isDataError(again)) throw again
      await commit({ ...newEffects(), rejected: [rejected] }, [{ report, vehicle }])
    }
  }

  async function commit(effects: Effects, batch: readonly Taken[]): Promise<void> {
    const refused = await untilItHolds('commit', () => commitEffects(pool, clock, effects, options))
    counters.batches += 1
    counters.committedReports += batch.length
    counters.rejectedReports += effects.rejected.length
    for (const { report, reason } of effects.rejected) {
      rejections[report.protocol] ??= {}
      const ofProtocol = rejections[report.protocol] ?? {}
      ofProtocol[reason] = (ofProtocol[reason] ?? 0) + 1
    }
    const outdated = new Set<string>()
    for (const { report, vehicle } of batch) {
      const draft = vehicle && effects.states.get(vehicle.vehicleNo)
      if (draft) Object.assign(vehicle, draft)
      if (vehicle && refused.has(vehicle.vehicleNo)) outdated.add(report.deviceIdentifier)
    }
    if (outdated.size > 0) devices.forget([...outdated])
    onCommitted?.([...effects.states.values()])
  }

  async function renewPartitions(): Promise<void> {
    await openDays(database, clock.now())
  }

  async function renewClocks(): Promise<void> {
    clocks = await readCompanyClocks(database)
  }

  async function keepHouse(): Promise<void> {
    await renewPartitions()
    await forgetRejected(database, clock.now())
  }

  function refuseForLoad(): Promise<never> {
    counters.overloadedReports += 1
    const now = clock.now().getTime()
    if (now - overloadLoggedAt >= minuteMs) {
      overloadLoggedAt = now
      log.warn({ waiting: waiting() }, 'too many reports wait for their commit: more are refused')
    }
    return Promise.reject(overloaded(waiting()))
  }

  function take(report: DeviceReport, vehicle: VehicleState | null): Promise<void> {
    const lane = lanes[(vehicle?.vehicleNo ?? 0) % laneCount] as Lane
    return lane.take({ report, vehicle })
  }

  async function takeLater(report: DeviceReport): Promise<void> {
    let vehicle: VehicleState | null | undefined
    looking += 1
    try {
      while (vehicle === undefined) {
        await devices.load(report.deviceIdentifier)
        vehicle = devices.get(report.deviceIdentifier)
      }
    } finally {
      looking -= 1
    }
    return take(report, vehicle)
  }

  return {
    async start() {
      await untilItHolds('opening the days of positions', renewPartitions)
      endings.push(
        bus.listen('rumbo_devices', (payload) => devices.forget(JSON.parse(payload) as string[])),
        bus.onReconnect(() => devices.forgetAll()),
      )
      await untilItHolds('the clocks of companies', renewClocks)
      await untilItHolds('the state of the fleet', () =>
        devices.fill((take) => readAllDevices(database, take)),
      )
      clockRenewal = setInterval(() => {
        renewClocks().catch((error: Error) =>
          log.warn({ err: error }, 'the clocks of companies were not read'),
        )
      }, minuteMs)
      clockRenewal.unref()
      renewal = setInterval(() => {
        keepHouse().catch((error: Error) => log.error({ err: error }, 'the hourly housekeeping failed'))
      }, hourMs)
      renewal.unref()
    },
    accept(report) {
      if (isStopping) return Promise.reject(stopping())
      if (waiting() >= mostWaiting) return refuseForLoad()
      const vehicle = devices.get(report.deviceIdentifier)
      return vehicle === undefined ? takeLater(report) : take(report, vehicle)
    },
    async drain(timeoutMs = 8_000) {
      isStopping = true
      clearInterval(renewal)
      clearInterval(clockRenewal)
      for (const end of endings.splice(0)) end()
      const givingUp = setTimeout(() => {
        hasGivenUp = true
      }, timeoutMs)
      while (waiting() > 0) await pause(5)
      clearTimeout(givingUp)
      if (!pool.ended) await pool.end()
    },
    stateOf: (deviceIdentifier) => devices.get(deviceIdentifier) ?? undefined,
    counters: () => ({
      ...counters,
      rejected: rejections,
      waitingReports: waiting(),
      knownDevices: devices.size,
    }),
  }
}
