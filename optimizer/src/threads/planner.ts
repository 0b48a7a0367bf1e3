import type { Plan, Problem } from '../problem/problem.ts'
import type { SolveOptions } from '../solve.ts'
import type { FromPlanningThread, PlanningTask } from './messages.ts'

/** The other side: a thread with `runPlanningThread`, such as a `Worker` of Node. */
export interface PlanningThread {
  on(event: 'message', listener: (message: FromPlanningThread) => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'exit', listener: (code: number) => void): unknown
  postMessage(task: PlanningTask): void
  terminate(): Promise<unknown>
}

export interface PlannerOptions {
  threads: number
  createThread: () => PlanningThread
  onProgress?: (found: Found) => void
  /** Ends the search with the best plan found so far. */
  signal?: AbortSignal
}

export interface Found {
  plan: Plan
  cost: number
  /** Changes tried, of all threads. */
  iterations: number
}

/** What the threads found; `failure` where at least one of them died, so that less was searched than asked. */
export interface Planned extends Found {
  failure?: string
}

/**
 * Plans in threads of their own, each with its own seed, and takes the best plan of all. With `iterations` the result is
 * the same each time. @throws RangeError where problem or start contradict themselves; Error where all threads died
 * before they found a plan
 */
export async function planInThreads(
  problem: Problem,
  options: SolveOptions,
  planner: PlannerOptions,
): Promise<Planned> {
  const { threads, createThread, onProgress, signal } = planner
  const stop = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)
  const end = () => Atomics.store(new Int32Array(stop), 0, 1)
  signal?.addEventListener('abort', end, { once: true })
  if (signal?.aborted) end()
  const { seed = 1 } = options
  const iterations = new Array<number>(threads).fill(0)
  const total = () => iterations.reduce((sum, one) => sum + one, 0)
  let best: { plan: Plan; cost: number; thread: number } | undefined
  let failure: string | undefined
  const take = (message: Extract<FromPlanningThread, { plan: Plan }>, thread: number) => {
    iterations[thread] = message.iterations
    const isBetter = !best || message.cost < best.cost || (message.cost === best.cost && thread < best.thread)
    if (!isBetter) return
    best = { plan: message.plan, cost: message.cost, thread }
    onProgress?.({ plan: best.plan, cost: best.cost, iterations: total() })
  }
  const runs = Array.from({ length: threads }, (_, thread) =>
    runThread(createThread(), { problem, options: { ...options, seed: seed + thread }, stop }, (message) =>
      take(message, thread),
    ),
  )
  const outcomes = await Promise.allSettled(runs)
  signal?.removeEventListener('abort', end)
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') continue
    if (outcome.reason instanceof RangeError) throw outcome.reason
    failure = String(outcome.reason.message)
  }
  if (!best) throw new Error(failure ?? 'no thread found a plan')
  return { plan: best.plan, cost: best.cost, iterations: total(), failure }
}

function runThread(
  thread: PlanningThread,
  task: PlanningTask,
  onFound: (message: Extract<FromPlanningThread, { plan: Plan }>) => void,
) {
  return new Promise<void>((resolve, reject) => {
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`the planning thread exited with ${code}`)))
    thread.on('message', (message: FromPlanningThread) => {
      if (message.kind === 'failed')
        reject(message.isProblem ? new RangeError(message.message) : new Error(message.message))
      else {
        onFound(message)
        if (message.kind === 'done') resolve()
      }
    })
    thread.postMessage(task)
  }).finally(() => thread.terminate())
}
