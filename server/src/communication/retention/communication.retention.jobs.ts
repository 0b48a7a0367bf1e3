import { dayMs } from '@rumbo/contract/time-units'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { expireFiles } from '../../platform/files/record-files.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { deleteAside } from '../inbound/communication.aside.repository.ts'
import { deleteOld, type ForgottenKind, lockOldAside } from './communication.retention.repository.ts'

/** Days for which each is kept; stated in docs/operations.md. */
export const keptDays = {
  /** Since the conversation last wrote to the address: a later reply is kept aside. */
  reply_routes: 365,
  /** A phone repeats what it did within days. */
  driver_actions: 90,
  /** Without a message; their bytes are gone after a day as well. */
  attachments: 1,
  /** Since they ended. */
  file_links: 0,
  aside_floods: 7,
} as const satisfies Record<ForgottenKind, number>
export const asideDays = 90

type Limits = { limit?: number }
/** Deleted in one transaction, so that none lasts long. */
const batch = 2_000

async function forgetAside(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await lockOldAside(tx, { before, limit })
  await expireFiles(
    tx,
    await deleteAside(
      tx,
      rows.map(({ id }) => id),
    ),
  )
  for (const companyId of new Set(rows.map((row) => row.companyId)))
    tx.stale({ domain: 'communicationAside', companyId })
  return rows.length
}

/** Removes what no conversation needs any more. */
export async function forgetCommunication(
  database: Pick<Database, 'transaction'>,
  { limit = batch }: Limits = {},
): Promise<void> {
  const before = (tx: Transaction, days: number) => new Date(tx.now.getTime() - days * dayMs)
  const identity = asSystem('forget what no conversation needs')
  for (const [kind, days] of Object.entries(keptDays) as [ForgottenKind, number][])
    while (
      (await database.transaction(identity, (tx) =>
        deleteOld(tx, kind, { before: before(tx, days), limit }),
      )) === limit
    );
  while (
    (await database.transaction(identity, (tx) => forgetAside(tx, before(tx, asideDays), limit))) === limit
  );
}

export const communicationTasks = (database: Pick<Database, 'transaction'>): Record<string, JobTask> => ({
  'communication:forget': () => forgetCommunication(database),
})
export const communicationCrontab = '47 9 * * * communication:forget ?fill=1d'
