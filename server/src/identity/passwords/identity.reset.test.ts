import { describe, expect, it } from 'vitest'
import { newPassword, useIdentityHarness } from '../testing/identity.harness.ts'

const at = useIdentityHarness()
const { login, mailsTo, person } = at

describe('a reset', () => {
  const initiate = (email: string) =>
    at.world.call('POST', '/auth/reset-password/initiate', { body: { email } })
  const confirm = (email: string, token: string, new_password = newPassword) =>
    at.world.call<{ code?: string; done?: boolean }>('POST', '/auth/reset-password/confirm', {
      body: { email, token, new_password },
    })
  const codeTo = async (recipient: string) =>
    /\b\d{6}\b/.exec((await mailsTo(recipient)).at(-1)?.body ?? '')?.[0] ?? ''
  const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

  it('returns the same answer for known and unknown addresses, and mails only known ones', async () => {
    const user = await person({ language: 'en' })
    const [known, unknown] = [await initiate(user.email.toUpperCase()), await initiate('nobody@example.com')]
    expect(known.body).toEqual({ done: true })
    expect(unknown.body).toEqual(known.body)
    expect(await mailsTo('nobody@example.com')).toEqual([])
    expect(await mailsTo(user.email)).toMatchObject([{ language: 'en' }])
    expect((await mailsTo(user.email))[0]?.body).toMatch(
      /verification code[\s\S]*\/auth\/verify-reset-code\n/,
    )
  })

  it('sets a new password once, ends sessions and lifts a lock', async () => {
    const user = await person()
    const session = await at.world.as(user)
    expect((await session('GET', '/auth/profile/companies')).status).toBe(200)
    for (let index = 0; index < 5; index += 1) await login(user.username, 'Wrong-2026!')
    await initiate(user.email)
    const code = await codeTo(user.email)
    expect((await confirm(user.email, code)).body).toEqual({ done: true })
    expect((await confirm(user.email, code)).body.code).toBe('reset_code_invalid')
    expect((await login(user.username, newPassword)).status).toBe(200)
    await expect
      .poll(async () => (await session('GET', '/auth/profile/companies')).body.code)
      .toBe('session_expired')
  })

  it('stores the code only as a hash', async () => {
    const user = await person()
    await initiate(user.email)
    const { rows } = await at.world.superuser.query('select * from identity.reset_codes')
    expect(JSON.stringify(rows)).not.toContain(`"${await codeTo(user.email)}"`)
  })

  describe('proves the address', () => {
    const unverified = async () => {
      const user = await person()
      await at.world.superuser.query('update identity.users set email_verified_at = null where id = $1', [
        user.id,
      ])
      return user
    }
    const isVerified = async ({ id }: { id: string }) => {
      const { rows } = await at.world.superuser.query(
        `select email_verified_at is not null as verified,
           (select count(*)::int from platform.audit_entries where entity_id = $1 and action = 'user.email_verified')
             as entries
         from identity.users where id = $1`,
        [id],
      )
      return [rows[0]?.verified, rows[0]?.entries]
    }
    const becomes = (status: string) =>
      at.world.superuser.query('update platform.deliveries set status = $1', [status])

    it.each(['sent', 'delivered'])('that it was %s to', async (status) => {
      const user = await unverified()
      await initiate(user.email)
      const code = await codeTo(user.email)
      await becomes(status)
      await confirm(user.email, wrong(code))
      expect(await isVerified(user)).toEqual([false, 0])
      // Two at once reset and prove once.
      const both = await Promise.all([confirm(user.email, code), confirm(user.email, code)])
      expect(both.map((answer) => answer.status).sort()).toEqual([200, 422])
      expect(await isVerified(user)).toEqual([true, 1])
    })

    it.each(['kept', 'failed', 'pending'])(
      'not of a mail that is %s, whose code somebody else read',
      async (status) => {
        const user = await unverified()
        await initiate(user.email)
        const code = await codeTo(user.email)
        await becomes(status)
        expect((await confirm(user.email, code)).status).toBe(200)
        expect(await isVerified(user)).toEqual([false, 0])
      },
    )

    it('not one that the account has since, by a code to the former one', async () => {
      const user = await unverified()
      await initiate(user.email)
      const code = await codeTo(user.email)
      await becomes('sent')
      const other = `nueva.${user.email}`
      await at.world.superuser.query('update identity.users set email = $2 where id = $1', [user.id, other])
      expect((await confirm(other, code)).status).toBe(200)
      expect(await isVerified(user)).toEqual([false, 0])
    })

    it('by the last code alone, and a verified one stays as it is', async () => {
      const user = await unverified()
      await initiate(user.email)
      await becomes('sent')
      await initiate(user.email)
      expect((await confirm(user.email, await codeTo(user.email))).status).toBe(200)
      expect(await isVerified(user)).toEqual([false, 0])
      const known = await person()
      await at.world.superuser.query('update identity.users set email_verified_at = now() where id = $1', [
        known.id,
      ])
      await initiate(known.email)
      const code = await codeTo(known.email)
      await becomes('sent')
      expect((await confirm(known.email, code)).status).toBe(200)
      expect(await isVerified(known)).toEqual([true, 0])
    })
  })

  it('ends after fifteen minutes', async () => {
    const user = await person()
    await initiate(user.email)
    at.world.clock.advance(900)
    expect((await confirm(user.email, await codeTo(user.email))).body.code).toBe('reset_code_invalid')
  })

  it('allows five attempts per hour, counted across codes', async () => {
    const user = await person()
    await initiate(user.email)
    const first = await codeTo(user.email)
    for (let index = 0; index < 3; index += 1) await confirm(user.email, wrong(first))
    await initiate(user.email)
    const second = await codeTo(user.email)
    if (first !== second) expect((await confirm(user.email, first)).body.code).toBe('reset_code_invalid')
    else await confirm(user.email, wrong(second))
    await confirm(user.email, wrong(second))
    expect((await confirm(user.email, second)).body.code).toBe('reset_code_invalid')
    at.world.clock.advance(3600)
    await initiate(user.email)
    expect((await confirm(user.email, await codeTo(user.email))).status).toBe(200)
  })

  it('mails no further code within the hour after five wrong attempts', async () => {
    const user = await person()
    await initiate(user.email)
    const code = await codeTo(user.email)
    for (let index = 0; index < 5; index += 1) await confirm(user.email, wrong(code))
    expect((await initiate(user.email)).body).toEqual({ done: true })
    expect(await mailsTo(user.email)).toHaveLength(1)
    const root = await at.world.as(await person({ level: 'super_admin' }))
    const refused = await root('POST', `/users/${user.id}/send-password-reset`)
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', retryAfterSeconds: 3600 } })
    expect(await mailsTo(user.email)).toHaveLength(1)
    at.world.clock.advance(3600)
    await initiate(user.email)
    expect((await confirm(user.email, await codeTo(user.email))).status).toBe(200)
  })

  it('counts attempts for unknown addresses, and sends at most five mails an hour', async () => {
    for (let index = 0; index < 7; index += 1)
      expect((await confirm('nobody2@example.com', '123456')).body.code).toBe('reset_code_invalid')
    const user = await person()
    for (let index = 0; index < 7; index += 1) await initiate(user.email)
    expect(await mailsTo(user.email)).toHaveLength(5)
  })

  it('is not available to deactivated or pending accounts', async () => {
    const off = await person({ status: 'inactive' })
    await initiate(off.email)
    expect(await mailsTo(off.email)).toEqual([])
  })

  it.each([
    [{ email: 'no address', token: '1', new_password: newPassword }, 'body.email', 'email_invalid'],
    [{ email: 'a@example.com', token: '1', new_password: 'weak' }, 'body.new_password', 'too_short'],
  ])('names what is wrong with %o', async (body, path, code) => {
    const answer = await at.world.call<{ errors: unknown[] }>('POST', '/auth/reset-password/confirm', {
      body,
    })
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ path, code }))
  })
})
