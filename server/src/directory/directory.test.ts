import type { Contact } from '@rumbo/contract/directory.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { buildContact } from './directory.factory.ts'
import { directoryEndpoints } from './index.ts'

let test: TestApp
let companyId: string
let contactId: string
let dispatcher: TestCall
let viewer: TestCall
let stranger: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: ({ directory }) => directoryEndpoints(directory) })
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    const foreignId = (await buildCompany(tx)).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    contactId = (await buildContact(tx, { companyId, firstName: 'Óscar', lastName: 'Ñúñez' })).id
    await buildContact(tx, { companyId, firstName: 'Ana', lastName: 'Zapata', role: 'vendor' })
    await buildContact(tx, { companyId: foreignId })
    const [ana, vera, otto] = [
      await buildUser(tx),
      await buildUser(tx),
      await buildUser(tx, { level: 'admin' }),
    ]
    await buildAssignment(tx, { userId: ana.id, companyId, fleetId, role: 'dispatcher' })
    await buildAssignment(tx, { userId: vera.id, companyId, fleetId, role: 'fleet_viewer' })
    await buildAssignment(tx, { userId: otto.id, companyId: foreignId })
    return { ana, vera, otto }
  })
  dispatcher = await test.as(people.ana)
  viewer = await test.as(people.vera)
  stranger = await test.as(people.otto)
})
afterAll(() => test.close())

const namesOf = async (call: TestCall, query: string) =>
  (await call<{ items: Contact[] }>('GET', `/directory/contacts?${query}`)).body.items.map(
    (item) => item.firstName,
  )
const form = (given: object = {}) => ({
  companyId,
  firstName: 'Iris',
  lastName: 'Peña',
  primaryPhone: '+52 55 5555 0000',
  ...given,
})

describe('the directory', () => {
  it('is searched, filtered by role and sorted as in Spanish', async () => {
    expect(await namesOf(dispatcher, 'sort=lastName')).toEqual(['Óscar', 'Ana'])
    expect(await namesOf(dispatcher, 'search=zap')).toEqual(['Ana'])
    expect(await namesOf(dispatcher, 'role=vendor')).toEqual(['Ana'])
    expect(await namesOf(dispatcher, 'search=nobody')).toEqual([])
  })

  it('shows another company nothing, by list or by id', async () => {
    expect(await namesOf(stranger, `companyId=${companyId}`)).toEqual([])
    expect(await stranger('GET', `/directory/contacts/${contactId}`)).toMatchObject({
      status: 404,
      body: { code: 'contact_not_found' },
    })
    expect((await dispatcher<Contact>('GET', `/directory/contacts/${contactId}`)).body.lastName).toBe('Ñúñez')
  })

  it('takes a contact from whoever manages anything in the company, and from nobody else', async () => {
    const made = await dispatcher<Contact>('POST', '/directory/contacts', { body: form() })
    expect(made).toMatchObject({
      status: 201,
      body: { firstName: 'Iris', role: 'client', status: 'active', version: 1 },
    })
    expect(await viewer('POST', '/directory/contacts', { body: form() })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect(await stranger('POST', '/directory/contacts', { body: form() })).toMatchObject({
      status: 403,
      body: { code: 'company_denied' },
    })
  })

  it.each([
    [{ lastName: '' }, 'body.lastName required'],
    [{ primaryPhone: 'call me' }, 'body.primaryPhone wrong_format'],
    [{ email: 'nobody' }, 'body.email email_invalid'],
    [{ nickname: 'x' }, 'body.nickname unknown_field'],
  ])('refuses %j', async (given, error) => {
    const refused = await dispatcher<{ errors: { path: string; code: string }[] }>(
      'POST',
      '/directory/contacts',
      { body: form(given) },
    )
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ path, code }) => `${path} ${code}`)).toEqual([error])
  })
})
