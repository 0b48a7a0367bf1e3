import { fork } from 'node:child_process'
import { totalmem } from 'node:os'
import { isRegionFailureCode } from '@rumbo/contract/places.region-failures'
import { childProgram } from '../../platform/process/child-program.ts'
import type { PackOptions, PackProgress } from './places.pack.ts'
import { outOfMemory, RegionFailure } from './places.region-failure.ts'
import type { RegionManifest } from './places.regions.ts'

/** The only message sent to the builder. */
export interface BuilderTask {
  file: string
  name: string
  title: string
  sourceName?: string
  directory: string
  memoryBytes: number
}
export type BuilderMessage =
  | { progress: PackProgress }
  | { manifest: RegionManifest }
  | { failure: { code: string; sentence: string } }

/** Limit of the builder's heap as a share of the machine's memory. */
const memoryShare = 0.6
const patienceMs = 5_000

function availableBytes(): number {
  const constrained = process.constrainedMemory?.() ?? 0
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
}

/**
 * Builds a pack in a child process with a limited heap, so that a malicious or large file cannot crash the caller. The
 * process ends on an abort and with the caller.
 * @throws RegionFailure, or the signal's reason
 */
export function buildInProcess(
  options: Pick<PackOptions, 'file' | 'name' | 'title' | 'sourceName' | 'directory' | 'progress' | 'signal'>,
): Promise<RegionManifest> {
  const { progress, signal, ...task } = options
  const memoryBytes = Math.floor(availableBytes() * memoryShare)
  const { program, options: nodeOptions } = childProgram('region-builder')
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    let outcome: { manifest: RegionManifest } | { failure: { code: string; sentence: string } } | null = null
    let output = ''
    const child = fork(program, [], {
      execArgv: [
        ...nodeOptions,
        '--enable-source-maps',
        `--max-old-space-size=${Math.floor(memoryBytes / 2 ** 20)}`,
      ],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-4_000)
    })
    let killing: NodeJS.Timeout | undefined
    const abort = () => {
      child.kill('SIGTERM')
      killing = setTimeout(() => child.kill('SIGKILL'), patienceMs)
    }
    signal?.addEventListener('abort', abort, { once: true })
    child.on('message', (message: BuilderMessage) => {
      if ('progress' in message) progress?.(message.progress)
      else outcome = message
    })
    child.on('error', reject)
    child.on('close', (code, ended) => {
      clearTimeout(killing)
      signal?.removeEventListener('abort', abort)
      if (signal?.aborted) return reject(signal.reason)
      if (outcome && 'manifest' in outcome) return resolve(outcome.manifest)
      if (outcome) return reject(failureOf(outcome.failure))
      if (/heap out of memory|allocation failed/i.test(output) || ended === 'SIGKILL')
        return reject(outOfMemory())
      reject(
        new Error(
          `The region builder exited with ${ended ?? code}: ${output.trim().split('\n').at(-1) ?? ''}`,
        ),
      )
    })
    child.send({ ...task, memoryBytes } satisfies BuilderTask, (error) => {
      if (error) output += error.message
    })
  })
}

const failureOf = ({ code, sentence }: { code: string; sentence: string }) =>
  new RegionFailure(isRegionFailureCode(code) ? code : 'region_failed', sentence)
