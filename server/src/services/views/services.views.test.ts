import type { Problem } from '@rumbo/contract/problems.contract'
import { type ServiceView, viewsPerPerson } from '@rumbo/contract/services.views.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany } from '../../organisation/organisation.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
} from '../testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const late = {
  name: 'Tarde',
  address: { status: ['created'], sort: 'customerName' },
  columns: null,
  isDefault: false,
}
const path = (id = '') => `/companies/${at.companyId}/service-views${id && `/${id}`}`
const save = (call: TestCall, body: object, id = uuid()) =>
  call<ServiceView & Problem>('PUT', path(id), { body: { ...late, ...body } })
const names = async (call: TestCall) =>
  (await call<{ items: ServiceView[] }>('GET', path())).body.items.map(
    ({ name, isDefault }) => `${name}${isDefault ? ' *' : ''}`,
  )

describe('saved views of services', () => {
  it('belong to one list each: a name and a default of their own', async () => {
    await save(at.dispatcher, { isDefault: true })
    const saved = await save(at.dispatcher, { screen: 'dispatch', isDefault: true })
    expect(saved.status).toBe(200)
    expect(await names(at.dispatcher)).toEqual(['Tarde *'])
    expect(
      (await save(at.dispatcher, { screen: 'events', address: { concerns: ['assigned'] } })).status,
    ).toBe(200)
    const { body } = await at.dispatcher<{ items: ServiceView[] }>('GET', `${path()}?screen=dispatch`)
    expect(body.items.map(({ id, isDefault }) => [id, isDefault])).toEqual([[saved.body.id, true]])
  })

  it('are saved, renamed, made the default and deleted by their owner alone', async () => {
    const saved = await save(at.dispatcher, { columns: ['status', 'pickup'] })
    expect(saved).toMatchObject({ status: 200, body: { ...late, columns: ['status', 'pickup'] } })
    await save(at.dispatcher, { name: 'Ángeles', isDefault: true })
    expect(await names(at.dispatcher)).toEqual(['Ángeles *', 'Tarde'])
    expect(await names(at.second)).toEqual([])

    await save(at.dispatcher, { name: 'Noche', isDefault: true }, saved.body.id)
    expect(await names(at.dispatcher)).toEqual(['Ángeles', 'Noche *'])
    // Another person's id is one's own new view.
    await save(at.second, { name: 'Mía' }, saved.body.id)
    expect((await at.second('DELETE', path(saved.body.id))).status).toBe(200)
    expect(await names(at.second)).toEqual([])
    expect(await names(at.dispatcher)).toEqual(['Ángeles', 'Noche *'])
    await at.dispatcher('DELETE', path(saved.body.id))
    await at.dispatcher('DELETE', path(saved.body.id))
    expect(await names(at.dispatcher)).toEqual(['Ángeles'])
  })

  it('have names of their own, also when saved at once, and a limit', async () => {
    const answers = await Promise.all([save(at.dispatcher, {}), save(at.dispatcher, { name: ' TARDE ' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('name_taken')
    for (let index = 1; index < viewsPerPerson; index += 1)
      expect((await save(at.dispatcher, { name: `Vista ${index}` })).status).toBe(200)
    expect((await save(at.dispatcher, { name: 'Otra' })).body.code).toBe('service_views_full')
    expect((await save(at.second, { name: 'Otra' })).status).toBe(200)
  })

  it('refuse other companies, blank names and other than an address', async () => {
    const { id } = await test.build((tx) => buildCompany(tx))
    const elsewhere = await at.dispatcher<Problem>('PUT', `/companies/${id}/service-views/${uuid()}`, {
      body: late,
    })
    expect(elsewhere.body.code).toBe('company_denied')
    for (const wrong of [
      { name: ' ' },
      { address: { 'a b': 'x' } },
      { address: { sort: 1 } },
      { columns: ['<b>'] },
    ])
      expect((await save(at.dispatcher, wrong)).status).toBe(422)
  })
})
