import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestDatabase } from '@rumbo/tools/testing'
import { childProgram } from '../../platform/process/child-program.ts'
import type { ProcessMessage } from '../../platform/process/process-messages.ts'

type Ready = Extract<ProcessMessage, { ready: unknown }>['ready']
export interface ServerProcess {
  child: ChildProcess
  ready: Ready
  url: string
}

/** Starts server processes of the product over one database. */
export function createServerProcesses(postgres: TestDatabase) {
  const dataDir = mkdtempSync(join(tmpdir(), 'rumbo-processes-'))
  const children: ChildProcess[] = []
  return {
    dataDir,
    /** Rejects with what it said where it is refused. */
    async start(roles: string, environment: Record<string, string> = {}): Promise<ServerProcess> {
      const { program, options } = childProgram('main')
      const child = spawn(process.execPath, [...options, program], {
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
        env: {
          ...process.env,
          DATABASE_URL: postgres.url,
          RUMBO_SECRET: 'a secret of at least thirty-two characters',
          // Each its own, as on machines of their own.
          RUMBO_DATA_DIR: join(dataDir, `process-${children.length}`),
          RUMBO_ROLES: roles,
          RUMBO_PORT: '0',
          RUMBO_GATEWAY_PORTS: 'off',
          RUMBO_GATEWAY_GT06_PORT: '0',
          RUMBO_LOG_LEVEL: 'error',
          ...environment,
        },
      })
      children.push(child)
      let complaints = ''
      child.stderr?.on('data', (chunk) => {
        complaints += chunk
      })
      const ready = await new Promise<Ready>((resolve, reject) => {
        child.on('message', (message: ProcessMessage) => {
          if ('ready' in message) resolve(message.ready)
          else if ('failed' in message) reject(new Error(message.failed.sentence))
        })
        child.on('exit', (code) => reject(new Error(`It ended with ${code}: ${complaints}`)))
      })
      return { child, ready, url: `http://127.0.0.1:${ready.http}` }
    },
    /** Kills all of them, also suspended ones. */
    async end(): Promise<void> {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue
        const ended = new Promise((resolve) => child.once('exit', resolve))
        child.kill('SIGKILL')
        await ended
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
