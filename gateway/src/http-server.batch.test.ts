import { describe, expect, it } from 'vitest'
import { useHttpGateway } from './testing/http.testing.ts'

const at = useHttpGateway()
const { start, counters } = at

const message = (ident: string, second = 0) => ({
  ...{ ident, timestamp: 1_772_600_760 + second, 'position.latitude': 19.4, 'position.longitude': -99.1 },
})
const send = (address: string, body: unknown, init: RequestInit = {}) =>
  fetch(address, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), ...init })

describe('an array of messages over HTTP', () => {
  it('is answered only after the commit of the last one, in their order', async () => {
    const address = await start()
    at.intake.isOpen = false
    let isAnswered = false
    const answer = send(address, [message('a'), message('b'), message('a', 1)]).finally(() => {
      isAnswered = true
    })
    await at.intake.arrived(3)
    expect(at.intake.reports.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual(['a', 'b', 'a'])
    at.intake.commit()
    at.intake.commit()
    // Another request passes through the same server before the last commit.
    expect((await fetch(`${address}?id=`)).status).toBe(400)
    expect(isAnswered).toBe(false)
    at.intake.commit()
    expect((await answer).status).toBe(200)
    expect(counters()).toMatchObject({ reportsReceived: 3, reportsAcknowledged: 3, reportsRejected: 0 })
  })

  it('is asked for again when one of it was not stored, and is then the same reports', async () => {
    const address = await start()
    at.intake.isOpen = false
    const body = [message('a'), message('b'), message('c')]
    const answer = send(address, body)
    await at.intake.arrived(3)
    at.intake.commit()
    at.intake.reject()
    at.intake.commit()
    const refused = await answer
    expect([refused.status, await refused.text()]).toEqual([
      503,
      'The report was not stored. Send it again.\n',
    ])
    expect(counters()).toMatchObject({ reportsAcknowledged: 2, reportsRejected: 1 })
    at.intake.isOpen = true
    expect((await send(address, body)).status).toBe(200)
    const keys = at.intake.reports.map(({ deviceIdentifier, fix, reportHash }) => [
      deviceIdentifier,
      fix,
      reportHash,
    ])
    expect(keys.slice(3)).toEqual(keys.slice(0, 3))
  })

  it('keeps what names its device, and refuses the rest alone', async () => {
    const address = await start()
    const unread = { ...message('a'), timestamp: 'soon' }
    expect((await send(address, [unread, { timestamp: 1 }, message('b')])).status).toBe(200)
    expect(at.intake.reports.map(({ unreadFrame }) => unreadFrame !== undefined)).toEqual([true, false])
    expect(counters()).toMatchObject({ unreadMessages: 1, httpRefused: { no_identifier: 1 } })
    const nameless = await send(address, [{ timestamp: 1 }, { timestamp: 2 }])
    expect([nameless.status, await nameless.text()]).toEqual([400, 'The parameter id is missing.\n'])
    expect(at.intake.reports).toHaveLength(2)
  })

  it('stores the others where one has a wrong secret, and asks for it again', async () => {
    const address = await start({
      isSecretAccepted: async (device, secret) => device !== 'a' || secret === 'right',
    })
    const answer = await send(address, [message('a'), message('b')])
    expect([answer.status, counters()?.httpRefused.wrong_secret]).toEqual([401, 1])
    expect(at.intake.reports.map(({ deviceIdentifier }) => deviceIdentifier)).toEqual(['b'])
    expect((await send(`${address}?secret=right`, [message('a')])).status).toBe(200)
    const headers = { Authorization: 'Bearer right' }
    expect((await send(address, [message('a', 1)], { headers })).status).toBe(200)
    expect(
      (await send(address, [message('a', 2)], { headers: { Authorization: 'Basic right' } })).status,
    ).toBe(401)
    expect(at.intake.reports).toHaveLength(3)
  })

  it('is asked for again whole, later, where one device had sent too many before it', async () => {
    const address = await start({ limits: { maxHttpReportsPerMinute: 2 } })
    // One that begins within the limit passes: it could not pass later either.
    expect((await send(address, [message('a'), message('a', 1), message('a', 2)])).status).toBe(200)
    const body = [message('a', 3), message('b')]
    // Asking again and again uses up nothing of the other device.
    for (let round = 0; round < 3; round++) {
      const answer = await send(address, body)
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60'])
    }
    expect(at.intake.reports).toHaveLength(3)
    expect(counters()).toMatchObject({ reportsAcknowledged: 3, reportsRejected: 6, httpRefused: { rate: 3 } })
    at.clock.advanceSeconds(60)
    expect((await send(address, body)).status).toBe(200)
    expect(at.intake.reports.slice(3).map(({ deviceIdentifier }) => deviceIdentifier)).toEqual(['a', 'b'])
  })

  it('does not count what was not stored against the devices', async () => {
    const address = await start({ limits: { maxHttpReportsPerMinute: 2 } })
    at.intake.isOpen = false
    const body = [message('a'), message('b'), message('a', 1)]
    const answer = send(address, body)
    await at.intake.arrived(3)
    at.intake.commit()
    at.intake.reject()
    at.intake.commit()
    expect((await answer).status).toBe(503)
    at.intake.isOpen = true
    expect([(await send(address, body)).status, (await send(address, body)).status]).toEqual([200, 429])
  })

  it('stores nothing while secrets cannot be read', async () => {
    const address = await start({ isSecretAccepted: () => Promise.reject(new Error('No database')) })
    expect((await send(address, [message('a'), message('b')])).status).toBe(503)
    expect(at.intake.reports).toEqual([])
  })

  it('is refused with a sentence where it is too long, too large or no JSON', async () => {
    const address = await start({ limits: { maxHttpBodyBytes: 40_000 } })
    const wrong: [unknown, number, string][] = [
      [Array.from({ length: 1_001 }, () => ({ ident: 'a' })), 413, '1000 messages'],
      ['['.repeat(50_000), 413, '40000 bytes'],
      ['['.repeat(30_000), 400, 'JSON'],
      ['[{"ident":"a"', 400, 'JSON'],
    ]
    for (const [body, status, words] of wrong) {
      const answer = await send(address, body)
      expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)])
    }
    expect((await send(address, '[]')).status).toBe(200)
    expect(at.intake.reports).toEqual([])
  })

  it('is turned away while other bodies fill the memory for them', async () => {
    const address = await start({ limits: { maxHttpHeldBytes: 1_000 } })
    at.intake.isOpen = false
    const first = send(address, [message('a'), message('b'), message('c'), message('d'), message('e')])
    await at.intake.arrived(5)
    const second = await send(address, ` ${' '.repeat(900)}`)
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '5'])
    while (at.intake.waiting() > 0) at.intake.commit()
    expect((await first).status).toBe(200)
    at.intake.isOpen = true
    expect((await send(address, [message('a', 1)])).status).toBe(200)
  })
})

describe('a message of another server', () => {
  const forwarded = {
    device: { uniqueId: 'a' },
    position: { latitude: 1, longitude: 2, fixTime: '2026-03-04T05:06:05Z', attributes: {} },
  }

  it('carries no command back, since the device would not get it', async () => {
    const asked: string[] = []
    const address = await start({
      async onMessageCommitted(identifier) {
        asked.push(at.gateway.deliver(identifier, () => ({ bytes: new Uint8Array(1) })))
      },
    })
    for (const body of [forwarded, [message('a')], message('a', 1)]) {
      const answer = await send(address, body)
      expect([answer.status, await answer.text()]).toEqual([200, ''])
    }
    expect(asked).toEqual([])
    expect(at.gateway.deliver('a', () => ({ bytes: new Uint8Array(1) }))).toBe('not_connected')
    expect(at.gateway.connections().peers).toBe(1)
  })
})
