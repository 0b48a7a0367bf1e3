import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asSystem } from '../access/access.ts'
import { postAgain } from './post.ts'
import { deliveryRetentionMs, forgetOldDeliveries } from './retention.ts'
import { DeliveryFailure, type Sender } from './sender.ts'
import { createDeliveryHarness, type DeliveryHarness } from './testing/harness.ts'

let harness: DeliveryHarness
beforeEach(async () => {
  harness = await createDeliveryHarness()
})
afterEach(() => harness.close())

/** A promise with its resolution, to hold a peer's answer back. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}
const senderOf = (send: Sender['send']): Sender => ({ receiver: 'test:1', send, close: () => undefined })
const subjectOf = (mail: { text: string } | undefined) => /Subject: (.*)/.exec(mail?.text ?? '')?.[1]

describe('a delivery', () => {
  it('that is posted wakes a worker', async () => {
    const server = await harness.mailServer()
    const worker = harness.worker({ smtpUrl: server.url })
    worker.start()
    await harness.post('ana@example.com')
    await expect.poll(async () => (await harness.deliveries())[0]?.status).toBe('sent')
    expect(server.received).toHaveLength(1)
    expect(worker.count('email', 'sent')).toBe(1)
  })

  it('is retried after 10 s, 1, 5 and 15 min, 1 and 4 h with one Message-ID, then fails with every error listed', async () => {
    const server = await harness.mailServer({ answer: () => 451 })
    const worker = harness.worker({ smtpUrl: server.url })
    await harness.post('ana@example.com')
    await worker.deliverNow()
    for (const seconds of [10, 60, 300, 900, 3_600, 4 * 3_600]) {
      harness.clock.advance(seconds - 1)
      const [before] = await harness.deliveries()
      await worker.deliverNow()
      expect((await harness.deliveries())[0]).toMatchObject({ status: 'pending', attempts: before?.attempts })
      harness.clock.advance(1)
      await worker.deliverNow()
    }
    expect(await harness.deliveries()).toMatchObject([{ status: 'failed', attempts: 7 }])
    const attempts = await harness.rows<{ number: number; error: string }>(
      'select number, error from platform.delivery_attempts order by number',
    )
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(attempts[6]?.error).toContain('451')
  })

  it('that failed has all its attempts again when a person sends it again', async () => {
    const server = await harness.mailServer({
      answer: (recipient) => (recipient.startsWith('no') ? 550 : 250),
    })
    const worker = harness.worker({ smtpUrl: server.url })
    await harness.post('no@example.com')
    await worker.deliverNow()
    const [failed] = await harness.deliveries()
    expect(failed).toMatchObject({ status: 'failed', attempts: 1 })
    await harness.rows("update platform.deliveries set recipient = 'ana@example.com', attempts = 7")
    await harness.database.transaction(asSystem('test'), (tx) => postAgain(tx, failed?.id ?? ''))
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'sent', attempts: 8, error: null }])
    expect(server.received[0]?.messageId).toBe(failed?.id)
  })

  it('that carries a code is sent first, then links, and loses its text once it was sent', async () => {
    const sent: string[] = []
    const first = gate()
    const worker = harness.worker({
      email: senderOf(async ({ subject }) => {
        sent.push(subject)
        await first.opened
      }),
    })
    for (let index = 0; index < 7; index += 1)
      await harness.post(`persona${index}@example.com`, { subject: `Aviso ${index}` })
    await harness.post('eva@example.com', { subject: 'Enlace', kind: 'tracking' })
    await harness.post('ana@example.com', { subject: 'Código', kind: 'reset' })
    const delivered = worker.deliverNow()
    await vi.waitFor(() => expect(sent).toHaveLength(5))
    expect(sent.slice(0, 3)).toEqual(['Código', 'Enlace', 'Aviso 0'])
    first.open()
    await delivered
    const bodies = (await harness.deliveries()).map(({ subject, body }) => [subject, body])
    expect(bodies.at(-1)).toEqual(['Código', ''])
    expect(bodies[0]).toEqual(['Aviso 0', 'Hola:\n\n123456'])
  })

  it('waits for an earlier code of its kind to its recipient only', async () => {
    let code = 451
    const server = await harness.mailServer({
      answer: (recipient) => (recipient.startsWith('lenta') ? code : 250),
    })
    const worker = harness.worker({ smtpUrl: server.url })
    await harness.post('lenta@example.com', { subject: 'Uno', kind: 'reset' })
    await harness.post('lenta@example.com', { subject: 'Dos', kind: 'reset' })
    await harness.post('lenta@example.com', { subject: 'Aviso' })
    await harness.post('ana@example.com', { subject: 'Tres' })
    await harness.post('lenta@example.com', { subject: 'Enlace 1', kind: 'tracking' })
    await harness.post('lenta@example.com', { subject: 'Enlace 2', kind: 'tracking' })
    await worker.deliverNow()
    expect((await harness.deliveries()).map(({ status, attempts }) => [status, attempts])).toEqual([
      ['pending', 1],
      ['pending', 0],
      ['pending', 1],
      ['sent', 1],
      ['pending', 1],
      ['pending', 1],
    ])
    code = 250
    harness.clock.advance(10)
    await worker.deliverNow()
    const order = server.received.map(subjectOf)
    expect(order.indexOf('Uno')).toBeLessThan(order.indexOf('Dos'))
    expect(order).toHaveLength(6)
  })

  it('is not sent after its time, nor tried again when it would be too late', async () => {
    const server = await harness.mailServer({ answer: () => 451 })
    const worker = harness.worker({ smtpUrl: server.url })
    const soon = (seconds: number) => new Date(harness.clock.now().getTime() + seconds * 1000)
    await harness.post('ana@example.com', { kind: 'reset', expiresAt: soon(30) })
    await harness.post('eva@example.com', { kind: 'reset', expiresAt: soon(5) })
    harness.clock.advance(6)
    await worker.deliverNow()
    harness.clock.advance(10)
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([
      { status: 'expired', attempts: 2 },
      { status: 'expired', attempts: 0 },
    ])
    expect(worker.count('email', 'expired')).toBe(2)
  })

  it('is kept without a server, and deleted 30 days after its end', async () => {
    const server = await harness.mailServer()
    const worker = harness.worker({ smtpUrl: server.url })
    await harness.post('ana@example.com')
    await harness.postText()
    await worker.deliverNow()
    await harness.post('eva@example.com')
    expect((await harness.deliveries()).map(({ status }) => status)).toEqual(['sent', 'kept', 'pending'])
    await forgetOldDeliveries(harness.database)
    expect(await harness.deliveries()).toHaveLength(3)
    harness.clock.advance(deliveryRetentionMs / 1000 + 1)
    await forgetOldDeliveries(harness.database)
    expect((await harness.deliveries()).map(({ status }) => status)).toEqual(['kept', 'pending'])
  })
})

describe('two workers', () => {
  it('send each delivery once', async () => {
    const server = await harness.mailServer()
    const workers = [harness.worker({ smtpUrl: server.url }), harness.worker({ smtpUrl: server.url })]
    for (let index = 0; index < 40; index += 1) await harness.post(`persona${index}@example.com`)
    await Promise.all(workers.map((worker) => worker.deliverNow()))
    expect(server.received).toHaveLength(40)
    expect(new Set(server.received.map(({ messageId }) => messageId)).size).toBe(40)
    const sent = workers.map((worker) => worker.count('email', 'sent'))
    expect(sent[0]).toBeGreaterThan(0)
    expect(sent[1]).toBeGreaterThan(0)
  })

  it('one of which hangs: the other sends it when the lease ends, and the first can no longer change it', async () => {
    const server = await harness.mailServer()
    const late = gate()
    const hanging = harness.worker({
      email: senderOf(async () => {
        await late.opened
        throw new DeliveryFailure('550 gone', { kind: 'refused' })
      }),
    })
    const healthy = harness.worker({ smtpUrl: server.url })
    await harness.post('ana@example.com')
    const hung = hanging.deliverNow()
    await expect.poll(async () => (await harness.deliveries())[0]?.attempts).toBe(1)
    harness.clock.advance(29)
    await healthy.deliverNow()
    expect(server.received).toEqual([])
    harness.clock.advance(2)
    await healthy.deliverNow()
    expect(server.received).toHaveLength(1)
    late.open()
    await hung
    expect(await harness.deliveries()).toMatchObject([{ status: 'sent', attempts: 2, error: null }])
    expect(hanging.count('email', 'failed')).toBe(0)
    expect(await harness.rows('select from platform.delivery_attempts')).toEqual([])
  })

  it('a delivery during whose last attempt a worker died fails', async () => {
    const server = await harness.mailServer()
    await harness.post('ana@example.com')
    await harness.rows('update platform.deliveries set attempts = 7')
    await harness.worker({ smtpUrl: server.url }).deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'failed', attempts: 8 }])
    expect(server.received).toEqual([])
  })
})

describe('a worker that ends', () => {
  it('finishes what is in flight, and interrupts what hangs, which another sends at once', async () => {
    const server = await harness.mailServer()
    const second = gate()
    const ending = harness.worker({
      email: senderOf(async ({ recipient }, signal) => {
        if (recipient.startsWith('ana')) return second.opened
        await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      }),
    })
    await harness.post('ana@example.com')
    await harness.post('eva@example.com')
    const working = ending.deliverNow()
    await expect
      .poll(async () => (await harness.deliveries()).map(({ attempts }) => attempts))
      .toEqual([1, 1])
    const drained = ending.drain()
    await harness.post('leo@example.com')
    second.open()
    await drained
    await working
    expect((await harness.deliveries()).map(({ status }) => status)).toEqual(['sent', 'pending', 'pending'])
    await harness.worker({ smtpUrl: server.url }).deliverNow()
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(['eva@example.com', 'leo@example.com'])
  }, 15_000)
})

describe('a server that fails', () => {
  const receivers = () =>
    harness.rows<{ failures: number; open_until: Date | null; last_error: string }>(
      'select failures, open_until, last_error from platform.delivery_receivers',
    )

  it('gets one delivery at a time as a trial after five failures, from all workers together', async () => {
    let isDown = true
    let calls = 0
    const sender = senderOf(async () => {
      calls += 1
      if (isDown) throw new Error('connection refused')
    })
    const workers = [harness.worker({ email: sender }), harness.worker({ email: sender })]
    const both = () => Promise.all(workers.map((worker) => worker.deliverNow()))
    for (let index = 0; index < 30; index += 1) await harness.post(`persona${index}@example.com`)
    await both()
    const before = calls
    // Four that failed before, and five in flight of each worker.
    expect(before).toBeLessThanOrEqual(14)
    await both()
    harness.clock.advance(9)
    await both()
    expect(calls).toBe(before)
    harness.clock.advance(1)
    await both()
    expect(calls).toBe(before + 1)
    harness.clock.advance(10)
    await both()
    expect(calls).toBe(before + 1)
    expect(await receivers()).toMatchObject([{ failures: 6, last_error: 'connection refused' }])
    isDown = false
    harness.clock.advance(10)
    await both()
    expect(await receivers()).toEqual([])
    harness.clock.advance(60)
    await both()
    expect(new Set((await harness.deliveries()).map(({ status }) => status))).toEqual(new Set(['sent']))
  })

  it('whose trial was refused works', async () => {
    let failure = new DeliveryFailure('down', { kind: 'receiver' })
    const worker = harness.worker({
      email: senderOf(async () => {
        throw failure
      }),
    })
    for (let index = 0; index < 6; index += 1) await harness.post(`persona${index}@example.com`)
    await worker.deliverNow()
    expect(await receivers()).toMatchObject([{ failures: 5 }])
    failure = new DeliveryFailure('550 no such box', { kind: 'refused' })
    harness.clock.advance(10)
    await worker.deliverNow()
    expect(await receivers()).toEqual([])
  })

  it('does not slow the other channel: a hanging SMS provider, and 200 mails', async () => {
    const provider = await harness.smsProvider(() => undefined)
    const server = await harness.mailServer()
    const worker = harness.worker({ smtpUrl: server.url, smsUrl: provider.url }, { limitMs: 20_000 })
    for (let index = 0; index < 30; index += 1) await harness.postText(`+5255000000${index}`)
    for (let index = 0; index < 200; index += 1) await harness.post(`persona${index}@example.com`)
    worker.start()
    await vi.waitFor(() => expect(server.received).toHaveLength(200), 15_000)
    expect(provider.received).toHaveLength(8)
    const sms = (await harness.deliveries()).filter(({ recipient }) => recipient.startsWith('+'))
    expect(new Set(sms.map(({ status }) => status))).toEqual(new Set(['pending']))
  }, 30_000)
})
