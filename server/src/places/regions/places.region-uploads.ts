import { mkdir, open, readdir, readFile, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hourMs } from '@rumbo/contract/time-units'
import { v7 as uuid, validate } from 'uuid'
import { type Actor, requireCapability } from '../../platform/access/access.ts'
import { safeFileName } from '../../platform/files/files.ts'
import { problem } from '../../platform/problem.ts'

/** Of one part: within every time limit on a slow line. */
export const partBytes = 8 * 1024 * 1024

export interface RegionUpload {
  /** As the person knows it, without what a file system stumbles over. */
  name: string
  bytes: number
  path: string
}

interface Facts {
  name: string
  bytes: number
  userId: string
}

/** Extracts that people send in parts, each under its random id. Unfinished ones go with the next, whole ones in a day. */
export interface RegionUploads {
  readonly limitBytes: number
  /** @throws Problem `payload_too_large`, `storage_full` where it would not fit */
  begin(actor: Actor, file: { name: string; bytes: number }): Promise<string>
  /** Writes a part; one sent again replaces itself. Answers the bytes that are there. @throws Problem */
  receive(actor: Actor, id: string, offset: number, part: AsyncIterable<Buffer>): Promise<number>
  /** A file that is whole, of the same person. @throws Problem `file_not_found` */
  find(userId: string, id: string): Promise<RegionUpload>
  remove(id: string): Promise<void>
  /** Removes a file of the same person; one that is not there, or another's, is left alone. */
  giveUp(actor: Actor, id: string): Promise<void>
}

/** Nobody goes on with a file of which no part came for so long: the page that sent it is closed. */
const abandonedMs = hourMs
/** Room that stays free beside an upload, for the database. */
const spareBytes = 256 * 1024 * 1024

/** @param options `directory` is shared by the api, which receives, and the worker, which reads */
export function createRegionUploads(options: { directory: string; limitBytes: number }): RegionUploads {
  const { directory, limitBytes } = options
  const contentOf = (id: string) => join(directory, `${id}.region`)
  const factsOf = (id: string) => join(directory, `${id}.region.json`)
  const newFactsOf = (id: string) => `${factsOf(id)}.new`

  /** Null where there are none, or what a full disk or a lost machine has left of them. */
  const factsAbout = (id: string): Promise<Facts | null> =>
    readFile(factsOf(id), 'utf8')
      .then((text) => JSON.parse(text) as Facts)
      .catch(() => null)

  async function announced(userId: string, id: string): Promise<Facts> {
    const facts = validate(id) ? await factsAbout(id) : null
    if (facts?.userId !== userId) throw problem('file_not_found')
    return facts
  }

  /** Files of which parts are missing, and no more come. */
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
        // Others write too since it was announced.
        if ((await freeBytes(directory)) < spareBytes) throw problem('storage_full')
        const file = await open(contentOf(id), 'r+').catch(() => null)
        if (!file) throw problem('file_not_found')
        try {
          // Cut to the offset first: what a broken part had left is sent again. A hole is refused.
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
