import type { User } from '@rumbo/contract/identity.users.contract'
import { outcomeOf, type TestCall, useFixtures } from '@rumbo/tools/testing'
import { describe, expect, it } from 'vitest'
import { buildUser, builtPassword } from '../../identity/identity.factory.ts'
import { asSystem, type Identity } from '../../platform/access/access.ts'
import { assignments } from '../organisation.access.ts'
import { buildAssignment, buildCompany, buildFleet, buildGuestVehicle } from '../organisation.factory.ts'

const at = useFixtures()

type Page = { items: User[]; total: number; page: number; size: number }
const list = async (caller: TestCall, filter = '') =>
  (await caller<Page>('GET', `/users?size=100${filter && `&${filter}`}`)).body
const namesOf = (page: Page) => page.items.map(({ username }) => username.replace(/_\d+$/, ''))
const seenBy = async (caller: TestCall, filter = '') => namesOf(await list(caller, filter)).sort()

describe('who sees whom', () => {
  it('a manager the own fleets, an admin the own company, a super admin everybody', async () => {
    expect(await seenBy(at.fixtures.manager)).toEqual(['both', 'guest', 'manager', 'user'])
    expect(await seenBy(at.fixtures.admin)).toEqual(['admin', 'both', 'guest', 'manager', 'user'])
    expect(await seenBy(at.fixtures.root, `search=_${at.serial}`)).toEqual(
      Object.keys(at.fixtures.people).sort(),
    )
    for (const name of ['user', 'guest'] as const)
      expect(await outcomeOf((await at.world.as(at.fixtures.people[name]))('GET', '/users'))).toBe(
        'forbidden',
      )
  })
  it('one by one too; foreign and unknown ids alike', async () => {
    for (const id of [
      at.fixtures.people.outsider.id,
      at.fixtures.people.unassigned.id,
      '018f0000-0000-7000-8000-000000000000',
    ])
      for (const path of [`/users/${id}`, `/users/${id}/assignments`])
        expect(await outcomeOf(at.fixtures.admin('GET', path))).toBe('user_not_found')
    expect(await outcomeOf(at.fixtures.manager('GET', `/users/${at.fixtures.people.admin.id}`))).toBe(
      'user_not_found',
    )
    expect((await at.fixtures.manager('GET', `/users/${at.fixtures.people.user.id}`)).body).toMatchObject({
      displayName: 'Elena Torres',
      companyId: at.fixtures.companyId,
      fleetId: at.fixtures.fleetId,
      fleetRole: 'dispatcher',
      accessScopes: [{ scope: `${at.fixtures.companyId},${at.fixtures.fleetId},*`, type: 'manage' }],
    })
  })
  it('without the places a user has in companies the reader does not see', async () => {
    const scopesSeenBy = async (caller: TestCall) =>
      (
        await caller<{ accessScopes: { scope: string }[] }>('GET', `/users/${at.fixtures.people.both.id}`)
      ).body.accessScopes.map(({ scope }) => scope)
    const own = `${at.fixtures.companyId},${at.fixtures.fleetId},*`
    expect(await scopesSeenBy(at.fixtures.admin)).toEqual([own])
    expect(await scopesSeenBy(at.fixtures.manager)).toEqual([own])
    expect(await scopesSeenBy(at.fixtures.root)).toEqual([
      own,
      `${at.fixtures.foreign.companyId},${at.fixtures.foreign.fleetId},*`,
    ])
  })
  it('and whom one may change', async () => {
    const changeable = async (caller: TestCall) =>
      (await list(caller, `search=_${at.serial}`)).items
        .filter(({ mayChange }) => mayChange)
        .map(({ username }) => username.replace(/_\d+$/, ''))
        .sort()
    expect(await changeable(at.fixtures.manager)).toEqual(['guest', 'user'])
    expect(await changeable(at.fixtures.admin)).toEqual(['guest', 'manager', 'user'])
    const others = Object.keys(at.fixtures.people).filter((name) => name !== 'root')
    expect(await changeable(at.fixtures.root)).toEqual(others.sort())
  })
  it('an admin also guests of the company that are in nobody’s fleet, and nothing of foreign companies', async () => {
    const { companyId, foreign } = at.fixtures
    await at.world.build(async (tx) => {
      const kept = await buildUser(tx, { username: `kept_${at.serial}`, level: 'guest' })
      await buildGuestVehicle(tx, { userId: kept.id, companyId, fleetId: null, vehicleId: null })
    })
    expect(await seenBy(at.fixtures.admin, 'level=guest')).toEqual(['guest', 'kept'])
    expect(await seenBy(at.fixtures.manager, 'level=guest')).toEqual(['guest'])
    expect(await seenBy(at.fixtures.admin, `companyId=${foreign.companyId}`)).toEqual([])
    const both = (await list(at.fixtures.admin)).items.find(({ id }) => id === at.fixtures.people.both.id)
    expect(both).toMatchObject({ companyId, assignmentCount: 1 })
    const { body } = await at.fixtures.admin<{ items: unknown[] }>(
      'GET',
      `/users/${at.fixtures.people.both.id}/assignments`,
    )
    expect(body.items).toMatchObject([{ companyId, status: 'active', isPrimary: true }])
  })
})

describe('the list', () => {
  it('filters by level, status, company, fleet and words, whatever the accents', async () => {
    const { companyId, fleetId } = at.fixtures
    await at.world.build(async (tx) => {
      const person = (
        username: string,
        firstName: string,
        lastName: string,
        status: 'pending' | 'inactive',
      ) =>
        buildUser(tx, {
          username: `${username}_${at.serial}`,
          firstName,
          lastName,
          status,
          phone: '55 1234 5678',
        })
      for (const user of [
        await person('inigo', 'Íñigo', 'Muñoz_Gómez', 'pending'),
        await person('zoe', 'Zoé', 'Ávila', 'inactive'),
      ])
        await buildAssignment(tx, { userId: user.id, companyId, fleetId })
    })
    expect(await seenBy(at.fixtures.admin, 'search=munoz%20INIGO')).toEqual(['inigo'])
    expect(await seenBy(at.fixtures.admin, 'search=1234')).toEqual(['inigo', 'zoe'])
    expect(await seenBy(at.fixtures.admin, 'search=%25')).toEqual([])
    expect(await seenBy(at.fixtures.admin, 'search=noz_g')).toEqual(['inigo'])
    expect(await seenBy(at.fixtures.admin, 'status=pending&status=inactive')).toEqual(['inigo', 'zoe'])
    expect(await seenBy(at.fixtures.admin, 'level=manager&level=admin')).toEqual(['admin', 'manager'])
    expect(await seenBy(at.fixtures.admin, `fleetId=${fleetId}&level=manager`)).toEqual(['manager'])
    expect(await seenBy(at.fixtures.root, `companyId=${companyId}&level=admin`)).toEqual(['admin'])
    expect(namesOf(await list(at.fixtures.admin, 'sort=lastName')).slice(0, 2)).toEqual(['zoe', 'inigo'])
    const byName = (await list(at.fixtures.admin, 'sort=name')).items.map(({ displayName }) => displayName)
    expect(byName).toEqual([...byName].sort((left, right) => left.localeCompare(right, 'es')))
    expect(namesOf(await list(at.fixtures.admin, 'sort=level&order=desc')).slice(0, 2)).toEqual([
      'admin',
      'manager',
    ])
    for (const sort of ['username', 'email', 'status', 'lastLogin', 'createdAt'])
      for (const order of ['asc', 'desc'])
        expect((await list(at.fixtures.admin, `sort=${sort}&order=${order}`)).items).toHaveLength(7)
    const page = (await at.fixtures.admin<Page>('GET', '/users?size=3&page=3&sort=username')).body
    expect({ names: namesOf(page), total: page.total }).toEqual({ names: ['zoe'], total: 7 })
    expect(await outcomeOf(at.fixtures.admin('GET', '/users?size=101'))).toBe('validation_failed')
  })
  it('counts', async () => {
    const counts = (await at.fixtures.admin('GET', '/users/stats')).body
    expect(counts).toEqual({ total: 5, active: 5, superAdmins: 0, managers: 1, pending: 0, locked: 0 })
    expect((await at.fixtures.manager('GET', '/users/stats')).body).toMatchObject({ total: 4 })
    expect(
      (await at.fixtures.root('GET', `/users/stats?companyId=${at.fixtures.companyId}`)).body,
    ).toMatchObject({
      total: 5,
    })
    for (let tries = 0; tries < 5; tries += 1)
      await at.world.call('POST', '/auth/login', {
        body: { username_or_email: at.fixtures.people.user.username, password: `${builtPassword}?` },
      })
    expect((await at.fixtures.admin('GET', '/users/stats')).body).toMatchObject({ active: 4, locked: 1 })
    expect(await seenBy(at.fixtures.admin, 'status=locked')).toEqual(['user'])
    expect(await seenBy(at.fixtures.admin, 'status=active')).not.toContain('user')
  })
})

describe('what gives nothing', () => {
  const scopesOf = async (id: string) =>
    (await at.fixtures.root<{ accessScopes: unknown[] }>('GET', `/users/${id}`)).body.accessScopes
  const change = (table: 'companies' | 'fleets', set: string, id: string) =>
    at.world.build((tx) => tx.sql(`update organisation.${table} set ${set} where id = $1`, [id]))

  it('a suspended or inactive company, and an inactive fleet', async () => {
    const watching = await at.world.build(async (tx) => {
      const { companyId, fleetId } = at.fixtures
      const user = await buildUser(tx, { level: 'guest' })
      await buildGuestVehicle(tx, { userId: user.id, companyId, fleetId, vehicleId: fleetId })
      return user
    })
    for (const status of ['suspended', 'inactive']) {
      await change('companies', `status = '${status}'`, at.fixtures.companyId)
      for (const { id } of [at.fixtures.people.admin, at.fixtures.people.user, watching])
        expect(await scopesOf(id)).toEqual([])
      expect(await scopesOf(at.fixtures.people.both.id)).toHaveLength(1)
      expect(await scopesOf(at.fixtures.people.root.id)).toHaveLength(1)
    }
    await change('companies', "status = 'pending'", at.fixtures.companyId)
    expect(await scopesOf(at.fixtures.people.user.id)).toHaveLength(1)
    await change('fleets', 'is_active = false', at.fixtures.fleetId)
    expect(await scopesOf(at.fixtures.people.user.id)).toEqual([])
    expect(await scopesOf(watching.id)).toEqual([])
    expect(await scopesOf(at.fixtures.people.admin.id)).toHaveLength(1)
  })
})

it('says by itself, without a WHERE, only what lies in the scopes; and lets no person write places', async () => {
  const actorOf = async (id: string): Promise<Identity> => {
    const level = Object.values(at.fixtures.people).find((person) => person.id === id)?.level ?? 'user'
    const access = await at.world.database.transaction(asSystem('test'), (tx) =>
      assignments.resolveAccess(tx, { id, level }),
    )
    const none = { sessionId: id, displayName: '', mustChangePassword: false, address: '', requestId: '' }
    return { ...none, ...access, userId: id, level }
  }
  const rows = async (identity: Identity, text: string, values: unknown[] = []) =>
    at.world.database.transaction(identity, (tx) => tx.sql<{ id: string }>(text, values))
  const foreignGuest = await at.world.build(async (tx) => {
    const company = await buildCompany(tx)
    const fleet = await buildFleet(tx, { companyId: company.id })
    const user = await buildUser(tx, { level: 'guest' })
    await buildGuestVehicle(tx, {
      userId: user.id,
      companyId: company.id,
      fleetId: fleet.id,
      vehicleId: null,
    })
    return user
  })
  for (const caller of [at.fixtures.people.admin, at.fixtures.people.manager]) {
    const identity = await actorOf(caller.id)
    const guests = await rows(identity, 'select user_id as id from organisation.guest_vehicles')
    expect(guests).toEqual([{ id: at.fixtures.people.guest.id }])
    const seen = (await rows(identity, 'select id from identity.users')).map(({ id }) => id)
    expect(seen).toContain(at.fixtures.people.guest.id)
    for (const { id } of [foreignGuest, at.fixtures.people.outsider, at.fixtures.people.unassigned])
      expect(seen).not.toContain(id)
    const denied = /permission denied/
    for (const [text, ...values] of [
      ['update organisation.assignments set role = role'],
      ['delete from organisation.guest_vehicles'],
      ['update organisation.guest_vehicles set vehicle_id = null'],
      [
        'insert into organisation.guest_vehicles (user_id, company_id, assigned_at) values ($1, $2, now())',
        caller.id,
        at.fixtures.companyId,
      ],
    ] as [string, ...string[]][])
      await expect(rows(identity, text, values), text).rejects.toThrow(denied)
  }
})
