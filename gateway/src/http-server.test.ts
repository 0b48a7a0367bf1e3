import { once } from 'node:events'
import { connect } from 'node:net'
import { encodeOsmandQuery } from '@rumbo/protocols'
import { describe, expect, it } from 'vitest'
import type { MessageInspector } from './inspection.ts'
import { useHttpGateway } from './testing/http.testing.ts'

const at = useHttpGateway()
const { start } = at
const query = encodeOsmandQuery({
  deviceIdentifier: 'phone-1',
  time: at.clock.now(),
  latitude: 19.4,
  longitude: -99.1,
  speedKmh: 30,
  headingDegrees: 10,
})

describe('OsmAnd over HTTP', () => {
  it('takes a query, a form and JSON', async () => {
    const address = await start()
    const json = { device_id: 'phone-1', location: { coords: { latitude: 1, longitude: 2 } } }
    const answers = [
      await fetch(`${address}?${query}`),
      await fetch(`${address}?${query}`, { method: 'POST' }),
      await fetch(address, { method: 'POST', body: query }),
      await fetch(address, { method: 'POST', body: JSON.stringify(json) }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(at.intake.reports.map(({ deviceIdentifier, protocol }) => [deviceIdentifier, protocol])).toEqual(
      Array.from({ length: 4 }, () => ['phone-1', 'osmand']),
    )
  })

  it('answers only after the commit', async () => {
    const address = await start()
    at.intake.isOpen = false
    let isAnswered = false
    const answer = fetch(`${address}?${query}`).finally(() => {
      isAnswered = true
    })
    await at.intake.arrived(1)
    expect((await fetch(`${address}?id=`)).status).toBe(400)
    expect(isAnswered).toBe(false)
    at.intake.commit()
    expect((await answer).status).toBe(200)
  })

  it('asks for the report again when it was not stored', async () => {
    const address = await start()
    at.intake.isOpen = false
    const answer = fetch(`${address}?${query}`)
    await at.intake.arrived(1)
    at.intake.reject()
    expect((await answer).status).toBe(503)
    expect(at.gateway.counters).toMatchObject({ reportsRejected: 1, reportsAcknowledged: 0 })
  })

  it('refuses malformed, oversized and foreign requests with a sentence', async () => {
    const address = await start({ limits: { maxHttpBodyBytes: 100 } })
    const wrong: [string, RequestInit, number, string][] = [
      ['?lat=1&lon=2', {}, 400, 'id'],
      ['?lat=north&lon=2', {}, 400, 'lat'],
      ['', { method: 'POST', body: '{"device_id"' }, 400, 'JSON'],
      ['', { method: 'POST', body: 'x'.repeat(101) }, 413, '100 bytes'],
      [`?${query}`, { method: 'DELETE' }, 405, 'GET or POST'],
    ]
    for (const [path, init, status, word] of wrong) {
      const answer = await fetch(`${address}${path}`, init)
      expect(answer.status, path).toBe(status)
      expect(await answer.text()).toContain(word)
    }
    expect(at.intake.reports).toEqual([])
  })

  it('acknowledges a request that names its device and cannot be read once it is kept, since phones repeat it for ever', async () => {
    const address = await start({ isSecretAccepted: async (_, secret) => secret === 'right' })
    const answer = fetch(`${address}?id=7&lat=north&lon=2&secret=right`)
    await at.intake.arrived(1)
    at.intake.commit()
    expect((await answer).status).toBe(200)
    expect(at.intake.reports).toMatchObject([
      { deviceIdentifier: '7', fix: null, unreadFrame: { transport: 'tcp' } },
    ])
    expect(at.counters()).toMatchObject({
      unreadMessages: 1,
      reportsAcknowledged: 1,
    })
    expect((await fetch(`${address}?id=7&lat=north&lon=2&secret=wrong`)).status).toBe(401)
    expect(at.intake.reports).toHaveLength(1)
  })

  it('refuses a wrong secret', async () => {
    const address = await start({ isSecretAccepted: async (_, secret) => secret === 'right' })
    const statuses = [`?${query}`, `?${query}&secret=wrong`, `?${query}&secret=right`].map(
      async (path) => (await fetch(`${address}${path}`)).status,
    )
    expect(await Promise.all(statuses)).toEqual([401, 401, 200])
    expect(at.counters()?.httpRefused.wrong_secret).toBe(2)
    expect(at.intake.reports).toHaveLength(1)
  })

  it('stores nothing while secrets cannot be read', async () => {
    const address = await start({ isSecretAccepted: () => Promise.reject(new Error('No database')) })
    expect((await fetch(`${address}?${query}`)).status).toBe(503)
    expect(at.intake.reports).toEqual([])
  })

  it('answers 503 when too many reports wait', async () => {
    const address = await start({ limits: { maxHttpInFlight: 1 } })
    at.intake.isOpen = false
    const waiting = fetch(`${address}?${query}`)
    await at.intake.arrived(1)
    const busy = await fetch(`${address}?${query}`)
    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '5'])
    at.intake.commit()
    expect((await waiting).status).toBe(200)
  })

  it('answers 429 to a device that sends more reports than it may in a minute, until the minute is over', async () => {
    const shown: [string, number][] = []
    const inspector: MessageInspector = {
      isActive: true,
      isInspected: (device) => device === 'phone-1',
      record: ({ kind, reports }) => shown.push([kind, reports.length]),
    }
    const address = await start({ limits: { maxHttpReportsPerMinute: 2 }, inspector })
    const send = async (device = 'phone-1') => {
      const answer = await fetch(`${address}?${query.replace('phone-1', device)}`)
      return [answer.status, answer.headers.get('retry-after')]
    }
    expect([await send(), await send()]).toEqual([
      [200, null],
      [200, null],
    ])
    at.clock.advanceSeconds(20)
    expect(await send()).toEqual([429, '40'])
    expect(shown).toEqual([
      ['message', 1],
      ['message', 1],
      ['refused', 0],
    ])
    // Others are not affected.
    expect(await send('phone-2')).toEqual([200, null])
    expect(at.counters()).toMatchObject({
      reportsReceived: 4,
      reportsAcknowledged: 3,
      reportsRejected: 1,
      httpRefused: { rate: 1 },
    })
    at.clock.advanceSeconds(40)
    expect(await send()).toEqual([200, null])
    expect(at.intake.reports).toHaveLength(4)
  })

  it('lets nobody without the secret use up what a device may send', async () => {
    const address = await start({
      isSecretAccepted: async (_, secret) => secret === 'right',
      limits: { maxHttpReportsPerMinute: 1 },
    })
    const statuses: number[] = []
    for (const secret of ['wrong', 'wrong', 'right', 'right'])
      statuses.push((await fetch(`${address}?${query}&secret=${secret}`)).status)
    expect(statuses).toEqual([401, 401, 200, 429])
  })

  it('answers with one command, when one is delivered after the commit', async () => {
    const bytes = new TextEncoder().encode('{"command":"status_query"}')
    const outcomes: string[] = []
    const address = await start({
      async onMessageCommitted(identifier) {
        await Promise.resolve()
        for (let round = 0; round < 2; round++)
          outcomes.push(at.gateway.deliver(identifier, () => ({ bytes })))
      },
    })
    const answer = await fetch(`${address}?${query}`)
    expect([answer.status, await answer.text()]).toEqual([200, '{"command":"status_query"}'])
    expect(outcomes).toEqual(['written', 'not_connected'])
    expect(at.intake.reports[0]?.remoteAddress).toBe('127.0.0.1')
    expect(at.gateway.connections().peers).toBe(1)
    expect(at.gateway.isConnected('phone-1')).toBe(false)
  })

  it('does not let a device wait long for a command', async () => {
    const never = new Promise<void>(() => {})
    const address = await start({ onMessageCommitted: () => never, limits: { commandMilliseconds: 5 } })
    const answer = await fetch(`${address}?${query}`)
    expect([answer.status, await answer.text()]).toEqual([200, ''])
    expect(at.gateway.deliver('phone-1', () => ({ bytes: new Uint8Array(1) }))).toBe('not_connected')
  })

  it('survives rubbish', async () => {
    const address = await start()
    const socket = connect({ host: '127.0.0.1', port: at.running.osmandPort })
    socket.on('error', () => {})
    socket.write(Buffer.from([0x78, 0x78, 0x05, 0, 0xff, 0x0d, 0x0a, 0x0d, 0x0a]))
    socket.resume()
    await once(socket, 'close')
    expect((await fetch(`${address}?${query}`)).status).toBe(200)
  })

  it('finishes what is in flight when it drains', async () => {
    const address = await start()
    at.intake.isOpen = false
    const answer = fetch(`${address}?${query}`)
    await at.intake.arrived(1)
    const drained = at.gateway.drain()
    at.intake.commit()
    expect((await answer).status).toBe(200)
    await drained
    await expect(fetch(`${address}?${query}`)).rejects.toThrow()
  })
})
