import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../access/access.ts'
import { mountSmsHook } from '../http/sms-hook.ts'
import { wishOf } from './opt-outs.ts'
import { recordHook } from './receipts.ts'
import { createSmsSender, type SmsOptions } from './sms.ts'
import { smsHooks } from './sms-hooks.ts'
import type { SmsProvider } from './sms-presets.ts'
import { e164Of } from './telephones.ts'
import { createDeliveryHarness, type DeliveryHarness } from './testing/harness.ts'
import { startReceiver } from './testing/receivers.ts'

let harness: DeliveryHarness
let app: FastifyInstance
const closing: (() => Promise<void>)[] = []
const token = 'a-token-of-the-provider-42'
let provider: SmsProvider
beforeEach(async () => {
  harness = await createDeliveryHarness()
  app = Fastify()
  await mountSmsHook(app, {
    token,
    receive: (given) =>
      harness.database.transaction(asSystem('test'), (tx) =>
        recordHook(tx, provider, smsHooks[provider](given)),
      ),
  })
})
afterEach(async () => {
  await app.close()
  for (const close of closing.splice(0)) await close()
  await harness.close()
})

/** Sends one SMS by a provider whose answer is given. */
async function sendBy(name: SmsProvider, answer: unknown, options: Partial<SmsOptions> = {}) {
  provider = name
  const receiver = await startReceiver((response) => response.writeHead(200).end(JSON.stringify(answer)))
  closing.push(receiver.close)
  const url = receiver.url.replace('http://', 'http://cuenta:clave@')
  const { clock } = harness
  await harness.postText('55 1234 5678')
  const hook = 'https://rumbo.example/hook'
  const sms = createSmsSender({ url, clock, provider: name, from: '+15550001111', hook, ...options })
  await harness.worker({ sms }).deliverNow()
  const [request] = receiver.received
  return { path: request?.path, headers: request?.headers, body: request?.body.toString() ?? '' }
}
const stored = async () =>
  (await harness.rows('select status, error, provider_id as id from platform.deliveries order by id'))[0]
const hook = (payload: object | string, type = 'application/json') =>
  app.inject({ method: 'POST', url: `/v1/hooks/sms/${token}`, payload, headers: { 'content-type': type } })
const form = (fields: Record<string, string>) =>
  hook(new URLSearchParams(fields).toString(), 'application/x-www-form-urlencoded')
const query = (fields: Record<string, string>) =>
  app.inject({ url: `/v1/hooks/sms/${token}?${new URLSearchParams(fields)}` })

describe('SMS by', () => {
  it('twilio: account, receipt and reply', async () => {
    const request = await sendBy('twilio', { sid: 'SM1' })
    expect(request.path).toBe('/2010-04-01/Accounts/cuenta/Messages.json')
    expect(Object.fromEntries(new URLSearchParams(request.body))).toEqual({
      ...{ To: '+525512345678', From: '+15550001111', Body: 'Tu código es 123456' },
      StatusCallback: 'https://rumbo.example/hook',
    })
    expect(await stored()).toEqual({ status: 'sent', error: null, id: 'SM1' })
    await form({ MessageSid: 'SM1', MessageStatus: 'sent' })
    expect((await stored())?.status).toBe('sent')
    await form({ MessageSid: 'SM1', MessageStatus: 'delivered' })
    await form({ MessageSid: 'SM1', MessageStatus: 'undelivered' })
    expect((await stored())?.status).toBe('delivered')
  })

  it('vonage, which answers 200 to refusals too', async () => {
    const request = await sendBy('vonage', { messages: [{ status: '0', 'message-id': 'V1' }] })
    expect(Object.fromEntries(new URLSearchParams(request.body))).toMatchObject({
      ...{ api_key: 'cuenta', api_secret: 'clave', to: '525512345678' },
    })
    await query({ messageId: 'V1', status: 'rejected' })
    expect(await stored()).toMatchObject({ status: 'failed', id: 'V1' })
    await harness.rows('delete from platform.deliveries')
    await sendBy('vonage', { messages: [{ status: '6', 'error-text': 'Unroutable' }] })
    expect(await stored()).toMatchObject({ status: 'failed', error: expect.stringContaining('Unroutable') })
  })

  it('messagebird, infobip and labsmobile', async () => {
    const bird = await sendBy('messagebird', { id: 'M1' })
    expect(bird.headers?.authorization).toBe('AccessKey clave')
    await query({ id: 'M1', status: 'delivered' })
    expect(await stored()).toMatchObject({ status: 'delivered', id: 'M1' })
    await harness.rows('delete from platform.deliveries')
    const infobip = await sendBy('infobip', {
      messages: [{ messageId: 'I1', status: { groupName: 'PENDING' } }],
    })
    expect(infobip.headers?.authorization).toBe('App clave')
    await hook({ results: [{ messageId: 'I1', status: { groupName: 'DELIVERED' } }] })
    expect(await stored()).toMatchObject({ status: 'delivered', id: 'I1' })
    await harness.rows('delete from platform.deliveries')
    await sendBy('labsmobile', { code: '0', subid: 'L1' })
    await query({ subid: 'L1', status: 'ok', acklevel: 'gateway' })
    expect(await stored()).toMatchObject({ status: 'sent', id: 'L1' })
    await query({ subid: 'L1', status: 'ok', acklevel: 'handset' })
    expect((await stored())?.status).toBe('delivered')
  })

  it('whatsapp: a template, and that it was read', async () => {
    const request = await sendBy(
      'whatsapp',
      { messages: [{ id: 'W1' }] },
      { from: '1234', template: 'aviso' },
    )
    expect(request.path).toBe('/1234/messages')
    expect(JSON.parse(request.body)).toMatchObject({
      ...{ to: '525512345678', template: { name: 'aviso', language: { code: 'es_MX' } } },
    })
    const report = (status: string) => ({
      entry: [{ changes: [{ value: { statuses: [{ id: 'W1', status }] } }] }],
    })
    await hook(report('read'))
    await hook(report('delivered'))
    expect((await stored())?.status).toBe('read')
    const check = { 'hub.mode': 'subscribe', 'hub.challenge': '7342', 'hub.verify_token': token }
    expect((await query(check)).body).toBe('7342')
    expect((await query({ ...check, 'hub.verify_token': 'other' })).body).not.toContain('7342')
  })

  it('no provider for what is no telephone number', async () => {
    provider = 'twilio'
    await harness.postText('no number')
    const { clock } = harness
    const sms = createSmsSender({ url: 'http://127.0.0.1:9', clock, provider })
    await harness.worker({ sms }).deliverNow()
    expect(await stored()).toMatchObject({ status: 'failed', error: 'not_a_number: no number' })
  })
})

describe('replies', () => {
  const reply = (id: string, Body: string) =>
    form({ MessageSid: id, From: '+525512345678', To: '+15550001111', Body })
  const inbound = () =>
    harness.rows('select body, handled_at is not null as done from platform.inbound order by id')
  beforeEach(() => {
    provider = 'twilio'
  })

  it('are stored once, however often the provider repeats them', async () => {
    await Promise.all([reply('R1', 'Ya llegué'), reply('R1', 'Ya llegué')])
    expect(await inbound()).toEqual([{ body: 'Ya llegué', done: false }])
  })

  it('with STOP end all SMS but codes, until START', async () => {
    const receiver = await startReceiver()
    closing.push(receiver.close)
    const runner = harness.worker({ smsUrl: receiver.url })
    await reply('R1', ' alto. ')
    await harness.postText('55 1234 5678')
    await runner.deliverNow()
    expect(await stored()).toMatchObject({ status: 'dropped' })
    expect(receiver.received).toEqual([])
    expect(runner.count('sms', 'dropped')).toBe(1)
    await reply('R2', 'ALTA')
    await harness.postText('+52 55 1234 5678')
    await runner.deliverNow()
    expect(receiver.received).toHaveLength(1)
    expect(await inbound()).toMatchObject([{ done: true }, { done: true }])
  })

  it('with STOP are confirmed once, where the provider leaves that to us', async () => {
    const receiver = await startReceiver()
    closing.push(receiver.close)
    const runner = harness.worker({ smsUrl: receiver.url })
    const texts = () =>
      receiver.received.map(({ body }) => (JSON.parse(body.toString()) as { text: string }).text)
    provider = 'generic'
    const say = (id: string, text: string) => hook({ id, from: '+525512345678', text })
    await say('G1', 'ALTO')
    await say('G1', 'ALTO')
    await say('G2', 'BAJA')
    await harness.postText('55 1234 5678')
    await runner.deliverNow()
    expect(texts()).toEqual([expect.stringMatching(/ya no recibirás.* ALTA/i)])
    provider = 'twilio'
    await form({ MessageSid: 'R9', From: '+525598765432', To: '+15550001111', Body: 'STOP' })
    await runner.deliverNow()
    expect(receiver.received).toHaveLength(1)
  })

  it('of WhatsApp are texts and pressed buttons; reactions are none', async () => {
    provider = 'whatsapp'
    const say = (id: string, message: object) =>
      hook({ entry: [{ changes: [{ value: { messages: [{ id, from: '525512345678', ...message }] } }] }] })
    await say('W1', { type: 'text', text: { body: 'Ya bajo' } })
    await say('W2', { type: 'button', button: { text: 'Confirmo' } })
    await say('W3', { type: 'interactive', interactive: { button_reply: { title: 'A las 5' } } })
    await say('W4', { type: 'image', image: { id: '1' } })
    await say('W5', { type: 'reaction', reaction: { emoji: '👍' } })
    expect((await inbound()).map(({ body }) => body)).toEqual(['Ya bajo', 'Confirmo', 'A las 5', ''])
  })

  it('and receipts need the token, and a form that is known', async () => {
    const wrong = await app.inject({ method: 'POST', url: '/v1/hooks/sms/wrong', payload: {} })
    expect(wrong.statusCode).toBeGreaterThanOrEqual(400)
    expect((await hook({ anything: 'else' })).statusCode).toBe(204)
    expect((await hook('{', 'application/json')).statusCode).toBeGreaterThanOrEqual(400)
    expect(await inbound()).toEqual([])
  })

  it.each([
    ['STOP', 'stop'],
    ['baja', 'stop'],
    ['Alta', 'start'],
    ['Alto total en la esquina', null],
  ])('%s mean %s', (text, wish) => expect(wishOf(text)).toBe(wish))
})

it.each([
  ['55 1234 5678', '+525512345678'],
  ['+1 (555) 010-9999', '+15550109999'],
  ['abc', null],
])('the telephone %s is %s', (text, number) => expect(e164Of(text)).toBe(number))
