import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Which of the processes that share a fleet this is, from 1. */
export interface Part {
  number: number
  of: number
}

/** Reads `2/3`. Throws an Error with a sentence for the operator. */
export function readPart(text: string): Part {
  const [, number = '', of = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  const part = { number: Number(number), of: Number(of) }
  if (part.number < 1 || part.number > part.of) throw new Error('--part must be like 2/3.')
  return part
}

/** The process whose part the item at this index belongs to, from 1. */
export const partOf = (index: number, processes: number): number => (index % processes) + 1

export interface PartsOptions {
  processes: number
  /** Which process has the device; 1 for an unknown one, so that it is answered once. */
  partOfDevice(deviceIdentifier: string): number
  /** A line that a process printed, without those that state its start. */
  onLine(line: string): void
  /** All processes simulate their vehicles; called once. */
  onStarted(vehicles: number): void
  /** A process ended by itself. */
  onEnd(code: number): void
}

export interface Parts {
  /** Gives a line of standard input to the process of the device. */
  write(deviceIdentifier: string, line: string): void
  stop(): void
}

/** Starts this program again, once for each part of the fleet, with the same arguments. They end with this process. */
export function startParts(options: PartsOptions): Parts {
  const { processes, partOfDevice, onLine, onStarted, onEnd } = options
  const [program = '', ...given] = process.argv.slice(1)
  let started = 0
  let vehicles = 0
  let isStopping = false

  function start(number: number): ChildProcess {
    const rest = [program, ...given, '--part', `${number}/${processes}`]
    const child = spawn(process.execPath, [...process.execArgv, ...rest], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin?.on('error', () => {})
    if (child.stdout) createInterface({ input: child.stdout }).on('line', read)
    child.once('error', () => end(1))
    child.once('exit', (code) => end(code ?? 1))
    return child
  }

  function read(line: string): void {
    const { started: own } = JSON.parse(line) as { started?: { vehicles: number } }
    if (own === undefined) {
      onLine(line)
      return
    }
    started += 1
    vehicles += own.vehicles
    if (started === processes) onStarted(vehicles)
  }

  function end(code: number): void {
    if (isStopping) return
    stop()
    onEnd(code)
  }

  function stop(): void {
    isStopping = true
    for (const child of children) child.kill('SIGTERM')
  }

  const children = Array.from({ length: processes }, (_, index) => start(index + 1))
  return {
    write(deviceIdentifier, line) {
      children[partOfDevice(deviceIdentifier) - 1]?.stdin?.write(`${line}\n`)
    },
    stop,
  }
}
