import type { Transaction } from '../platform/database/transaction.ts'
import type { Fact } from '../platform/facts/fact.ts'

/** Messages of one fleet can be read on the pages of drivers from now on: sent, or released. */
export type MessagesShown = Fact<
  'message.shown',
  {
    /** `driverId`: of the directory. */
    to: { messageId: string; driverId: string }[]
  }
>
/** A driver or contact wrote in a conversation of a fleet. `assigneeId`: who has it; null for nobody. */
export type MessageReceived = Fact<'message.received', { messageId: string; assigneeId: string | null }>
/** A member of a private conversation wrote to the others. */
export type MessageWritten = Fact<'message.written', { messageId: string; memberIds: string[] }>
/** Somebody gave a conversation of a fleet to a user. */
export type ThreadAssigned = Fact<
  'thread.assigned',
  { threadId: string; title: string; assigneeId: string; by: string }
>

/** Recipients in one fact. */
const atOnce = 500

/** Records for whom of a fleet messages can be read from now on. */
export function recordShown(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  to: MessagesShown['payload']['to'],
): void {
  for (let at = 0; at < to.length; at += atOnce) {
    const fact: MessagesShown = {
      kind: 'message.shown',
      companyId,
      fleetId,
      payload: { to: to.slice(at, at + atOnce) },
    }
    tx.fact(fact)
  }
}

/** Records that somebody else than the fleet's staff wrote, for who has the conversation or may answer it. */
export function recordReceived(
  tx: Transaction,
  thread: { companyId: string; fleetId: string | null; assigneeId: string | null },
  messageId: string,
): void {
  const { companyId, fleetId, assigneeId } = thread
  if (fleetId === null) return
  const fact: MessageReceived = {
    kind: 'message.received',
    companyId,
    fleetId,
    payload: { messageId, assigneeId },
  }
  tx.fact(fact)
}

/** Records that a member wrote in a private conversation, for these others. */
export function recordWritten(tx: Transaction, companyId: string, payload: MessageWritten['payload']): void {
  if (payload.memberIds.length === 0) return
  const fact: MessageWritten = { kind: 'message.written', companyId, payload }
  tx.fact(fact)
}

/** Records that a conversation was given to a user. */
export function recordAssigned(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  payload: ThreadAssigned['payload'],
): void {
  const fact: ThreadAssigned = { kind: 'thread.assigned', companyId, fleetId, payload }
  tx.fact(fact)
}
