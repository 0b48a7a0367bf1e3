import { setImmediate as otherWork } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { threadProgram } from '../../../platform/process/child-program.ts'
import { slicesOf } from '../../../platform/slices.ts'
import type { FromRunThread, RunTask, ToRunThread } from './planning.run-messages.ts'

const heapMegabytes = 1_024
/** Orders of one message, which is made in a few milliseconds. */
const sentAtOnce = 250

export type RunResult = Extract<FromRunThread, { kind: 'done' }>
export type RunUpdate = Extract<FromRunThread, { kind: 'began' | 'better' }>

/** The thread said that it failed, and why. */
export class RunFailure extends Error {
  override readonly name = 'RunFailure'
  readonly code: 'contradiction' | 'no_result' | 'internal'

  constructor({ code, message }: Extract<FromRunThread, { kind: 'failed' }>) {
    super(message)
    this.code = code
  }
}

export interface RunThreadOptions {
  onUpdate: (update: RunUpdate) => void
  /** Ends the search with the best so far. */
  stop: AbortSignal
  /** Ends the thread at once. */
  cancel: AbortSignal
  /** For tests: is given the thread. */
  onThread?: (thread: Worker) => void
}

/**
 * Has a run searched by a thread of its own, which starts others for that.
 * @throws RunFailure; Error where the thread died; the reason of `cancel`
 */
export function searchInThread(
  task: Omit<RunTask, 'workspace'> & { workspace: PlanWorkspace },
  { onUpdate, stop, cancel, onThread }: RunThreadOptions,
): Promise<RunResult> {
  const { program, options } = threadProgram('plan-routes')
  const thread = new Worker(program, {
    ...options,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  onThread?.(thread)
  const post = (message: ToRunThread, transferred: ArrayBuffer[] = []) =>
    thread.postMessage(message, transferred)
  const end = () => post({ isStopped: true })
  let died = (_code: number) => {}
  return new Promise<RunResult>((resolve, reject) => {
    thread.on('message', (message: FromRunThread) => {
      if (message.kind === 'done') resolve(message)
      else if (message.kind === 'failed') reject(new RunFailure(message))
      else onUpdate(message)
    })
    thread.once('error', reject)
    died = (code) => reject(new Error(`the thread of a run exited with ${code}`))
    thread.once('exit', died)
    cancel.addEventListener('abort', () => reject(cancel.reason), { once: true })
    if (cancel.aborted) reject(cancel.reason)
    send().catch(reject)
  }).finally(() => {
    stop.removeEventListener('abort', end)
    thread.off('exit', died)
    return thread.terminate()
  })

  async function send(): Promise<void> {
    const { orders, ...workspace } = task.workspace
    for (const some of slicesOf(orders, sentAtOnce)) {
      post({ orders: some })
      await otherWork()
    }
    const { travel } = task
    const transferred = travel
      ? [travel.seconds, travel.metres].map(({ buffer }) => buffer as ArrayBuffer)
      : []
    post({ start: { ...task, workspace } }, transferred)
    if (stop.aborted) end()
    stop.addEventListener('abort', end, { once: true })
  }
}
