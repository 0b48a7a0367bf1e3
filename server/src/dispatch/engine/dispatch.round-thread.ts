import { Worker } from 'node:worker_threads'
import type { Roads } from '../../places/index.ts'
import { threadProgram } from '../../platform/process/child-program.ts'
import type { EngineRequest, EngineVehicle } from './dispatch.constraints.rules.ts'
import type { RoundFinding, RoundTask } from './dispatch.levels.ts'

/** To the thread: a task in parts, so that none delays the sender for long, and answers of the road engine. */
export type ToRoundThread =
  | { part: { vehicles: readonly EngineVehicle[] } | { requests: readonly EngineRequest[] } }
  | { start: Pick<RoundTask, 'fleetId' | 'nowMs' | 'lastStops' | 'rules'> }
  | { id: number; engine: string; seconds: Float32Array; isEstimated: boolean[] }
  | { id: number; failure: string }
/** From the thread: what to ask the road engine (latitudes and longitudes), findings in parts, and the outcome. */
export type FromRoundThread =
  | { id: number; sources: Float64Array; target: { latitude: number; longitude: number } }
  | { findings: RoundFinding[] }
  | { isDone: true }
  | { failure: string }

/** Computes the rounds of a process beside its event loop. */
export interface RoundThread {
  /**
   * What the round found for each request. Rounds are computed one after another.
   * @throws Error where the thread died, failed or took too long; the next round starts a new one
   */
  compute(task: RoundTask, roads: Pick<Roads, 'table'>, signal: AbortSignal): Promise<RoundFinding[]>
  close(): Promise<void>
}

/** A thread without a message for so long is ended; while it waits for the road engine, that answers in time. */
const silentMs = 20_000
const heapMegabytes = 512
/** Vehicles or requests of one message, which is made in a few milliseconds. */
const sentAtOnce = 250

const pause = () => new Promise((done) => setImmediate(done))

/** @param options.silentMs default: 20 s */
export function createRoundThread(options: { silentMs?: number } = {}): RoundThread {
  const patience = options.silentMs ?? silentMs
  let current: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()

  function start(): Worker {
    const { program, options: threadOptions } = threadProgram('dispatch-round')
    const worker = new Worker(program, {
      ...threadOptions,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    })
    const end = () => {
      if (current === worker) current = null
    }
    worker.once('exit', end)
    worker.on('error', end)
    current = worker
    return worker
  }

  async function send(worker: Worker, { vehicles, requests, ...rest }: RoundTask): Promise<void> {
    const post = (message: ToRoundThread) => worker.postMessage(message)
    for (let at = 0; at < vehicles.length; at += sentAtOnce) {
      post({ part: { vehicles: vehicles.slice(at, at + sentAtOnce).map(sentOf) } })
      await pause()
    }
    for (let at = 0; at < requests.length; at += sentAtOnce) {
      post({ part: { requests: requests.slice(at, at + sentAtOnce) } })
      await pause()
    }
    post({ start: rest })
  }

  function compute(task: RoundTask, roads: Pick<Roads, 'table'>, signal: AbortSignal) {
    const worker = current ?? start()
    worker.ref()
    const findings: RoundFinding[] = []
    return new Promise<RoundFinding[]>((resolve, reject) => {
      const fail = (error: Error) => {
        if (current === worker) current = null
        void worker.terminate()
        settle(() => reject(error))
      }
      const tooLong = setTimeout(() => fail(new Error('the round took too long')), patience)
      const abort = () => fail(signal.reason)
      const died = (error: Error | number) =>
        fail(error instanceof Error ? error : new Error(`the thread of the rounds exited with ${error}`))
      const settle = (then: () => void) => {
        clearTimeout(tooLong)
        signal.removeEventListener('abort', abort)
        worker.off('message', receive)
        worker.off('error', died)
        worker.off('exit', died)
        worker.unref()
        then()
      }
      const receive = (message: FromRoundThread) => {
        tooLong.refresh()
        if ('findings' in message) findings.push(...message.findings)
        else if ('isDone' in message) settle(() => resolve(findings))
        else if ('failure' in message) fail(new Error(message.failure))
        else
          void answer(roads, message).then((reply) => {
            tooLong.refresh()
            worker.postMessage(reply)
          })
      }
      worker.on('message', receive)
      worker.on('error', died)
      worker.on('exit', died)
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort, { once: true })
      void send(worker, task).catch(fail)
    })
  }

  return {
    compute(task, roads, signal) {
      const next = last.then(() => compute(task, roads, signal))
      last = next.catch(() => undefined)
      return next
    },
    async close() {
      await current?.terminate()
    },
  }
}

/** All that the rules know of a vehicle, save what the thread computes itself. */
type SentVehicle = { [Field in Exclude<keyof Required<EngineVehicle>, 'cover'>]: EngineVehicle[Field] }
/** Without what only the caller needs of a vehicle. */
const sentOf = (vehicle: EngineVehicle): SentVehicle => ({
  vehicleId: vehicle.vehicleId,
  type: vehicle.type,
  status: vehicle.status,
  seats: vehicle.seats,
  skills: vehicle.skills,
  place: vehicle.place,
  fixAgeMs: vehicle.fixAgeMs,
  freeIn: vehicle.freeIn,
  next: vehicle.next,
  idle: vehicle.idle,
  isOffered: vehicle.isOffered === true,
  reservedServices: vehicle.reservedServices,
  driverId: vehicle.driverId ?? null,
  driver: vehicle.driver,
  zones: vehicle.zones,
  expired: vehicle.expired,
})

async function answer(
  roads: Pick<Roads, 'table'>,
  { id, sources, target }: Extract<FromRoundThread, { id: number }>,
): Promise<ToRoundThread> {
  const places = Array.from({ length: sources.length / 2 }, (_, at) => ({
    latitude: sources[2 * at] as number,
    longitude: sources[2 * at + 1] as number,
  }))
  try {
    const { engine, seconds, isEstimated } = await roads.table(places, [target])
    return { id, engine, seconds, isEstimated }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}
