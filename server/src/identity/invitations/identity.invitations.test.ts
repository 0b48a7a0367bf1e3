import type { AuthAnswer } from '@rumbo/contract/identity.contract'
import type { Invitation } from '@rumbo/contract/identity.invitations.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { buildUser } from '../identity.factory.ts'

let world: TestApp
let root: TestCall
let home: Awaited<ReturnType<typeof company>>
let other: Awaited<ReturnType<typeof company>>

/** A company with a fleet, an admin of the whole and a manager of the fleet. */
async function company(name: string) {
  const built = await world.build(async (tx) => {
    const { id } = await buildCompany(tx, { name })
    const fleet = await buildFleet(tx, { companyId: id })
    const second = await buildFleet(tx, { companyId: id })
    const admin = await buildUser(tx, { level: 'admin', firstName: 'Rosa', lastName: name })
    await buildAssignment(tx, { userId: admin.id, companyId: id, role: 'company_owner' })
    const manager = await buildUser(tx, { level: 'manager' })
    await buildAssignment(tx, { userId: manager.id, companyId: id, fleetId: fleet.id, role: 'fleet_manager' })
    return { id, fleetId: fleet.id, secondFleetId: second.id, admin, manager }
  })
  return { ...built, asAdmin: await world.as(built.admin), asManager: await world.as(built.manager) }
}

beforeAll(async () => {
  world = await createTestApp()
  home = await company('Valle')
  other = await company('Costa')
  root = await world.as(await world.build((tx) => buildUser(tx, { level: 'super_admin' })))
})
afterAll(() => world.close())

type Refused = { code?: string; errors?: { path: string; code: string }[] }
let addresses = 0
const address = () => {
  addresses += 1
  return `invitada${addresses}@example.com`
}
const invite = (call: TestCall, body: object) => call<Invitation & Refused>('POST', '/invitations', { body })
const staff = (email = address()) => ({
  email,
  level: 'user',
  companyId: home.id,
  fleetId: home.fleetId,
  role: 'dispatcher',
})
const mailsTo = async (recipient: string) =>
  (
    await world.superuser.query<{ subject: string; body: string; language: string; expiresAt: Date }>(
      'select subject, body, language, expires_at as "expiresAt" from platform.deliveries where recipient = $1 order by id',
      [recipient],
    )
  ).rows
const tokenTo = async (recipient: string) =>
  /http:\/\/localhost\/auth\/invitation\/([\w-]{43})/.exec(
    (await mailsTo(recipient)).at(-1)?.body ?? '',
  )?.[1] ?? ''
const show = (token: string) => world.call<Refused & { email?: string }>('GET', `/auth/invitations/${token}`)
let names = 0
const accept = (token: string, more: object = {}) => {
  names += 1
  return world.call<Refused & { id: string; username: string }>('POST', `/auth/invitations/${token}/accept`, {
    body: {
      username: `nueva_${names}`,
      first_name: 'Lucía',
      last_name: 'Ríos',
      password: 'Bienvenida-2026!',
      ...more,
    },
  })
}

describe('an invitation', () => {
  it('mails a link in the language of the invited user, and creates an active user with an assignment', async () => {
    const email = address()
    const sent = await invite(home.asAdmin, { ...staff(email), language: 'en' })
    expect(sent).toMatchObject({
      status: 201,
      body: { email, companyName: 'Valle', status: 'open', invitedBy: 'Rosa Valle', role: 'dispatcher' },
    })
    expect(await mailsTo(email)).toMatchObject([
      {
        language: 'en',
        subject: 'Rosa Valle invites you to Valle on Rumbo',
        expiresAt: new Date(sent.body.expiresAt),
      },
    ])
    const token = await tokenTo(email)
    expect((await show(token)).body).toMatchObject({ email, companyName: 'Valle', language: 'en' })
    expect(
      JSON.stringify((await world.superuser.query('select * from identity.invitations')).rows),
    ).not.toContain(token)

    const accepted = await accept(token, { username: 'lucia_rios' })
    expect(accepted).toMatchObject({ status: 201, body: { username: 'lucia_rios' } })
    const login = await world.call<AuthAnswer>('POST', '/auth/login', {
      body: { username_or_email: email, password: 'Bienvenida-2026!' },
    })
    expect(login.body.user).toMatchObject({
      level: 'user',
      language: 'en',
      functional_role: 'dispatcher',
      access_scopes: [{ scope: `${home.id},${home.fleetId},*`, type: 'manage' }],
    })
    const { rows } = await world.superuser.query(
      `select email_verified_at is not null as verified, is_primary, assigned_by from identity.users u
         join organisation.assignments a on a.user_id = u.id where u.id = $1`,
      [accepted.body.id],
    )
    expect(rows).toEqual([{ verified: true, is_primary: true, assigned_by: home.admin.id }])
    const { rows: audited } = await world.superuser.query(
      "select action from platform.audit_entries where company_id = $1 and (action like 'invitation.%' or action = 'user.created') order by at, id",
      [home.id],
    )
    expect(audited.map(({ action }) => action)).toEqual([
      'invitation.sent',
      'invitation.accepted',
      'user.created',
    ])
  })

  it('assigns a guest to the company, without a fleet', async () => {
    const email = address()
    await invite(home.asAdmin, { email, level: 'guest', companyId: home.id })
    const accepted = await accept(await tokenTo(email))
    const { rows } = await world.superuser.query(
      'select company_id, vehicle_id from organisation.guest_vehicles where user_id = $1',
      [accepted.body.id],
    )
    expect(rows).toEqual([{ company_id: home.id, vehicle_id: null }])
  })

  it('can be used once, also by concurrent calls', async () => {
    const email = address()
    await invite(home.asAdmin, staff(email))
    const token = await tokenTo(email)
    const answers = await Promise.all([accept(token), accept(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404])
    expect((await show(token)).body.code).toBe('invitation_invalid')
  })

  it('is refused with the same answer if used, withdrawn, expired, replaced or unknown', async () => {
    const links: string[] = ['x'.repeat(43)]
    const used = address()
    await invite(home.asAdmin, staff(used))
    links.push(await tokenTo(used))
    await accept(links[1] ?? '')
    const withdrawn = address()
    const sent = await invite(home.asAdmin, staff(withdrawn))
    links.push(await tokenTo(withdrawn))
    expect((await home.asAdmin('DELETE', `/invitations/${sent.body.id}`)).body).toEqual({ done: true })
    const replaced = address()
    await invite(home.asAdmin, staff(replaced))
    links.push(await tokenTo(replaced))
    await invite(home.asAdmin, staff(replaced))
    const gone = (await show(links[0] ?? '')).body
    for (const link of links) {
      expect((await show(link)).body).toMatchObject({
        code: 'invitation_invalid',
        message: (gone as { message?: string }).message,
      })
      expect((await accept(link)).body.code).toBe('invitation_invalid')
    }
  })

  it('is valid for seven days, and for seven more when sent again, which invalidates the former link', async () => {
    const email = address()
    const { id, expiresAt } = (await invite(home.asAdmin, staff(email))).body
    const former = await tokenTo(email)
    expect(new Date(expiresAt).getTime() - world.clock.now().getTime()).toBe(7 * 24 * 3600_000)
    await world.superuser.query('update identity.invitations set expires_at = $2 where id = $1', [
      id,
      world.clock.now(),
    ])
    expect((await show(former)).body.code).toBe('invitation_invalid')
    const listed = await home.asAdmin<{ items: Invitation[] }>('GET', `/invitations?search=${email}`)
    expect(listed.body.items).toMatchObject([{ id, status: 'expired' }])
    expect((await home.asAdmin<Invitation>('POST', `/invitations/${id}/resend`)).body).toMatchObject({
      status: 'open',
      expiresAt,
    })
    const token = await tokenTo(email)
    expect(token).not.toBe(former)
    expect((await show(former)).body.code).toBe('invitation_invalid')
    expect((await accept(token)).status).toBe(201)
  })

  it('of an archived company is refused', async () => {
    const closing = await company('Cerrada')
    const email = address()
    await invite(closing.asAdmin, { email, level: 'guest', companyId: closing.id })
    const token = await tokenTo(email)
    await world.superuser.query('update organisation.companies set archived_at = now() where id = $1', [
      closing.id,
    ])
    expect((await show(token)).body.code).toBe('invitation_invalid')
    expect((await accept(token)).body.code).toBe('invitation_invalid')
  })

  it('is refused once its inviter may no longer grant it, until an authorised user sends it again', async () => {
    const losses = {
      deactivated: "update identity.users set status = 'inactive' where id = $1",
      deleted: 'update identity.users set archived_at = now() where id = $1',
      lowered: "update identity.users set level = 'user' where id = $1",
      'without the company': 'update organisation.assignments set archived_at = now() where user_id = $1',
    }
    for (const [name, loss] of Object.entries(losses)) {
      const leaving = await company(`Salida ${name}`)
      const email = address()
      const sent = await invite(leaving.asAdmin, {
        ...staff(email),
        ...{ level: 'manager', companyId: leaving.id, fleetId: leaving.fleetId },
      })
      const former = await tokenTo(email)
      await world.superuser.query(loss, [leaving.admin.id])
      expect((await show(former)).body.code, name).toBe('invitation_invalid')
      expect((await accept(former)).body.code, name).toBe('invitation_invalid')
      expect((await root('POST', `/invitations/${sent.body.id}/resend`)).status).toBe(200)
      expect((await accept(await tokenTo(email))).status, name).toBe(201)
    }
  })

  it('into an archived fleet is refused', async () => {
    const closing = await company('Sin flotilla')
    const email = address()
    await invite(closing.asAdmin, { ...staff(email), companyId: closing.id, fleetId: closing.fleetId })
    await world.superuser.query('update organisation.fleets set archived_at = now() where id = $1', [
      closing.fleetId,
    ])
    expect((await accept(await tokenTo(email))).body.code).toBe('invitation_invalid')
  })

  it('requires the fields of a user, and leaves the link usable after a refusal', async () => {
    const email = address()
    await invite(home.asAdmin, staff(email))
    const token = await tokenTo(email)
    const taken = home.admin.username.toUpperCase()
    expect((await accept(token, { username: taken })).body.code).toBe('username_taken')
    for (const [change, path] of [
      [{ password: `Aa1!${'x'.repeat(60)}` }, 'body.password'],
      [{ password: 'sin-mayuscula-1' }, 'body.password'],
      [{ username: 'ab' }, 'body.username'],
      [{ username: 'x'.repeat(51) }, 'body.username'],
      [{ first_name: ' ' }, 'body.first_name'],
      [{ level: 'admin' }, 'body.level'],
    ] as const) {
      const answer = await accept(token, change)
      expect(answer.status).toBe(422)
      expect(answer.body.errors?.map((error) => error.path)).toContain(path)
    }
    expect(
      (await accept(token, { password: `Aa1!${'x'.repeat(59)}`, username: 'x'.repeat(50) })).status,
    ).toBe(201)
  })
})

describe('who may invite', () => {
  it('allows an admin levels up to manager, and only a super admin an admin', async () => {
    const admin = { email: address(), level: 'admin', companyId: home.id, role: 'company_manager' }
    expect((await invite(home.asAdmin, admin)).status).toBe(403)
    expect((await invite(root, admin)).status).toBe(201)
    expect((await invite(home.asAdmin, { ...staff(), level: 'manager', role: 'fleet_manager' })).status).toBe(
      201,
    )
  })

  it('allows a manager users and guests of the own fleet only', async () => {
    expect((await invite(home.asManager, staff())).status).toBe(201)
    expect((await invite(home.asManager, { ...staff(), level: 'manager' })).status).toBe(403)
    expect((await invite(home.asManager, { ...staff(), fleetId: home.secondFleetId })).status).toBe(403)
    expect(
      (await invite(home.asManager, { ...staff(), companyId: other.id, fleetId: other.fleetId })).status,
    ).toBe(403)
    const email = address()
    expect((await invite(home.asManager, { email, level: 'guest', companyId: home.id })).status).toBe(201)
    const seen = await home.asManager<{ items: Invitation[] }>('GET', `/invitations?search=${email}`)
    expect(seen.body.items).toHaveLength(1)
  })

  it('allows nobody another company, and users and guests no invitation', async () => {
    expect((await invite(other.asAdmin, staff())).status).toBe(403)
    for (const level of ['user', 'guest'] as const) {
      const call = await world.as(await world.build((tx) => buildUser(tx, { level })))
      expect((await invite(call, staff())).body.code).toBe('forbidden')
      expect((await call('GET', '/invitations')).body).toMatchObject({ code: 'forbidden' })
    }
  })

  it('refuses an e-mail that has an account, ignoring case', async () => {
    expect((await invite(home.asAdmin, staff(home.manager.email.toUpperCase()))).body.code).toBe(
      'email_taken',
    )
  })

  it.each([
    [{ email: 'nobody' }, 'body.email'],
    [{ level: 'super_admin' }, 'body.level'],
    [{ role: 'captain' }, 'body.role'],
    [{ companyId: 'x' }, 'body.companyId'],
    [{ fleetId: null }, 'body.fleetId'],
    [{ role: 'company_owner' }, 'body.fleetId'],
  ])('refuses %o at %s', async (change, path) => {
    const answer = await invite(home.asAdmin, { ...staff(), ...change })
    expect(answer.status).toBe(422)
    expect(answer.body.errors?.map((error) => error.path)).toEqual([path])
  })

  it('shows and changes only invitations of the own company', async () => {
    const { body } = await invite(home.asAdmin, staff())
    const open = (call: TestCall, query = '') =>
      call<{ items: Invitation[]; total: number }>('GET', `/invitations?size=100${query}`)
    expect((await open(home.asAdmin)).body.items.map(({ id }) => id)).toContain(body.id)
    expect((await open(home.asManager)).body.items.map(({ id }) => id)).toContain(body.id)
    expect((await open(other.asAdmin)).body.items).toEqual([])
    expect((await open(root, `&companyId=${home.id}&open=true`)).body.items[0]?.id).toBe(body.id)
    for (const call of [other.asAdmin, other.asManager]) {
      expect((await call('POST', `/invitations/${body.id}/resend`)).body).toMatchObject({
        code: 'invitation_invalid',
      })
      expect((await call('DELETE', `/invitations/${body.id}`)).body).toMatchObject({
        code: 'invitation_invalid',
      })
    }
    const above = await invite(home.asAdmin, { ...staff(), level: 'manager', role: 'fleet_manager' })
    expect((await home.asManager('DELETE', `/invitations/${above.body.id}`)).status).toBe(404)
  })
})
