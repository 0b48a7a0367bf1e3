import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { dayMs } from '@rumbo/contract/time-units'
import { uploadLimit } from '@rumbo/contract/work.contract'
import { query } from '@rumbo/database'
import { asSystem, type Identity } from '../access/access.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { hasRoomFor } from '../machine/storage-levels.ts'
import { spaceOf } from '../machine/storage-reserve.ts'
import { problem } from '../problem.ts'

/** Stores the bytes of files, in PostgreSQL or in a folder. */
export interface FileContent {
  /** Writes the bytes of a file whose row exists. @returns their number @throws Problem `file_too_large` */
  write(
    identity: Identity,
    file: { id: string; ownerId: string },
    content: AsyncIterable<Buffer>,
  ): Promise<number>
  isPresent(id: string): Promise<boolean>
  /** Streams the bytes one chunk at a time. @throws Error where some are missing */
  read(identity: Identity, file: { id: string; bytes: number }): AsyncGenerator<Buffer>
  /** Removes the bytes of files whose rows were deleted. */
  remove(ids: readonly string[]): Promise<void>
}

const chunkBytes = 1024 * 1024
/** Bytes of one file in PostgreSQL. */
const storedFileLimit = 100 * 1024 * 1024

/**
 * Stores files in `platform.file_chunks`, each chunk in its own transaction, so that a slow peer holds no connection.
 */
export function databaseContent(database: Database, limitBytes = storedFileLimit): FileContent {
  return {
    async write(identity, { id, ownerId }, content) {
      let sequence = 0
      let bytes = 0
      for await (const chunk of inChunks(content)) {
        bytes += chunk.length
        if (bytes > limitBytes) throw problem('file_too_large')
        const row = { file_id: id, owner_id: ownerId, sequence, content: chunk }
        await database.transaction(identity, (tx) =>
          tx.run(query.insertInto('platform.file_chunks').values(row)),
        )
        sequence += 1
      }
      return bytes
    },
    isPresent: async () => true,
    async *read(identity, { id, bytes }) {
      let left = bytes
      for (let sequence = 0; left > 0; sequence += 1) {
        const chunk = await database.transaction(
          identity,
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
        // The file was purged while being read: the peer must see that the download is incomplete.
        if (!chunk) throw new Error(`Chunk ${sequence} of the file ${id} is missing.`)
        left -= chunk.content.length
        yield chunk.content
      }
    },
    // Chunks are deleted with the row.
    remove: async () => undefined,
  }
}

/** Age after which bytes without a row are an interrupted write and not one in progress. */
const orphanMs = dayMs

export interface FolderContent extends FileContent {
  /** Removes files without a row that were last written a day ago or earlier. @returns their number */
  removeOrphans(): Promise<number>
}

/**
 * Stores files in a folder under their random ids, so that no given name becomes a path. Refuses writes as
 * `storage_full` where the disk has no room for another upload.
 */
export function folderContent(
  directory: string,
  database: Database,
  clock: Clock,
  readSpace: typeof spaceOf = spaceOf,
): FolderContent {
  const pathOf = (id: string) => join(directory, id)
  return {
    async write(_identity, { id }, content) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      // The folder may be on another disk than the one monitored for the installation.
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
    async *read(_identity, { id }) {
      for await (const chunk of createReadStream(pathOf(id))) yield chunk as Buffer
    },
    async remove(ids) {
      // With the draft of a process that was killed while it wrote, which would be in the way of the next.
      const paths = ids.flatMap((id) => [pathOf(id), `${pathOf(id)}.part`])
      await Promise.all(paths.map((path) => rm(path, { force: true })))
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

/** Regroups the bytes into chunks of `chunkBytes`; the last one may be shorter. */
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
