import { outcomeOf, type TestCall, useFixtures } from '@rumbo/tools/testing'
import { describe, expect, it } from 'vitest'
import type { UserRow } from '../identity.repository.ts'

const at = useFixtures()

const unknownId = '018f0000-0000-7000-8000-000000000000'

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

  it('may manage lower levels within their own companies and fleets', async () => {
    const own = [at.fixtures.people.guest, at.fixtures.people.user]
    if (name !== 'change level') expect(await act(at.fixtures.manager, own[0] as UserRow)).toBe(200)
    else expect(await act(at.fixtures.manager, at.fixtures.people.user)).toBe('forbidden')
    expect(await act(at.fixtures.admin, at.fixtures.people.user)).toBe(200)
    expect(await act(at.fixtures.admin, at.fixtures.people.manager)).toBe(200)
    expect(await act(at.fixtures.root, at.fixtures.people.outsider)).toBe(200)
    expect(await act(at.fixtures.root, at.fixtures.people.admin)).toBe(200)
    expect(await act(at.fixtures.root, at.fixtures.people.unassigned)).toBe(200)
  })
  it('may manage no other users', async () => {
    const byManager = name === 'change level' ? 'forbidden' : undefined
    expect(await act(at.fixtures.manager, at.fixtures.people.outsider)).toBe(byManager ?? 'user_not_found')
    expect(await act(at.fixtures.manager, at.fixtures.people.both)).toBe('forbidden')
    expect(await act(at.fixtures.manager, at.fixtures.people.admin)).toBe(byManager ?? 'user_not_found')
    expect(await act(at.fixtures.admin, at.fixtures.people.outsider)).toBe('user_not_found')
    expect(await act(at.fixtures.admin, at.fixtures.people.unassigned)).toBe('user_not_found')
    expect(await act(at.fixtures.admin, at.fixtures.people.both)).toBe('forbidden')
    expect(await act(at.fixtures.admin, at.fixtures.people.root)).toBe('user_not_found')
    expect(await act(at.fixtures.root, { ...at.fixtures.people.user, id: unknownId })).toBe('user_not_found')
    expect(await act(await at.world.as(at.fixtures.people.user), at.fixtures.people.guest)).toBe('forbidden')
    expect(await act(await at.world.as(at.fixtures.people.guest), at.fixtures.people.user)).toBe('forbidden')
    for (const [caller, user] of [
      [at.fixtures.admin, at.fixtures.people.admin],
      [at.fixtures.root, at.fixtures.people.root],
    ] as const)
      expect(await act(caller, user)).toBe('own_account')
  })
})
