import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import type { CommandPlace } from './commands.facts.ts'
import { placeColumns, placeOf } from './commands.repository.ts'
import { mask, maskedText, type Parameters } from './commands.rules.ts'

/** Whether this very answer was taken before: its batch is being committed again. */
export async function isAnswerKnown(
  tx: Transaction,
  answer: { deviceIdentifier: string; receivedAt: Date; key: string; text: string },
): Promise<boolean> {
  const row = await tx.first(
    query
      .selectFrom('commands.commands')
      .select('id')
      .where('device_identifier', '=', answer.deviceIdentifier)
      .where('answered_at', '=', answer.receivedAt)
      .where('answer_key', '=', answer.key)
      // Where a password is masked the answer is known by its moment and key.
      .where((eb) =>
        eb.or([eb('response_payload', '=', answer.text), eb('response_payload', 'like', `%${mask}%`)]),
      )
      .limit(1),
  )
  return row !== undefined
}

/** A command that waits for its answer; `masked` takes its passwords out of it. */
export interface Unanswered extends CommandPlace {
  masked(text: string): string
}

/** The oldest command of the device that waits for an answer of this key. */
export async function lockUnanswered(
  tx: Transaction,
  { deviceIdentifier, key, since }: { deviceIdentifier: string; key: string; since: Date },
  /** Taken by other answers. */
  except: readonly string[],
): Promise<Unanswered | null> {
  const row = await tx.first(
    query
      .selectFrom('commands.commands')
      .select(placeColumns)
      .select('secrets')
      .where('device_identifier', '=', deviceIdentifier)
      .where('answer_key', '=', key)
      .where('status', 'in', ['sending', 'sent'])
      .where('sending_at', '>=', since)
      .where(sql<boolean>`id <> all(${except}::uuid[])`)
      .orderBy('sending_at')
      .limit(1)
      .forUpdate(),
  )
  if (!row) return null
  const secrets = Object.values((row.secrets ?? {}) as Parameters)
  return { ...placeOf(row), masked: (text) => maskedText(text, secrets) }
}

/** Notes an answer; `null` keeps the status: the answer is not believed. */
export async function noteAnswer(
  tx: Transaction,
  id: string,
  answer: { receivedAt: Date; text: string },
  end: 'delivered' | 'refused' | null,
): Promise<void> {
  await tx.run(
    query
      .updateTable('commands.commands')
      .set((eb) => ({
        response_payload: answer.text,
        answered_at: answer.receivedAt,
        updated_at: tx.now,
        ...(end !== null && { secrets: null }),
        ...(end !== null && { sent_at: eb.fn.coalesce('sent_at', 'sending_at') }),
        ...(end === 'delivered' && { status: 'delivered', delivered_at: answer.receivedAt }),
        ...(end === 'refused' && { status: 'failed', error: 'refused_by_device' }),
      }))
      .where('id', '=', id),
  )
}
