import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { readCaller } from '@rumbo/contract/services.callers.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../../directory/directory.factory.ts'
import { angel, zocalo } from '../services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from '../testing/services.harness.ts'

type Known = OutputOf<typeof readCaller>
let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const known = (call: TestCall, id = at.contactId) => call<Known & Problem>('GET', `/services/callers/${id}`)
const create = (call: TestCall, some: Record<string, unknown>) =>
  call<Service & Omit<Problem, 'status'>>('POST', '/services', { body: at.form(some) })
const contactsOf = (phone: string) =>
  test.build((tx) =>
    tx.sql<{ id: string; name: string }>(
      `select id, trim(first_name || ' ' || last_name) as name from directory.contacts
       where company_id = $1 and phone_digits = $2 order by created_at`,
      [at.companyId, phone],
    ),
  )

describe('what is known of a caller', () => {
  it('are the latest services, own addresses, and the past ones by use', async () => {
    const contactId = (
      await test.build((tx) =>
        buildContact(tx, {
          companyId: at.companyId,
          addresses: [
            {
              type: 'home',
              line1: 'Durango 12',
              line2: null,
              city: 'Ciudad de México',
              state: null,
              postalCode: null,
              country: null,
              latitude: 19.42,
              longitude: -99.16,
            },
          ],
        }),
      )
    ).id
    const ride = (minutes: number, stops: object[]) =>
      at.created({ requesterContactId: contactId, dispatchTime: at.minutes(minutes), plannedStops: stops })
    await ride(1, [stop('pickup', 'Zócalo', zocalo), stop('drop', 'Ángel', angel)])
    await ride(2, [stop('pickup', 'zócalo', zocalo)])
    const last = await ride(3, [stop('pickup', 'Durango 12', { latitude: 19.42, longitude: -99.16 })])
    const { body } = await known(at.dispatcher, contactId)
    expect(body.services.map(({ id }) => id)[0]).toBe(last.id)
    expect(body.services).toHaveLength(3)
    expect(body.services[2]?.stops.map(({ address, stopType }) => `${stopType} ${address}`)).toEqual([
      'pickup Zócalo',
      'drop Ángel',
    ])
    expect(body.places).toEqual([
      { address: 'Durango 12, Ciudad de México', latitude: 19.42, longitude: -99.16, isOwn: true, uses: 1 },
      { address: 'zócalo', ...zocalo, isOwn: false, uses: 2 },
      { address: 'Ángel', ...angel, isOwn: false, uses: 1 },
    ])
  })

  it('is hidden from other companies, and from those who may not dispatch', async () => {
    await at.created()
    expect((await known(at.outsider)).body.code).toBe('contact_not_found')
    expect((await known(at.viewer)).status).toBe(403)
    expect((await known(at.driver)).status).toBe(403)
  })
})

describe('a new caller', () => {
  const caller = { requesterContactId: null, customerName: 'Ana', customerPhone: '+52 55 9988 7766' }

  it('becomes a contact together with the service, without a last name', async () => {
    const { status, body } = await create(at.dispatcher, caller)
    expect(status).toBe(201)
    expect(await contactsOf('525599887766')).toEqual([{ id: body.requesterContactId, name: 'Ana' }])
  })

  it('is the same contact when they call again, also where two people take the calls at once', async () => {
    const answers = await Promise.all([
      create(at.dispatcher, caller),
      create(at.second, { ...caller, customerName: ' ANA ', customerPhone: '+525599887766' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(await contactsOf('525599887766')).toHaveLength(1)
    await create(at.dispatcher, { ...caller, customerName: 'Luis Pérez Gil' })
    expect((await contactsOf('525599887766')).map(({ name }) => name)).toEqual(['Ana', 'Luis Pérez Gil'])
  })

  it('is not added where the service is refused', async () => {
    const { status } = await create(at.dispatcher, { ...caller, dispatchTime: at.minutes(-60) })
    expect(status).toBe(422)
    expect(await contactsOf('525599887766')).toEqual([])
    expect((await create(at.viewer, caller)).status).toBe(403)
    expect(await contactsOf('525599887766')).toEqual([])
  })
})
