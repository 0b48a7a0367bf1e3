import {
  createFixtures,
  createTestApp,
  outcomeOf,
  type TestApp,
  type TestCall,
  type TestFixtures,
} from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserRow } from '../identity.repository.ts'

let world: TestApp
beforeAll(async () => {
  world = await createTestApp()
})
afterAll(() => world.close())

const unknownId = '018f0000-0000-7000-8000-000000000000'
let serial = 0
let fixtures: TestFixtures
beforeEach(async () => {
  serial += 1
  fixtures = await createFixtures(world, String(serial))
})

type Action = readonly ['POST' | 'PUT' | 'DELETE', string, unknown?]
describe.each<[string, Action]>([
  ['update', ['PUT', '', 'profile']],
  ['activate', ['POST', '/activate']],
  ['deactivate', ['POST', '/deactivate']],
  ['change level', ['PUT', '/level', { level: 'guest' }]],
  ['send a reset', ['POST', '/send-password-reset']],
  ['force a password change', ['POST', '/force-password-change', {}]],
  ['reset the second factor', ['DELETE', '/two-factor']],
  ['end sessions', ['DELETE', '/sessions']],
  ['remove', ['DELETE', '']],
])('who may %s', (name, [method, suffix, given]) => {
  const act = (caller: TestCall, { id, username, email }: UserRow) => {
    const body =
      given === 'profile'
        ? { username, email, firstName: 'Elena', lastName: 'Torres', language: 'es', version: 1 }
        : given
    return outcomeOf(caller(method, `/users/${id}${suffix}`, body === undefined ? {} : { body }))
  }

  it('everybody below within the own companies and fleets', async () => {
    const own = [fixtures.people.guest, fixtures.people.user]
    if (name !== 'change level') expect(await act(fixtures.manager, own[0] as UserRow)).toBe(200)
    else expect(await act(fixtures.manager, fixtures.people.user)).toBe('forbidden')
    expect(await act(fixtures.admin, fixtures.people.user)).toBe(200)
    expect(await act(fixtures.admin, fixtures.people.manager)).toBe(200)
    expect(await act(fixtures.root, fixtures.people.outsider)).toBe(200)
    expect(await act(fixtures.root, fixtures.people.admin)).toBe(200)
    expect(await act(fixtures.root, fixtures.people.unassigned)).toBe(200)
  })
  it('nobody else', async () => {
    const byManager = name === 'change level' ? 'forbidden' : undefined
    expect(await act(fixtures.manager, fixtures.people.outsider)).toBe(byManager ?? 'user_not_found')
    expect(await act(fixtures.manager, fixtures.people.both)).toBe('forbidden')
    expect(await act(fixtures.manager, fixtures.people.admin)).toBe(byManager ?? 'user_not_found')
    expect(await act(fixtures.admin, fixtures.people.outsider)).toBe('user_not_found')
    expect(await act(fixtures.admin, fixtures.people.unassigned)).toBe('user_not_found')
    expect(await act(fixtures.admin, fixtures.people.both)).toBe('forbidden')
    expect(await act(fixtures.admin, fixtures.people.root)).toBe('user_not_found')
    expect(await act(fixtures.root, { ...fixtures.people.user, id: unknownId })).toBe('user_not_found')
    expect(await act(await world.as(fixtures.people.user), fixtures.people.guest)).toBe('forbidden')
    expect(await act(await world.as(fixtures.people.guest), fixtures.people.user)).toBe('forbidden')
    for (const [caller, user] of [
      [fixtures.admin, fixtures.people.admin],
      [fixtures.root, fixtures.people.root],
    ] as const)
      expect(await act(caller, user)).toBe('own_account')
  })
})
