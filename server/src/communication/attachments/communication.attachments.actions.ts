import { attachmentBytes, attachmentsPath } from '@rumbo/contract/communication.attachments.contract'
import { v7 as uuid } from 'uuid'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type FileStore, safeFileName } from '../../platform/files/files.ts'
import { readMedia } from '../../platform/files/media/media.ts'
import type { ServedFiles } from '../../platform/http/files.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { requireThread } from '../communication.access.ts'
import { maySeeAside } from '../inbound/communication.aside.actions.ts'
import {
  countWaiting,
  deleteAttachment,
  findAttachment,
  insertAttachment,
  reachesDriver,
} from './communication.attachments.repository.ts'
import { nameFor } from './communication.attachments.rules.ts'

/** Bytes a person may have stored without having sent them. */
const waitingQuota = 20 * attachmentBytes

/** Files of messages: who stores them, and who reads them. */
export const attachmentStore = ({
  database,
  files,
}: {
  database: Database
  files: Pick<FileStore, 'records'>
}): ServedFiles => ({
  path: attachmentsPath,
  name: 'attachments',
  limitBytes: attachmentBytes,
  uploadsPerMinute: 30,
  async store(actor, given, pieces) {
    const read: Buffer[] = []
    for await (const piece of pieces) read.push(piece)
    const bytes = Buffer.concat(read)
    const { content, ...media } = readMedia(bytes)
    const name = nameFor(safeFileName(given), media.contentType)
    if (name === null) throw problem('attachment_type')
    const attachment = { id: uuid(), name, bytes: content.length, ...media }
    const identity = asSystem('store attachment', actor)
    await database.transaction(identity, async (tx) => {
      if ((await countWaiting(tx, actor.userId)) + content.length > waitingQuota)
        throw problem('upload_quota')
      await insertAttachment(tx, actor.userId, attachment)
    })
    try {
      await files.records.put(actor, { id: attachment.id, contentType: media.contentType, content })
    } catch (error) {
      await database.transaction(identity, (tx) => deleteAttachment(tx, attachment.id))
      throw error
    }
    return attachment
  },

  async read(actor, id) {
    const identity = asSystem('read attachment', actor)
    const name = await database.transaction(identity, (tx) => readableName(tx, actor, id), { readOnly: true })
    const { contentType, content } = await files.records.read(id)
    return { name, contentType, bytes: content.length, content }
  },
})

/**
 * The name of a file, for its author and for those who read its message, or the reply that is kept aside with it.
 * @throws Problem `file_not_found`
 */
async function readableName(tx: Transaction, actor: Actor, id: string): Promise<string> {
  const found = await findAttachment(tx, id)
  if (!found) throw problem('file_not_found')
  const { name, ownerId, threadId, asideId } = found
  if (ownerId === actor.userId) return name
  if (asideId !== null && (await maySeeAside(tx, actor, asideId))) return name
  if (threadId === null) throw problem('file_not_found')
  if (await reachesDriver(tx, id, actor.contacts)) return name
  try {
    await requireThread(tx, actor, threadId, 'read')
  } catch (error) {
    throw error instanceof Problem ? problem('file_not_found') : error
  }
  return name
}
