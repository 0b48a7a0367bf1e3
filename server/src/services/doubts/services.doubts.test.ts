import type { Place } from '@rumbo/contract/places.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { TestApp } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { problem, Problem as Refusal } from '../../platform/problem.ts'
import { angel, buildService, zocalo } from '../services.factory.ts'
import {
  createServicesApp,
  createServicesHarness,
  errorsOf,
  type ServicesHarness,
  stop,
} from '../testing/services.harness.ts'

/** In the Gulf of Mexico. */
const atSea = { latitude: 21.5, longitude: -94.2 }
const madrid = { latitude: 40.4168, longitude: -3.7038 }
const place = (distanceMetres: number) => ({ name: 'Durango', distanceMetres }) as Place
let test: TestApp
let at: ServicesHarness
/** What the places answer; null: nothing, as when they are slow. */
let answerOf: ((latitude: number) => Place | null) | null
let hasRoad = true

beforeAll(async () => {
  test = await createServicesApp(
    {
      route: async () => {
        if (!hasRoad) throw problem('route_not_found')
        throw new Refusal('internal')
      },
    } as never,
    {
      geocoding: {
        reverse: async (places) => {
          const answer = answerOf
          if (answer === null) throw new Error('no answer')
          return { places: places.map(({ latitude }) => answer(latitude)), isDegraded: false }
        },
      },
    },
  )
})
afterAll(() => test.close())
beforeEach(async () => {
  at = await createServicesHarness(test)
  answerOf = (latitude) => place(latitude === atSea.latitude ? 160_000 : 30)
  hasRoad = true
})

const create = (stops: object[], more = {}) =>
  at.dispatcher<Service & Omit<Problem, 'status'>>('POST', '/services', {
    body: at.form({ plannedStops: stops, ...more }),
  })
const fill = () =>
  test.build(async (tx) => {
    const { companyId, fleetId, contactId: requesterContactId } = at
    for (let count = 0; count < 20; count += 1)
      await buildService(tx, { companyId, fleetId, requesterContactId })
  })
const pickup = stop('pickup', 'Zócalo', zocalo)

describe('a stop that is probably a slip', () => {
  it('in the sea is asked about, and accepted once confirmed', async () => {
    const stops = [pickup, stop('drop', 'Golfo', atSea)]
    const { status, body } = await create(stops)
    expect([status, body.code, errorsOf(body as never)]).toEqual([
      409,
      'stop_doubtful',
      ['body.plannedStops.1.address place_remote'],
    ])
    expect((await create(stops, { areStopsConfirmed: true })).status).toBe(201)
  })

  it('far from where the fleet drives is asked about, once that is known', async () => {
    const stops = [pickup, stop('drop', 'Puerta del Sol', madrid)]
    expect((await create(stops)).status).toBe(201)
    await fill()
    expect(errorsOf((await create(stops)).body as never)).toEqual(['body.plannedStops.1.address place_far'])
    expect((await create([pickup, stop('drop', 'Ángel', angel)])).status).toBe(201)
  })

  it('without any road to it is asked about', async () => {
    hasRoad = false
    expect(errorsOf((await create([pickup, stop('drop', 'Isla', angel)])).body as never)).toEqual([
      'body.plannedStops no_road',
    ])
  })

  it('is not asked about again when the service is changed', async () => {
    const stops = [pickup, stop('drop', 'Golfo', atSea)]
    const { body: service } = await create(stops, { areStopsConfirmed: true })
    const change = (plannedStops: object[]) =>
      at.dispatcher<Problem>('PUT', `/services/${service.id}`, {
        body: { ...at.form({ plannedStops, notes: 'Llamar al llegar' }), version: service.version },
      })
    expect((await change([pickup, stop('drop', 'Golfo', { ...atSea, longitude: -94 })])).body.code).toBe(
      'stop_doubtful',
    )
    expect((await change(stops)).status).toBe(200)
  })

  it('is not asked about where no places are known at all, nor of those who may not create services', async () => {
    const stops = [pickup, stop('drop', 'Golfo', atSea)]
    const { status } = await at.viewer('POST', '/services', { body: at.form({ plannedStops: stops }) })
    expect(status).toBe(403)
    answerOf = () => null
    expect((await create(stops)).status).toBe(201)
  })

  it('never keeps a service from being created while the places do not answer', async () => {
    answerOf = null
    expect((await create([pickup, stop('drop', 'Golfo', atSea)])).status).toBe(201)
  })
})
