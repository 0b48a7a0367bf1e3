import type { Work } from '@rumbo/contract/work.contract'
import { findActor } from '@rumbo/server/identity/index'
import { assignments } from '@rumbo/server/organisation/index'
import type { WorkKind } from '@rumbo/server/platform/jobs/work'
import { workTask } from '@rumbo/server/platform/jobs/work-runner'
import { pino } from 'pino'
import type { TestApp, TestCall } from './app.ts'

/** Uploads files over HTTP; when a test calls `run`, runs background work of the given kinds in this process. */
export function createTestWorkRunner(test: TestApp, kinds: Readonly<Record<string, WorkKind>>) {
  const task = workTask({
    database: test.database,
    files: test.files,
    kinds,
    log: pino({ level: 'silent' }),
    pollIntervalMs: 20,
    actorOf: (userId) => findActor({ database: test.database, assignments }, userId),
  })
  const runner = {
    /** @returns the id of the file */
    async upload(call: TestCall, name: string, bytes: Buffer | string): Promise<string> {
      const sent = await call<{ id: string }>('POST', `/files?name=${encodeURIComponent(name)}`, {
        body: Buffer.from(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      })
      return sent.body.id
    },
    /** Runs the work like a worker; aborting `signal` stops the worker in the middle. */
    async run(workId: string, signal: AbortSignal = new AbortController().signal): Promise<void> {
      await task({ workId }, { id: workId, attempt: 1, signal })
    },
    async read(call: TestCall, workId: string): Promise<Work> {
      return (await call<Work>('GET', `/work/${workId}`)).body
    },
    /** Requests a work, runs it, and returns its final state. */
    async ended(call: TestCall, path: string, body: object): Promise<Work> {
      const requested = await call<{ workId: string }>('POST', path, { body })
      if (requested.status !== 202)
        throw new Error(`${path} answered ${requested.status}: ${JSON.stringify(requested.body)}`)
      await runner.run(requested.body.workId)
      return runner.read(call, requested.body.workId)
    },
    async download(call: TestCall, fileId: string): Promise<Buffer> {
      const found = await call('GET', `/files/${fileId}`)
      if (found.status !== 200) throw new Error(`The file was refused: ${found.status}`)
      return found.bytes
    },
  }
  return runner
}
