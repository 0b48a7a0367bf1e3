import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type UploadedFile, uploadLimit, uploadTypes } from '@rumbo/contract/work.contract'
import { query } from '@rumbo/database'
import { v7 as uuid, validate } from 'uuid'
import { type Actor, asSystem } from './access.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import { grantsOf, stillHolds } from './grants.ts'
import { problem } from './problem.ts'

/** Files of people in `<data dir>/uploads`, each under its random id; api and worker share the folder. */
export interface FileStore {
  /**
   * Takes what a person sends: CSV or XLSX by its content, 20 MiB at most; it is kept for a day.
   * @throws Problem `payload_too_large`, `unsupported_media_type`, `file_unreadable` where it is empty
   */
  receive(actor: Actor, name: string, source: AsyncIterable<Buffer>): Promise<UploadedFile>
  /** A file the product made for a person; it is kept for seven days. */
  save(
    actor: Actor,
    file: { name: string; contentType: string; content: AsyncIterable<Buffer> },
  ): Promise<string>
  /** @throws Problem `file_not_found`, also where it is another's or was made with access its owner has lost since */
  find(actor: Actor, id: string): Promise<StoredFile>
  read(actor: Actor, id: string): Promise<Buffer>
  /** Removes what has lain long enough, and what a killed process left. Answers how many. */
  purge(): Promise<number>
}

export interface StoredFile {
  id: string
  name: string
  contentType: string
  bytes: number
  stream(): AsyncIterable<Buffer> & NodeJS.ReadableStream
}

const dayMs = 86_400_000
const uploadKeptMs = dayMs
const resultKeptMs = 7 * dayMs
/** Bytes without a row are a write under way, or one that was cut off. */
const orphanMs = dayMs
const zipMagic = Buffer.from('PK\u0003\u0004', 'latin1')

/** The last part of a name, without what a file system, a header or a reader's eye stumbles over. */
export function safeFileName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Cs}"<>:|?*;]/gu, '').replace(/^[.\s]+|[.\s]+$/g, '')
  return [...plain].slice(-120).join('') || 'file'
}

export function createFileStore(options: { database: Database; directory: string; clock: Clock }): FileStore {
  const { database, directory, clock } = options
  const pathOf = (id: string) => join(directory, id)

  async function write(id: string, content: AsyncIterable<Buffer>): Promise<number> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const draft = `${pathOf(id)}.part`
    const file = await open(draft, 'wx', 0o600)
    let bytes = 0
    try {
      for await (const chunk of content) {
        await file.writeFile(chunk)
        bytes += chunk.length
      }
    } catch (error) {
      await file.close()
      await rm(draft, { force: true })
      throw error
    }
    await file.close()
    await rename(draft, pathOf(id))
    return bytes
  }

  async function keep(
    actor: Actor,
    file: {
      id: string
      name: string
      contentType: string
      bytes: number
      keptMs: number
      grants?: string[]
    },
  ): Promise<void> {
    const { keptMs, contentType, id, name, bytes, grants = null } = file
    try {
      await database.transaction(actor, (tx) =>
        tx.run(
          query.insertInto('platform.files').values({
            id,
            name,
            bytes,
            grants,
            content_type: contentType,
            owner_id: actor.userId,
            created_at: tx.now,
            expires_at: new Date(tx.now.getTime() + keptMs),
          }),
        ),
      )
    } catch (error) {
      await rm(pathOf(id), { force: true })
      throw error
    }
  }

  const store: FileStore = {
    async receive(actor, name, source) {
      const id = uuid()
      const seen: { contentType: string | null } = { contentType: null }
      const bytes = await write(id, sniffed(source, seen))
      if (seen.contentType === null) {
        await rm(pathOf(id), { force: true })
        throw problem('file_unreadable')
      }
      const file = { id, name: safeFileName(name), bytes }
      await keep(actor, { ...file, contentType: seen.contentType, keptMs: uploadKeptMs })
      return file
    },

    async save(actor, { name, contentType, content }) {
      const id = uuid()
      const bytes = await write(id, content)
      const grants = grantsOf(actor)
      await keep(actor, { id, name: safeFileName(name), contentType, bytes, keptMs: resultKeptMs, grants })
      return id
    },

    async find(actor, id) {
      if (!validate(id)) throw problem('file_not_found')
      const row = await database.transaction(
        actor,
        (tx) =>
          tx.first(
            query
              .selectFrom('platform.files')
              .select(['name', 'content_type', 'bytes', 'grants'])
              .where('id', '=', id)
              .where('expires_at', '>', tx.now),
          ),
        { readOnly: true },
      )
      if (row?.grants && !stillHolds(actor, row.grants)) throw problem('file_not_found')
      if (!row || !(await exists(pathOf(id)))) throw problem('file_not_found')
      return {
        id,
        name: row.name,
        contentType: row.content_type,
        bytes: Number(row.bytes),
        stream: () => createReadStream(pathOf(id)),
      }
    },

    async read(actor, id) {
      await store.find(actor, id)
      return readFile(pathOf(id))
    },

    async purge() {
      const gone = await database.transaction(asSystem('purge files'), (tx) =>
        tx.rows(query.deleteFrom('platform.files').where('expires_at', '<=', tx.now).returning('id')),
      )
      await Promise.all(gone.map(({ id }) => rm(pathOf(id), { force: true })))
      return gone.length + (await removeOrphans())
    },
  }

  async function removeOrphans(): Promise<number> {
    const names = await readdir(directory).catch(() => [])
    const rows = await database.transaction(
      asSystem('purge files'),
      (tx) => tx.rows(query.selectFrom('platform.files').select('id')),
      { readOnly: true },
    )
    const known = new Set(rows.map(({ id }) => id))
    let removed = 0
    for (const name of names) {
      if (known.has(name)) continue
      const age =
        clock.now().getTime() - ((await stat(join(directory, name)).catch(() => null))?.mtimeMs ?? 0)
      if (age < orphanMs) continue
      await rm(join(directory, name), { force: true })
      removed += 1
    }
    return removed
  }
  return store
}

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Passes the bytes on while looking at them: a spreadsheet begins as a ZIP, a CSV has no NUL. */
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
