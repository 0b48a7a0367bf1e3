import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { readCaller } from '@rumbo/contract/services.callers.contract'
import { type ServiceTemplate, templatesPerContact } from '@rumbo/contract/services.templates.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment } from '../../organisation/organisation.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  errorsOf,
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

const school = {
  name: 'Escuela',
  serviceType: 'shuttle',
  priorityLevel: 'high',
  notes: 'Dos niños',
  stops: [
    {
      stopType: 'pickup',
      address: 'Durango 12',
      latitude: 19.42,
      longitude: -99.16,
      reference: 'Portón verde',
      contactName: null,
      contactPhone: null,
    },
  ],
}
const path = (id: string, contactId = at.contactId) => `/services/callers/${contactId}/templates/${id}`
const save = (call: TestCall, body: object = {}, id = uuid(), contactId = at.contactId) =>
  call<ServiceTemplate & Omit<Problem, 'status'>>('PUT', path(id, contactId), {
    body: { ...school, ...body },
  })
const known = async (call: TestCall, contactId = at.contactId) =>
  (await call<OutputOf<typeof readCaller>>('GET', `/services/callers/${contactId}`)).body.templates
const audited = async (id: string) =>
  (
    await test.build((tx) =>
      tx.sql<{ action: string }>(
        'select action from platform.audit_entries where entity_id = $1 order by at, id',
        [id],
      ),
    )
  ).map(({ action }) => action)

describe('templates of a customer', () => {
  it('are saved, replaced and deleted, shown by name with who saved them, and recorded', async () => {
    const saved = await save(at.dispatcher)
    expect(saved).toMatchObject({ status: 200, body: { ...school, contactId: at.contactId } })
    const { id, updatedBy } = saved.body
    expect(updatedBy).not.toBeNull()
    await save(at.dispatcher, { name: 'Ángel' })
    await save(at.dispatcher, { name: 'Escuela y regreso' }, id)
    expect((await known(at.dispatcher)).map(({ name }) => name)).toEqual(['Ángel', 'Escuela y regreso'])
    expect(await at.dispatcher('DELETE', path(id))).toMatchObject({ status: 200 })
    expect(await at.dispatcher('DELETE', path(id))).toMatchObject({ status: 200 })
    expect((await known(at.dispatcher)).map(({ name }) => name)).toEqual(['Ángel'])
    expect(await audited(id)).toEqual([
      'service.template_created',
      'service.template_changed',
      'service.template_deleted',
    ])
  })

  it('belong to one customer', async () => {
    await save(at.dispatcher)
    const { id } = await test.build((tx) => buildContact(tx, { companyId: at.companyId }))
    expect(await known(at.dispatcher, id)).toEqual([])
    expect((await save(at.dispatcher, {}, uuid(), id)).status).toBe(200)
  })

  it('have one name each, also when two people save at once, and a limit', async () => {
    const both = await Promise.all([save(at.dispatcher), save(at.dispatcher, { name: 'ESCUELA' })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('name_taken')
    for (let count = 1; count < templatesPerContact; count += 1)
      await save(at.dispatcher, { name: `Ruta ${count}` })
    expect((await save(at.dispatcher, { name: 'Otra' })).body.code).toBe('service_templates_full')
    expect(await known(at.dispatcher)).toHaveLength(templatesPerContact)
  })

  it('name the field that is wrong', async () => {
    const refused = await save(at.dispatcher, {
      name: ' ',
      stops: [{ ...school.stops[0], latitude: 91 }],
    })
    expect(errorsOf({ ...refused.body, status: refused.status })).toEqual([
      'body.name required',
      'body.stops.0.latitude too_big',
    ])
    expect((await save(at.dispatcher, { stops: [] })).status).toBe(422)
  })

  it('stay in their company, and viewers and drivers neither read nor change them', async () => {
    const { body } = await save(at.dispatcher)
    expect((await save(at.outsider)).body.code).toBe('contact_not_found')
    expect((await at.outsider<Problem>('DELETE', path(body.id))).body.code).toBe('contact_not_found')
    for (const role of ['fleet_viewer', 'primary_driver'] as const) {
      const person = await test.build(async (tx) => {
        const user = await buildUser(tx)
        await buildAssignment(tx, {
          userId: user.id,
          companyId: at.companyId,
          fleetId: at.fleetId,
          role,
        })
        return user
      })
      const call = await test.as(person)
      expect((await save(call)).status).toBe(403)
      expect((await call('DELETE', path(body.id))).status).toBe(403)
    }
    expect(await known(at.dispatcher)).toHaveLength(1)
  })
})
