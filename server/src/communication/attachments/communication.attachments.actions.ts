import {
  attachmentBytes,
  audioSeconds,
  audioTypes,
  type MessageAttachment,
} from '@rumbo/contract/communication.attachments.contract'
import { v7 as uuid } from 'uuid'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { type FileStore, safeFileName } from '../../platform/files/files.ts'
import { audioLength } from '../../platform/files/media/audio-length.ts'
import { cleanJpeg, cleanPng, cleanWebp } from '../../platform/files/media/pictures.ts'
import { sniff } from '../../platform/files/media/sniff.ts'
import type { AttachmentStore } from '../../platform/http/attachments.ts'
import { problem } from '../../platform/problem.ts'
import { requireThread } from '../communication.access.ts'
import { findAttachment, insertAttachment, reachesDriver } from './communication.attachments.repository.ts'

interface AttachmentDeps {
  database: Database
  files: Pick<FileStore, 'records'>
}

const cleaners = { 'image/jpeg': cleanJpeg, 'image/png': cleanPng, 'image/webp': cleanWebp }
const isAudio = (type: string): type is (typeof audioTypes)[number] =>
  (audioTypes as readonly string[]).includes(type)

/**
 * What a file is, by its bytes, and its bytes as they are kept: pictures without what cameras write into them.
 * @throws Problem `attachment_type`, `attachment_too_long`
 */
function examine(given: Buffer): Pick<MessageAttachment, 'contentType' | 'seconds' | 'width' | 'height'> & {
  content: Buffer
} {
  const contentType = sniff(given)
  if (contentType === null) throw problem('attachment_type')
  const plain = { contentType, content: given, seconds: null, width: null, height: null }
  if (isAudio(contentType)) {
    const seconds = audioLength(contentType, given)
    // One that hides its length could be of any.
    if (seconds === null) throw problem('attachment_type')
    if (seconds > audioSeconds) throw problem('attachment_too_long')
    return { ...plain, seconds: Math.round(seconds * 10) / 10 }
  }
  if (contentType === 'application/pdf') return plain
  const clean = cleaners[contentType](given)
  if (!clean) throw problem('attachment_type')
  return { ...plain, content: clean.bytes, width: clean.width, height: clean.height }
}

/**
 * Stores a file for a day, within which a message of the same person has to name it.
 * @throws Problem `payload_too_large`, `attachment_type`, `attachment_too_long`
 */
async function storeAttachment(
  { database, files }: AttachmentDeps,
  actor: Actor,
  name: string,
  given: Buffer,
): Promise<MessageAttachment> {
  if (given.length > attachmentBytes) throw problem('payload_too_large')
  const { content, ...facts } = examine(given)
  const attachment = { id: uuid(), name: safeFileName(name), bytes: content.length, ...facts }
  await files.records.put(actor, { id: attachment.id, contentType: facts.contentType, content })
  await database.transaction(asSystem('store attachment', actor), (tx) =>
    insertAttachment(tx, actor.userId, attachment),
  )
  return attachment
}

/**
 * For whoever reads its message, and for its author.
 * @throws Problem `file_not_found`
 */
async function readAttachment(
  { database, files }: AttachmentDeps,
  actor: Actor,
  id: string,
): Promise<{ name: string; contentType: string; content: Buffer }> {
  const name = await database.transaction(
    asSystem('read attachment', actor),
    async (tx) => {
      const found = await findAttachment(tx, id)
      if (!found) throw problem('file_not_found')
      if (found.ownerId === actor.userId) return found.name
      if (found.threadId === null) throw problem('file_not_found')
      if (await reachesDriver(tx, id, actor.contacts)) return found.name
      await requireThread(tx, actor, found.threadId, 'read').catch(() => {
        throw problem('file_not_found')
      })
      return found.name
    },
    { readOnly: true },
  )
  return { name, ...(await files.records.read(id)) }
}

/** For the HTTP server. */
export const attachmentStore = (deps: AttachmentDeps): AttachmentStore => ({
  store: (actor, name, content) => storeAttachment(deps, actor, name, content),
  read: (actor, id) => readAttachment(deps, actor, id),
})
