import { limitCloseCodes } from '@rumbo/contract/live.contract'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import {
  fleet,
  harness,
  otherFleet,
  person,
  serverProcess,
  useLiveHarness,
  viewer,
  watching,
} from './testing/live.harness.ts'

useLiveHarness()

describe('sockets of one user', () => {
  it('are limited to ten: the oldest is closed with a specific code', async () => {
    const { port, hub } = await serverProcess({ sockets: 40 })
    const all = []
    for (let number = 0; number < 36; number += 1) all.push(await watching(port))
    for (const old of all.slice(0, 26)) {
      expect(await old.closed).toBe(limitCloseCodes.person_limit)
      expect(old.messages.at(-1)).toEqual({ type: 'refused', code: 'person_limit' })
    }
    await expect.poll(() => hub.counts().viewers).toBe(10)
    expect(all.slice(26).every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
    await watching(port, 'luis', [otherFleet])
    expect(hub.counts().viewers).toBe(11)
  })

  it('are counted by user, not by token, and follow a new token of another user', async () => {
    const { port, hub } = await serverProcess({ perPerson: 2 })
    const ana = harness.people.get('ana')
    if (ana) harness.people.set('ana at home', ana)
    const [first, second] = [await watching(port), await watching(port, 'ana at home')]
    second.say({ type: 'hello', token: 'luis', fleets: [otherFleet] })
    await second.next('welcome')
    await watching(port)
    expect(hub.counts().viewers).toBe(3)
    await watching(port, 'ana at home')
    expect(await first.closed).toBe(limitCloseCodes.person_limit)
  })
})

describe('sockets of one address', () => {
  it('are limited by the address of the browser, not of the proxy; the oldest is closed', async () => {
    const { port } = await serverProcess({ perAddress: 3 }, ['127.0.0.1'])
    for (let number = 0; number < 4; number += 1)
      harness.people.set(`person ${number}`, person({ fleets: [fleet] }))
    const others = await watching(port, 'luis', [otherFleet], '203.0.113.9')
    const all = []
    for (let number = 0; number < 4; number += 1)
      all.push(await watching(port, `person ${number}`, [fleet], '203.0.113.7'))
    expect(await all[0]?.closed).toBe(limitCloseCodes.address_limit)
    expect([...all.slice(1), others].every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
  })

  it('ignore forwarded addresses unless the proxy is trusted', async () => {
    const { port } = await serverProcess({ perAddress: 2 })
    const all = []
    for (let number = 0; number < 3; number += 1) {
      harness.people.set(`person ${number}`, person({ fleets: [fleet] }))
      all.push(await watching(port, `person ${number}`, [fleet], `203.0.113.${number}`))
    }
    expect(await all[0]?.closed).toBe(limitCloseCodes.address_limit)
  })
})

describe('sockets that have not authenticated', () => {
  it('are limited to a twentieth, closing the oldest of the busiest address, while users can still connect', async () => {
    const { port } = await serverProcess({ sockets: 40 }, ['127.0.0.1'])
    const waiting = await viewer(port, { address: '203.0.113.7' })
    const attackers = []
    for (let number = 0; number < 12; number += 1)
      attackers.push(await viewer(port, { address: '198.51.100.4' }))
    for (const { closed, messages } of attackers.slice(0, 11)) {
      expect(await closed).toBe(1008)
      expect(messages).toEqual([{ type: 'refused', code: 'overloaded' }])
    }
    waiting.say({ type: 'hello', token: 'ana', fleets: [fleet] })
    await waiting.next('snapshot')
  })

  it('are closed after a timeout, also after a refused hello', async () => {
    const { port } = await serverProcess({ helloMs: 50 })
    const silent = await viewer(port)
    expect(await silent.closed).toBe(1008)
    const known = await watching(port)
    await known.next('alive')
    expect(known.socket.readyState).toBe(WebSocket.OPEN)
  })
})

describe('a browser that does not answer the close', () => {
  it('is disconnected shortly and does not count towards the limits', async () => {
    const { port, hub } = await serverProcess({ perPerson: 1, sockets: 2 })
    const stuck = await watching(port)
    stuck.socket.pause()
    await watching(port)
    expect(hub.hasRoom()).toBe(true)
    await expect.poll(() => hub.counts().viewers, { timeout: 5_000 }).toBe(1)
  })
})
