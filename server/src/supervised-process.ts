import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { hasEnded } from './platform/database/postmaster.ts'
import type { MachineState, ProcessCondition, SupervisorMessage } from './platform/machine/machine-state.ts'
import { createSilence } from './platform/machine/silence.ts'
import type { ProcessMessage } from './platform/process/process-messages.ts'
import { StartupFailure } from './platform/process/startup-failure.ts'

export type Ready = Extract<ProcessMessage, { ready: unknown }>['ready']

export interface SupervisedOptions {
  /** Name for the log, such as `gateway`. */
  name: string
  /** Node's arguments: options, then the program. */
  command: readonly string[]
  environment(previous: Ready | null): Record<string, string | undefined>
  log(sentence: string): void
  onSpawn(pid: number): void
  onCondition?(condition: ProcessCondition): void
  /** Milliseconds between two checks for a heartbeat. Default: 1,000, the interval of the heartbeats. */
  checkIntervalMs?: number
}

export interface SupervisedProcess {
  ready: Ready
  /** Sends the supervisor's state to the process; a restarted process gets it with the next call. */
  send(state: MachineState): void
  /** Requests a drain, waits at most `patienceMs`, then kills the process. */
  stop(patienceMs?: number): Promise<void>
}

const firstDelayMs = 500
const longestDelayMs = 30_000
const healthyAfterMs = 60_000
/**
 * Checks without a heartbeat, one per second, after which a process counts as silent, as hung, and as hung while
 * loading.
 */
const heartbeatLimits = { silent: 5, hung: 20, starting: 60 }
/** Checks between two log lines about a slow start. */
const longStart = 60

/**
 * Starts one server process, and restarts it on the same ports when it exits unexpectedly or sends no heartbeat for
 * twenty checks, after a pause that doubles with each failure.
 * @throws StartupFailure when the first start is refused or the program cannot be started
 */
export async function superviseProcess(options: SupervisedOptions): Promise<SupervisedProcess> {
  let isStopping = false
  let delayMs = firstDelayMs
  let waiting: NodeJS.Timeout | null = null
  let current = spawnProcess(options, null)
  const ready = await current.ready
  watch()
  return { ready, send, stop }

  function watch(): void {
    const startedAt = Date.now()
    void current.ended.then((how) => {
      if (isStopping) return
      if (Date.now() - startedAt > healthyAfterMs) delayMs = firstDelayMs
      options.log(
        `The process ${options.name} exited unexpectedly (${how}); restarting it in ${delayMs / 1000} s.`,
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

  function send(machine: MachineState): void {
    const message: SupervisorMessage = { machine }
    if (current.child.connected) current.child.send(message, () => undefined)
  }

  async function stop(patienceMs = 12_000): Promise<void> {
    isStopping = true
    if (waiting) clearTimeout(waiting)
    const { pid } = current.child
    if (pid === undefined || current.child.exitCode !== null || current.child.signalCode !== null) return
    current.child.kill('SIGTERM')
    // A process stopped by SIGSTOP handles the request only after SIGCONT.
    current.child.kill('SIGCONT')
    if (await hasEnded(pid, patienceMs)) return
    options.log(`The process ${options.name} did not exit within ${patienceMs / 1000} s; it was killed.`)
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
  options.onCondition?.('starting')
  // Detached, so that Ctrl-C reaches only the supervisor, which stops its processes in order.
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
  const endWatch = watchHeartbeats(child, options)
  const ready = new Promise<Ready>((resolve, reject) => {
    let refusal: string | null = null
    child.on('message', (message: ProcessMessage) => {
      if ('ready' in message) resolve(message.ready)
      else if ('failed' in message) refusal = message.failed.sentence
    })
    void ended.then((how) => {
      endWatch()
      options.onCondition?.('down')
      const sentence =
        refusal ?? `The process ${options.name} exited while starting (${how}); see its log for the cause.`
      reject(new StartupFailure('process_failed', sentence))
    })
  })
  ready.catch(() => {})
  return { child, ready, ended }
}

/** Kills a process that has stopped sending heartbeats. @returns a function that ends the watch */
function watchHeartbeats(
  child: ChildProcess,
  { name, log, onCondition, checkIntervalMs = 1_000 }: SupervisedOptions,
) {
  const silence = createSilence(heartbeatLimits)
  let isReady = false
  let isDebugged = false
  let looks = 0
  let shown: ProcessCondition = 'starting'
  const show = (condition: ProcessCondition) => {
    if (condition !== shown) onCondition?.(condition)
    shown = condition
  }
  child.on('message', (message: ProcessMessage) => {
    if ('ready' in message) isReady = true
    if ('heartbeat' in message) {
      silence.received()
      isDebugged = message.heartbeat.isDebugged
    }
    show(isReady ? 'ready' : 'starting')
  })
  const looking = setInterval(() => {
    looks += 1
    const sign = silence.look()
    if (!isReady && sign === 'alive' && looks % longStart === 0)
      log(`The process ${name} has been starting for ${(looks * checkIntervalMs) / 1000} s; still waiting.`)
    if (sign === 'alive') return
    show('silent')
    if (sign === 'silent' || isDebugged || isTraced(child.pid)) return
    clearInterval(looking)
    const seconds = (silence.looks * checkIntervalMs) / 1000
    log(`The process ${name} has not responded for ${seconds} s; killing it.`)
    child.kill('SIGKILL')
  }, checkIntervalMs)
  return () => clearInterval(looking)
}

/** Whether another program, such as a debugger, traces the process (Linux; elsewhere false). */
function isTraced(pid: number | undefined): boolean {
  try {
    return /^TracerPid:\s+[1-9]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
