import type { Account, Statement } from '@rumbo/contract/payments.accounts.contract'
import type { ServicePayments } from '@rumbo/contract/payments.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import { createTestApp, type TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writePdfInProcess } from '../platform/pdf/pdf-process.ts'
import {
  createServicesHarness,
  type ServicesHarness,
  servicesAnswers,
} from '../services/testing/services.harness.ts'
import { paymentEndpoints } from './index.ts'
import { statementDocument, statementRows } from './payments.statement.rules.ts'

let test: TestApp
let at: ServicesHarness
beforeAll(async () => {
  test = await createTestApp({
    answers: ({ clock, database }) => [...servicesAnswers({ clock, database }), ...paymentEndpoints],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

/** A service on account that ended at a time of Mexico City. */
async function charged(pesos: string, endedAt: string) {
  const service = await at.created({ paymentMethod: 'account', estimatedCost: pesos })
  await test.build((tx) =>
    tx.sql(
      `update services.services set status = 'completed', assigned_vehicle_id = $2, started_at = $3, ended_at = $3,
         final_cost_minor = estimated_cost_minor where id = $1`,
      [service.id, at.vehicleId, `${endedAt}-06:00`],
    ),
  )
  return service
}
const pay = (body: object, call = at.dispatcher) =>
  call<Problem & { entryId: string }>('POST', `/accounts/${at.contactId}/payments`, {
    body: { fleetId: at.fleetId, method: 'transfer', amount: '100', ...body },
  })
const statementOf = (from: string, to: string, call = at.dispatcher) =>
  call<Statement & Omit<Problem, 'status'>>(
    'GET',
    `/accounts/${at.contactId}/statement?from=${from}&to=${to}`,
  )
const accounts = async (more = '', call = at.dispatcher) =>
  (await call<{ items: Account[] }>('GET', `/accounts?fleetId=${at.fleetId}${more}`)).body.items

describe('the account of a customer', () => {
  it('adds up completed services on account and payments, by days of the company’s time zone', async () => {
    const first = await charged('150', '2026-01-31T23:59:59')
    const second = await charged('80.5', '2026-02-01T00:00:00')
    await pay({ amount: '100', receivedAt: '2026-02-10T12:00:00-06:00', note: 'SPEI 4471' })
    const { body } = await statementOf('2026-02-01', '2026-02-28')
    expect(body).toMatchObject({
      contactName: 'Elena Torres',
      opening: '150.00',
      charged: '80.50',
      paid: '100.00',
      closing: '130.50',
    })
    expect(body.lines).toMatchObject([
      {
        kind: 'charge',
        serviceNumber: second.serviceNumber,
        detail: 'Ángel',
        amount: '80.50',
        balance: '230.50',
      },
      { kind: 'payment', method: 'transfer', detail: 'SPEI 4471', amount: '-100.00', balance: '130.50' },
    ])
    const january = (await statementOf('2026-01-01', '2026-01-31')).body
    expect(january).toMatchObject({ opening: '0.00', closing: '150.00' })
    expect(january.lines.map(({ serviceNumber }) => serviceNumber)).toEqual([first.serviceNumber])
    expect(await accounts()).toMatchObject([{ charged: '230.50', paid: '100.00', balance: '130.50' }])
  })

  it('counts what was paid for a service on account, and not what was paid for others', async () => {
    const onAccount = await charged('200', '2026-03-01T10:00:00')
    const other = await at.created()
    for (const { id } of [onAccount, other])
      await at.dispatcher<ServicePayments>('POST', `/services/${id}/payments`, {
        body: { kind: 'payment', method: 'card', amount: '50' },
      })
    expect(await accounts()).toMatchObject([{ charged: '200.00', paid: '50.00', balance: '150.00' }])
  })

  it('can be searched and limited to those who owe', async () => {
    await charged('100', '2026-03-01T10:00:00')
    expect(await accounts('&search=torres&owing=true')).toHaveLength(1)
    expect(await accounts('&search=nobody')).toEqual([])
    await pay({ amount: '100' })
    expect(await accounts('&owing=true')).toEqual([])
    expect(await accounts()).toMatchObject([{ balance: '0.00' }])
  })

  it('is refused to others, for impossible periods, zero, and drivers', async () => {
    await charged('100', '2026-03-01T10:00:00')
    expect((await statementOf('2026-03-01', '2026-03-31', at.viewer)).status).toBe(200)
    expect((await statementOf('2026-03-01', '2026-03-31', at.outsider)).status).toBe(404)
    expect((await statementOf('2026-03-01', '2026-03-31', at.driver)).status).toBe(403)
    expect(await accounts('', at.outsider)).toEqual([])
    expect((await statementOf('2026-03-31', '2026-03-01')).body.code).toBe('statement_range')
    expect((await statementOf('2024-01-01', '2026-01-01')).body.code).toBe('statement_range')
    expect((await pay({ amount: '0' })).body.errors).toMatchObject([
      { path: 'body.amount', code: 'too_small' },
    ])
    expect((await pay({}, at.viewer)).status).toBe(403)
    expect((await pay({}, at.outsider)).status).toBe(403)
  })

  it('is written as a table and as PDF, in both languages', async () => {
    await charged('1250.5', '2026-01-01T10:00:00')
    await pay({ receivedAt: '2026-01-02T10:00:00-06:00' })
    const { body } = await statementOf('2026-01-01', '2026-01-31')
    expect(statementRows('es', body).map((row) => row.slice(1))).toEqual([
      ['Saldo anterior', '', '', '0.00'],
      [expect.stringContaining('Ángel'), '1250.50', '', '1250.50'],
      ['Pago', '', '100.00', '1150.50'],
      ['Saldo al cierre', '', '', '1150.50'],
    ])
    expect(statementRows('en', body)[0]?.[1]).toBe('Opening balance')
    const pdf = await writePdfInProcess(statementDocument('es', body))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.byteLength).toBeGreaterThan(5_000)
  })
})
