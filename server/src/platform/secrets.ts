import { hkdfSync } from 'node:crypto'
import { query } from '@rumbo/database'
import type pg from 'pg'
import { withSingleConnection } from './database/single-connection.ts'
import type { Transaction } from './database/transaction.ts'
import { storedSecret } from './process/data-dir.ts'
import { StartupFailure } from './process/startup-failure.ts'

export interface RecordedSecret {
  /** Increases with each change; the highest is in use. */
  number: number
  fingerprint: string
  /** Encrypted; null for the secret in use. */
  code_key: string | null
}

/** A hash that identifies a secret without revealing it: 43 letters, of which the first eight are displayed. */
export const fingerprintOf = (secret: string): string =>
  Buffer.from(hkdfSync('sha256', secret, 'rumbo', 'fingerprint', 32)).toString('base64url')

export const shownFingerprint = (fingerprint: string): string => fingerprint.slice(0, 8)

const recordedColumns = ['number', 'fingerprint', 'code_key'] as const

/** Serialises starts: one changes the secret, and a concurrent one finds it changed. */
export async function lockSecrets(tx: Transaction): Promise<void> {
  await tx.sql("select pg_advisory_xact_lock(hashtextextended('rumbo.secret', 0))")
}

/** Ordered by number; empty where no secret was recorded yet. */
export const readSecrets = (tx: Transaction): Promise<RecordedSecret[]> =>
  tx.rows(query.selectFrom('platform.secrets').select(recordedColumns).orderBy('number'))

export async function recordSecret(tx: Transaction, number: number, fingerprint: string): Promise<void> {
  await tx.run(query.insertInto('platform.secrets').values({ number, fingerprint, since: tx.now }))
}

export async function keepCodeKey(tx: Transaction, number: number, code_key: string | null): Promise<void> {
  await tx.run(query.updateTable('platform.secrets').set({ code_key }).where('number', '=', number))
}

/**
 * The fingerprint of the secret that a database belongs to; null where it has none yet.
 * @param client as superuser, or as `rumbo_owner`
 */
export async function readFingerprint(client: pg.Client): Promise<string | null> {
  const found = await client.query<{ exists: boolean }>(
    `select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'platform' and c.relname = 'secrets') as exists`,
  )
  if (!found.rows[0]?.exists) return null
  const { rows } = await client.query<{ fingerprint: string }>(
    'select fingerprint from platform.secrets order by number desc limit 1',
  )
  return rows[0]?.fingerprint ?? null
}

export interface GivenSecrets {
  secret: string
  /** RUMBO_SECRET_PREVIOUS, which the installation may replace with `secret`. */
  previous?: string | undefined
  dataDir?: string
}

/** @param expected the fingerprint on record; null where none is known */
export function secretChanged(
  expected: string | null,
  { secret, previous, dataDir }: GivenSecrets,
): StartupFailure {
  const former =
    expected === null ? 'another one' : `the one with the fingerprint ${shownFingerprint(expected)}`
  const stored = dataDir === undefined ? undefined : storedSecret(dataDir)
  const isInFile = stored !== undefined && fingerprintOf(stored) === expected
  return new StartupFailure('secret_changed', [
    `RUMBO_SECRET (fingerprint ${shownFingerprint(fingerprintOf(secret))}) is not the secret of this database, which is ${former}; second factors could not be decrypted.`,
    ...(previous === undefined
      ? []
      : [
          `RUMBO_SECRET_PREVIOUS (fingerprint ${shownFingerprint(fingerprintOf(previous))}) is not the secret of this database either.`,
        ]),
    isInFile
      ? `The file secret in ${dataDir} has the former secret: remove RUMBO_SECRET to use it, or set RUMBO_SECRET_PREVIOUS to it to change the secret.`
      : 'Set RUMBO_SECRET to the former secret, or set RUMBO_SECRET_PREVIOUS to it to change the secret to the one in RUMBO_SECRET.',
  ])
}

const mayReadText = `select coalesce(bool_or(pg_has_role(oid,
  case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end)), false) as may
  from pg_roles where rolname = 'rumbo_owner'`

/**
 * Refuses a secret other than the database's, before anything is changed.
 * @param url connects as superuser, or as a member of `rumbo_owner`
 * @throws StartupFailure `secret_changed`
 */
export async function requireOwnSecret(url: string, given: GivenSecrets): Promise<void> {
  await withSingleConnection(url, 'secret', async (client) => {
    // A user who may not switch to the role yet is granted it when the roles are created; the secret is checked again
    // then.
    const { rows } = await client.query<{ may: boolean }>(mayReadText)
    if (!rows[0]?.may) return
    await client.query('set role rumbo_owner')
    const expected = await readFingerprint(client)
    const offered = [given.secret, ...(given.previous === undefined ? [] : [given.previous])]
    if (expected !== null && !offered.some((secret) => fingerprintOf(secret) === expected))
      throw secretChanged(expected, given)
  })
}
