import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { htmlOf, textOf } from './html.ts'
import { createDeliveryHarness, type DeliveryHarness } from './testing/harness.ts'
import { startSlowMailServer } from './testing/slow-mail-server.ts'

let harness: DeliveryHarness
beforeEach(async () => {
  harness = await createDeliveryHarness()
})
afterEach(() => harness.close())

const receivers = () => harness.rows<{ failures: number }>('select failures from platform.delivery_receivers')

describe('mails', () => {
  it('are sent as text and HTML, from the configured address, over few connections', async () => {
    const server = await harness.mailServer()
    for (let index = 0; index < 20; index += 1)
      await harness.post(`persona${index}@example.com`, { subject: 'Año nuevo: ñandú' })
    await harness.worker({ smtpUrl: server.url }).deliverNow()
    const [first] = server.received
    const [stored] = await harness.deliveries()
    expect(first?.text).toContain('From: Rumbo <rumbo@example.com>')
    expect(first?.text).toMatch(/Subject: =\?UTF-8\?/)
    expect(first?.text).toContain('text/plain')
    expect(first?.text).toContain('text/html')
    expect(stored?.status).toBe('sent')
    expect(server.received).toHaveLength(20)
    expect(server.received.map(({ messageId }) => messageId)).toContain(stored?.id)
    expect(server.connections()).toBeLessThanOrEqual(5)
  })

  it('fail when refused permanently, without delaying others', async () => {
    const server = await harness.mailServer({
      answer: (recipient) => (recipient.startsWith('nadie') ? 550 : 250),
    })
    await harness.post('nadie@example.com')
    await harness.post('ana@example.com')
    await harness.worker({ smtpUrl: server.url }).deliverNow()
    const [refused, sent] = await harness.deliveries()
    expect(refused).toMatchObject({ status: 'failed', attempts: 1 })
    expect(refused?.error).toContain('550')
    expect(sent?.status).toBe('sent')
    expect(await receivers()).toEqual([])
  })

  it.each([
    ['MAIL FROM', 550],
    ['MAIL FROM', 451],
    ['MAIL FROM', 530],
    ['RCPT TO', 530],
    ['RCPT TO', 538],
  ])('wait while the server answers to %s with %i, which is not about one of them', async (command, code) => {
    let isRefusing = true
    const reply = (refused: string) => () => (isRefusing && refused === command ? code : 250)
    const server = await harness.mailServer({ answerSender: reply('MAIL FROM'), answer: reply('RCPT TO') })
    const worker = harness.worker({ smtpUrl: server.url })
    await harness.post('ana@example.com')
    await worker.deliverNow()
    const [waiting] = await harness.deliveries()
    expect(waiting).toMatchObject({ status: 'pending', attempts: 1 })
    expect(waiting?.error).toContain(String(code))
    expect(await receivers()).toMatchObject([{ failures: 1 }])
    isRefusing = false
    harness.clock.advance(10)
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'sent', attempts: 2 }])
    expect(await receivers()).toEqual([])
  })

  it('wait while the server is down, and are sent over new connections once it is back', async () => {
    const first = await harness.mailServer()
    const worker = harness.worker({ smtpUrl: first.url })
    await harness.post('ana@example.com')
    await worker.deliverNow()
    await first.close()
    await harness.post('eva@example.com')
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'sent' }, { status: 'pending', attempts: 1 }])
    expect(await receivers()).toMatchObject([{ failures: 1 }])
    const second = await harness.mailServer({ port: first.port })
    harness.clock.advance(10)
    await worker.deliverNow()
    expect(second.received.map(({ to }) => to)).toEqual([['eva@example.com']])
    expect(await receivers()).toEqual([])
  })

  it('that a server does not accept in time are ended and tried again, with the same Message-ID', async () => {
    let isHanging = true
    const server = await harness.mailServer({
      accept: () => (isHanging ? new Promise(() => undefined) : Promise.resolve()),
    })
    const worker = harness.worker({ smtpUrl: server.url }, { limitMs: 300 })
    await harness.post('ana@example.com')
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'pending', error: 'timeout' }])
    isHanging = false
    harness.clock.advance(10)
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'sent', attempts: 2 }])
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(1)
  })

  it('to a server that trickles its answers are ended in time, and others wait no longer for them', async () => {
    const slow = await startSlowMailServer(100)
    try {
      const worker = harness.worker({ smtpUrl: slow.url }, { limitMs: 500 })
      await harness.post('ana@example.com')
      await harness.post('eva@example.com')
      await worker.deliverNow()
      expect(await harness.deliveries()).toMatchObject([
        { status: 'pending', attempts: 1, error: 'timeout' },
        { status: 'pending', attempts: 1, error: 'timeout' },
      ])
      expect(slow.mails).toEqual([])
    } finally {
      await slow.close()
    }
  })

  it('to a server that answers just in time are sent, once', async () => {
    const slow = await startSlowMailServer(5)
    try {
      const worker = harness.worker({ smtpUrl: slow.url }, { limitMs: 5_000 })
      await harness.post('ana@example.com')
      await worker.deliverNow()
      expect(await harness.deliveries()).toMatchObject([{ status: 'sent', attempts: 1 }])
      expect(slow.mails).toHaveLength(1)
    } finally {
      await slow.close()
    }
  })

  it.each([
    ['es', 'Abrir', 'nadie lee las respuestas'],
    ['en', 'Open', 'nobody reads replies'],
  ] as const)('have in %s a button for their link, its address, and a foot', (language, label, foot) => {
    const mail = { language, subject: 'Rumbo', body: 'A\nB\n\nhttps://a.example/i' }
    const html = htmlOf(mail)
    expect(html).toContain(`<html lang="${language}">`)
    expect(html).toContain(`>${label}</a>`)
    expect(html).toContain('>https://a.example/i</p>')
    expect(html).toContain('<p>A<br>B</p>')
    expect(html).toContain(foot)
    expect(html).not.toMatch(/<(img|link|script)/)
    expect(textOf(mail)).toMatch(new RegExp(`^A\nB\n\nhttps://a.example/i\n\n-- \n.*${foot}`))
  })

  it('escape markup in their HTML, and turn addresses on a line of their own into links', () => {
    const html = htmlOf({
      language: 'es',
      subject: '<b>',
      body: '<script>x</script>\n\nhttps://a.example/i?a=1&b=2',
    })
    expect(html).not.toContain('<script>')
    expect(html).not.toContain('<b>')
    expect(html).toContain('href="https://a.example/i?a=1&amp;b=2"')
    const named = htmlOf({ language: 'es', subject: '', body: 'https://trap.example x invites you.' })
    expect(named).not.toContain('<a ')
  })
})

describe('SMS', () => {
  it('are sent to the provider as JSON with a key that stays the same', async () => {
    let status = 503
    const provider = await harness.smsProvider((response) => response.writeHead(status).end())
    const worker = harness.worker({ smsUrl: provider.url })
    await harness.postText()
    await worker.deliverNow()
    status = 204
    harness.clock.advance(10)
    await worker.deliverNow()
    expect(provider.received.map(({ body }) => body)).toEqual([
      { to: '+525512345678', text: 'Tu código es 123456' },
      { to: '+525512345678', text: 'Tu código es 123456' },
    ])
    const [stored] = await harness.deliveries()
    expect(provider.received.map(({ key }) => key)).toEqual([stored?.id, stored?.id])
    expect(provider.received[0]?.authorization).toBe(
      `Basic ${Buffer.from('cuenta:clave!').toString('base64')}`,
    )
    expect(stored?.status).toBe('sent')
  })

  it.each([
    [400, 'failed', 0],
    [422, 'failed', 0],
    [401, 'pending', 1],
    [402, 'pending', 1],
    [404, 'pending', 1],
    [405, 'pending', 1],
    [409, 'pending', 0],
    [429, 'pending', 1],
    [503, 'pending', 1],
    [302, 'pending', 1],
  ])('are, when the provider answers %i, %s', async (status, expected, failures) => {
    const provider = await harness.smsProvider((response) =>
      response.writeHead(status, { location: '/elsewhere' }).end(),
    )
    await harness.postText()
    await harness.worker({ smsUrl: provider.url }).deliverNow()
    expect(await harness.deliveries()).toMatchObject([
      { status: expected, error: `provider_status: ${status}` },
    ])
    expect(provider.received).toHaveLength(1)
    expect((await receivers()).map((row) => row.failures)).toEqual(failures === 0 ? [] : [failures])
  })

  it('wait as long as the provider asks for, up to an hour', async () => {
    const asked = ['120', '100000']
    const provider = await harness.smsProvider((response) => {
      const after = asked.shift()
      response.writeHead(after ? 429 : 200, after ? { 'retry-after': after } : {}).end()
    })
    const worker = harness.worker({ smsUrl: provider.url })
    await harness.postText()
    await worker.deliverNow()
    harness.clock.advance(119)
    await worker.deliverNow()
    expect(provider.received).toHaveLength(1)
    harness.clock.advance(1)
    await worker.deliverNow()
    expect(provider.received).toHaveLength(2)
    harness.clock.advance(3_600)
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'sent', attempts: 3 }])
  })

  it('that the provider answers too late are tried again', async () => {
    const provider = await harness.smsProvider((response) => {
      setTimeout(() => response.writeHead(200).end(), 600)
    })
    await harness.postText()
    await harness.worker({ smsUrl: provider.url }, { limitMs: 100 }).deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'pending', error: 'timeout' }])
  })

  it('name why the provider could not be reached', async () => {
    const provider = await harness.smsProvider(() => undefined)
    await provider.close()
    await harness.postText()
    await harness.worker({ smsUrl: provider.url }).deliverNow()
    expect((await harness.deliveries())[0]?.error).toContain('ECONNREFUSED')
  })
})
