import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp, type TestApp, testDatabase, testSecret } from '@rumbo/tools/testing'
import { generate } from 'otplib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { assignments } from '../../organisation/index.ts'
import { backUp } from '../../platform/database/backup.ts'
import { restore } from '../../platform/database/restore.ts'
import { fingerprintOf, shownFingerprint } from '../../platform/secrets.ts'
import { signInDepsOf } from '../identity.endpoints.ts'
import { buildUser, builtPassword, testPasswordCost } from '../identity.factory.ts'
import { findUser } from '../identity.repository.ts'
import { createPasswords } from '../passwords/identity.passwords.ts'
import { isSecondFactor, type SecondFactor } from '../sessions/identity.sign-in.ts'
import { readFormerCodeKeys, replaceLostSecret, settleSecret } from './identity.secret.actions.ts'

const second = 'the second secret of this installation, random'
const third = 'the third secret of this installation, random '
const wrongSecret = 'a secret that was never the secret of this one'

let world: TestApp
beforeEach(async () => {
  world = await createTestApp()
})
afterEach(() => world.close())

/** No other domain has encrypted anything. */
const nothing = { reseal: async () => 0, remove: async () => 0 }
const settle = (secret: string, previous?: string) =>
  settleSecret(world.database, { secret, previous }, nothing)

/** Somebody with a second factor, switched on under the test's secret. */
async function protectedPerson() {
  const user = await world.build((tx) => buildUser(tx))
  const call = await world.as(user)
  const post = <Body>(what: string, body: object) =>
    call<Body>('POST', `/auth/profile/two-factor/${what}`, { body })
  const { secret } = (await post<{ secret: string }>('begin', { password: builtPassword })).body
  const { recoveryCodes } = (
    await post<{ recoveryCodes: string[] }>('enable', { code: await codeOf(secret) })
  ).body
  world.clock.advance(90)
  return { id: user.id, secret, recoveryCodes }
}
const codeOf = (secret: string) => generate({ secret, epoch: Math.floor(world.clock.now().getTime() / 1000) })

/** Whether a process that has this installation secret takes the second factor. */
async function takes(installationSecret: string, userId: string, factor: SecondFactor): Promise<boolean> {
  const { database, clock } = world
  const deps = signInDepsOf({
    database,
    clock,
    assignments,
    passwords: createPasswords(testPasswordCost),
    isRegistrationOpen: false,
    secret: installationSecret,
    formerCodeKeys: await readFormerCodeKeys(database, installationSecret),
  })
  const user = await world.build((tx) => findUser(tx, userId))
  if (!user) throw new Error('The user is gone.')
  return isSecondFactor(deps, user, factor, { address: '127.0.0.1', userAgent: '', id: 'test' } as never)
}

describe('the secret of an installation', () => {
  it('is recorded once, as a fingerprint that does not reveal it', async () => {
    expect(await settle(testSecret)).toMatchObject({ outcome: 'recorded' })
    expect(await settle(testSecret)).toMatchObject({ outcome: 'unchanged' })
    const rows = await world.build((tx) => tx.sql('select * from platform.secrets'))
    expect(rows).toEqual([
      expect.objectContaining({ number: 1, fingerprint: fingerprintOf(testSecret), code_key: null }),
    ])
    expect(JSON.stringify(rows)).not.toContain(testSecret)
  })

  it('cannot be changed without the former one', async () => {
    await settle(testSecret)
    const refused = await settle(wrongSecret).catch((error: Error) => error)
    expect(refused).toMatchObject({ name: 'StartupFailure', code: 'secret_changed' })
    const { message } = refused as Error
    expect(message).toContain(shownFingerprint(fingerprintOf(testSecret)))
    expect(message).toContain('RUMBO_SECRET_PREVIOUS')
    expect(message).not.toContain(wrongSecret)
    await expect(settle(second, wrongSecret)).rejects.toMatchObject({ code: 'secret_changed' })
    await expect(readFormerCodeKeys(world.database, wrongSecret)).rejects.toMatchObject({
      code: 'secret_changed',
    })
    expect(await settle(testSecret)).toMatchObject({ outcome: 'unchanged' })
  })

  it('is recognised by the second factors of a database without a fingerprint', async () => {
    const { id, secret } = await protectedPerson()
    await expect(settle(wrongSecret)).rejects.toMatchObject({ code: 'secret_changed' })
    expect(await settle(second, testSecret)).toMatchObject({ outcome: 'rotated', unreadable: 0 })
    expect(await takes(second, id, { otp_code: await codeOf(secret) })).toBe(true)
  })

  it('changes with the former one: one-time and recovery codes remain valid, also after a second change', async () => {
    const { id, secret, recoveryCodes } = await protectedPerson()
    const [one, two, three] = recoveryCodes
    await settle(testSecret)
    expect(await takes(testSecret, id, { recovery_code: one })).toBe(true)

    expect(await settle(second, testSecret)).toMatchObject({ outcome: 'rotated', unreadable: 0 })
    expect(await settle(second, testSecret)).toMatchObject({ outcome: 'unchanged' })
    expect(await takes(second, id, { otp_code: await codeOf(secret) })).toBe(true)
    expect(await takes(second, id, { recovery_code: one })).toBe(false)
    expect(await takes(second, id, { recovery_code: two })).toBe(true)
    await expect(settle(testSecret)).rejects.toMatchObject({ code: 'secret_changed' })

    world.clock.advance(90)
    await settle(third, second)
    expect(await takes(third, id, { otp_code: await codeOf(secret) })).toBe(true)
    expect(await takes(third, id, { recovery_code: three })).toBe(true)
    expect(await takes(third, id, { recovery_code: 'AAAAA-AAAAA' })).toBe(false)
    const sealed = await world.build((tx) =>
      tx.sql<{ code_key: string | null }>('select code_key from platform.secrets order by number'),
    )
    expect(sealed.map(({ code_key }) => code_key !== null)).toEqual([true, true, false])
  })

  it('is changed once by two concurrent starts, and keeps what it cannot decrypt', async () => {
    const [good, damaged] = [await protectedPerson(), await protectedPerson()]
    await settle(testSecret)
    await world.build((tx) =>
      tx.sql("update identity.users set otp_secret = 'damaged' where id = $1", [damaged.id]),
    )
    const outcomes = await Promise.all([settle(second, testSecret), settle(second, testSecret)])
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['rotated', 'unchanged'])
    expect(Math.max(...outcomes.map(({ unreadable }) => unreadable))).toBe(1)
    expect(await takes(second, good.id, { otp_code: await codeOf(good.secret) })).toBe(true)
  })
})

describe('a lost secret', () => {
  it('is replaced by removing every second factor, with a notice to each user', async () => {
    const { id } = await protectedPerson()
    await settle(testSecret)
    const replace = (secret: string) =>
      replaceLostSecret({ database: world.database, operator: 'npm run admin (ana)' }, secret, nothing)
    await expect(replace(testSecret)).rejects.toThrow('nothing to replace')
    expect(await replace(second)).toEqual({ dropped: 1, droppedElsewhere: 0 })
    expect(await settle(second)).toMatchObject({ outcome: 'unchanged' })
    const user = await world.build((tx) => findUser(tx, id))
    expect(user).toMatchObject({ otp_required: false, otp_secret: null })
    const { entries, mails } = (
      await world.build((tx) =>
        tx.sql<{ entries: number; mails: number }>(
          `select (select count(*) from platform.audit_entries
                    where action = 'user.two_factor_reset' and actor_name = 'npm run admin (ana)') as entries,
             (select count(*) from platform.deliveries where recipient = $1 and kind = 'security') as mails`,
          [user?.email],
        ),
      )
    )[0] ?? { entries: 0, mails: 0 }
    expect(entries).toBe(1)
    // One for switching it on, one for the reset.
    expect(mails).toBe(2)
  })
})

describe('a backup', () => {
  it('identifies its secret without containing it, and is restored only with that secret', async () => {
    await settle(testSecret)
    const folder = mkdtempSync(join(tmpdir(), 'rumbo-secret-'))
    const target = await testDatabase({ empty: true })
    try {
      const file = join(folder, 'backup.rumbo')
      const { secretFingerprint } = await backUp({ url: world.superuserUrl, file })
      expect(secretFingerprint).toBe(fingerprintOf(testSecret))
      const into = (secrets: string[]) =>
        restore({ url: target.superuserUrl, file, secrets, allowUnsafeServer: true })
      const shown = shownFingerprint(fingerprintOf(testSecret))
      await expect(into([wrongSecret])).rejects.toThrow(`fingerprint ${shown}, and another one is set here`)
      await expect(into([])).rejects.toThrow(`fingerprint ${shown}, and no secret is set here`)
      expect((await into([second, testSecret])).rows).toBeGreaterThan(0)
    } finally {
      await target.close()
      rmSync(folder, { recursive: true })
    }
  })
})
