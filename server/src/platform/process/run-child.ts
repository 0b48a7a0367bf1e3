import { fork } from 'node:child_process'
import type { childProgram } from './child-program.ts'

/** Signals that stop the server; not caused by what the child was given. */
const fromOutside = new Set<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'])

/** How a child ended: by itself, stopped with the server, or beyond its limits of memory and time. */
type ChildEnd = { by: 'itself'; code: number | null; output: string } | { by: 'stop' } | { by: 'limit' }

interface ChildOptions<Message> {
  signal: AbortSignal | undefined
  heapMegabytes: number
  patienceMs: number
  onMessage: (message: Message) => void
}

/**
 * Starts a program with limited heap and time, gives it one task, and passes on its messages until it ends, so that
 * what it was given cannot block or crash the calling process.
 * @throws the signal's reason; an Error where it could not be started
 */
export function runChild<Message>(
  { program, options }: ReturnType<typeof childProgram>,
  task: object,
  { signal, heapMegabytes, patienceMs, onMessage }: ChildOptions<Message>,
): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    let output = ''
    const child = fork(program, [], {
      execArgv: [...options, '--enable-source-maps', `--max-old-space-size=${heapMegabytes}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
    })
    const kill = () => child.kill('SIGKILL')
    const tooLong = setTimeout(kill, patienceMs)
    signal?.addEventListener('abort', kill, { once: true })
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
    })
    child.on('message', (message) => onMessage(message as Message))
    child.on('error', reject)
    child.on('close', (code, ended) => {
      clearTimeout(tooLong)
      signal?.removeEventListener('abort', kill)
      if (signal?.aborted) reject(signal.reason)
      else if (ended !== null && fromOutside.has(ended)) resolve({ by: 'stop' })
      // Out of memory, which V8 reports by several signals, or out of time.
      else if (ended !== null || /heap out of memory|allocation failed/i.test(output))
        resolve({ by: 'limit' })
      else resolve({ by: 'itself', code, output: output.trim().split('\n').at(-1) ?? '' })
    })
    child.send(task, (error) => {
      if (error) output += error.message
    })
  })
}
