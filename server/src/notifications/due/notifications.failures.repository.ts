import type { Transaction } from '../../platform/database/transaction.ts'

/** What a transaction was about when it failed. */
export type ClaimedWork =
  | { kind: 'escalation'; ruleId: string; eventId: string }
  | { kind: 'unanswered'; messageId: string }
  | { kind: 'waiting'; recipientId: string }

/** Ten seconds, doubled with each failure, an hour at most. */
const later = `failures = least(failures + 1, 1000)`
const until = `$1::timestamptz + make_interval(secs => least(3600, 10 * power(2, least(failures, 10))))`

function updateOf(work: ClaimedWork): { text: string; values: readonly string[] } {
  switch (work.kind) {
    case 'escalation':
      return {
        text: `update notifications.escalations set ${later}, due_at = ${until} where rule_id = $2 and event_id = $3`,
        values: [work.ruleId, work.eventId],
      }
    case 'unanswered':
      return {
        text: `update notifications.unanswered set ${later}, due_at = ${until} where message_id = $2`,
        values: [work.messageId],
      }
    case 'waiting':
      return {
        text: `update notifications.waiting set ${later}, until = ${until} where recipient_id = $2 and until <= $1`,
        values: [work.recipientId],
      }
  }
}

/**
 * Puts work that failed off, each time for longer, so that it does not hold up what comes after it; under the system role.
 * @returns how often it has failed in a row; 0 where it is gone
 */
export async function postpone(tx: Transaction, work: ClaimedWork): Promise<number> {
  const { text, values } = updateOf(work)
  const rows = await tx.sql<{ failures: number }>(`${text} returning failures`, [tx.now, ...values])
  return Math.max(0, ...rows.map(({ failures }) => failures))
}
