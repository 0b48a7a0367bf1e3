import type { Transaction } from '../../platform/database/transaction.ts'

/** Whether a private conversation is that of two people, which stays theirs. */
export async function isOfTwo(tx: Transaction, threadId: string): Promise<boolean> {
  const rows = await tx.sql('select from communication.threads where id = $1 and direct_key is not null', [
    threadId,
  ])
  return rows.length > 0
}

export const writeParties = (tx: Transaction, threadId: string, partyIds: readonly string[]) =>
  tx.sql('update communication.threads set party_ids = $2, version = version + 1 where id = $1', [
    threadId,
    partyIds,
  ])

/** Adds members of a private conversation, also those who had left. */
export const addMembers = (
  tx: Transaction,
  threadId: string,
  people: readonly { id: string; name: string }[],
) =>
  tx.sql(
    `insert into communication.members (thread_id, user_id, name, is_member, joined_at)
     select $1, person.id, person.name, true, $4 from unnest($2::uuid[], $3::text[]) as person(id, name)
     on conflict (thread_id, user_id) do update set is_member = true, joined_at = $4`,
    [threadId, people.map(({ id }) => id), people.map(({ name }) => name), tx.now],
  )

export const removeMembers = (tx: Transaction, threadId: string, userIds: readonly string[]) =>
  tx.sql(
    'update communication.members set is_member = false where thread_id = $1 and user_id = any($2::uuid[])',
    [threadId, userIds],
  )
