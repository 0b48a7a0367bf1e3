import type { User } from '@rumbo/contract/identity.users.contract'
import {
  createFixtures,
  createTestApp,
  outcomeOf,
  type TestApp,
  type TestCall,
  type TestFixtures,
} from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser, builtPassword } from '../../identity/identity.factory.ts'
import { asSystem, type Identity } from '../../platform/access/access.ts'
import { assignments } from '../organisation.access.ts'
import { buildAssignment, buildCompany, buildFleet, buildGuestVehicle } from '../organisation.factory.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

let serial = 0
let fixtures: TestFixtures
beforeEach(async () => {
  serial += 1
  fixtures = await createFixtures(world, String(serial))
})

type Page = { items: User[]; total: number; page: number; size: number }
const list = async (caller: TestCall, filter = '') =>
  (await caller<Page>('GET', `/users?size=100${filter && `&${filter}`}`)).body
const namesOf = (page: Page) => page.items.map(({ username }) => username.replace(/_\d+$/, ''))
const seenBy = async (caller: TestCall, filter = '') => namesOf(await list(caller, filter)).sort()

describe('who sees whom', () => {
  it('a manager the own fleets, an admin the own company, a super admin everybody', async () => {
    expect(await seenBy(fixtures.manager)).toEqual(['both', 'guest', 'manager', 'user'])
    expect(await seenBy(fixtures.admin)).toEqual(['admin', 'both', 'guest', 'manager', 'user'])
    expect(await seenBy(fixtures.root, `search=_${serial}`)).toEqual(Object.keys(fixtures.people).sort())
    for (const name of ['user', 'guest'] as const)
      expect(await outcomeOf((await world.as(fixtures.people[name]))('GET', '/users'))).toBe('forbidden')
  })
  it('one by one too; foreign and unknown ids alike', async () => {
    for (const id of [
      fixtures.people.outsider.id,
      fixtures.people.unassigned.id,
      '018f0000-0000-7000-8000-000000000000',
    ])
      for (const path of [`/users/${id}`, `/users/${id}/assignments`])
        expect(await outcomeOf(fixtures.admin('GET', path))).toBe('user_not_found')
    expect(await outcomeOf(fixtures.manager('GET', `/users/${fixtures.people.admin.id}`))).toBe(
      'user_not_found',
    )
    expect((await fixtures.manager('GET', `/users/${fixtures.people.user.id}`)).body).toMatchObject({
      displayName: 'Elena Torres',
      companyId: fixtures.companyId,
      fleetId: fixtures.fleetId,
      fleetRole: 'dispatcher',
      accessScopes: [{ scope: `${fixtures.companyId},${fixtures.fleetId},*`, type: 'manage' }],
    })
  })
  it('without the places a user has in companies the reader does not see', async () => {
    const scopesSeenBy = async (caller: TestCall) =>
      (
        await caller<{ accessScopes: { scope: string }[] }>('GET', `/users/${fixtures.people.both.id}`)
      ).body.accessScopes.map(({ scope }) => scope)
    const own = `${fixtures.companyId},${fixtures.fleetId},*`
    expect(await scopesSeenBy(fixtures.admin)).toEqual([own])
    expect(await scopesSeenBy(fixtures.manager)).toEqual([own])
    expect(await scopesSeenBy(fixtures.root)).toEqual([
      own,
      `${fixtures.foreign.companyId},${fixtures.foreign.fleetId},*`,
    ])
  })
  it('and whom one may change', async () => {
    const changeable = async (caller: TestCall) =>
      (await list(caller, `search=_${serial}`)).items
        .filter(({ mayChange }) => mayChange)
        .map(({ username }) => username.replace(/_\d+$/, ''))
        .sort()
    expect(await changeable(fixtures.manager)).toEqual(['guest', 'user'])
    expect(await changeable(fixtures.admin)).toEqual(['guest', 'manager', 'user'])
    const others = Object.keys(fixtures.people).filter((name) => name !== 'root')
    expect(await changeable(fixtures.root)).toEqual(others.sort())
  })
  it('an admin also guests of the company that are in nobody’s fleet, and nothing of foreign companies', async () => {
    const { companyId, foreign } = fixtures
    await world.build(async (tx) => {
      const kept = await buildUser(tx, { username: `kept_${serial}`, level: 'guest' })
      await buildGuestVehicle(tx, { userId: kept.id, companyId, fleetId: null, vehicleId: null })
    })
    expect(await seenBy(fixtures.admin, 'level=guest')).toEqual(['guest', 'kept'])
    expect(await seenBy(fixtures.manager, 'level=guest')).toEqual(['guest'])
    expect(await seenBy(fixtures.admin, `companyId=${foreign.companyId}`)).toEqual([])
    const both = (await list(fixtures.admin)).items.find(({ id }) => id === fixtures.people.both.id)
    expect(both).toMatchObject({ companyId, assignmentCount: 1 })
    const { body } = await fixtures.admin<{ items: unknown[] }>(
      'GET',
      `/users/${fixtures.people.both.id}/assignments`,
    )
    expect(body.items).toMatchObject([{ companyId, status: 'active', isPrimary: true }])
  })
})

describe('the list', () => {
  it('filters by level, status, company, fleet and words, whatever the accents', async () => {
    const { companyId, fleetId } = fixtures
    await world.build(async (tx) => {
      const person = (
        username: string,
        firstName: string,
        lastName: string,
        status: 'pending' | 'inactive',
      ) =>
        buildUser(tx, {
          username: `${username}_${serial}`,
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
    expect(await seenBy(fixtures.admin, 'search=munoz%20INIGO')).toEqual(['inigo'])
    expect(await seenBy(fixtures.admin, 'search=1234')).toEqual(['inigo', 'zoe'])
    expect(await seenBy(fixtures.admin, 'search=%25')).toEqual([])
    expect(await seenBy(fixtures.admin, 'search=noz_g')).toEqual(['inigo'])
    expect(await seenBy(fixtures.admin, 'status=pending&status=inactive')).toEqual(['inigo', 'zoe'])
    expect(await seenBy(fixtures.admin, 'level=manager&level=admin')).toEqual(['admin', 'manager'])
    expect(await seenBy(fixtures.admin, `fleetId=${fleetId}&level=manager`)).toEqual(['manager'])
    expect(await seenBy(fixtures.root, `companyId=${companyId}&level=admin`)).toEqual(['admin'])
    expect(namesOf(await list(fixtures.admin, 'sort=lastName')).slice(0, 2)).toEqual(['zoe', 'inigo'])
    expect(namesOf(await list(fixtures.admin, 'sort=level&order=desc')).slice(0, 2)).toEqual([
      'admin',
      'manager',
    ])
    for (const sort of ['username', 'email', 'status', 'lastLogin', 'createdAt'])
      for (const order of ['asc', 'desc'])
        expect((await list(fixtures.admin, `sort=${sort}&order=${order}`)).items).toHaveLength(7)
    const page = (await fixtures.admin<Page>('GET', '/users?size=3&page=3&sort=username')).body
    expect({ names: namesOf(page), total: page.total }).toEqual({ names: ['zoe'], total: 7 })
    expect(await outcomeOf(fixtures.admin('GET', '/users?size=101'))).toBe('validation_failed')
  })
  it('counts', async () => {
    const counts = (await fixtures.admin('GET', '/users/stats')).body
    expect(counts).toEqual({ total: 5, active: 5, superAdmins: 0, managers: 1, pending: 0, locked: 0 })
    expect((await fixtures.manager('GET', '/users/stats')).body).toMatchObject({ total: 4 })
    expect((await fixtures.root('GET', `/users/stats?companyId=${fixtures.companyId}`)).body).toMatchObject({
      total: 5,
    })
    for (let tries = 0; tries < 5; tries += 1)
      await world.call('POST', '/auth/login', {
        body: { username_or_email: fixtures.people.user.username, password: `${builtPassword}?` },
      })
    expect((await fixtures.admin('GET', '/users/stats')).body).toMatchObject({ active: 4, locked: 1 })
    expect(await seenBy(fixtures.admin, 'status=locked')).toEqual(['user'])
    expect(await seenBy(fixtures.admin, 'status=active')).not.toContain('user')
  })
})

describe('what gives nothing', () => {
  const scopesOf = async (id: string) =>
    (await fixtures.root<{ accessScopes: unknown[] }>('GET', `/users/${id}`)).body.accessScopes
  const change = (table: 'companies' | 'fleets', set: string, id: string) =>
    world.build((tx) => tx.sql(`update organisation.${table} set ${set} where id = $1`, [id]))

  it('a suspended or inactive company, and an inactive fleet', async () => {
    const watching = await world.build(async (tx) => {
      const { companyId, fleetId } = fixtures
      const user = await buildUser(tx, { level: 'guest' })
      await buildGuestVehicle(tx, { userId: user.id, companyId, fleetId, vehicleId: fleetId })
      return user
    })
    for (const status of ['suspended', 'inactive']) {
      await change('companies', `status = '${status}'`, fixtures.companyId)
      for (const { id } of [fixtures.people.admin, fixtures.people.user, watching])
        expect(await scopesOf(id)).toEqual([])
      expect(await scopesOf(fixtures.people.both.id)).toHaveLength(1)
      expect(await scopesOf(fixtures.people.root.id)).toHaveLength(1)
    }
    await change('companies', "status = 'pending'", fixtures.companyId)
    expect(await scopesOf(fixtures.people.user.id)).toHaveLength(1)
    await change('fleets', 'is_active = false', fixtures.fleetId)
    expect(await scopesOf(fixtures.people.user.id)).toEqual([])
    expect(await scopesOf(watching.id)).toEqual([])
    expect(await scopesOf(fixtures.people.admin.id)).toHaveLength(1)
  })
})

it('says by itself, without a WHERE, only what lies in the scopes; and lets no person write places', async () => {
  const actorOf = async (id: string): Promise<Identity> => {
    const level = Object.values(fixtures.people).find((person) => person.id === id)?.level ?? 'user'
    const access = await world.database.transaction(asSystem('test'), (tx) =>
      assignments.resolveAccess(tx, { id, level }),
    )
    const none = { sessionId: id, displayName: '', mustChangePassword: false, address: '', requestId: '' }
    return { ...none, ...access, userId: id, level }
  }
  const rows = async (identity: Identity, text: string, values: unknown[] = []) =>
    world.database.transaction(identity, (tx) => tx.sql<{ id: string }>(text, values))
  const foreignGuest = await world.build(async (tx) => {
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
  for (const caller of [fixtures.people.admin, fixtures.people.manager]) {
    const identity = await actorOf(caller.id)
    const guests = await rows(identity, 'select user_id as id from organisation.guest_vehicles')
    expect(guests).toEqual([{ id: fixtures.people.guest.id }])
    const seen = (await rows(identity, 'select id from identity.users')).map(({ id }) => id)
    expect(seen).toContain(fixtures.people.guest.id)
    for (const { id } of [foreignGuest, fixtures.people.outsider, fixtures.people.unassigned])
      expect(seen).not.toContain(id)
    const denied = /permission denied/
    for (const [text, ...values] of [
      ['update organisation.assignments set role = role'],
      ['delete from organisation.guest_vehicles'],
      ['update organisation.guest_vehicles set vehicle_id = null'],
      [
        'insert into organisation.guest_vehicles (user_id, company_id, assigned_at) values ($1, $2, now())',
        caller.id,
        fixtures.companyId,
      ],
    ] as [string, ...string[]][])
      await expect(rows(identity, text, values), text).rejects.toThrow(denied)
  }
})
