import {
  type Cast,
  castOf,
  createTestApp,
  outcomeOf,
  type TestApp,
  type TestCall,
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
let cast: Cast
beforeEach(async () => {
  serial += 1
  cast = await castOf(world, String(serial))
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
    const own = [cast.people.guest, cast.people.user]
    if (name !== 'change level') expect(await act(cast.manager, own[0] as UserRow)).toBe(200)
    else expect(await act(cast.manager, cast.people.user)).toBe('forbidden')
    expect(await act(cast.admin, cast.people.user)).toBe(200)
    expect(await act(cast.admin, cast.people.manager)).toBe(200)
    expect(await act(cast.root, cast.people.stranger)).toBe(200)
    expect(await act(cast.root, cast.people.admin)).toBe(200)
    expect(await act(cast.root, cast.people.loose)).toBe(200)
  })
  it('nobody else', async () => {
    const byManager = name === 'change level' ? 'forbidden' : undefined
    expect(await act(cast.manager, cast.people.stranger)).toBe(byManager ?? 'user_not_found')
    expect(await act(cast.manager, cast.people.both)).toBe('forbidden')
    expect(await act(cast.manager, cast.people.admin)).toBe(byManager ?? 'user_not_found')
    expect(await act(cast.admin, cast.people.stranger)).toBe('user_not_found')
    expect(await act(cast.admin, cast.people.loose)).toBe('user_not_found')
    expect(await act(cast.admin, cast.people.both)).toBe('forbidden')
    expect(await act(cast.admin, cast.people.root)).toBe('user_not_found')
    expect(await act(cast.root, { ...cast.people.user, id: unknownId })).toBe('user_not_found')
    expect(await act(await world.as(cast.people.user), cast.people.guest)).toBe('forbidden')
    expect(await act(await world.as(cast.people.guest), cast.people.user)).toBe('forbidden')
    for (const [caller, user] of [
      [cast.admin, cast.people.admin],
      [cast.root, cast.people.root],
    ] as const)
      expect(await act(caller, user)).toBe('own_account')
  })
})
