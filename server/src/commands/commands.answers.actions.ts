import type { Transaction } from '../platform/database/transaction.ts'
import type { ReceivedAnswer } from '../telemetry/index.ts'
import { isAnswerKnown, lockUnanswered, noteAnswer, type Unanswered } from './commands.answers.repository.ts'
import { tellOfStatus } from './commands.facts.ts'
import { unansweredBefore } from './commands.repository.ts'

const longestText = 1_000

/**
 * Brings devices' answers to the commands they answer, in the transaction of the batch they came in.
 * Repeating it changes nothing. Answers to nothing are left alone.
 */
export async function commitAnswers(tx: Transaction, answers: readonly ReceivedAnswer[]): Promise<void> {
  // All are locked before any is changed: the totals, which a change counts, must not be held while waiting for a lock.
  const taken = new Map<string, { command: Unanswered; received: ReceivedAnswer; text: string }>()
  for (const received of answers) {
    const { deviceIdentifier, receivedAt, answer } = received
    // PostgreSQL takes no NUL in a text.
    const text = answer.text.replaceAll('\u0000', '')
    if (
      await isAnswerKnown(tx, {
        deviceIdentifier,
        receivedAt,
        key: answer.key,
        text: text.slice(0, longestText),
      })
    )
      continue
    const since = unansweredBefore(receivedAt)
    const command = await lockUnanswered(
      tx,
      { deviceIdentifier, key: answer.key, connection: answer.connection ?? null, since },
      [...taken.keys()],
    )
    if (command)
      taken.set(command.id, { command, received, text: command.masked(text).slice(0, longestText) })
  }
  for (const { command, received, text } of taken.values()) await take(tx, command, received, text)
}

async function take(
  tx: Transaction,
  command: Unanswered,
  { answer, receivedAt, isTrusted }: ReceivedAnswer,
  text: string,
): Promise<void> {
  // Whoever knows an identifier can connect under it: a stopped engine is believed to the vehicle alone.
  if (command.type === 'stop_engine' && !isTrusted) {
    await noteAnswer(tx, command.id, { receivedAt, text }, null)
    tellOfStatus(tx, command, 'sent')
  } else if (answer.isRefused) {
    await noteAnswer(tx, command.id, { receivedAt, text }, 'refused')
    tellOfStatus(tx, command, 'failed', 'refused_by_device')
  } else {
    await noteAnswer(tx, command.id, { receivedAt, text }, 'delivered')
    tellOfStatus(tx, command, 'delivered')
  }
}
