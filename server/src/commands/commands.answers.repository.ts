import {
  type CommandType,
  commandTypes,
  deviceClaim,
  isRestrictedCommand,
} from '@rumbo/contract/commands.device-command.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { openedBy } from '../vehicles/index.ts'
import type { DevicePasswords } from './commands.passwords.ts'
import { type PlaceRow, placeColumns, placeOf } from './commands.repository.ts'
import { maskedText, type Parameters } from './commands.rules.ts'
import type { CommandPlace } from './commands.status.ts'

export interface KnownAnswer {
  device_identifier: string
  answered_at: Date
  answer_key: string
  response_payload: string | null
}

/** The answers recorded for commands of these devices at these times. */
export async function findKnownAnswers(
  tx: Transaction,
  answers: readonly { deviceIdentifier: string; receivedAt: Date; key: string }[],
): Promise<KnownAnswer[]> {
  if (answers.length === 0) return []
  return tx.sql<KnownAnswer>(
    `select device_identifier, answered_at, answer_key, response_payload from commands.commands
     where answered_at is not null and (device_identifier, answered_at, answer_key) in
       (select * from unnest($1::text[], $2::timestamptz[], $3::text[]))`,
    [
      answers.map(({ deviceIdentifier }) => deviceIdentifier),
      answers.map(({ receivedAt }) => receivedAt),
      answers.map(({ key }) => key),
    ],
  )
}

/** A command that waits for its answer. */
export interface Unanswered extends CommandPlace {
  deviceIdentifier: string
  key: string
  sendingAt: Date
  /** The only connection that may answer it; null for any. */
  connection: string | null
  masked(text: string): string
}

const restrictedTypes: readonly CommandType[] = commandTypes.filter(isRestrictedCommand)

/**
 * The commands that wait for an answer with one of these keys, locked in a fixed order. Restricted commands, and all
 * commands of a device claimed then or since, must be answered on the connection they were sent on; others also on a
 * later connection.
 */
export async function lockUnanswered(
  tx: Transaction,
  answers: readonly { deviceIdentifier: string; key: string }[],
  since: Date,
  passwords: DevicePasswords,
): Promise<Unanswered[]> {
  const rows = await tx.sql<
    PlaceRow & {
      device_identifier: string
      answer_key: string
      sending_at: Date
      bound_to: string | null
      secrets: Parameters | null
      password: string | null
    }
  >(
    `select ${placeColumns.map((name) => `c.${name}`).join(', ')}, c.secrets, c.device_identifier, c.answer_key, c.sending_at,
       (select p.sealed from vehicles.device_passwords p
         where p.vehicle_id = c.vehicle_id and p.identifier = c.device_identifier) as password,
       case when c.command_type = any($4::text[]) or exists (select from telemetry.device_claims d
         where d.identifier = c.device_identifier and d.contested_at > c.sending_at - $5 * interval '1 s')
         then c.connection end as bound_to
     from commands.commands c
     where (c.device_identifier, c.answer_key) in (select * from unnest($1::text[], $2::text[]))
       and c.status in ('sending', 'sent') and c.sending_at >= $3
     order by c.id for update of c`,
    [
      answers.map(({ deviceIdentifier }) => deviceIdentifier),
      answers.map(({ key }) => key),
      since,
      restrictedTypes,
      deviceClaim.endsAfterSeconds,
    ],
  )
  const passwordOf = (sealed: string | null) => {
    const password = sealed === null ? null : openedBy(passwords, sealed)
    return password === null ? [] : [password]
  }
  return rows.map((row) => ({
    ...placeOf(row),
    deviceIdentifier: row.device_identifier,
    key: row.answer_key,
    sendingAt: row.sending_at,
    connection: row.bound_to,
    masked: (text) => maskedText(text, [...Object.values(row.secrets ?? {}), ...passwordOf(row.password)]),
  }))
}

export interface AnswerNote {
  id: string
  receivedAt: Date
  text: string
  /** Null keeps the status, for an untrusted answer. */
  end: 'delivered' | 'failed' | null
}

/** Records answers, each for a different command. */
export async function noteAnswers(tx: Transaction, notes: readonly AnswerNote[]): Promise<void> {
  if (notes.length === 0) return
  await tx.sql(
    `update commands.commands c set response_payload = n.text, answered_at = n.received_at, updated_at = $5,
       secrets = case when n.ending is null then c.secrets end,
       sent_at = case when n.ending is null then c.sent_at else coalesce(c.sent_at, c.sending_at) end,
       status = coalesce(n.ending, c.status),
       delivered_at = case when n.ending = 'delivered' then n.received_at else c.delivered_at end,
       error = case when n.ending = 'failed' then 'refused_by_device' else c.error end
     from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[]) as n(id, received_at, text, ending)
     where c.id = n.id`,
    [
      notes.map(({ id }) => id),
      notes.map(({ receivedAt }) => receivedAt),
      notes.map(({ text }) => text),
      notes.map(({ end }) => end),
      tx.now,
    ],
  )
}
