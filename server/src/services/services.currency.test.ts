import type { Company } from '@rumbo/contract/organisation.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment } from '../organisation/organisation.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  errorsOf,
  type ServicesHarness,
  stop,
} from './testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness
let owner: TestCall

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
  owner = await test.as(
    await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'admin' })
      await buildAssignment(tx, { userId: user.id, companyId: at.companyId, role: 'company_owner' })
      return user
    }),
  )
})

async function toCurrency(currency: unknown, call = owner) {
  const {
    counts: _,
    createdAt: _at,
    id,
    status: _s,
    tier: _t,
    verified: _v,
    ...fields
  } = (await owner<Company>('GET', `/companies/${at.companyId}`)).body
  return call<Company & Omit<Problem, 'status'>>('PUT', `/companies/${id}`, { body: { ...fields, currency } })
}
const create = (given: Record<string, unknown>) =>
  at.dispatcher<Service & Omit<Problem, 'status'>>('POST', '/services', { body: at.form(given) })
const place = { latitude: 19.43, longitude: -99.13 }

describe('the currency of a company', () => {
  it('is MXN, changes while nothing has a cost, and is that of its services', async () => {
    expect((await owner<Company>('GET', `/companies/${at.companyId}`)).body.currency).toBe('MXN')
    await create({ estimatedCost: null })
    expect(await toCurrency('clp')).toMatchObject({ status: 200, body: { currency: 'CLP' } })
    expect((await create({ estimatedCost: '1200' })).body).toMatchObject({
      currency: 'CLP',
      estimatedCost: '1200',
    })
  })

  it.each(['XXX', 'CLF', 'MX', '', 7, null])('is not %j', async (currency) => {
    expect((await toCurrency(currency)).status).toBe(422)
  })

  it.each([
    ['an estimate', { estimatedCost: '10' }],
    ['a stop', { estimatedCost: null, plannedStops: [stop('pickup', 'Zócalo', place, { extraCost: '5' })] }],
  ])(
    'is fixed once %s costs something, and stays when it is sent unchanged',
    async (_, given: Record<string, unknown>) => {
      expect((await create(given)).status).toBe(201)
      const refused = await toCurrency('USD')
      expect([refused.status, errorsOf(refused.body as unknown as Problem)]).toEqual([
        422,
        ['body.currency currency_fixed'],
      ])
      expect(await toCurrency('MXN')).toMatchObject({ status: 200, body: { currency: 'MXN' } })
      expect((await toCurrency(undefined)).body.currency).toBe('MXN')
    },
  )

  it('cannot be changed by other companies or dispatchers', async () => {
    expect((await toCurrency('USD', at.outsider)).status).toBe(403)
    expect((await toCurrency('USD', at.dispatcher)).status).toBe(403)
  })

  it('stays consistent with a first cost that is saved concurrently', async () => {
    const [service, company] = await Promise.all([create({ estimatedCost: '10' }), toCurrency('USD')])
    expect(service.status).toBe(201)
    const { body } = await owner<Company>('GET', `/companies/${at.companyId}`)
    expect(service.body.currency).toBe(body.currency)
    expect(company.status).toBe(body.currency === 'USD' ? 200 : 422)
  })
})

describe('amounts', () => {
  it.each([
    ['JPY', '1200', '1200'],
    ['CLP', '0', '0'],
    ['MXN', '80.5', '80.50'],
    ['KWD', '1.005', '1.005'],
    ['KWD', '999999999999.999', '999999999999.999'],
  ])('in %s: %s comes back as %s', async (currency, cost, back) => {
    await toCurrency(currency)
    const { body } = await create({
      estimatedCost: cost,
      plannedStops: [stop('pickup', 'Zócalo', place, { extraCost: cost })],
    })
    expect(body).toMatchObject({ currency, estimatedCost: back, plannedStops: [{ extraCost: back }] })
  })

  it.each([
    ['JPY', '12.5'],
    ['CLP', '12.0'],
    ['MXN', '1.005'],
  ])('in %s: %s has too many decimals, wherever it stands', async (currency, cost) => {
    await toCurrency(currency)
    const stops = [stop('pickup', 'Zócalo', place), stop('drop', 'Ángel', place, { extraCost: cost })]
    const refused = await create({ estimatedCost: cost, plannedStops: stops })
    expect([refused.status, errorsOf(refused.body as unknown as Problem)]).toEqual([
      422,
      ['body.estimatedCost too_many_decimals', 'body.plannedStops.1.extraCost too_many_decimals'],
    ])
  })

  it('at completion use the same currency, by default that of the company', async () => {
    const { body } = await create({ estimatedCost: null })
    await toCurrency('JPY')
    let service = body as Service
    for (const [verb, more] of [
      ['dispatch'],
      ['assign', { vehicleId: at.vehicleId }],
      ['confirm-pickup'],
    ] as const)
      service = (await at.move(at.dispatcher, service, verb, more)).body
    const refused = await at.move(at.dispatcher, service, 'complete', { finalCost: '10.5' })
    expect(errorsOf(refused.body as unknown as Problem)).toEqual(['body.finalCost too_many_decimals'])
    const done = await at.move(at.dispatcher, service, 'complete', { finalCost: '1050' })
    expect(done.body).toMatchObject({ finalCost: '1050', currency: 'JPY' })
  })

  it.each(['-1', '1e3', '1,50', '1.0001', ' 1', '1000000000000000'])('%j is none', async (cost) => {
    expect((await create({ estimatedCost: cost })).status).toBe(422)
  })

  it('in another currency than the company’s are refused', async () => {
    const refused = await create({ currency: 'USD' })
    expect([refused.status, errorsOf(refused.body as unknown as Problem)]).toEqual([
      422,
      ['body.currency not_allowed'],
    ])
    expect((await create({ currency: 'mxn' })).status).toBe(201)
  })
})
