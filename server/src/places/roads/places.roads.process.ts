import { type ChildProcess, fork } from 'node:child_process'
import type { Clock } from '../../platform/clock.ts'
import { childProgram } from '../../platform/process/child-program.ts'
import { type BreakerState, createCircuitBreaker } from '../../platform/upstream/circuit-breaker.ts'
import type { HostReply, HostRequest, RegionRoads, RoadsAnswers, RoadsTask } from './places.roads.engine.ts'

/** The engine failed: `busy`, `open` (it failed recently), `timeout`, `ended`, `cancelled`, or its own message. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly isRegionBroken: boolean

  constructor(message: string, isRegionBroken = false) {
    super(message)
    this.isRegionBroken = isRegionBroken
  }
}

export interface EngineProcessStatus {
  state: 'idle' | 'running'
  breaker: BreakerState
  /** Number of unexpected exits. */
  ends: number
  pending: number
  memoryBytes: number | null
  loaded: { name: string; milliseconds: number }[]
}

export interface EngineProcess {
  /** @throws EngineFailure */
  ask<Ask extends RoadsTask['ask']>(
    region: RegionRoads,
    task: Extract<RoadsTask, { ask: Ask }>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<RoadsAnswers[Ask]>
  /** Closes all other regions. */
  keep(regions: readonly RegionRoads[]): void
  status(): EngineProcessStatus
  /** Id of the running process; null without one. For tests and monitoring. */
  processId(): number | null
  close(): void
}

const maxPending = 200
/** Additional time for a process that is starting and opening its roads. */
const startMs = 10_000
const heapMegabytes = 1_024
/** Valhalla's memory grows slowly with use; above this a new process takes the next query. */
const maxValhallaBytes = 768 * 2 ** 20

/** A process, which still answers its pending queries after a new one took over. */
interface Running {
  readonly process: ChildProcess
  /** What is asked together is sent as one message, which costs little more than each question. */
  outbox: HostRequest[]
  /** When it last answered a query or, for the portable engine, reported progress. */
  lastProgressAt: number
}
interface Pending {
  readonly on: Running
  settle(outcome: RoadsAnswers[keyof RoadsAnswers] | EngineFailure): void
}

/**
 * Runs an engine in a child process, started by the first query and restarted by the next one after it exited. A
 * circuit breaker pauses an engine that keeps failing.
 */
export function createEngineProcess(options: {
  kind: 'portable' | 'valhalla'
  clock: Clock
  /** Called when the process exits unexpectedly. */
  onEnd?: (how: string) => void
  /**
   * Memory in bytes above which a new process takes over. Default: 768 MiB for Valhalla, none for the portable engine.
   */
  maxBytes?: number
}): EngineProcess {
  const maxBytes =
    options.maxBytes ?? (options.kind === 'valhalla' ? maxValhallaBytes : Number.POSITIVE_INFINITY)
  const breaker = createCircuitBreaker({
    clock: options.clock,
    failuresToOpen: 3,
    openMs: 5_000,
    maxOpenMs: 60_000,
  })
  const pending = new Map<number, Pending>()
  const all = new Set<Running>()
  let current: Running | null = null
  let lastId = 0
  let ends = 0
  const nothing = { memoryBytes: null, loaded: [] }
  let state: Pick<EngineProcessStatus, 'memoryBytes' | 'loaded'> = nothing

  const pendingOn = (running: Running) => [...pending.values()].filter(({ on }) => on === running)
  function failAll(running: Running, message: string) {
    for (const { settle } of pendingOn(running)) settle(new EngineFailure(message))
  }
  /** Ends a replaced process without pending queries. */
  function disconnectReplaced(running: Running) {
    if (running !== current && pendingOn(running).length === 0 && running.process.connected)
      running.process.disconnect()
  }

  function start(): Running {
    const { program, options: nodeOptions } = childProgram('roads-engine')
    const started = fork(program, [options.kind], {
      execArgv: [...nodeOptions, '--enable-source-maps', `--max-old-space-size=${heapMegabytes}`],
      // With an arena per thread, Valhalla's memory grew by about 100 MiB with each large table; with one arena it does
      // not.
      env: { ...process.env, MALLOC_ARENA_MAX: '1' },
      // Valhalla writes its log to standard output.
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    const running: Running = { process: started, outbox: [], lastProgressAt: 0 }
    const receive = (reply: HostReply) => {
      const isState = 'memoryBytes' in reply
      // Valhalla works in threads, so its process still reports its state when they hang.
      if (!isState || options.kind === 'portable') running.lastProgressAt = performance.now()
      if (isState) {
        if (running !== current) return
        const isBloated = reply.memoryBytes > maxBytes
        state = isBloated ? nothing : reply
        if (isBloated) current = null
        disconnectReplaced(running)
      } else if ('answer' in reply) pending.get(reply.id)?.settle(reply.answer)
      else
        pending.get(reply.id)?.settle(new EngineFailure(reply.failure.message, reply.failure.isRegionBroken))
    }
    started.on('message', (replies: readonly HostReply[]) => {
      for (const reply of replies) receive(reply)
    })
    const end = (how: string) => {
      if (!all.delete(running)) return
      const isUnasked = running === current || pendingOn(running).length > 0
      if (running === current) {
        current = null
        state = nothing
      }
      if (!isUnasked) return
      ends += 1
      options.onEnd?.(how)
      failAll(running, 'ended')
    }
    started.on('error', (error) => end(error.message))
    started.on('exit', (code, signal) => end(String(signal ?? code)))
    // The child must not keep this process alive.
    started.unref()
    started.channel?.unref()
    all.add(running)
    current = running
    return running
  }
  const send = (to: Running, request: HostRequest) => {
    to.outbox.push(request)
    if (to.outbox.length > 1) return
    process.nextTick(() => {
      if (to.process.connected) to.process.send(to.outbox, () => undefined)
      to.outbox = []
    })
  }

  return {
    ask<Ask extends RoadsTask['ask']>(
      region: RegionRoads,
      task: Extract<RoadsTask, { ask: Ask }>,
      { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
    ) {
      return new Promise<RoadsAnswers[Ask]>((resolve, reject) => {
        if (signal?.aborted) return reject(new EngineFailure('cancelled'))
        if (pending.size >= maxPending) return reject(new EngineFailure('busy'))
        if (!breaker.admit()) return reject(new EngineFailure('open'))
        const running = current ?? start()
        running.process.channel?.ref()
        const id = ++lastId
        const askedAt = performance.now()
        const settle: Pending['settle'] = (outcome) => {
          if (!pending.delete(id)) return
          clearTimeout(timing)
          signal?.removeEventListener('abort', cancel)
          if (pendingOn(running).length === 0) running.process.channel?.unref()
          disconnectReplaced(running)
          if (!(outcome instanceof EngineFailure)) {
            breaker.succeeded()
            resolve(outcome as RoadsAnswers[Ask])
            return
          }
          if (outcome.message === 'timeout' || outcome.message === 'ended') breaker.failed()
          else if (outcome.message === 'cancelled') breaker.withdrawn()
          // The process works; only this query or region failed.
          else breaker.succeeded()
          reject(outcome)
        }
        const cancel = () => {
          send(running, { cancel: id })
          settle(new EngineFailure('cancelled'))
        }
        const timing = setTimeout(
          () => {
            send(running, { cancel: id })
            // Other queries were answered since, so the process works and this query only waited too long.
            if (running.lastProgressAt >= askedAt) return settle(new EngineFailure('busy'))
            // No progress since the query: the process hangs, and a new one is quicker than waiting.
            running.process.kill('SIGKILL')
            settle(new EngineFailure('timeout'))
          },
          timeoutMs + (running.lastProgressAt === 0 ? startMs : 0),
        )
        signal?.addEventListener('abort', cancel, { once: true })
        pending.set(id, { on: running, settle })
        send(running, { id, region, task })
      })
    },
    keep(regions) {
      for (const running of all) send(running, { keep: [...regions] })
    },
    status: () => ({
      state: current === null ? 'idle' : 'running',
      breaker: breaker.state,
      ends,
      pending: pending.size,
      ...state,
    }),
    processId: () => current?.process.pid ?? null,
    close() {
      current = null
      for (const running of [...all]) {
        all.delete(running)
        failAll(running, 'ended')
        if (running.process.connected) running.process.disconnect()
        running.process.kill('SIGTERM')
      }
    },
  }
}
