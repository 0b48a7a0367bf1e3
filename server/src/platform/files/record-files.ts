import { dayMs } from '@rumbo/contract/time-units'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import { type Actor, asSystem, type Identity } from '../access/access.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import { problem } from '../problem.ts'
import type { FileContent } from './content.ts'

/** Files that belong to a record: the record's domain decides who reads them, and how long they are kept. */
export interface RecordFiles {
  /**
   * Stores bytes under an id of the caller's choice for a day, within which `claimFile` has to give them to a record.
   * Storing the same id again changes nothing.
   * @throws Problem `file_not_found` where the id is another person's
   */
  put(actor: Actor, file: { id: string; contentType: string; content: Buffer }): Promise<void>
  /** The same for what somebody without an account sent; `ownerId` is who it is of. */
  putFor(ownerId: string, file: { id: string; contentType: string; content: Buffer }): Promise<void>
  /** The whole content. @throws Problem `file_not_found` */
  read(id: string): Promise<{ contentType: string; content: Buffer }>
}

/** How long a file may wait for its record. */
const unclaimedMs = dayMs

/** @param contents by the place where bytes are stored */
export function createRecordFiles(
  database: Database,
  contents: Record<'database' | 'folder', FileContent>,
  storeIn: 'database' | 'folder',
): RecordFiles {
  const find = (id: string) =>
    database.transaction(
      asSystem('read record file'),
      (tx) =>
        tx.first(
          query
            .selectFrom('platform.files')
            .select(['owner_id', 'content_type', 'bytes', 'stored_in', 'completed_at', 'expires_at'])
            .where('id', '=', id)
            .where('is_of_record', '=', true),
        ),
      { readOnly: true },
    )
  const discard = async (id: string) => {
    await database.transaction(asSystem('discard file'), (tx) =>
      tx.run(query.deleteFrom('platform.files').where('id', '=', id)),
    )
    await contents[storeIn].remove([id])
  }

  async function store(
    identity: Identity,
    ownerId: string,
    { id, contentType, content }: { id: string; contentType: string; content: Buffer },
  ): Promise<void> {
    const before = await find(id)
    if (before && before.owner_id !== ownerId) throw problem('file_not_found')
    if (before?.completed_at) return
    // A process was killed while it wrote the bytes.
    if (before) await discard(id)
    await database.transaction(identity, (tx) =>
      tx.run(
        query.insertInto('platform.files').values({
          id,
          name: id,
          bytes: 0,
          content_type: contentType,
          stored_in: storeIn,
          grants: null,
          owner_id: ownerId,
          is_of_record: true,
          created_at: tx.now,
          expires_at: new Date(tx.now.getTime() + unclaimedMs),
        }),
      ),
    )
    try {
      const bytes = await contents[storeIn].write(identity, { id, ownerId }, once(content))
      await database.transaction(asSystem('complete file'), (tx) =>
        tx.run(query.updateTable('platform.files').set({ bytes, completed_at: tx.now }).where('id', '=', id)),
      )
    } catch (error) {
      await discard(id)
      throw error
    }
  }

  return {
    put: (actor, file) => store(actor, actor.userId, file),
    putFor: (ownerId, file) => store(asSystem('store file of a reply'), ownerId, file),

    async read(id) {
      const row = await find(id)
      const source = row && contents[row.stored_in as 'database' | 'folder']
      if (!row?.completed_at || !(await source?.isPresent(id))) throw problem('file_not_found')
      const chunks: Buffer[] = []
      const bytes = Number(row.bytes)
      for await (const chunk of source?.read(asSystem('read record file'), { id, bytes }) ?? [])
        chunks.push(chunk)
      return { contentType: row.content_type, content: Buffer.concat(chunks) }
    },
  }
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}

/**
 * Keeps a complete file of a record until `expireFiles`; runs under the system role.
 * @returns false where the person stored no such file, or another record has it
 */
export async function claimFile(tx: Transaction, id: string, ownerId: string): Promise<boolean> {
  const rows = await tx.sql(
    `update platform.files set expires_at = 'infinity'
     where id = $1 and owner_id = $2 and is_of_record and completed_at is not null and expires_at < 'infinity'
     returning id`,
    [id, ownerId],
  )
  return rows.length > 0
}

/** Marks files of records for removal; runs under the system role. */
export async function expireFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.run(
    query
      .updateTable('platform.files')
      .set({ expires_at: tx.now })
      .where('is_of_record', '=', true)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
}
