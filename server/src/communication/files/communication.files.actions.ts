import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import { findCompany } from '../../organisation/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { type SharedFileStore, sharedFilesPath } from '../../platform/http/shared-files.ts'
import { hashLinkToken, newLinkToken } from '../../platform/link-tokens.ts'
import { problem } from '../../platform/problem.ts'
import type { Party } from '../communication.people.repository.ts'
import {
  countDownload,
  type FileLink,
  findFileLink,
  insertFileLink,
} from './communication.files.repository.ts'
import { downloadsOfLink, fileLinkDays } from './communication.files.rules.ts'

/**
 * Makes the link by which a contact downloads files of a message. It ends with the message, with the contact, and after
 * seven days.
 * @param linkAddress where people elsewhere reach this server; null where that is not configured
 * @throws Problem `files_not_sent` without such an address
 */
export async function linkFiles(
  tx: Transaction,
  message: { id: string; companyId: string },
  {
    party,
    files,
    linkAddress,
  }: { party: Party; files: readonly MessageAttachment[]; linkAddress: string | null },
): Promise<string> {
  if (linkAddress === null) throw problem('files_not_sent', { words: { name: party.name } })
  const token = newLinkToken()
  await insertFileLink(tx, {
    id: uuid(),
    tokenHash: hashLinkToken(token),
    companyId: message.companyId,
    messageId: message.id,
    recipientId: party.id,
    attachmentIds: files.map(({ id }) => id),
    language: party.language,
    expiresAt: new Date(tx.now.getTime() + fileLinkDays * dayMs),
  })
  return `${linkAddress}/v1${sharedFilesPath}/${token}`
}

/** What people without an account download by such links. */
export const sharedFiles = ({
  database,
  files,
}: {
  database: Pick<Database, 'transaction'>
  files: Pick<FileStore, 'records'>
}): SharedFileStore => ({
  list: (token) =>
    database.transaction(
      asSystem('show shared files'),
      async (tx) => {
        const found = await usable(tx, token)
        if (!found) return null
        const { link, company } = found
        const { language, expiresAt: at } = link
        return {
          language,
          company: company.name,
          until: { at, timeZone: company.timeZone },
          files: link.files,
        }
      },
      { readOnly: true },
    ),

  async read(token, id) {
    const file = await database.transaction(asSystem('download shared file'), async (tx) => {
      const found = await usable(tx, token)
      const named = found?.link.files.find((one) => one.id === id)
      if (!found || !named || !(await countDownload(tx, found.link.id, downloadsOfLink))) return null
      return named
    })
    if (!file) return null
    const { contentType, content } = await files.records.read(file.id)
    return { name: file.name, contentType, bytes: content.length, content }
  },
})

/** A link in force, and its company. */
async function usable(
  tx: Transaction,
  token: string,
): Promise<{ link: FileLink; company: NonNullable<Awaited<ReturnType<typeof findCompany>>> } | null> {
  const link = await findFileLink(tx, hashLinkToken(token))
  const company = link && (await findCompany(tx, link.companyId))
  return link && company && link.downloads < downloadsOfLink && link.files.length > 0
    ? { link, company }
    : null
}
