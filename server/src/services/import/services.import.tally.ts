import type { BadRow } from '@rumbo/contract/work.contract'
import type { WorkResult } from '../../platform/jobs/work.ts'
import { importResult } from '../../platform/tables/import-work.ts'
import type { LocatedRow } from './services.import.repeated.ts'

/** Above this number of notes later ones are left out; their counts stay exact. */
const maxNotes = 20_000

/** What a run of an import found and did, so far; a row counts once. */
export function createTally(isDryRun: boolean) {
  const bad: BadRow[] = []
  const notes: BadRow[] = []
  let [added, waiting, skipped] = [0, 0, 0]
  const note = (found: readonly BadRow[]) => {
    if (notes.length < maxNotes) notes.push(...found)
  }
  return {
    refuse: (found: readonly BadRow[]) => void bad.push(...found),
    /** A row that is created, or waits where there are doubts. */
    count({ number }: { number: number }, doubts: readonly Omit<BadRow, 'row'>[]) {
      if (doubts.length === 0) added += 1
      else waiting += 1
      note(doubts.map((doubt) => ({ row: number, ...doubt })))
    },
    /** Rows that are created although they look like another order. */
    countRepeated: (rows: readonly LocatedRow[]) =>
      note(
        rows.map(({ row, stops }) => ({
          row: row.number,
          field: `${row.stops.at(-1)?.at ?? 'pickup'}Address`,
          code: 'order_repeated',
          value: stops.at(-1)?.address ?? null,
        })),
      ),
    /** Rows that an earlier import brought. */
    countSeen(rows: readonly { number: number; reference: string | null }[]) {
      skipped += rows.length
      note(
        rows.map(({ number, reference }) => ({
          row: number,
          field: reference === null ? null : 'reference',
          code: 'already_imported',
          value: reference,
        })),
      )
    },
    result(): WorkResult {
      const byRow = (a: BadRow, b: BadRow) => a.row - b.row
      const result = importResult(null, bad.toSorted(byRow), isDryRun)
      return { ...result, added, skipped, waiting, notes: notes.toSorted(byRow) }
    },
  }
}
export type Tally = ReturnType<typeof createTally>
