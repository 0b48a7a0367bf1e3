import { setPriority } from 'node:os'
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import type { PlanFigures } from '@rumbo/contract/planning.contract'
import type { Order, PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { costWithoutUnserved, type Plan, planInThreads, runPlanningThread } from '@rumbo/optimizer'
import { legsOf } from '@rumbo/optimizer/problem/travel'
import { figuresOf } from '@rumbo/planning/figures'
import { problemOf } from '@rumbo/planning/problem'
import { proposalOf } from '@rumbo/planning/proposal'
import { searchOf } from '@rumbo/planning/search'
import { decodeTravel, indexPlaces, joinTravel } from '@rumbo/planning/travel'
import { threadProgram } from '../../../platform/process/child-program.ts'
import type { FromRunThread, RunFound, RunTask, ToRunThread } from './planning.run-messages.ts'
import { leftOutOf } from './planning.run-reasons.ts'

/** What the thread of a run passes to the threads that search for it. */
const searching = 'search'
const heapMegabytes = 1_024
const lowPriority = 10

/**
 * The program of two kinds of threads: that of a run, which makes the problem, has it searched and says what was found; and
 * those that search for it.
 */
export function planRoutes(): void {
  if (isMainThread) throw new Error('This program runs in a thread.')
  const port = parentPort as MessagePort
  if (workerData === searching) {
    // On Linux this is the priority of the thread alone; elsewhere that of the whole process.
    if (process.platform === 'linux') setPriority(lowPriority)
    runPlanningThread(port)
    return
  }
  const orders: Order[] = []
  const stop = new AbortController()
  const send = (message: FromRunThread) => port.postMessage(message)
  port.on('message', (message: ToRunThread) => {
    if ('orders' in message) orders.push(...message.orders)
    else if ('isStopped' in message) stop.abort()
    else
      run(message.start, { ...message.start.workspace, orders }, { send, signal: stop.signal }).catch(
        (error: unknown) => send({ kind: 'failed', ...failureOf(error) }),
      )
  })
}

const failureOf = (error: unknown): { code: 'contradiction' | 'internal'; message: string } => ({
  code: error instanceof RangeError ? 'contradiction' : 'internal',
  message: error instanceof Error ? (error.stack ?? error.message) : String(error),
})

function createSearchThread(): Worker {
  const { program, options } = threadProgram('plan-routes')
  return new Worker(program, {
    ...options,
    workerData: searching,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
}

/** Memory that all threads of the run read. */
const allocateShared = (cells: number) =>
  new Float64Array(new SharedArrayBuffer(cells * Float64Array.BYTES_PER_ELEMENT))

async function run(
  task: RunTask,
  workspace: PlanWorkspace,
  { send, signal }: { send: (message: FromRunThread) => void; signal: AbortSignal },
): Promise<void> {
  const { mode, settings, base, best, serviceIds, travel: known, seconds, threads, seed, iterations } = task
  const travel = joinTravel(
    workspace.places,
    known && {
      legs: legsOf(decodeTravel(known.coordinates.length / 2, known)),
      index: indexPlaces(known.coordinates),
    },
    known?.isEstimate ?? true,
    allocateShared,
  )
  const { isEstimate } = travel
  const whole = problemOf({ workspace, settings, travel })
  const search = searchOf({ workspace, settings, travel, mode, base, from: best ?? base, serviceIds })
  const figures = (content: Parameters<typeof figuresOf>[0]): PlanFigures =>
    figuresOf(content, { workspace, problem: whole, isEstimate })
  send({ kind: 'began', figuresBefore: figures(base), relaxed: search.relaxed })
  const startedAt = performance.now()
  const foundOf = ({
    plan,
    cost,
    iterations: tried,
  }: {
    plan: Plan
    cost: number
    iterations: number
  }): RunFound => {
    const content = proposalOf(plan.routes, { base, workspace, aside: search.aside })
    const now = figures(content)
    return {
      content: JSON.stringify(content),
      figures: now,
      point: {
        at: (performance.now() - startedAt) / 1_000,
        cost: costWithoutUnserved(cost, plan, search.problem),
        vehicles: now.vehicles,
        metres: now.metres,
        unplanned: now.unplanned,
      },
      iterations: tried,
    }
  }
  const limit = iterations === undefined ? { seconds } : { iterations }
  const options = { ...limit, objective: settings.objective, seed, lockedRequests: search.lockedRequests }
  const found = await planInThreads(
    search.problem,
    { ...options, start: search.start },
    {
      threads,
      signal,
      createThread: createSearchThread,
      onProgress: (one) => send({ kind: 'better', ...foundOf(one) }),
    },
  )
  const { failure } = found
  const leftOut = leftOutOf(found.plan, search, workspace)
  send({ kind: 'done', ...foundOf(found), leftOut, failure })
}
