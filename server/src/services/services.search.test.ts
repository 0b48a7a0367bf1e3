import type { ParsedOf } from '@rumbo/contract/endpoint'
import { foldText, wordsOf } from '@rumbo/contract/fold-text'
import { listServices, type Service } from '@rumbo/contract/services.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { buildAssignment, buildFleet } from '../organisation/organisation.factory.ts'
import { angel, buildService, zocalo } from './services.factory.ts'
import { findServices } from './services.lists.repository.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
  stop,
} from './testing/services.harness.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const found = async (search: string) => {
  const query = new URLSearchParams({ search, sort: 'serviceNumber' })
  const { status, body } = await at.dispatcher<{ items: Service[]; total: number }>(
    'GET',
    `/services?${query}`,
  )
  expect(status).toBe(200)
  expect(body.total).toBe(body.items.length)
  return body.items.map(({ serviceNumber }) => serviceNumber)
}

/** The ids of all pages of two, as the owner of the company. */
async function pages({ place, limit, ...asked }: { place: string; limit: number; [name: string]: unknown }) {
  const { companyId, fleetId } = at
  const ids: string[] = []
  for (let page = 1; page <= 3; page += 1) {
    const filter = listServices.query?.parse({
      ...asked,
      ...(place === 'company' && { companyId }),
      ...(place === 'fleet' && { fleetId }),
      page: String(page),
      size: '2',
    }) as ParsedOf<typeof listServices>['query']
    const { items } = await test.build(async (tx) => {
      const fleets = await tx.sql<{ id: string }>(
        'select id from organisation.fleets where company_id = $1',
        [companyId],
      )
      return findServices(tx, filter, place === 'fleet' ? [fleetId] : fleets.map(({ id }) => id), limit)
    })
    ids.push(...items.map(({ id }) => id))
  }
  return ids
}

describe('words of the database', () => {
  it('are folded and split as those of a search', async () => {
    // PostgreSQL's table of capital letters may be some years older than that of JavaScript; it has no NUL.
    const character = fc
      .oneof(fc.integer({ min: 1, max: 0x52f }), fc.integer({ min: 0x1e00, max: 0x206f }))
      .map((point) => String.fromCodePoint(point))
    const texts = [
      ...[
        'Señor Peña-Ruiz, n.º 12',
        'ΟΔΟΣ Σ',
        'İstanbul ŞEHİR',
        'Straße',
        'Ａ１ Ⅷ',
        '¿Quién? «Él»',
        'a\u00a0b\u3000c',
      ],
      ...fc.sample(fc.string({ unit: character, maxLength: 30 }), 500),
    ]
    const rows = await test.build((tx) =>
      tx.sql<{ folded: string; words: string[] }>(
        `select services.fold(given) as folded, array(select services.words_of(given)) as words
         from unnest($1::text[]) with ordinality texts (given, place) order by place`,
        [texts],
      ),
    )
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(foldText))
    expect(rows.map(({ words }) => words)).toEqual(texts.map(wordsOf))
  })
})

describe('the search of services', () => {
  it('finds by the start of words of number, customer, address and by parts of the phone', async () => {
    await at.created({
      customerName: 'Farmacia del Ángel',
      customerPhone: '+52 55 1234 5678',
      plannedStops: [stop('pickup', 'Av. Insurgentes Sur 1602', zocalo), stop('drop', 'Ángel', angel)],
    })
    await at.created({ customerName: 'José Núñez', customerPhone: '+52 55 9999 0000' })
    const searches = {
      both: ['200', '52'],
      first: [
        '20001',
        'farm',
        'FARMACIA ángel',
        'angel del',
        'insurgentes 1602',
        'sur farm 5678',
        '5512345678',
        '+52 (55) 1234-5678',
        '525512345678',
        '5678',
        '345678',
      ],
      second: ['nunez', 'Núñez jo', '9999', '99990000'],
      none: ['macia', 'farmacia nunez', '1602 9999', '123 45 67 80', '20003'],
    }
    for (const search of searches.both) expect(await found(search), search).toEqual([20001, 20002])
    for (const search of searches.first) expect(await found(search), search).toEqual([20001])
    for (const search of searches.second) expect(await found(search), search).toEqual([20002])
    for (const search of searches.none) expect(await found(search), search).toEqual([])
    expect(await found('%')).toEqual([20001, 20002])
  })

  it('follows changes of the service, its stops, its vehicle and its fleet, and its deletion', async () => {
    const service = await at.created({ customerName: 'Rosa Vega' })
    const change = async (body: Record<string, unknown>, version: number) =>
      expect(
        (await at.dispatcher('PUT', `/services/${service.id}`, { body: { ...at.form(body), version } }))
          .status,
      ).toBe(200)
    await change({ customerName: 'Rosa Luna', plannedStops: [stop('pickup', 'Calle Norte 9', zocalo)] }, 1)
    expect(await found('vega')).toEqual([])
    expect(await found('reforma')).toEqual([])
    expect(await found('luna norte')).toEqual([20001])
    const moved = await test.build(async (tx) => {
      const { id } = await buildFleet(tx, { companyId: at.companyId })
      await tx.sql('update services.services set fleet_id = $2 where id = $1', [service.id, id])
      return tx
        .sql<{ fleet_id: string }>(
          `select distinct fleet_id from services.search_tokens where service_number = 20001
         and fleet_id in ($1, $2)`,
          [at.fleetId, id],
        )
        .then((rows) => rows.map(({ fleet_id }) => fleet_id === id))
    })
    expect(moved).toEqual([true])
    // The dispatcher has no scope in that fleet.
    expect(await found('luna')).toEqual([])
    const other = await at.created({ customerName: 'Rosa Sol' })
    expect((await at.dispatcher('DELETE', `/services/${other.id}`)).status).toBe(200)
    expect(await found('sol')).toEqual([])
  })

  it.each(['company', 'fleet', 'all'] as const)(
    'gives the same page and total in every order, however many match: %s',
    async (place) => {
      const names = ['Ana Luna', 'Beto Luna', 'Ana Sol', 'Ana Luna Sol', 'Carla Lunar', 'Ana Luna']
      const services = await test.build(async (tx) => {
        const { companyId, contactId: requesterContactId } = at
        const other = await buildFleet(tx, { companyId })
        const made: Service[] = []
        for (const [index, customerName] of names.entries()) {
          const fleetId = index % 2 === 0 && place !== 'fleet' ? other.id : at.fleetId
          made.push(await buildService(tx, { companyId, fleetId, requesterContactId, customerName }))
        }
        return made
      })
      const owner = await test.as(
        await test.build(async (tx) => {
          const user = await buildUser(tx, { level: 'admin' })
          await buildAssignment(tx, { userId: user.id, companyId: at.companyId, role: 'company_owner' })
          return user
        }),
      )
      const list = (query: object) =>
        owner<{ items: Service[]; total: number }>(
          'GET',
          `/services?${new URLSearchParams({
            ...(place === 'company' && { companyId: at.companyId }),
            ...(place === 'fleet' && { fleetId: at.fleetId }),
            ...query,
          })}`,
        )
      for (const [search, matching] of [
        ['luna', ['Ana Luna', 'Beto Luna', 'Ana Luna Sol', 'Carla Lunar', 'Ana Luna']],
        ['ana luna', ['Ana Luna', 'Ana Luna Sol', 'Ana Luna']],
        ['sol luna ana', ['Ana Luna Sol']],
        ['nadie', []],
      ] as const) {
        const numbers = services
          .filter(({ customerName }) => (matching as readonly string[]).includes(customerName))
          .map(({ serviceNumber }) => serviceNumber)
        const { body } = await list({ search, sort: 'serviceNumber', order: 'asc' })
        expect([body.items.map(({ serviceNumber }) => serviceNumber), body.total]).toEqual([
          numbers,
          numbers.length,
        ])
        for (const sort of ['serviceNumber', 'customerName', 'status', 'dispatchTime', 'priorityLevel'])
          for (const order of ['asc', 'desc']) {
            const whole = (await list({ search, sort, order })).body.items.map(({ id }) => id)
            expect(whole).toHaveLength(numbers.length)
            for (const limit of [1, 100])
              expect(await pages({ place, search, sort, order, limit })).toEqual(whole)
          }
      }
    },
  )

  it('lists open services of any age beside those of a range', async () => {
    const day = 24 * 60
    const [old, done] = [await at.created(), await at.created()]
    await at.move(at.dispatcher, done, 'cancel')
    await test.build((tx) =>
      tx.sql(
        `update services.services set dispatch_time = dispatch_time - interval '30 days' where id = any($1)`,
        [[old.id, done.id]],
      ),
    )
    const recent = await at.created()
    const ended = await at.created()
    await at.move(at.dispatcher, ended, 'cancel')
    const list = async (query: string) => {
      const { body } = await at.dispatcher<{ items: Service[]; total: number }>(
        'GET',
        `/services?sort=serviceNumber&order=desc&from=${at.minutes(-day)}${query}`,
      )
      expect(body.total).toBe(body.items.length)
      return body.items.map(({ serviceNumber }) => serviceNumber)
    }
    expect(await list('')).toEqual([ended.serviceNumber, recent.serviceNumber])
    const withOpen = [ended.serviceNumber, recent.serviceNumber, old.serviceNumber]
    expect(await list('&withOpen=true')).toEqual(withOpen)
    expect(await list('&withOpen=true&status=created')).toEqual(withOpen.slice(1))
    expect(await list('&withOpen=true&status=cancelled_by_central')).toEqual([ended.serviceNumber])
    expect(await list(`&withOpen=true&requesterContactId=${at.contactId}`)).toEqual(withOpen)
    expect(await list(`&withOpen=true&driverId=${at.contactId}`)).toEqual([])
    for (const sort of ['serviceNumber', 'customerName', 'status', 'dispatchTime', 'priorityLevel'])
      for (const order of ['asc', 'desc']) {
        const page = async (size: number, number: number) => {
          const { body } = await at.dispatcher<{ items: Service[]; total: number }>(
            'GET',
            `/services?${new URLSearchParams({ sort, order, from: at.minutes(-day), withOpen: 'true', size: `${size}`, page: `${number}` })}`,
          )
          expect(body.total).toBe(withOpen.length)
          return body.items.map(({ serviceNumber }) => serviceNumber)
        }
        const whole = await page(25, 1)
        expect([...whole].sort((a, b) => b - a)).toEqual(withOpen)
        expect([...(await page(1, 1)), ...(await page(1, 2)), ...(await page(1, 3))]).toEqual(whole)
      }
  })
})
