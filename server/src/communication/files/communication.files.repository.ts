import type { Transaction } from '../../platform/database/transaction.ts'

export interface NewFileLink {
  id: string
  tokenHash: string
  companyId: string
  messageId: string
  /** Of the directory. */
  recipientId: string
  attachmentIds: readonly string[]
  language: 'es' | 'en'
  expiresAt: Date
}

export const insertFileLink = (tx: Transaction, link: NewFileLink) =>
  tx.sql(
    `insert into communication.file_links (id, token_hash, company_id, message_id, recipient_id, attachment_ids, language,
       created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      link.id,
      link.tokenHash,
      link.companyId,
      link.messageId,
      link.recipientId,
      link.attachmentIds,
      link.language,
      tx.now,
      link.expiresAt,
    ],
  )

export interface FileLink {
  id: string
  companyId: string
  language: 'es' | 'en'
  expiresAt: Date
  downloads: number
  files: { id: string; name: string; bytes: number }[]
}

/** A link that has not expired, of a message that exists, to a contact that the company still has. */
export async function findFileLink(tx: Transaction, tokenHash: string): Promise<FileLink | null> {
  const [row] = await tx.sql<FileLink>(
    `select link.id, link.company_id as "companyId", link.language, link.expires_at as "expiresAt", link.downloads,
       coalesce((select json_agg(json_build_object('id', file.id, 'name', file.name, 'bytes', file.bytes)
           order by array_position(link.attachment_ids, file.id))
         from communication.attachments file
         where file.id = any(link.attachment_ids) and file.message_id = link.message_id), '[]') as files
     from communication.file_links link
     join directory.contacts contact on contact.id = link.recipient_id and contact.company_id = link.company_id
       and contact.archived_at is null
     where link.token_hash = $1 and link.expires_at > $2`,
    [tokenHash, tx.now],
  )
  return row ?? null
}

/** @returns false where it was downloaded so often already */
export async function countDownload(tx: Transaction, id: string, most: number): Promise<boolean> {
  const rows = await tx.sql(
    'update communication.file_links set downloads = downloads + 1 where id = $1 and downloads < $2 returning id',
    [id, most],
  )
  return rows.length > 0
}
