import type { AddressInfo } from 'node:net'
import type { AuthAnswer } from '@rumbo/contract/identity.contract'
import { createFixtures, createTestApp, type TestApp } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { mountLive } from '../../platform/live/endpoint.ts'
import { createLiveHub, type LiveHub } from '../../platform/live/hub.ts'
import { builtPassword } from '../identity.factory.ts'

let world: TestApp
let hub: LiveHub
beforeAll(async () => {
  world = await createTestApp()
  hub = createLiveHub({
    authenticator: world.authenticator,
    bus: world.bus,
    clock: { now: () => new Date() },
    log: pino({ level: 'silent' }),
    source: { snapshot: async () => [], vehicles: async () => [], domains: ['vehicles'] },
  })
  mountLive(world.app, { hub, allowedOrigins: [] })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  hub.close()
  await world.close()
})

it.each([
  ['deactivated', 'POST', '/deactivate', 'session_expired'],
  ['signed out by an admin', 'DELETE', '/sessions', 'session_expired'],
  ['required to change the password', 'POST', '/force-password-change', 'scope_changed'],
  ['made a guest', 'PUT', '/level', 'scope_changed'],
] as const)(
  'shows a user who is %s within two seconds on an open page',
  async (_what, method, suffix, code) => {
    const fixtures = await createFixtures(world, suffix.replace(/\W/g, ''))
    const { body } = await world.call<AuthAnswer>('POST', '/auth/login', {
      body: { username_or_email: fixtures.people.user.username, password: builtPassword },
    })
    const { port } = world.app.server.address() as AddressInfo
    const socket = new WebSocket(`ws://127.0.0.1:${port}/v1/live`)
    const refused = new Promise<string>((resolve) => {
      socket.on('message', (data) => {
        const message = JSON.parse(String(data))
        if (message.type === 'refused') resolve(message.code)
      })
    })
    const welcomed = new Promise<void>((resolve) => {
      socket.once('message', () => resolve())
    })
    await new Promise((resolve) => socket.once('open', resolve))
    socket.send(JSON.stringify({ type: 'hello', token: body.access_token, fleets: [fixtures.fleetId] }))
    await welcomed
    const since = performance.now()
    const given = suffix === '/level' ? { body: { level: 'guest' } } : method === 'POST' ? { body: {} } : {}
    const path = `/users/${fixtures.people.user.id}${suffix}`
    expect((await fixtures.admin(method, path, suffix === '/deactivate' ? {} : given)).status).toBe(200)
    expect(await refused).toBe(code)
    expect(performance.now() - since).toBeLessThan(2000)
    socket.terminate()
  },
)
