import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs } from '@rumbo/contract/time-units'
import { v7 as uuid, validate } from 'uuid'
import { type Actor, requireCapability } from '../../platform/access/access.ts'
import { safeFileName } from '../../platform/files/files.ts'
import { problem } from '../../platform/problem.ts'

/** Size of one part: small enough for every timeout on a slow connection. */
export const partBytes = 8 * 1024 * 1024

export interface RegionUpload {
  /** The person's file name, without characters that are unsafe in file systems. */
  name: string
  bytes: number
  path: string
}

interface Facts {
  name: string
  bytes: number
  userId: string
}

/**
 * Extracts uploaded in parts, each under a random id. Abandoned uploads are removed when the next one starts, complete
 * ones after a day.
 */
export interface RegionUploads {
  readonly limitBytes: number
  /** Announces a file. @returns its id @throws Problem `payload_too_large`, `storage_full` where it would not fit */
  begin(actor: Actor, file: { name: string; bytes: number }): Promise<string>
  /** Writes a part at its offset; repeating a part replaces it. @returns the bytes received so far @throws Problem */
  receive(actor: Actor, id: string, offset: number, part: AsyncIterable<Buffer>): Promise<number>
  /** A complete file of this person. @throws Problem `file_not_found` */
  find(userId: string, id: string): Promise<RegionUpload>
  remove(id: string): Promise<void>
  /** Removes a file of this person; does nothing for any other id. */
  giveUp(actor: Actor, id: string): Promise<void>
}

/** Time without a new part after which an upload counts as abandoned. */
const abandonedMs = hourMs
/** Free space that an upload must leave for the database. */
const spareBytes = 256 * 1024 * 1024

/** @param options `directory` is shared by the api, which writes the files, and the worker, which reads them */
export function createRegionUploads(options: { directory: string; limitBytes: number }): RegionUploads {
  const { directory, limitBytes } = options
  const contentOf = (id: string) => join(directory, `${id}.region`)
  const factsOf = (id: string) => join(directory, `${id}.region.json`)
  const newFactsOf = (id: string) => `${factsOf(id)}.new`

  /** Null where the file is missing or truncated by a full disk or a crash. */
  const factsAbout = (id: string): Promise<Facts | null> =>
    readFile(factsOf(id), 'utf8')
      .then((text) => JSON.parse(text) as Facts)
      .catch(() => null)

  async function announced(userId: string, id: string): Promise<Facts> {
    const facts = validate(id) ? await factsAbout(id) : null
    if (facts?.userId !== userId) throw problem('file_not_found')
    return facts
  }

  /** Removes incomplete files that receive no more parts. */
  async function removeAbandoned(): Promise<void> {
    for (const name of await readdir(directory)) {
      const id = /^(.+)\.region(?:\.json(?:\.new)?)?$/.exec(name)?.[1]
      if (id === undefined || !validate(id)) continue
      const facts = await factsAbout(id)
      const found = await stat(contentOf(id)).catch(() => null)
      const isOld = found === null || Date.now() - found.mtimeMs > abandonedMs
      if (isOld && found?.size !== facts?.bytes) await uploads.remove(id)
    }
  }

  const uploads: RegionUploads = {
    limitBytes,
    async begin(actor, { name, bytes }) {
      if (bytes > limitBytes) throw problem('payload_too_large')
      return withinDisk(async () => {
        await mkdir(directory, { recursive: true, mode: 0o700 })
        await removeAbandoned()
        if ((await freeBytes(directory)) < bytes + spareBytes) throw problem('storage_full')
        const id = uuid()
        const facts: Facts = { name: safeFileName(name), bytes, userId: actor.userId }
        await writeFile(contentOf(id), '', { flag: 'wx', mode: 0o600 })
        await writeFile(newFactsOf(id), JSON.stringify(facts), { flag: 'wx', mode: 0o600 })
        await rename(newFactsOf(id), factsOf(id))
        return id
      })
    },
    async receive(actor, id, offset, part) {
      requireCapability(actor, 'monitoring.read')
      const { bytes } = await announced(actor.userId, id)
      return withinDisk(async () => {
        // Other writes may have used the space since the upload was announced.
        if ((await freeBytes(directory)) < spareBytes) throw problem('storage_full')
        const file = await open(contentOf(id), 'r+').catch(() => null)
        if (!file) throw problem('file_not_found')
        try {
          // Truncates to the offset first, since a client repeats an interrupted part. Gaps are refused.
          if (offset > (await file.stat()).size) throw problem('malformed_body')
          await file.truncate(offset)
          let at = offset
          for await (const chunk of part) {
            if (at + chunk.length > bytes || at + chunk.length - offset > partBytes)
              throw problem('payload_too_large')
            await file.write(chunk, 0, chunk.length, at)
            at += chunk.length
          }
          return at
        } finally {
          await file.close()
        }
      })
    },
    async find(userId, id) {
      const { name, bytes } = await announced(userId, id)
      const found = await stat(contentOf(id)).catch(() => null)
      if (found?.size !== bytes) throw problem('file_not_found')
      return { name, bytes, path: contentOf(id) }
    },
    async remove(id) {
      if (!validate(id)) return
      await rm(contentOf(id), { force: true })
      await rm(factsOf(id), { force: true })
      await rm(newFactsOf(id), { force: true })
    },
    async giveUp(actor, id) {
      const isOwn = await announced(actor.userId, id).then(
        () => true,
        () => false,
      )
      if (isOwn) await uploads.remove(id)
    },
  }
  return uploads
}

async function freeBytes(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

async function withinDisk<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOSPC' || code === 'EDQUOT') throw problem('storage_full')
    throw error
  }
}
