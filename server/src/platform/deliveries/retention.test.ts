import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliveryRetentionMs, forgetOldDeliveries } from './retention.ts'
import { createDeliveryHarness, type DeliveryHarness, subjectOf } from './testing/harness.ts'

let harness: DeliveryHarness
beforeEach(async () => {
  harness = await createDeliveryHarness()
})
afterEach(() => harness.close())

describe('a delivery', () => {
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
    expect((await harness.deliveries()).map(({ status }) => status)).toEqual(['pending'])
  })

  it('is deleted in batches', async () => {
    for (let index = 0; index < 5; index += 1) await harness.postText()
    await harness.worker({}).deliverNow()
    harness.clock.advance(deliveryRetentionMs / 1000 + 1)
    await harness.postText('+525587654321')
    await forgetOldDeliveries(harness.database, 2)
    expect(await harness.deliveries()).toMatchObject([{ recipient: '+525587654321' }])
  })

  it('that is kept loses a code when its time is over, also without a server', async () => {
    const worker = harness.worker({})
    const expiresAt = new Date(harness.clock.now().getTime() + 60_000)
    await harness.post('ana@example.com', { kind: 'reset', expiresAt })
    await harness.post('eva@example.com', { kind: 'tracking' })
    await worker.deliverNow()
    harness.clock.advance(59)
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'kept' }, { status: 'kept' }])
    harness.clock.advance(1)
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([
      { status: 'expired', body: '' },
      { status: 'kept', body: 'Hola:\n\n123456' },
    ])
    expect(worker.count('email', 'expired')).toBe(1)
  })

  it('waits no longer for an earlier code that expired', async () => {
    const server = await harness.mailServer()
    const worker = harness.worker({ smtpUrl: server.url })
    const after = (seconds: number) => new Date(harness.clock.now().getTime() + seconds * 1000)
    await harness.post('ana@example.com', { subject: 'Uno', kind: 'reset', expiresAt: after(5) })
    await harness.rows('update platform.deliveries set next_attempt_at = $1', [after(60)])
    await harness.post('ana@example.com', { subject: 'Dos', kind: 'reset', expiresAt: after(900) })
    await worker.deliverNow()
    expect(server.received).toEqual([])
    harness.clock.advance(60)
    await worker.deliverNow()
    expect(await harness.deliveries()).toMatchObject([{ status: 'expired' }, { status: 'sent' }])
    expect(server.received.map(subjectOf)).toEqual(['Dos'])
  })
})
