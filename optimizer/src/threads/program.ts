import { followProgress, stepsAtOnce } from '../limit.ts'
import { createSolver } from '../solver.ts'
import type { FromPlanningThread, PlanningTask } from './messages.ts'

const reportEveryMs = 1000

/** The side of the thread of a message channel, such as `parentPort` of Node. */
export interface ThreadPort {
  on(event: 'message', listener: (task: PlanningTask) => void): unknown
  postMessage(message: FromPlanningThread): void
}

/** The program of a planning thread: searches for each task it receives until its time is over or it is stopped. */
export function runPlanningThread(port: ThreadPort) {
  const post = (message: FromPlanningThread) => port.postMessage(message)
  port.on('message', (task) => {
    try {
      search(task, post)
    } catch (error) {
      post({
        kind: 'failed',
        message: String((error as Error).message),
        isProblem: error instanceof RangeError,
      })
    }
  })
}

function search({ problem, options, stop }: PlanningTask, post: (message: FromPlanningThread) => void) {
  const flag = new Int32Array(stop)
  const progress = followProgress(options)
  const solver = createSolver(problem, options)
  let iterations = 0
  // The plan that the search begins with is reported at once.
  let reportedAt = -Infinity
  let reported = Infinity
  const report = (kind: 'better' | 'done') => post({ kind, ...solver.best(), iterations })
  while (Atomics.load(flag, 0) === 0) {
    const now = performance.now()
    const reached = progress(iterations)
    if (reached >= 1) break
    if (now - reportedAt >= reportEveryMs && solver.cost() < reported) {
      reportedAt = now
      reported = solver.cost()
      report('better')
    }
    solver.advance(reached, stepsAtOnce)
    iterations += stepsAtOnce
  }
  report('done')
}
