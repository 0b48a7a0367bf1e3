import type { Readable } from 'node:stream'
import { isSuperAdmin } from '@rumbo/contract/access'
import type { Work } from '@rumbo/contract/work.contract'
import { query } from '@rumbo/database'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { problem } from '../problem.ts'
import { enqueueJob } from './jobs.ts'

export type WorkResult = NonNullable<Work['result']>

/** Functions available to a long work besides its payload. */
export interface WorkIo {
  /** Reports progress; may be called for every row. `total` is null while unknown. */
  progress(done: number, total: number | null): Promise<void>
  /** Aborted within a second once the person cancels, and when the process ends. */
  signal: AbortSignal
  /** Whether the person cancelled; the work is then not repeated. */
  isCancelled(): boolean
  /** An uploaded file of the same person. @throws Problem `file_not_found` */
  readFile(fileId: string): Promise<Buffer>
  /** Stores a file for seven days. @returns the id for the person's download */
  saveFile(name: string, contentType: string, content: Buffer | Readable): Promise<string>
  /**
   * Marks the work as done as the last statement of the transaction of its changes, so that a cancelled or superseded
   * run is rolled back and a finished one never repeated. Every kind that writes must call it.
   */
  settle(tx: Transaction, result: WorkResult): Promise<void>
}

/**
 * Runs a long work as the person who requested it, with their current access. It may be repeated after its worker was
 * killed, so all changes belong in one transaction, or in several that a repeated run recognises. A `Problem` becomes the work's
 * `error`.
 */
export type WorkKind = (payload: unknown, actor: Actor, database: Database, io: WorkIo) => Promise<WorkResult>

/** Fails a work with a domain's own code, for which no problem code exists. */
export class WorkFailure extends Error {
  override readonly name = 'WorkFailure'
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(`the work failed: ${code}`, { cause })
    this.code = code
  }
}

export const workJob = 'work:run'

/** A result that consists of a file, or of nothing. */
export const plainResult = (file: { id: string; name: string } | null): WorkResult => ({
  fileId: file?.id ?? null,
  fileName: file?.name ?? null,
  added: 0,
  updated: 0,
  skipped: 0,
  bad: [],
  isDryRun: false,
})

/**
 * Queues a long work of the transaction's actor; it starts after the commit.
 * @throws Problem `company_denied` where the actor does not belong to its company
 */
export async function startWork(
  tx: Transaction,
  kind: string,
  payload: object,
  companyId?: string,
): Promise<{ workId: string }> {
  const { actor } = tx
  if (!actor) throw new Error(`The work ${kind} requires a signed-in person.`)
  const isWithinReach = isSuperAdmin(actor.scopes) || actor.companies.read.some((id) => id === companyId)
  if (companyId !== undefined && !isWithinReach) throw problem('company_denied')
  const workId = uuid()
  await tx.run(
    query.insertInto('platform.works').values({
      id: workId,
      kind,
      company_id: companyId ?? null,
      created_by: actor.userId,
      address: actor.address,
      request_id: actor.requestId,
      payload: JSON.stringify(payload),
      created_at: tx.now,
    }),
  )
  const queue = companyId ? queueOf(companyId, kind, workId) : undefined
  await enqueueJob(tx, { task: workJob, payload: { workId }, queue })
  return { workId }
}

/** Limit of concurrent imports, and of other works, of one company, so that none occupies all workers. */
const companyQueues = 2

/** Each queue runs one work at a time; the last digits of the random id select one of the company's queues. */
function queueOf(companyId: string, kind: string, workId: string): string {
  const sort = kind.endsWith('.import') ? 'import' : 'other'
  return `${sort}:${companyId}:${Number.parseInt(workId.slice(-4), 16) % companyQueues}`
}

/** A work of the caller. @throws Problem `work_not_found` */
export async function readOwnWork(tx: Transaction, id: string): Promise<Work> {
  const row = await tx.first(query.selectFrom('platform.works').selectAll().where('id', '=', id))
  if (!row) throw problem('work_not_found')
  return {
    id: row.id,
    kind: row.kind,
    status: row.status as Work['status'],
    done: row.done,
    total: row.total,
    result: row.result as Work['result'],
    error: row.error,
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

/** Queued work ends at once; running work is cancelled within a second; ended work stays as it is. */
export async function cancelOwnWork(tx: Transaction, id: string): Promise<Work> {
  const { status } = await readOwnWork(tx, id)
  const of = query.updateTable('platform.works').where('id', '=', id)
  if (status === 'queued' || status === 'running') {
    const ended = await tx.run(
      of
        .set({ status: 'cancelled', cancel_asked_at: tx.now, ended_at: tx.now })
        .where('status', '=', 'queued'),
    )
    if (ended === 0) await tx.run(of.set({ cancel_asked_at: tx.now }).where('status', '=', 'running'))
    if (tx.actor) tx.stale(ownWorkHint(tx.actor.userId))
  }
  return readOwnWork(tx, id)
}

/** The hint names the person, not the work, so only that person receives it. */
export const ownWorkHint = (userId: string) => ({ domain: 'work', id: userId })
