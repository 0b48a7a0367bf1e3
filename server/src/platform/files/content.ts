import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@rumbo/contract/time-units'
import { uploadLimit } from '@rumbo/contract/work.contract'
import { query } from '@rumbo/database'
import { type Actor, asSystem } from '../access/access.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { hasRoomFor } from '../machine/storage-levels.ts'
import { spaceOf } from '../machine/storage-reserve.ts'
import { problem } from '../problem.ts'

/** Where the bytes of files are: in PostgreSQL, or in a folder. */
export interface FileContent {
  /** Writes the bytes of a file whose row exists. @returns how many @throws Problem `file_too_large` */
  write(actor: Actor, id: string, content: AsyncIterable<Buffer>): Promise<number>
  isPresent(id: string): Promise<boolean>
  /** Its bytes in order, none kept in memory beyond one chunk. @throws Error where some are missing */
  read(actor: Actor, file: { id: string; bytes: number }): AsyncGenerator<Buffer>
  /** Of files whose rows are gone. */
  remove(ids: readonly string[]): Promise<void>
}

const chunkBytes = 1024 * 1024
/** Of one file in PostgreSQL. */
const storedFileLimit = 100 * 1024 * 1024

/** In `platform.file_chunks`: each chunk in a transaction of its own, so that a slow peer holds no connection. */
export function databaseContent(database: Database, limitBytes = storedFileLimit): FileContent {
  return {
    async write(actor, id, content) {
      let sequence = 0
      let bytes = 0
      for await (const chunk of inChunks(content)) {
        bytes += chunk.length
        if (bytes > limitBytes) throw problem('file_too_large')
        const row = { file_id: id, owner_id: actor.userId, sequence, content: chunk }
        await database.transaction(actor, (tx) =>
          tx.run(query.insertInto('platform.file_chunks').values(row)),
        )
        sequence += 1
      }
      return bytes
    },
    isPresent: async () => true,
    async *read(actor, { id, bytes }) {
      let left = bytes
      for (let sequence = 0; left > 0; sequence += 1) {
        const chunk = await database.transaction(
          actor,
          (tx) =>
            tx.first(
              query
                .selectFrom('platform.file_chunks')
                .select('content')
                .where('file_id', '=', id)
                .where('sequence', '=', sequence),
            ),
          { readOnly: true },
        )
        // Purged while it was read: the peer must see that it got a part only.
        if (!chunk) throw new Error(`The file ${id} lacks its chunk ${sequence}.`)
        left -= chunk.content.length
        yield chunk.content
      }
    },
    // Chunks go with the row.
    remove: async () => undefined,
  }
}

/** Bytes without a row are a write under way in another process, or one that was cut off. */
const orphanMs = dayMs

export interface FolderContent extends FileContent {
  /** Removes what no row names and nobody has written to for a day. @returns how many */
  removeOrphans(): Promise<number>
}

/**
 * In a folder, each file under its random id: no name given by anybody is ever a path. Nothing is written where the
 * disk has no room for another upload: `storage_full`.
 */
export function folderContent(
  directory: string,
  database: Database,
  clock: Clock,
  readSpace: typeof spaceOf = spaceOf,
): FolderContent {
  const pathOf = (id: string) => join(directory, id)
  return {
    async write(_actor, id, content) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      // The folder may be on another disk than the one that is watched for the whole installation.
      const space = readSpace(directory)
      if (space && !hasRoomFor(space, uploadLimit)) throw problem('storage_full')
      const draft = `${pathOf(id)}.part`
      let bytes = 0
      const file = await open(draft, 'wx', 0o600)
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
    },
    isPresent: (id) =>
      stat(pathOf(id)).then(
        () => true,
        () => false,
      ),
    async *read(_actor, { id }) {
      for await (const chunk of createReadStream(pathOf(id))) yield chunk as Buffer
    },
    async remove(ids) {
      await Promise.all(ids.map((id) => rm(pathOf(id), { force: true })))
    },
    async removeOrphans() {
      const names = await readdir(directory).catch(() => [])
      if (names.length === 0) return 0
      const rows = await database.transaction(
        asSystem('purge files'),
        (tx) => tx.rows(query.selectFrom('platform.files').select('id').where('stored_in', '=', 'folder')),
        { readOnly: true },
      )
      const known = new Set(rows.map(({ id }) => id))
      let removed = 0
      for (const name of names) {
        if (known.has(name)) continue
        const age = clock.now().getTime() - ((await stat(pathOf(name)).catch(() => null))?.mtimeMs ?? 0)
        if (age < orphanMs) continue
        await rm(pathOf(name), { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** The same bytes in pieces of `chunkBytes`, the last one shorter. */
async function* inChunks(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let bytes = 0
  for await (const piece of content)
    for (let from = 0; from < piece.length; ) {
      const part = piece.subarray(from, from + chunkBytes - bytes)
      held.push(part)
      bytes += part.length
      from += part.length
      if (bytes < chunkBytes) continue
      yield Buffer.concat(held)
      held = []
      bytes = 0
    }
  if (bytes > 0) yield Buffer.concat(held)
}
