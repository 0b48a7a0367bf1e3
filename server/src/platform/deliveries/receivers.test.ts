import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeliveryFailure, type Sender } from './sender.ts'
import { createDeliveryHarness, type DeliveryHarness, gate, senderOf } from './testing/harness.ts'

let harness: DeliveryHarness
beforeEach(async () => {
  harness = await createDeliveryHarness()
})
afterEach(() => harness.close())

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

  it('is forgotten once the channel has another server, or none', async () => {
    const failing: Sender = {
      ...senderOf(async () => {
        throw new Error('connection refused')
      }),
      receiver: 'former:25',
    }
    for (let index = 0; index < 6; index += 1) await harness.post(`persona${index}@example.com`)
    const former = harness.worker({ email: failing })
    await former.deliverNow()
    expect(await receivers()).toMatchObject([{ failures: 5 }])
    await harness.worker({ sms: senderOf(async () => undefined), email: failing }).deliverNow()
    expect(await receivers()).toMatchObject([{ failures: 5 }])
    await harness.worker({ email: senderOf(async () => undefined) }).deliverNow()
    expect(await receivers()).toEqual([])

    await harness.rows(
      `insert into platform.delivery_receivers (receiver, channel, failures, failing_since, last_error)
       values ('former:25', 'email', 1, now(), 'x'), ('sms:443', 'sms', 1, now(), 'x')`,
    )
    await harness.worker({ sms: { ...senderOf(async () => undefined), receiver: 'sms:443' } }).deliverNow()
    expect(await harness.rows('select receiver from platform.delivery_receivers')).toEqual([
      { receiver: 'sms:443' },
    ])
  })

  it('whose trial was not finished, because its worker died, gets another when the lease ends', async () => {
    let calls = 0
    let isDown = true
    const sender = senderOf(async () => {
      calls += 1
      if (isDown) throw new Error('connection refused')
    })
    const healthy = harness.worker({ email: sender })
    for (let index = 0; index < 6; index += 1) await harness.post(`persona${index}@example.com`)
    await healthy.deliverNow()
    expect(await receivers()).toMatchObject([{ failures: 5 }])
    isDown = false
    harness.clock.advance(10)
    const before = calls
    const dying = gate()
    const dead = harness.worker({ email: senderOf(() => dying.opened.then(() => undefined)) })
    const hung = dead.deliverNow()
    await expect
      .poll(() => harness.rows('select from platform.delivery_receivers where trial_until is not null'))
      .toHaveLength(1)
    harness.clock.advance(29)
    await healthy.deliverNow()
    expect(calls).toBe(before)
    harness.clock.advance(2)
    await healthy.deliverNow()
    expect(await receivers()).toEqual([])
    expect(new Set((await harness.deliveries()).map(({ status }) => status))).toEqual(new Set(['sent']))
    dying.open()
    await hung
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
    // Longer than the test may take.
    const worker = harness.worker({ smtpUrl: server.url, smsUrl: provider.url }, { limitMs: 600_000 })
    for (let index = 0; index < 30; index += 1) await harness.postText(`+5255000000${index}`)
    for (let index = 0; index < 200; index += 1) await harness.post(`persona${index}@example.com`)
    worker.start()
    await vi.waitFor(() => expect(server.received).toHaveLength(200), 60_000)
    await vi.waitFor(() => expect(provider.received).toHaveLength(8), 60_000)
    const sms = (await harness.deliveries()).filter(({ recipient }) => recipient.startsWith('+'))
    expect(new Set(sms.map(({ status }) => status))).toEqual(new Set(['pending']))
  }, 150_000)
})
