import { type ChildProcess, spawn } from 'node:child_process'
import { hasEnded } from './platform/database/postmaster.ts'
import type { ProcessMessage } from './platform/process-messages.ts'
import { StartupFailure } from './platform/startup-failure.ts'

export type Ready = Extract<ProcessMessage, { ready: unknown }>['ready']

export interface SupervisedOptions {
  /** For the log: `gateway`. */
  name: string
  /** Node's arguments: options, then the program. */
  command: readonly string[]
  environment(previous: Ready | null): Record<string, string | undefined>
  log(sentence: string): void
  onSpawn(pid: number): void
  /** Milliseconds a process may take to be ready. */
  startPatienceMs?: number
}

export interface SupervisedProcess {
  ready: Ready
  /** Asks it to drain, waits at most the patience, then ends it. */
  stop(patienceMs?: number): Promise<void>
}

const firstDelayMs = 500
const longestDelayMs = 30_000
const healthyAfterMs = 60_000

/**
 * Starts one server process and keeps it running: one that ends unasked is started again, on the same ports,
 * after a pause that doubles while it keeps failing.
 * @throws StartupFailure when the first start is refused or takes too long
 */
export async function superviseProcess(options: SupervisedOptions): Promise<SupervisedProcess> {
  let isStopping = false
  let delayMs = firstDelayMs
  let waiting: NodeJS.Timeout | null = null
  let current = spawnProcess(options, null)
  const ready = await current.ready
  watch()
  return { ready, stop }

  function watch(): void {
    const startedAt = Date.now()
    void current.ended.then((how) => {
      if (isStopping) return
      if (Date.now() - startedAt > healthyAfterMs) delayMs = firstDelayMs
      options.log(
        `The process ${options.name} ended unasked (${how}); it starts again in ${delayMs / 1000} s.`,
      )
      waiting = setTimeout(startAgain, delayMs)
      delayMs = Math.min(delayMs * 2, longestDelayMs)
    })
  }

  function startAgain(): void {
    current = spawnProcess(options, ready)
    current.ready.then(
      () => options.log(`The process ${options.name} is ready again.`),
      (failure: Error) => options.log(failure.message),
    )
    watch()
  }

  async function stop(patienceMs = 12_000): Promise<void> {
    isStopping = true
    if (waiting) clearTimeout(waiting)
    const { pid } = current.child
    if (pid === undefined || current.child.exitCode !== null || current.child.signalCode !== null) return
    current.child.kill('SIGTERM')
    if (await hasEnded(pid, patienceMs)) return
    options.log(
      `The process ${options.name} did not end within ${patienceMs / 1000} s; it was ended by force.`,
    )
    current.child.kill('SIGKILL')
    await current.ended
  }
}

interface Spawned {
  child: ChildProcess
  ready: Promise<Ready>
  ended: Promise<string>
}

function spawnProcess(options: SupervisedOptions, previous: Ready | null): Spawned {
  // Detached: a Ctrl-C in the terminal reaches the supervisor only, which ends its processes in order.
  const child = spawn(process.execPath, [...options.command], {
    env: options.environment(previous),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  if (child.pid !== undefined) options.onSpawn(child.pid)
  const ended = new Promise<string>((done) => {
    child.on('error', (error) => done(error.message))
    child.on('exit', (code, signal) => done(signal ?? `exit code ${code}`))
  })
  const ready = new Promise<Ready>((resolve, reject) => {
    let refusal: string | null = null
    const refuse = (sentence: string) => reject(new StartupFailure('process_failed', sentence))
    const patience = setTimeout(() => {
      child.kill('SIGKILL')
      refuse(`The process ${options.name} was not ready in time; its log says why.`)
    }, options.startPatienceMs ?? 60_000)
    child.on('message', (message: ProcessMessage) => {
      if ('ready' in message) {
        clearTimeout(patience)
        resolve(message.ready)
      } else if ('failed' in message) refusal = message.failed.sentence
    })
    void ended.then((how) => {
      clearTimeout(patience)
      refuse(refusal ?? `The process ${options.name} ended while starting (${how}); its log says why.`)
    })
  })
  ready.catch(() => {})
  return { child, ready, ended }
}
