import { exactTotalLimit } from '@rumbo/contract/lists'
import { query } from '@rumbo/database'
import type { RawBuilder } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  allInOrder,
  countOf,
  type EventFilter,
  isIndexed,
  pageOfFew,
  pageOfMany,
} from './events.lists.statements.repository.ts'

const rows = <Row>(tx: Transaction, statement: RawBuilder<Row>) =>
  tx.rows<Row>({ compile: () => statement.compile(query) })

/** How many events match, counted up to one more than the limit. */
async function countMatches(tx: Transaction, filter: EventFilter, limit: number): Promise<number> {
  const [counted] = await rows(tx, countOf(tx, filter, limit))
  return counted?.total ?? 0
}

/**
 * The ids of a page of the events within the caller's scopes that match the filter, and their number.
 * @param limit of the number; where more match, it is returned with `isTotalBound`
 */
export async function findEventIds(
  tx: Transaction,
  filter: EventFilter,
  limit: number = exactTotalLimit,
): Promise<{ ids: string[]; total: number; isTotalBound: boolean }> {
  const counted = await countMatches(tx, filter, limit)
  const isTotalBound = counted > limit
  const statement = isTotalBound && isIndexed(tx, filter) ? pageOfMany(tx, filter) : pageOfFew(tx, filter)
  const found = counted === 0 ? [] : await rows(tx, statement)
  return { ids: found.map(({ id }) => id), total: Math.min(counted, limit), isTotalBound }
}

/**
 * Streams the ids of all events that match the filter, in its order, from one snapshot.
 * @param batch ids at once, and up to which number of matches the total is counted
 */
export async function* streamEventIds(
  tx: Transaction,
  filter: EventFilter,
  { size, countedTo }: { size: number; countedTo: number },
): AsyncGenerator<{ ids: string[]; total: number }> {
  const total = await countMatches(tx, filter, countedTo)
  const cursor = allInOrder(tx, filter).compile(query)
  await tx.sql(`declare streamed no scroll cursor for ${cursor.sql}`, cursor.parameters)
  for (;;) {
    const found = await tx.sql<{ id: string }>(`fetch ${size} from streamed`)
    if (found.length === 0) return
    yield { ids: found.map(({ id }) => id), total }
  }
}
