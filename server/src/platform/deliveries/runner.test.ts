import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { asSystem } from '../access/access.ts'
import { postAgain } from './post.ts'
import { DeliveryFailure } from './sender.ts'
import { createDeliveryHarness, type DeliveryHarness, gate, senderOf, subjectOf } from './testing/harness.ts'

let harness: DeliveryHarness
beforeEach(async () => {
  harness = await createDeliveryHarness()
})
afterEach(() => harness.close())

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
    const server = await harness.mailServer({
      accept: () => Promise.reject(Object.assign(new Error('busy'), { responseCode: 451 })),
    })
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
    const [failed] = await harness.deliveries()
    expect(server.received.map(({ messageId }) => messageId)).toEqual(Array(7).fill(failed?.id))
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

  it('that a process of the version before sends again, counting its attempts from 0, is tried and recorded', async () => {
    const server = await harness.mailServer({ answer: () => 451 })
    const worker = harness.worker({ smtpUrl: server.url })
    await harness.post('ana@example.com')
    await harness.rows('update platform.deliveries set attempts = 7, retried_after = 7')
    await harness.rows(`insert into platform.delivery_attempts (delivery_id, number, ended_at, milliseconds, error)
      select id, 1, now(), 1, 'earlier' from platform.deliveries`)
    await harness.rows(
      "update platform.mails set status = 'pending', attempts = 0, next_attempt_at = null, error = null",
    )
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'pending', attempts: 1 }])
    harness.clock.advance(10)
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'pending', attempts: 2 }])
    expect(await harness.rows('select number from platform.delivery_attempts order by number')).toEqual([
      { number: 1 },
      { number: 2 },
    ])
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
})

describe('two workers', () => {
  it('send each delivery once', async () => {
    // As many as both workers send at a time: nothing is accepted until both have begun.
    const both = gate()
    const server = await harness.mailServer({
      accept: () => {
        if (server.received.length === 10) both.open()
        return both.opened
      },
    })
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
  it('records an outcome that the database refused first', async () => {
    let isRefusing = false
    const refused = gate()
    const refuse = () => {
      refused.open()
      return Promise.reject(new Error('gone'))
    }
    const sent = gate()
    const worker = harness.worker(
      { email: senderOf(() => sent.opened.then(() => undefined)) },
      {
        transaction: (...given) => (isRefusing ? refuse() : harness.database.transaction(...given)),
      },
    )
    await harness.post('ana@example.com')
    const working = worker.deliverNow()
    await expect.poll(async () => (await harness.deliveries())[0]?.attempts).toBe(1)
    isRefusing = true
    const drained = worker.drain()
    sent.open()
    await refused.opened
    isRefusing = false
    await Promise.all([working, drained])
    expect(await harness.deliveries()).toMatchObject([{ status: 'sent' }])
  })

  it('finishes what is in flight, and interrupts what hangs, which another sends at once', async () => {
    const server = await harness.mailServer()
    const second = gate()
    const ending = harness.worker({
      email: senderOf(async ({ recipient }, signal) => {
        if (recipient.startsWith('ana')) await second.opened
        else await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        return undefined
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
