import type { CloseoutDetails, OpenCash } from '@rumbo/contract/payments.cash.contract'
import type { PaymentEntry, ServicePayments } from '@rumbo/contract/payments.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../directory/directory.factory.ts'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment } from '../organisation/organisation.factory.ts'
import {
  createServicesHarness,
  type ServicesHarness,
  servicesAnswers,
} from '../services/testing/services.harness.ts'
import { vehicleEndpoints } from '../vehicles/index.ts'
import { followCost, paymentEndpoints } from './index.ts'

type Answered<T> = T & Omit<Problem, 'status'>

let test: TestApp
let at: ServicesHarness
let manager: TestCall
let driverId: string
let ownDriver: TestCall
beforeAll(async () => {
  test = await createTestApp({
    answers: ({ clock, database }) => [
      ...vehicleEndpoints,
      ...servicesAnswers({ clock, database }, followCost),
      ...paymentEndpoints,
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
  const { companyId, fleetId } = at
  const people = await test.build(async (tx) => {
    const boss = await buildUser(tx, { level: 'manager' })
    await buildAssignment(tx, { userId: boss.id, companyId, fleetId, role: 'fleet_manager' })
    const wheel = await buildUser(tx, { level: 'user' })
    await buildAssignment(tx, { userId: wheel.id, companyId, fleetId, role: 'primary_driver' })
    const contact = await buildContact(tx, {
      companyId,
      firstName: 'Iván',
      lastName: 'Mora',
      userId: wheel.id,
    })
    return { boss, wheel, contactId: contact.id }
  })
  manager = await test.as(people.boss)
  ownDriver = await test.as(people.wheel)
  driverId = people.contactId
})

const pay = (service: Service, body: object, call = at.dispatcher) =>
  call<Answered<ServicePayments>>('POST', `/services/${service.id}/payments`, {
    body: { kind: 'payment', method: 'cash', amount: '120.5', ...body },
  })
const voided = (id: string | undefined, call = at.dispatcher) =>
  call<Answered<{ entry: PaymentEntry }>>('POST', `/payments/${id}/void`, {
    body: { reason: 'Monto equivocado' },
  })
const openCash = async (call = at.dispatcher) =>
  (await call<{ items: OpenCash[] }>('GET', `/cash/open?fleetId=${at.fleetId}`)).body.items
const close = (body: object, call = manager) =>
  call<Answered<CloseoutDetails>>('POST', '/cash/closeouts', {
    body: { fleetId: at.fleetId, driverId, ...body },
  })
const read = async (id: string) => (await at.dispatcher<Service>('GET', `/services/${id}`)).body

describe('the payment status of a service', () => {
  it('follows its final cost, unless everything was given back', async () => {
    const running = () => at.upTo(['dispatch'], ['assign', { vehicleId: at.vehicleId }], ['confirm-pickup'])
    const complete = async (service: Service, finalCost: string) => {
      const { version } = (await at.dispatcher<Service>('GET', `/services/${service.id}`)).body
      return (
        await at.dispatcher<Service>('POST', `/services/${service.id}/complete`, {
          body: { version, finalCost, reason: 'Caseta de cobro' },
        })
      ).body
    }
    const first = await running()
    expect((await pay(first, {})).body.paymentStatus).toBe('paid')
    const done = await complete(first, '150')
    expect(done).toMatchObject({ status: 'completed', paymentStatus: 'pending', paidAmount: '120.50' })
    expect((await pay(done, { amount: '29.5' })).body).toMatchObject({
      paymentStatus: 'paid',
      balance: '0.00',
    })
    const second = await running()
    await pay(second, { amount: '100' })
    expect(await complete(second, '90')).toMatchObject({ paymentStatus: 'paid' })
    const third = await running()
    await pay(third, {})
    await pay(third, { kind: 'refund' })
    expect(await complete(third, '150')).toMatchObject({ paymentStatus: 'refunded' })
  })
})

describe('payments of a service', () => {
  it('are recorded with who received them, and settle what is to be paid', async () => {
    const service = await at.created()
    const first = await pay(service, { amount: '100', driverId, note: 'Dio un billete de 100' })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      cost: '120.50',
      received: '100.00',
      balance: '20.50',
      paymentStatus: 'pending',
    })
    const rest = await pay(service, { amount: '20.5', method: 'card' })
    expect(rest.body).toMatchObject({ received: '120.50', balance: '0.00', paymentStatus: 'paid' })
    expect(rest.body.entries).toMatchObject([
      {
        amount: '100.00',
        driverName: 'Iván Mora',
        note: 'Dio un billete de 100',
        recordedBy: 'Ana Guerrero',
      },
      { amount: '20.50', method: 'card', driverName: null },
    ])
    expect(await read(service.id)).toMatchObject({ paidAmount: '120.50', paymentStatus: 'paid' })
  })

  it('are corrected by voiding an entry once, with the reason, also when two people try at once', async () => {
    const service = await at.created()
    const wrong = (await pay(service, { amount: '1205' })).body.entries[0]
    const answers = await Promise.all([voided(wrong?.id), voided(wrong?.id, at.second)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('payment_voided')
    const after = (await at.dispatcher<ServicePayments>('GET', `/services/${service.id}/payments`)).body
    expect(after).toMatchObject({ received: '0.00', balance: '120.50', paymentStatus: 'pending' })
    expect(after.entries).toMatchObject([
      { isVoided: true, amount: '1205.00' },
      { kind: 'void', amount: '-1205.00', note: 'Monto equivocado', voids: wrong?.id },
    ])
  })

  it('are given back in part or as a whole, never more than was received', async () => {
    const service = await at.created()
    await pay(service, { method: 'card' })
    const partial = await pay(service, { kind: 'refund', amount: '20' })
    expect(partial.body).toMatchObject({ refunded: '20.00', balance: '20.00', paymentStatus: 'paid' })
    const tooMuch = await pay(service, { kind: 'refund', amount: '100.51' })
    expect(tooMuch.status).toBe(409)
    expect(tooMuch.body).toMatchObject({ code: 'refund_exceeds_payments', words: { amount: '100.50 MXN' } })
    expect((await voided(partial.body.entries[0]?.id)).body.code).toBe('refund_exceeds_payments')
    const whole = await pay(service, { kind: 'refund', amount: '100.5' })
    expect(whole.body).toMatchObject({ refunded: '120.50', paymentStatus: 'refunded' })
  })

  it('refuse zero, too many decimals, a future time and an unknown driver', async () => {
    const service = await at.created()
    for (const [body, path, code] of [
      [{ amount: '0' }, 'body.amount', 'too_small'],
      [{ amount: '1.005' }, 'body.amount', 'too_many_decimals'],
      [{ amount: '-5' }, 'body.amount', 'wrong_format'],
      [{ receivedAt: at.minutes(5) }, 'body.receivedAt', 'time_future'],
    ] as const)
      expect((await pay(service, body)).body.errors).toMatchObject([{ path, code }])
    const foreign = '01890000-0000-7000-8000-000000000000'
    expect((await pay(service, { driverId: foreign })).body.code).toBe('contact_not_found')
    expect(
      (await at.dispatcher<ServicePayments>('GET', `/services/${service.id}/payments`)).body.entries,
    ).toEqual([])
  })

  it('keep a service from being deleted, and its status from being edited', async () => {
    const service = await at.created()
    await pay(service, { driverId })
    const refused = await at.dispatcher<Problem>('DELETE', `/services/${service.id}`)
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'service_has_payments',
      detail: `Service ${service.serviceNumber} has 1 recorded payments (net 120.50 MXN), so it cannot be deleted.`,
    })
    const paid = await read(service.id)
    const edited = await at.dispatcher<Service>('PUT', `/services/${service.id}`, {
      body: { ...at.form(), paymentStatus: 'pending', version: paid.version },
    })
    expect(edited.body).toMatchObject({ paymentStatus: 'paid', paidAmount: '120.50' })
    expect((await close({ expected: '120.5', counted: '120.5' })).status).toBe(201)
    expect((await at.dispatcher<Problem>('DELETE', `/services/${service.id}`)).body).toMatchObject({
      code: 'service_in_closeout',
      words: { closeoutNumber: 1 },
    })
  })

  it('change their method in any status, and a charge to an account keeps the service', async () => {
    const service = await at.created()
    const changed = await at.dispatcher<ServicePayments>('PUT', `/services/${service.id}/payment-method`, {
      body: { paymentMethod: 'account' },
    })
    expect(changed.body.paymentMethod).toBe('account')
    await test.build((tx) =>
      tx.sql(`update services.services set status = 'completed', assigned_vehicle_id = $2 where id = $1`, [
        service.id,
        at.vehicleId,
      ]),
    )
    expect((await at.dispatcher<Problem>('DELETE', `/services/${service.id}`)).body.code).toBe(
      'service_on_account',
    )
  })

  it('are recorded by dispatchers only, and not found elsewhere', async () => {
    const service = await at.created()
    await pay(service, {})
    expect((await pay(service, {}, at.viewer)).status).toBe(403)
    expect((await pay(service, {}, at.outsider)).status).toBe(404)
    const path = `/services/${service.id}/payments`
    expect((await at.viewer('GET', path)).status).toBe(200)
    expect((await at.outsider('GET', path)).status).toBe(404)
    expect((await at.driver('GET', path)).status).toBe(403)
    const entry = (await at.dispatcher<ServicePayments>('GET', path)).body.entries[0]
    expect((await voided(entry?.id, at.outsider)).status).toBe(404)
    expect((await voided(entry?.id, at.viewer)).status).toBe(403)
    await expect(test.build((tx) => tx.sql('update payments.entries set amount_minor = 1'))).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('the cash of a driver', () => {
  it('adds up until it is closed out, with the difference that was counted', async () => {
    const [one, two] = [await at.created(), await at.created()]
    await pay(one, { driverId })
    await pay(two, { driverId, amount: '100' })
    await pay(two, { driverId, amount: '20.5', method: 'card' })
    await pay(two, { kind: 'refund', driverId, amount: '10' })
    expect(await openCash()).toMatchObject([{ driverName: 'Iván Mora', owed: '210.50', entries: 3 }])
    expect((await close({ expected: '210.5', counted: '200' })).body.errors).toMatchObject([
      { path: 'body.note', code: 'reason_missing' },
    ])
    const closed = await close({ expected: '210.5', counted: '200', note: 'Faltó cambio' })
    expect(closed.body).toMatchObject({
      closeoutNumber: 1,
      expected: '210.50',
      counted: '200.00',
      difference: '-10.50',
      entries: 3,
    })
    expect(closed.body.payments.map(({ amount }) => amount)).toEqual(['120.50', '100.00', '-10.00'])
    expect(await openCash()).toEqual([])
    expect((await close({ expected: '0', counted: '0' })).body.code).toBe('cash_nothing_open')
    const corrected = await manager<CloseoutDetails>(
      'POST',
      `/cash/closeouts/${closed.body.id}/corrections`,
      {
        body: { amount: '10.5', reason: 'Entregó lo que faltaba' },
      },
    )
    expect(corrected.body).toMatchObject({ counted: '200.00', difference: '-10.50', corrected: '10.50' })
    expect(corrected.body.corrections).toMatchObject([{ amount: '10.50', reason: 'Entregó lo que faltaba' }])
  })

  it('is closed once when two people close it at once, or when it changes meanwhile', async () => {
    const service = await at.created()
    await pay(service, { driverId })
    const answers = await Promise.all([
      close({ expected: '120.5', counted: '120.5' }),
      close({ expected: '120.5', counted: '120.5' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    await pay(service, { driverId, amount: '5' })
    const changed = await close({ expected: '4', counted: '4' })
    expect(changed.body).toMatchObject({ code: 'cash_changed', current: { owed: '5.00' } })
  })

  it('carries the void of a closed payment into the next close-out, so that all close-outs equal the payments', async () => {
    const service = await at.created()
    const first = (await pay(service, { driverId })).body.entries[0]
    await close({ expected: '120.5', counted: '120.5' })
    await voided(first?.id)
    await pay(service, { driverId, amount: '130' })
    expect(await openCash()).toMatchObject([{ owed: '9.50', entries: 2 }])
    const next = await close({ expected: '9.5', counted: '9.5' })
    expect(next.body).toMatchObject({ closeoutNumber: 2, expected: '9.50' })
    await pay(service, { kind: 'refund', driverId, amount: '30' })
    const back = await close({ expected: '-30', counted: '-30' })
    expect(back.body).toMatchObject({ closeoutNumber: 3, counted: '-30.00', difference: '0.00' })
  })

  it('is not closed while a cash service of the driver is under way', async () => {
    const done = await at.created()
    await pay(done, { driverId })
    const running = await at.created()
    await test.build((tx) =>
      tx.sql(
        `update services.services set status = 'in_progress', assigned_vehicle_id = $2, assigned_driver_id = $3
         where id = $1`,
        [running.id, at.vehicleId, driverId],
      ),
    )
    const refused = await close({ expected: '120.5', counted: '120.5' })
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'cash_service_running',
      words: { serviceNumber: running.serviceNumber },
    })
  })

  it('is closed by managers only; drivers see their own', async () => {
    const service = await at.created()
    await pay(service, { driverId })
    expect((await close({ expected: '120.5', counted: '120.5' }, at.dispatcher)).status).toBe(403)
    expect((await close({ expected: '120.5', counted: '120.5' }, at.outsider)).status).toBe(403)
    const own = (await ownDriver<{ items: OpenCash[] }>('GET', '/cash/own')).body.items
    expect(own).toMatchObject([{ owed: '120.50', driverId }])
    expect((await at.driver<{ items: OpenCash[] }>('GET', '/cash/own')).body.items).toEqual([])
    expect((await ownDriver('GET', `/cash/open?fleetId=${at.fleetId}`)).status).toBe(403)
    expect(await openCash(at.outsider)).toEqual([])
    const { id } = (await close({ expected: '120.5', counted: '120.5' })).body
    expect((await at.outsider('GET', `/cash/closeouts/${id}`)).status).toBe(404)
    expect((await ownDriver('GET', `/cash/closeouts/${id}`)).status).toBe(403)
    const list = await at.viewer<{ total: number }>(
      'GET',
      `/cash/closeouts?fleetId=${at.fleetId}&driverId=${driverId}`,
    )
    expect(list.body.total).toBe(1)
  })
})
