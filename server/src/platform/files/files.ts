import { Readable } from 'node:stream'
import { dayMs } from '@rumbo/contract/time-units'
import { type UploadedFile, uploadLimit, uploadQuota, uploadTypes } from '@rumbo/contract/work.contract'
import { query } from '@rumbo/database'
import { v7 as uuid, validate } from 'uuid'
import { type Actor, asSystem } from '../access/access.ts'
import { grantsOf, stillHolds } from '../access/grants.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { Transaction } from '../database/transaction.ts'
import type { spaceOf } from '../machine/storage-reserve.ts'
import { problem } from '../problem.ts'
import { databaseContent, folderContent } from './content.ts'
import { createRecordFiles, type RecordFiles } from './record-files.ts'

/** Files of users, in PostgreSQL or in a folder that api and worker share. */
export interface FileStore {
  /**
   * Stores an upload for a day: CSV or XLSX by content, at most 20 MiB, and at most 1 GiB with the person's other
   * uploads.
   * @throws Problem `payload_too_large`, `unsupported_media_type`, `upload_quota`, `file_unreadable` for an empty file
   */
  receive(actor: Actor, name: string, source: AsyncIterable<Buffer>): Promise<UploadedFile>
  /** Stores a generated file for seven days. @throws Problem `file_too_large` */
  save(
    actor: Actor,
    file: { name: string; contentType: string; content: AsyncIterable<Buffer> },
  ): Promise<string>
  /**
   * @throws Problem `file_not_found`, also for another person's file or one generated with access that its owner has
   * lost
   */
  find(actor: Actor, id: string): Promise<StoredFile>
  read(actor: Actor, id: string): Promise<Buffer>
  /** Files that belong to a record instead of a person. */
  records: RecordFiles
  /** Removes expired files and remains of killed processes. @returns the number of removed files */
  purge(): Promise<number>
}

export interface StoredFile {
  id: string
  name: string
  contentType: string
  bytes: number
  stream(): AsyncIterable<Buffer> & NodeJS.ReadableStream
}

const uploadKeptMs = dayMs
const resultKeptMs = 7 * dayMs
/** Files per transaction: deleting them with their chunks stays well within the statement timeout. */
const purgedAtOnce = 20
const zipMagic = Buffer.from('PK\u0003\u0004', 'latin1')

/** The last path segment of a name, without characters that are unsafe in file systems, headers or displayed text. */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Cs}"<>:|?*;]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '')
  return [...plain].slice(-120).join('') || 'file'
}

export interface FileStoreOptions {
  database: Database
  clock: Clock
  /** Where new files are stored. */
  storeIn: 'database' | 'folder'
  /** Folder of files; also read for old files when new ones are stored in PostgreSQL. */
  directory: string
  /** Bytes of one file in PostgreSQL. Default: 100 MiB. */
  limitBytes?: number
  /** Reads the free space of a folder. Default: from the operating system. */
  readSpace?: typeof spaceOf
}

export function createFileStore(options: FileStoreOptions): FileStore {
  const { database, storeIn } = options
  const folder = folderContent(options.directory, database, options.clock, options.readSpace)
  const contents = { database: databaseContent(database, options.limitBytes), folder }

  /** Writes the row before the bytes, so that they have an owner, and deletes it if the bytes cannot be written. */
  async function keep(
    actor: Actor,
    file: {
      name: string
      contentType: string
      keptMs: number
      content: AsyncIterable<Buffer>
      grants?: string[]
    },
    /** Determines the content type after the bytes were read. */
    typeOf: () => string = () => file.contentType,
  ): Promise<{ id: string; name: string; bytes: number }> {
    const id = uuid()
    const name = safeFileName(file.name)
    await database.transaction(actor, async (tx) => {
      if (file.keptMs === uploadKeptMs) await requireQuota(tx, actor)
      await tx.run(
        query.insertInto('platform.files').values({
          id,
          name,
          bytes: 0,
          content_type: file.contentType,
          stored_in: storeIn,
          grants: file.grants ?? null,
          owner_id: actor.userId,
          created_at: tx.now,
          expires_at: new Date(tx.now.getTime() + file.keptMs),
        }),
      )
    })
    try {
      const bytes = await contents[storeIn].write(actor, { id, ownerId: actor.userId }, file.content)
      const content_type = typeOf()
      await database.transaction(asSystem('complete file'), async (tx) => {
        const set = { bytes, content_type, completed_at: tx.now }
        await tx.run(query.updateTable('platform.files').set(set).where('id', '=', id))
      })
      return { id, name, bytes }
    } catch (error) {
      await discard(id)
      throw error
    }
  }

  async function discard(id: string): Promise<void> {
    await database.transaction(asSystem('discard file'), (tx) =>
      tx.run(query.deleteFrom('platform.files').where('id', '=', id)),
    )
    await contents[storeIn].remove([id])
  }

  const store: FileStore = {
    records: createRecordFiles(database, contents, storeIn),

    async receive(actor, name, source) {
      const seen: { contentType: string | null } = { contentType: null }
      const file = {
        name,
        contentType: uploadTypes.csv,
        keptMs: uploadKeptMs,
        content: sniffed(source, seen),
      }
      return keep(actor, file, () => {
        if (seen.contentType === null) throw problem('file_unreadable')
        return seen.contentType
      })
    },

    async save(actor, file) {
      return (await keep(actor, { ...file, keptMs: resultKeptMs, grants: grantsOf(actor) })).id
    },

    async find(actor, id) {
      if (!validate(id)) throw problem('file_not_found')
      const row = await database.transaction(
        actor,
        (tx) =>
          tx.first(
            query
              .selectFrom('platform.files')
              .select(['name', 'content_type', 'bytes', 'stored_in', 'grants'])
              .where('id', '=', id)
              .where('is_of_record', '=', false)
              .where('completed_at', 'is not', null)
              .where('expires_at', '>', tx.now),
          ),
        { readOnly: true },
      )
      if (row?.grants && !stillHolds(actor, row.grants)) throw problem('file_not_found')
      const content = row && contents[row.stored_in as keyof typeof contents]
      if (!row || !(await content?.isPresent(id))) throw problem('file_not_found')
      const bytes = Number(row.bytes)
      return {
        id,
        name: row.name,
        contentType: row.content_type,
        bytes,
        stream: () => Readable.from(content?.read(actor, { id, bytes }) ?? []),
      }
    },

    async read(actor, id) {
      const chunks: Buffer[] = []
      for await (const chunk of (await store.find(actor, id)).stream()) chunks.push(chunk)
      return Buffer.concat(chunks)
    },

    async purge() {
      let purged = 0
      for (;;) {
        const gone = await database.transaction(asSystem('purge files'), (tx) =>
          tx.sql<{ id: string; stored_in: string }>(
            `delete from platform.files where id in (
               select id from platform.files
                where expires_at <= $1 or (completed_at is null and created_at <= $1::timestamptz - interval '1 day')
                limit ${purgedAtOnce})
             returning id, stored_in`,
            [tx.now],
          ),
        )
        await folder.remove(gone.filter(({ stored_in }) => stored_in === 'folder').map(({ id }) => id))
        purged += gone.length
        if (gone.length < purgedAtOnce) return purged + (await folder.removeOrphans())
      }
    },
  }
  return store
}

/**
 * Counts an upload in progress with the maximum size; uploads of one person are checked one at a time.
 * @throws Problem `upload_quota`
 */
async function requireQuota(tx: Transaction, { userId }: Actor): Promise<void> {
  await tx.sql("select pg_advisory_xact_lock(hashtextextended('uploads ' || $1, 0))", [userId])
  const [row] = await tx.sql<{ bytes: number }>(
    `select coalesce(sum(case when completed_at is null then $2 else bytes end), 0)::float8 as bytes
       from platform.files
      where owner_id = $1 and expires_at > $3 and expires_at <= created_at + make_interval(secs => $4)`,
    [userId, uploadLimit, tx.now, uploadKeptMs / 1_000],
  )
  if ((row?.bytes ?? 0) + uploadLimit > uploadQuota) throw problem('upload_quota')
}

/** Passes the bytes through and detects their type: a spreadsheet starts like a ZIP, a CSV contains no NUL. */
async function* sniffed(
  source: AsyncIterable<Buffer>,
  seen: { contentType: string | null },
): AsyncGenerator<Buffer> {
  let head = Buffer.alloc(0)
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > uploadLimit) throw problem('payload_too_large')
    if (head.length < zipMagic.length) head = Buffer.concat([head, chunk.subarray(0, zipMagic.length)])
    const isZip = head.subarray(0, zipMagic.length).equals(zipMagic)
    if (!isZip && chunk.includes(0)) throw problem('unsupported_media_type')
    seen.contentType = isZip ? uploadTypes.xlsx : uploadTypes.csv
    yield chunk
  }
}
