import { once } from 'node:events'
import { connect } from 'node:net'
import { v7 as uuid } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { type Actor, asSystem } from '../access/access.ts'
import {
  company,
  fleet,
  harness,
  hint,
  moved,
  otherFleet,
  person,
  serverProcess,
  useLiveHarness,
  viewer,
  watching,
} from './testing/live.harness.ts'

useLiveHarness()

describe('access to the live stream', () => {
  it('shows nothing of an inaccessible fleet, and does not reveal whether it exists', async () => {
    const { hub, port } = await serverProcess()
    const one = await viewer(port)
    one.say({ type: 'hello', token: 'luis', fleets: [fleet, otherFleet, uuid()] })
    expect(await one.next('snapshot')).toMatchObject({ channel: otherFleet, vehicles: [] })
    one.say({ type: 'again', channel: fleet })
    hub.apply([moved(harness.stored[0], 2_000, 30)])
    await one.next('alive')
    expect(one.messages.filter((message) => 'channel' in message && message.channel !== otherFleet)).toEqual(
      [],
    )
  })

  it('shows a guest its vehicles only, by the same numbers', async () => {
    harness.people.set('guest', person({ fleets: [fleet], vehicles: [harness.stored[0]?.id ?? ''] }))
    const { hub, port, database } = await serverProcess()
    const { next, snapshot } = await watching(port, 'guest')
    expect(snapshot.vehicles.map(({ vehicleNumber }) => vehicleNumber)).toEqual(['ECO-101'])
    const staff = await watching(port)
    hub.apply([moved(harness.stored[1], 2_000, 30)])
    await staff.next('changes')
    await hint(database, { domain: 'services', id: uuid(), fleetId: fleet })
    await staff.next('changes')
    hub.apply([moved(harness.stored[0], 2_000, 40), moved(harness.stored[1], 3_000, 30)])
    expect(await next('changes')).toMatchObject({
      previous: 0,
      number: 3,
      vehicles: [{ id: harness.stored[0]?.id, speedKmh: 40 }],
      stale: [],
    })
  })

  it('shows a driver only the own vehicles of the fleet and hints about own records', async () => {
    const [own, colleagues] = harness.stored
    const [serviceId, eventId] = [uuid(), uuid()]
    const driver = person({ fleets: [fleet] })
    harness.people.set('driver', {
      ...driver,
      scopes: [{ scope: `${company},${fleet},*`, type: 'read' }],
      drivesOnly: [fleet],
      vehicles: [own?.id ?? ''],
      services: [serviceId],
    })
    const { hub, port, database } = await serverProcess()
    const { next, snapshot, messages } = await watching(port, 'driver')
    expect(snapshot.vehicles.map(({ vehicleNumber }) => vehicleNumber)).toEqual(['ECO-101'])
    hub.apply([moved(own, 2_000, 40), moved(colleagues, 3_000, 30)])
    expect((await next('changes')).vehicles).toEqual([{ id: own?.id, at: 2_000, speedKmh: 40 }])
    const ofFleet = { fleetId: fleet, companyId: company }
    await hint(
      database,
      { domain: 'services', id: uuid(), ...ofFleet },
      { domain: 'events', id: uuid(), vehicleId: colleagues?.id ?? '', ...ofFleet },
      { domain: 'directory', id: uuid(), companyId: company },
      { domain: 'services', id: serviceId, ...ofFleet },
      { domain: 'events', id: eventId, vehicleId: own?.id ?? '', ...ofFleet },
    )
    const { stale } = await next('changes')
    expect(stale.map(({ domain, id }) => [domain, id])).toEqual([
      ['services', serviceId],
      ['events', eventId],
    ])
    await next('alive')
    expect(JSON.stringify(messages)).not.toContain('directory')
    expect(JSON.stringify(messages)).not.toContain(colleagues?.id)
  })

  it('refuses a foreign origin with 403 and another path with 404', async () => {
    const { port } = await serverProcess()
    await expect(viewer(port, { origin: 'https://elsewhere.example' })).rejects.toThrow('403')
    await expect(viewer(port, { path: '/v1/other' })).rejects.toThrow('404')
    const own = await viewer(port, { origin: `http://127.0.0.1:${port}` })
    expect(own.socket.readyState).toBe(WebSocket.OPEN)
  })

  it.each([
    ['an unknown token', { type: 'hello', token: 'nobody', fleets: [] }, 'unauthenticated'],
    ['an ended session', { type: 'hello', token: 'ended', fleets: [] }, 'session_expired'],
    ['a message before hello', { type: 'watch', fleets: [] }, 'unauthenticated'],
    ['an unknown message', { type: 'shout' }, 'malformed'],
    ['an unknown field', { type: 'hello', token: 'ana', fleets: [], more: 1 }, 'malformed'],
    ['a fleet that is no id', { type: 'hello', token: 'ana', fleets: ['x'] }, 'malformed'],
    ['no JSON', 'hello', 'malformed'],
  ])('refuses %s', async (_what, message, code) => {
    const { port } = await serverProcess()
    const { socket, next, closed } = await viewer(port)
    socket.send(typeof message === 'string' ? message : JSON.stringify(message))
    expect(await next('refused')).toMatchObject({ code })
    await closed
  })

  it('sends the hint about a user only to that user', async () => {
    const { port, database } = await serverProcess()
    const [ana, luis] = [await watching(port), await watching(port, 'luis', [otherFleet])]
    const userId = harness.people.get('ana')?.userId ?? ''
    await hint(database, { domain: 'identity', id: userId }, { domain: 'settings' })
    expect((await ana.next('stale')).hints).toEqual([
      { domain: 'identity', id: userId },
      { domain: 'settings' },
    ])
    expect((await luis.next('stale')).hints).toEqual([{ domain: 'settings' }])
  })

  it('refuses an upgrade with a body immediately', async () => {
    const { port } = await serverProcess()
    const socket = connect({ port, host: '127.0.0.1' })
    const upgrade =
      'Connection: Upgrade\r\nUpgrade: websocket\r\nContent-Type: application/json\r\nContent-Length: 9'
    socket.write(`POST /v1/auth/login HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 400 /)
    await once(socket, 'close')
  })

  it('ends within two seconds although a browser does not answer', async () => {
    const { port, app } = await serverProcess()
    const { socket } = await watching(port)
    socket.pause()
    const startedAt = performance.now()
    await app.close()
    expect(performance.now() - startedAt).toBeLessThan(2_000)
  })

  it('closes sockets without a hello in time, with too many messages, or with a message that is too long', async () => {
    const { port, hub } = await serverProcess({ helloMs: 50 })
    expect(await (await viewer(port)).next('refused')).toMatchObject({ code: 'unauthenticated' })

    const loud = await watching(port)
    for (let index = 0; index < 60; index += 1) loud.say({ type: 'again', channel: fleet })
    expect(await loud.next('refused')).toMatchObject({ code: 'overloaded' })

    const endless = await viewer(port)
    endless.socket.on('error', () => undefined)
    endless.socket.send('x'.repeat(200_000))
    await endless.closed
    await vi.waitFor(() => expect(hub.counts().viewers).toBe(0))
  })

  it('closes within two seconds for a user who was deactivated or whose scopes changed', async () => {
    const { port, database } = await serverProcess()
    const [ana, luis] = [await watching(port), await watching(port, 'luis', [otherFleet])]
    const [before, other] = [harness.people.get('ana'), harness.people.get('luis')]
    harness.people.delete('ana')
    harness.people.set('luis', { ...(other as Actor), fleets: { read: [], manage: [] } })
    const startedAt = performance.now()
    await database.transaction(asSystem('test'), async (tx) =>
      tx.forgetUsers([before?.userId ?? '', other?.userId ?? '']),
    )
    expect(await ana.next('refused')).toMatchObject({ code: 'session_expired' })
    expect(await luis.next('refused')).toMatchObject({ code: 'scope_changed' })
    expect(performance.now() - startedAt).toBeLessThan(2_000)
    await Promise.all([ana.closed, luis.closed])
  })

  it('stays open after a renewed token, and after a notification that changes nothing for the user', async () => {
    const { port, database, hub } = await serverProcess()
    const one = await watching(port)
    harness.people.set('ana renewed', harness.people.get('ana') as Actor)
    one.say({ type: 'token', token: 'ana renewed' })
    harness.people.delete('ana')
    await database.transaction(asSystem('test'), async (tx) =>
      tx.forgetUsers([harness.people.get('ana renewed')?.userId ?? '']),
    )
    await one.next('alive')
    hub.apply([moved(harness.stored[0], 2_000, 30)])
    await one.next('changes')
    expect(one.messages.some(({ type }) => type === 'refused')).toBe(false)
  })
})
