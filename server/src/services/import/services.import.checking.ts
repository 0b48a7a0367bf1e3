import { findRequesters } from '../../directory/index.ts'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import { findTaken } from './services.import.repository.ts'
import {
  type CheckedRow,
  checkRow,
  type ImportMapping,
  type ImportScope,
  type ReadRow,
  readRow,
} from './services.import.rules.ts'
import type { Tally } from './services.import.tally.ts'

interface Checking {
  database: Database
  actor: Actor
  importId: string
  scope: ImportScope
  body: { companyId: string; mapping: ImportMapping }
}

/**
 * The rows to create, and those that another import, or a row above, brought already; bad ones go to the tally.
 * @param above fingerprints of the rows above, to which these are added
 */
export async function checkBatch(
  { database, actor, importId, scope, body }: Checking,
  rows: readonly { number: number; cells: readonly string[] }[],
  above: Set<string>,
  tally: Tally,
): Promise<{ good: CheckedRow[]; seen: ReadRow[] }> {
  const read = rows.map((row) => readRow(row, body.mapping, scope.day))
  const { taken, requesterOf, now } = await database.transaction(
    actor,
    async (tx) => ({
      taken: await findTaken(
        tx,
        body.companyId,
        read.map(({ fingerprint }) => fingerprint),
      ),
      requesterOf: await findRequesters(
        tx,
        body.companyId,
        read.map(({ digits, email, texts }) => ({ digits, email, name: texts.requesterName ?? '' })),
      ),
      now: tx.now,
    }),
    { readOnly: true },
  )
  const good: CheckedRow[] = []
  const seen: ReadRow[] = []
  for (const row of read) {
    const before = taken.get(row.fingerprint)
    const isOwn = before?.importId === importId && before.row === row.number
    const isTaken = before !== undefined && !isOwn && before.state !== 'discarded'
    if (isTaken || above.has(row.fingerprint)) {
      seen.push(row)
      continue
    }
    const { digits, email, texts } = row
    const contact = requesterOf({ digits, email, name: texts.requesterName ?? '' })
    // The dispatch time of an own row may have passed since, and it counts nevertheless.
    const checked = checkRow(row, contact, isOwn ? { ...scope, now: new Date(0) } : { ...scope, now })
    if (Array.isArray(checked)) tally.refuse(checked)
    else {
      above.add(row.fingerprint)
      good.push(checked)
    }
  }
  return { good, seen }
}
