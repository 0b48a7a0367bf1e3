import { Worker } from 'node:worker_threads'
import type { Roads } from '../../../places/index.ts'
import { threadProgram } from '../../../platform/process/child-program.ts'
import { createSemaphore } from '../../../platform/semaphore.ts'
import { slicesOf } from '../../../platform/slices.ts'
import type { EngineRequest } from '../dispatch.constraints.rules.ts'
import type { RoundFinding, RoundTask } from '../dispatch.levels.ts'
import type { TimesQuestion } from '../dispatch.round-drives.ts'
import {
  type PackedFindings,
  type PackedQuestions,
  type PackedTimes,
  type PackedVehicles,
  packTimes,
  packVehicles,
  unpackFindings,
  unpackQuestions,
} from './dispatch.round-messages.rules.ts'

/** To the thread: a task in parts, so that none delays the sender for long, and answers of the road engine. */
export type ToRoundThread =
  | { part: { vehicles: PackedVehicles } | { requests: readonly EngineRequest[] } }
  | { start: Pick<RoundTask, 'fleetId' | 'nowMs' | 'lastStops' | 'rules'> }
  | { isDropped: true }
  | ({ id: number } & PackedTimes)
  | { id: number; failure: string }
/**
 * From the thread: what to ask the road engine, findings in parts, and the outcome; of a dropped task only that it is
 * over.
 */
export type FromRoundThread =
  | ({ id: number } & PackedQuestions)
  | { findings: PackedFindings }
  | { isDone: true }
  | { isDropped: true }
  | { failure: string }

/** Computes the rounds of a process beside its event loop. */
export interface RoundThread {
  /**
   * What the round found for each request. Rounds are computed one after another.
   * @param signal drops the round, whether it waits for its turn or is computed; what the thread knows of the roads stays
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

/** Two batches of the thread. Routing services that are configured have queues, which others use too. */
const tablesAtOnce = createSemaphore(64)

const pause = () => new Promise((done) => setImmediate(done))

/** The caller need not wait for the turn of a task that it gave up, nor for the thread to end it. */
function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

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

  async function send(worker: Worker, { vehicles, requests, ...rest }: RoundTask, signal: AbortSignal) {
    const post = (message: ToRoundThread) => worker.postMessage(message)
    const parts = [
      ...slicesOf(vehicles, sentAtOnce).map((some) => ({ vehicles: packVehicles(some) })),
      ...slicesOf(requests, sentAtOnce).map((some) => ({ requests: some })),
    ]
    for (const part of parts) {
      if (signal.aborted) return
      post({ part })
      await pause()
    }
    if (!signal.aborted) post({ start: rest })
  }

  /** @param signal not aborted yet */
  function run(task: RoundTask, roads: Pick<Roads, 'table'>, signal: AbortSignal) {
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
      const drop = () => worker.postMessage({ isDropped: true } satisfies ToRoundThread)
      const died = (error: Error | number) =>
        fail(error instanceof Error ? error : new Error(`the thread of the rounds exited with ${error}`))
      const settle = (then: () => void) => {
        clearTimeout(tooLong)
        signal.removeEventListener('abort', drop)
        worker.off('message', receive)
        worker.off('error', died)
        worker.off('exit', died)
        worker.unref()
        then()
      }
      const receive = (message: FromRoundThread) => {
        tooLong.refresh()
        if ('isDropped' in message) settle(() => reject(signal.reason))
        else if ('id' in message)
          void answer(roads, message, signal).then((reply) => {
            tooLong.refresh()
            worker.postMessage(reply)
          })
        // The outcome of a task that is dropped meanwhile: the thread still says that it is over.
        else if (signal.aborted) return
        else if ('findings' in message) findings.push(...unpackFindings(message.findings))
        else if ('isDone' in message) settle(() => resolve(findings))
        else fail(new Error(message.failure))
      }
      worker.on('message', receive)
      worker.on('error', died)
      worker.on('exit', died)
      signal.addEventListener('abort', drop, { once: true })
      void send(worker, task, signal).catch(fail)
    })
  }

  return {
    compute(task, roads, signal) {
      const next = last.then(() => {
        signal.throwIfAborted()
        return run(task, roads, signal)
      })
      last = next.catch(() => undefined)
      return unlessAborted(next, signal)
    },
    async close() {
      await current?.terminate()
    },
  }
}

async function answer(
  roads: Pick<Roads, 'table'>,
  { id, ...questions }: Extract<FromRoundThread, { id: number }>,
  signal: AbortSignal,
): Promise<ToRoundThread> {
  try {
    const ask = ({ sources, target }: TimesQuestion) =>
      tablesAtOnce(() => roads.table(sources, [target], { signal }), { signal })
    const asked = unpackQuestions(questions)
    return { id, ...packTimes(await Promise.all(asked.map(ask))) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : String(error) }
  }
}
