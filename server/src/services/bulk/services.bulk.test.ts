import type { OutputOf } from '@rumbo/contract/endpoint'
import type { changeServices } from '@rumbo/contract/services.bulk.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp, TestCall } from '@rumbo/tools/testing/app'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  createServicesApp,
  createServicesHarness,
  type ServicesHarness,
} from '../testing/services.harness.ts'
import { changeServicesOf } from './services.bulk.actions.ts'

let test: TestApp
let at: ServicesHarness

beforeAll(async () => {
  test = await createServicesApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
})

const bulk = (call: TestCall, services: readonly Pick<Service, 'id' | 'version'>[], change: object) =>
  call<OutputOf<typeof changeServices>>('POST', '/services/bulk', {
    body: { services: services.map(({ id, version }) => ({ id, version })), change },
  })
const outcomes = async (...of: Parameters<typeof bulk>) =>
  (await bulk(...of)).body.items.map(({ problem, status }) => [problem, status])
const dispatch = { action: 'dispatch' }

describe('a change of many services', () => {
  it('has a result for each, and a refused one leaves the others done', async () => {
    const [one, two, three] = [await at.created(), await at.created(), await at.created()]
    await at.move(at.dispatcher, two, 'dispatch')
    const unknown = { id: '0192f0c0-0000-7000-8000-000000000000', version: 1 }
    const { body } = await bulk(at.second, [one, two, { ...three, version: 7 }, unknown, one], dispatch)
    expect(body.items).toEqual([
      { id: one.id, serviceNumber: one.serviceNumber, problem: null, status: 'on_dispatch' },
      { id: two.id, serviceNumber: two.serviceNumber, problem: 'stale_version', status: 'on_dispatch' },
      { id: three.id, serviceNumber: three.serviceNumber, problem: 'stale_version', status: 'created' },
      { id: unknown.id, serviceNumber: null, problem: 'service_not_found', status: null },
    ])
  })

  it('goes on where one fails for an unexpected reason', async () => {
    const [one, two, three] = [await at.created(), await at.created(), await at.created()]
    const version = 2 ** 31 - 1
    await test.build((tx) =>
      tx.sql('update services.services set version = $2 where id = $1', [two.id, version]),
    )
    const change = { action: 'prioritise', priorityLevel: 'high' }
    expect(await outcomes(at.dispatcher, [one, { ...two, version }, three], change)).toEqual([
      [null, 'created'],
      ['internal', 'created'],
      [null, 'created'],
    ])
  })

  it('keeps the results where the database is lost on the way, and fails where nothing was done', async () => {
    const ids = ['a', 'b', 'c']
    const lostAfter = (answered: number) => {
      let asked = 0
      const transaction = async () => {
        asked += 1
        if (asked > answered) throw new Error('connection lost')
        return null
      }
      return changeServicesOf(
        { database: { transaction } as unknown as Database, log: pino({ level: 'silent' }) },
        {} as Actor,
        { services: ids.map((id) => ({ id, version: 1 })), change: { action: 'dispatch' } },
        new AbortController().signal,
      )
    }
    // Each service takes three transactions.
    const { items } = await lostAfter(3)
    expect(items.map(({ problem }) => problem)).toEqual([null, 'internal', 'internal'])
    await expect(lostAfter(0)).rejects.toThrow('connection lost')
  })

  it('cancels with who and why, sets priorities, and deletes', async () => {
    const service = await at.created()
    expect(
      await outcomes(at.dispatcher, [service], { action: 'prioritise', priorityLevel: 'critical' }),
    ).toEqual([[null, 'created']])
    const urgent = (await at.dispatcher<Service>('GET', `/services/${service.id}`)).body
    expect(urgent).toMatchObject({ priorityLevel: 'critical', version: 2 })
    const cancel = { action: 'cancel', by: 'client', note: 'Ya no viaja' }
    expect(await outcomes(at.dispatcher, [urgent], cancel)).toEqual([[null, 'cancelled_by_client']])
    const ended = (await at.dispatcher<Service>('GET', `/services/${service.id}`)).body
    expect(ended.statusHistory.at(-1)).toMatchObject({ note: 'Ya no viaja', by: 'Ana Guerrero' })
    expect(await outcomes(at.dispatcher, [ended], cancel)).toEqual([
      ['service_wrong_state', 'cancelled_by_client'],
    ])
    expect(await outcomes(at.dispatcher, [urgent], { action: 'delete' })).toEqual([
      ['stale_version', 'cancelled_by_client'],
    ])
    const { body } = await bulk(at.dispatcher, [ended], { action: 'delete' })
    expect(body.items).toEqual([
      { id: service.id, serviceNumber: service.serviceNumber, problem: null, status: null },
    ])
  })

  it('is done once where two people ask for it at the same time', async () => {
    const services = await Promise.all(Array.from({ length: 8 }, () => at.created()))
    const answers = await Promise.all([
      outcomes(at.dispatcher, services, dispatch),
      outcomes(at.second, services.toReversed(), dispatch),
    ])
    const done = answers.flat().filter(([problem]) => problem === null)
    expect(done).toHaveLength(8)
    expect(answers.flat().filter(([problem]) => problem === 'stale_version')).toHaveLength(8)
  })

  it('is refused to other companies and to those who may only read', async () => {
    const service = await at.created()
    expect(await outcomes(at.outsider, [service], dispatch)).toEqual([['service_not_found', null]])
    expect((await bulk(at.viewer, [service], dispatch)).status).toBe(403)
    expect((await bulk(at.dispatcher, [], dispatch)).status).toBe(422)
    expect((await bulk(at.dispatcher, [service], { action: 'pay' })).status).toBe(422)
  })
})
