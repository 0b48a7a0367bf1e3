import type { Contact } from '@rumbo/contract/directory.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildCompany, buildFleet } from '../organisation/organisation.factory.ts'
import { buildContact } from './directory.factory.ts'
import { directoryEndpoints } from './index.ts'

let test: TestApp
let companyId: string
let foreignId: string
let contactId: string
let dispatcher: TestCall
let viewer: TestCall
let driver: TestCall
let outsider: TestCall

beforeAll(async () => {
  test = await createTestApp({ answers: ({ directory }) => directoryEndpoints(directory) })
  const people = await test.build(async (tx) => {
    companyId = (await buildCompany(tx)).id
    foreignId = (await buildCompany(tx)).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    const foreignFleetId = (await buildFleet(tx, { companyId: foreignId })).id
    contactId = (
      await buildContact(tx, {
        companyId,
        firstName: 'Óscar',
        lastName: 'Ñúñez',
        companyName: 'Fletes Águila',
        phoneVerified: true,
      })
    ).id
    await buildContact(tx, {
      companyId,
      firstName: 'Ana',
      lastName: 'Zapata',
      role: 'vendor',
      status: 'inactive',
      primaryPhone: '(33) 3615-2201',
      email: 'ana@zapata.example',
    })
    await buildContact(tx, { companyId: foreignId })
    const [ana, vera, dario, otto] = [
      await buildUser(tx),
      await buildUser(tx),
      await buildUser(tx),
      await buildUser(tx, { level: 'admin' }),
    ]
    await buildAssignment(tx, { userId: ana.id, companyId, fleetId, role: 'dispatcher' })
    await buildAssignment(tx, { userId: vera.id, companyId, fleetId, role: 'fleet_viewer' })
    await buildAssignment(tx, { userId: dario.id, companyId, fleetId, role: 'primary_driver' })
    await buildAssignment(tx, {
      userId: dario.id,
      companyId: foreignId,
      fleetId: foreignFleetId,
      role: 'fleet_viewer',
      isPrimary: false,
      isActive: false,
    })
    await buildAssignment(tx, { userId: otto.id, companyId: foreignId })
    return { ana, vera, dario, otto }
  })
  dispatcher = await test.as(people.ana)
  viewer = await test.as(people.vera)
  driver = await test.as(people.dario)
  outsider = await test.as(people.otto)
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
const home = { type: 'home', line1: 'Calle 5', latitude: 19.4, longitude: -99.1 }

describe('the directory', () => {
  it.each([
    ['sort=lastName', ['Óscar', 'Ana']],
    ['sort=firstName', ['Ana', 'Óscar']],
    ['sort=lastName&order=desc', ['Ana', 'Óscar']],
    ['search=zap', ['Ana']],
    ['search=nunez', ['Óscar']],
    ['search=ÓSCAR%20Núñez', ['Óscar']],
    ['search=aguila', ['Óscar']],
    ['search=ana@zapata', ['Ana']],
    ['search=33%203615%202201', ['Ana']],
    ['search=33%203615-22', ['Ana']],
    ['search=nobody', []],
    ['role=vendor', ['Ana']],
    ['role=vendor&role=client', ['Óscar', 'Ana']],
    ['status=inactive', ['Ana']],
    ['verified=true', ['Óscar']],
    ['view=system-users', []],
  ])('answers %s', async (query, names) => {
    expect(await namesOf(viewer, query)).toEqual(names)
  })

  it('shows another company nothing, by list or by id', async () => {
    expect(await namesOf(outsider, `companyId=${companyId}`)).toEqual([])
    for (const [method, body] of [['GET'], ['PUT', { ...form(), version: 1 }], ['DELETE']] as const) {
      const { companyId: _, ...fields } = { companyId: '', ...body }
      expect(
        await outsider(method, `/directory/contacts/${contactId}`, body ? { body: fields } : {}),
      ).toMatchObject({ status: 404, body: { code: 'contact_not_found' } })
    }
    expect((await dispatcher<Contact>('GET', `/directory/contacts/${contactId}`)).body.lastName).toBe('Ñúñez')
  })

  it('starts no export for a company in which the user has no place', async () => {
    const { companyId } = (await dispatcher<Contact>('GET', `/directory/contacts/${contactId}`)).body
    const body = { format: 'csv', companyId }
    expect(await outsider('POST', '/directory/exports', { body })).toMatchObject({
      ...{ status: 403, body: { code: 'company_denied' } },
    })
    expect((await dispatcher('POST', '/directory/exports', { body })).status).toBe(202)
  })

  it('shows a driver no contact, by list, by id, or by a query without any filter', async () => {
    expect(await driver('GET', '/directory/contacts')).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect((await driver('GET', `/directory/contacts/${contactId}`)).status).toBe(403)
    expect((await driver('POST', '/directory/exports', { body: { format: 'csv' } })).status).toBe(403)
  })

  it('lets users who manage anything in the company add a contact, and nobody else', async () => {
    const made = await dispatcher<Contact>('POST', '/directory/contacts', {
      body: form({ addresses: [home], medicalInfo: 'Alergia a la penicilina' }),
    })
    expect(made).toMatchObject({
      status: 201,
      body: {
        firstName: 'Iris',
        role: 'client',
        status: 'active',
        version: 1,
        addresses: [home],
        user: null,
      },
    })
    expect(await viewer('POST', '/directory/contacts', { body: form() })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    for (const call of [outsider, driver]) {
      expect((await call('POST', '/directory/contacts', { body: form() })).status).toBe(403)
    }
    const id = made.body.id
    expect((await viewer('DELETE', `/directory/contacts/${id}`)).status).toBe(403)
    expect((await dispatcher('DELETE', `/directory/contacts/${id}`)).body).toEqual({ done: true })
    expect((await dispatcher('GET', `/directory/contacts/${id}`)).status).toBe(404)
  })

  it('replaces a contact with its addresses, and names the user of a conflicting change', async () => {
    const { body: made } = await dispatcher<Contact>('POST', '/directory/contacts', {
      body: form({ addresses: [home, { type: 'work', city: 'Puebla' }] }),
    })
    const { companyId: _, ...fields } = form({
      lastName: 'Peralta',
      addresses: [{ type: 'other', city: 'León' }],
    })
    const path = `/directory/contacts/${made.id}`
    expect((await viewer('PUT', path, { body: { ...fields, version: 1 } })).status).toBe(403)
    const changed = await dispatcher<Contact>('PUT', path, { body: { ...fields, version: 1 } })
    expect(changed.body).toMatchObject({ lastName: 'Peralta', version: 2 })
    expect(changed.body.addresses.map(({ type, city }) => [type, city])).toEqual([['other', 'León']])
    const late = await dispatcher('PUT', path, { body: { ...fields, version: 1 } })
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'stale_version', current: { lastName: 'Peralta', version: 2 } },
    })
    expect(late.body.changedBy).toEqual(expect.any(String))
    await dispatcher('DELETE', path)
  })

  it.each([
    [{ lastName: '' }, ['body.lastName required']],
    [{ primaryPhone: 'call me' }, ['body.primaryPhone phone_invalid']],
    [{ secondaryPhone: 'call me' }, ['body.secondaryPhone phone_invalid']],
    [{ email: 'nobody' }, ['body.email email_invalid']],
    [{ secondaryEmail: 'nobody' }, ['body.secondaryEmail email_invalid']],
    [{ firstName: 'x'.repeat(101) }, ['body.firstName too_long']],
    [{ companyName: 'x'.repeat(151) }, ['body.companyName too_long']],
    [{ notes: 'x'.repeat(4001) }, ['body.notes too_long']],
    [{ role: 'boss' }, ['body.role not_allowed']],
    [{ nickname: 'x' }, ['body.nickname unknown_field']],
    [{ addresses: [home, home] }, ['body.addresses.1.type address_twice']],
    [{ addresses: [{ line1: 'Calle 5' }] }, ['body.addresses.0.type not_allowed']],
    [{ addresses: [{ ...home, latitude: 90.1 }] }, ['body.addresses.0.latitude too_big']],
    [{ addresses: [{ ...home, longitude: null }] }, ['body.addresses.0.longitude coordinates_missing']],
  ])('refuses %j', async (given, errors) => {
    const refused = await dispatcher<{ errors: { path: string; code: string }[] }>(
      'POST',
      '/directory/contacts',
      { body: form(given) },
    )
    expect(refused.status).toBe(422)
    expect(refused.body.errors.map(({ path, code }) => `${path} ${code}`)).toEqual(errors)
  })

  it('accepts values at their limits', async () => {
    const fitting = { firstName: 'x'.repeat(100), companyName: 'x'.repeat(150), notes: 'x'.repeat(4000) }
    const made = await dispatcher<Contact>('POST', '/directory/contacts', { body: form(fitting) })
    expect(made).toMatchObject({ status: 201, body: fitting })
  })
})
