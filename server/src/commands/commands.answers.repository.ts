import {
  type CommandType,
  commandTypes,
  deviceClaim,
  isRestrictedCommand,
} from '@rumbo/contract/device-command.contract'
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

const restrictedTypes: readonly CommandType[] = commandTypes.filter(isRestrictedCommand)
/**
 * Restricted commands are answered on the connection they were written to, and so is any command of a device that was
 * claimed then or has been since. A device that has connected anew may answer the rest.
 */
const isFrom = (connection: string | null) => sql<boolean>`(connection is null or connection = ${connection}
  or (command_type <> all(${restrictedTypes}::text[]) and not exists (select from telemetry.device_claims d
    where d.identifier = device_identifier and d.contested_at > sending_at - ${deviceClaim.endsAfterSeconds} * interval '1 s')))`

/** The oldest command of the device that waits for an answer of this key, from this connection. */
export async function lockUnanswered(
  tx: Transaction,
  answer: { deviceIdentifier: string; key: string; connection: string | null; since: Date },
  /** Taken by other answers. */
  except: readonly string[],
): Promise<Unanswered | null> {
  const row = await tx.first(
    query
      .selectFrom('commands.commands')
      .select(placeColumns)
      .select('secrets')
      .where('device_identifier', '=', answer.deviceIdentifier)
      .where('answer_key', '=', answer.key)
      .where(isFrom(answer.connection))
      .where('status', 'in', ['sending', 'sent'])
      .where('sending_at', '>=', answer.since)
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
