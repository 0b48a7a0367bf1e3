import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import {
  fingerprintOf,
  type GivenSecrets,
  keepCodeKey,
  lockSecrets,
  type RecordedSecret,
  readSecrets,
  recordSecret,
  secretChanged,
} from '../../platform/secrets.ts'
import { createKeys, type Keys } from '../identity.keys.ts'
import { mailNotice } from '../identity.notices.ts'
import { findUser } from '../identity.repository.ts'
import { displayNameOf } from '../identity.rules.ts'
import { deleteTwoFactor } from '../twofactor/identity.twofactor.repository.ts'
import { listSealed, replaceSealed, type SealedFactors } from './identity.secret.repository.ts'

export interface SettledSecret {
  outcome: 'unchanged' | 'recorded' | 'rotated'
  /** Number of second factors that the former secret cannot decrypt; their users need new ones. */
  unreadable: number
  /** Number of other encrypted values that it cannot decrypt. */
  unreadableElsewhere: number
}

/** What other domains encrypt with the installation's secret; within the transaction that changes it. */
interface SealedElsewhere {
  /** Encrypts it with the new secret. @returns how many the former one cannot decrypt */
  reseal(tx: Transaction, change: { from: string; to: string }): Promise<number>
  /** Removes it, since the former secret was lost. @returns how many there were */
  remove(tx: Transaction): Promise<number>
}

/**
 * Records the secret of a new installation, or changes it: in one transaction, what was encrypted with the former
 * secret is encrypted with the present one. Recovery codes stay valid: their hash key is kept, encrypted.
 * @throws StartupFailure `secret_changed` if neither secret is the database's
 */
export async function settleSecret(
  database: Database,
  given: GivenSecrets,
  elsewhere: SealedElsewhere,
): Promise<SettledSecret> {
  const { secret, previous } = given
  return database.transaction(asSystem('settle secret'), async (tx) => {
    await lockSecrets(tx)
    const recorded = await readSecrets(tx)
    const current = recorded.at(-1)
    if (current?.fingerprint === fingerprintOf(secret)) return { ...nothingUnreadable, outcome: 'unchanged' }
    const sealed = await listSealed(tx)
    // A database without a fingerprint is older than them: its secret is the one that decrypts its second factors.
    if (!current && (sealed.length === 0 || opensAny(createKeys(secret), sealed))) {
      await recordSecret(tx, 1, fingerprintOf(secret))
      return { ...nothingUnreadable, outcome: 'recorded' }
    }
    const isPrevious =
      previous !== undefined &&
      (current ? current.fingerprint === fingerprintOf(previous) : opensAny(createKeys(previous), sealed))
    if (!isPrevious) throw secretChanged(current?.fingerprint ?? null, given)
    const change = { from: previous, to: secret }
    const unreadable = await rotate(tx, recorded, sealed, change)
    return { outcome: 'rotated', unreadable, unreadableElsewhere: await elsewhere.reseal(tx, change) }
  })
}

const nothingUnreadable = { unreadable: 0, unreadableElsewhere: 0 }

/** @returns how many second factors the former secret cannot decrypt */
async function rotate(
  tx: Transaction,
  recorded: RecordedSecret[],
  sealed: SealedFactors[],
  { from, to }: { from: string; to: string },
): Promise<number> {
  const [former, present] = [createKeys(from), createKeys(to)]
  if (recorded.length === 0) {
    await recordSecret(tx, 1, fingerprintOf(from))
    recorded.push({ number: 1, fingerprint: fingerprintOf(from), code_key: null })
  }
  for (const { number, code_key } of recorded)
    await keepCodeKey(tx, number, present.seal(code_key === null ? former.codeKey : former.unseal(code_key)))
  await recordSecret(tx, (recorded.at(-1)?.number ?? 0) + 1, fingerprintOf(to))
  let unreadable = 0
  for (const factors of sealed) {
    const reseal = (text: string | null) => {
      const opened = text === null ? null : openedBy(former, text)
      return opened === null ? null : present.seal(opened)
    }
    const otpSecret = reseal(factors.otp_secret)
    // What cannot be decrypted stays: without a stored secret the account would have no second factor.
    if (factors.otp_secret !== null && otpSecret === null) unreadable += 1
    await replaceSealed(tx, {
      id: factors.id,
      otp_secret: otpSecret ?? factors.otp_secret,
      otp_pending_secret: reseal(factors.otp_pending_secret),
    })
  }
  return unreadable
}

/**
 * Records a new secret after the former one was lost: every second factor it encrypted is removed, and their users are
 * notified.
 * @returns the number of removed second factors, and of values that were encrypted elsewhere
 */
export async function replaceLostSecret(
  { database, operator }: { database: Database; operator: string },
  secret: string,
  elsewhere: SealedElsewhere,
): Promise<{ dropped: number; droppedElsewhere: number }> {
  return database.transaction(asSystem('replace secret'), async (tx) => {
    await lockSecrets(tx)
    const recorded = await readSecrets(tx)
    if (recorded.at(-1)?.fingerprint === fingerprintOf(secret))
      throw new Error('The secret set here is the one of the database: there is nothing to replace.')
    for (const { number } of recorded) await keepCodeKey(tx, number, null)
    await recordSecret(tx, (recorded.at(-1)?.number ?? 0) + 1, fingerprintOf(secret))
    let dropped = 0
    for (const { id, otp_secret } of await listSealed(tx)) {
      await replaceSealed(tx, { id, otp_secret, otp_pending_secret: null })
      const user = await findUser(tx, id)
      if (!user || !(await deleteTwoFactor(tx, id))) continue
      dropped += 1
      await mailNotice(tx, user, 'twoFactorReset')
      tx.audit({
        action: 'user.two_factor_reset',
        entity: 'user',
        entityId: id,
        entityName: displayNameOf(user),
        actorName: operator,
        changes: { two_factor: [true, false] },
      })
    }
    return { dropped, droppedElsewhere: await elsewhere.remove(tx) }
  })
}

function openedBy(keys: Keys, sealed: string): string | null {
  try {
    return keys.unseal(sealed)
  } catch {
    return null
  }
}

const opensAny = (keys: Keys, sealed: readonly SealedFactors[]): boolean =>
  sealed.some((factors) =>
    [factors.otp_secret, factors.otp_pending_secret].some(
      (text) => text !== null && openedBy(keys, text) !== null,
    ),
  )

/**
 * The hash keys of recovery codes issued under former secrets.
 * @throws StartupFailure `secret_changed` if the database belongs to another secret
 */
export async function readFormerCodeKeys(database: Database, secret: string): Promise<string[]> {
  const recorded = await database.transaction(asSystem('read secrets'), readSecrets, { readOnly: true })
  const current = recorded.at(-1)
  if (current && current.fingerprint !== fingerprintOf(secret))
    throw secretChanged(current.fingerprint, { secret })
  const keys = createKeys(secret)
  return recorded.flatMap(({ code_key }) => (code_key === null ? [] : keys.unseal(code_key)))
}
